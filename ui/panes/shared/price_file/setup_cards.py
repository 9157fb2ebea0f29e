"""Cards of a price list: where it is, and the questions that it leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from PySide6.QtCore import QTime
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QVBoxLayout, QWidget

from service.domain.pull.file_inspection import FileInspection, Question
from service.domain.pull.place_address import is_database
from service.domain.pull.pull_choices import SetupChoices
from ui.i18n import Formats, isolate_name, ltr, translate_sentence
from ui.panes.shared.price_file.pull_words import kind_words
from ui.theme import Theme, Tone, Type
from ui.widgets import Button, Card, ElidedLabel, FormRow, Ink, Label, Tile, column, row, text_field, time_field
from ui.widgets.label import escape_mnemonic
from ui.widgets.window_use import make_timer


class Purpose(StrEnum):
    """What a file is read for; times of day and folders are of a nightly one."""

    NIGHTLY = "nightly"
    FIRST = "first"
    """It is read every night from now on, as the first start offers."""

    ONCE = "once"


class QuestionsCard(Card):
    """Calls `answered` with a question's key and answer; answered ones stay, and can be changed."""

    def __init__(self, theme: Theme, answered: Callable[[str, str], None]) -> None:
        super().__init__(theme, "")
        self._theme, self._answered = theme, answered
        self._questions: dict[str, Question] = {}
        self._answers: dict[str, str] = {}
        self.buttons: dict[str, dict[str, QRadioButton]] = {}
        self.setAccessibleName(self.tr("Questions about the file"))
        self.body.setSpacing(8)
        self.body.addWidget(Label(theme, self.tr("Questions about the file"), Type.HEADING))
        about = self.tr("These can be read in more than one way. You answer once.")
        self.body.addWidget(Label(theme, about, Type.SMALL, Ink.TEXT2, wrap=True))
        self._holder: QWidget | None = None

    def forget(self) -> None:
        self._questions.clear()

    def show_questions(self, questions: tuple[Question, ...], answers: dict[str, str]) -> None:
        """Shows the open questions, and the answered ones before them."""
        still_valid = {key: question for key, question in self._questions.items() if question.allows(answers.get(key))}
        self._questions = still_valid | {question.key: question for question in questions}
        self._answers = answers
        self.setVisible(bool(self._questions))
        if self._holder:
            self.body.removeWidget(self._holder)
            self._holder.deleteLater()
        self._holder = QWidget()
        layout = QVBoxLayout(self._holder)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(6)
        self.buttons = {key: self._add(layout, question) for key, question in self._questions.items()}
        self.body.addWidget(self._holder)

    def _add(self, layout: QVBoxLayout, question: Question) -> dict[str, QRadioButton]:
        title = translate_sentence(question.text)
        layout.addWidget(Label(self._theme, title, Type.MEDIUM, wrap=True))
        group = QButtonGroup(self._holder)
        buttons: dict[str, QRadioButton] = {}
        for reading in question.readings:
            button = QRadioButton(escape_mnemonic(translate_sentence(reading.text)))
            button.setFont(self._theme.font(Type.BODY))
            button.setAccessibleDescription(title)
            button.setChecked(self._answers.get(question.key) == reading.answer)
            button.clicked.connect(
                lambda _on=False, key=question.key, answer=reading.answer: self._answered(key, answer)
            )
            group.addButton(button)
            layout.addWidget(button)
            buttons[reading.answer] = button
        return buttons


class FileCard(Card):
    """Calls `on_change` with the set-up and another pattern or time."""

    def __init__(
        self,
        theme: Theme,
        formats: Formats,
        purpose: Purpose,
        on_change: Callable[[SetupChoices], None],
    ) -> None:
        super().__init__(theme)
        self._formats, self._on_change, self._purpose = formats, on_change, purpose
        self._setup: SetupChoices | None = None
        self.tile = Tile(theme, "file-spreadsheet", Tone.ACCENT, 44, icon_size=22)
        self.headline = Label(theme, "", Type.HEADING, wrap=True)
        self.detail = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self.path = ElidedLabel(theme, "", Type.MONO, Ink.TEXT2)
        self.path.setAccessibleName(self.tr("The file"))
        head = row(self.tile, spacing=14)
        head.addLayout(column(self.headline, self.detail, self.path, spacing=3), 1)
        self.file = Button(theme, self.tr("Choose a file…"), icon="file-spreadsheet")
        self.folder = Button(theme, self.tr("Choose a folder…"), icon="folder")
        self.place = Button(theme, self.tr("Elsewhere…"), icon="link")
        self.buttons = QWidget()
        self.buttons.setLayout(row(self.file, self.folder, self.place))
        self.folder.setVisible(purpose is Purpose.NIGHTLY)
        head.addWidget(self.buttons)
        self.body.setSpacing(12)
        self.body.addLayout(head)
        self._add_times(theme)
        self._typing_timer = make_timer(self, theme.typing_ms, self._on_pattern_changed)
        self.show_none()

    def show_none(self) -> None:
        self.headline.setText(self.tr("No file chosen yet"))
        self.detail.setText(self.tr("Have your system save it once first."))
        self.path.hide()
        self.times.hide()

    def show_reading(self) -> None:
        self.headline.setText(self.tr("Reading the file…"))

    def show_setup(self, setup: SetupChoices, inspection: FileInspection | None) -> None:
        """Shows the present set-up; without an inspection its file could not be read."""
        self._setup = setup
        path = setup.path if inspection is None else str(inspection.file)
        self.headline.setText(ltr(path.replace("\\", "/").rsplit("/", 1)[-1]))
        self.detail.setText("" if inspection is None else self._describe(inspection))
        self.detail.setVisible(inspection is not None)
        self.path.setText(ltr(setup.path))
        self.path.show()
        self.times.setVisible(self._purpose is Purpose.NIGHTLY)
        self.pattern_row.setVisible(setup.pattern is not None)
        if self.pattern.text() != (setup.pattern or "") and not self._typing_timer.isActive():
            self.pattern.setText(setup.pattern or "")
        self.time.blockSignals(True)
        self.time.setTime(QTime(setup.minute // 60, setup.minute % 60))
        self.time.blockSignals(False)
        self.watch.blockSignals(True)
        self.watch.setChecked(setup.watch)
        self.watch.blockSignals(False)
        # A database does not say when it changes.
        self.watch.setVisible(not is_database(setup.path))

    def show_saved(self, saved: str, after: str) -> None:
        """What was saved; nothing can be chosen any more."""
        self.tile.show_icon("check", Tone.GOOD)
        self.headline.setText(saved)
        self.detail.setText(after)
        self.detail.setVisible(bool(after))
        for widget in (self.path, self.buttons, self.times):
            widget.hide()

    def _describe(self, inspection: FileInspection) -> str:
        kind = kind_words().get(inspection.form.kind or "", "")
        system = self.tr("from %1").replace("%1", isolate_name(inspection.system)) if inspection.system else ""
        count = self.tr("Rows: %1").replace("%1", self._formats.count(inspection.count))
        size = self._formats.bytes(inspection.size) if inspection.size else ""
        return " · ".join(filter(None, (kind, system, count, size)))

    def _add_times(self, theme: Theme) -> None:
        self.times = QWidget()
        self.pattern = text_field(theme, "", "prices-*.xlsx", code=True)
        self.pattern.textEdited.connect(lambda _text: self._typing_timer.start())
        hint = self.tr("The newest file that fits is read. A star stands for anything: prices-*.xlsx")
        self.pattern_row = FormRow(theme, self.tr("Names that fit"), self.pattern, hint)
        self.time = time_field(theme, 0)
        self.time.setFixedWidth(96)
        self.time.timeChanged.connect(self._on_time_changed)
        holder = QWidget()
        holder.setLayout(row(self.time, None))
        holder.setFocusProxy(self.time)
        every = self.tr("Read every day at")
        self.time.setAccessibleName(every)
        late = self.tr("If this PC was off, it is read after the next start.")
        self.watch = QCheckBox(self.tr("Read it also within a minute of each change"))
        self.watch.setFont(theme.font(Type.BODY))
        self.watch.toggled.connect(self._on_watch)
        line = row(FormRow(theme, every, holder, late), self.watch, None, spacing=32)
        self.times.setLayout(column(self.pattern_row, line, spacing=12))
        self.body.addWidget(self.times)

    def _on_watch(self, on: bool) -> None:
        self._change(watch=on)

    def _on_time_changed(self, time: QTime) -> None:
        self._change(minute=time.hour() * 60 + time.minute())

    def _on_pattern_changed(self) -> None:
        pattern = self.pattern.text().strip()
        if self._setup and pattern and pattern != self._setup.pattern:
            self._change(pattern=pattern)

    def _change(self, *, minute: int | None = None, watch: bool | None = None, pattern: str | None = None) -> None:
        setup = self._setup
        if setup is not None:
            self._setup = replace(
                setup,
                minute=setup.minute if minute is None else minute,
                watch=setup.watch if watch is None else watch,
                pattern=pattern or setup.pattern,
            )
            self._on_change(self._setup)
