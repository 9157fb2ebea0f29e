"""Cards of the set-up page: the file, its options, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt, QTime, QTimer
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QRadioButton, QVBoxLayout, QWidget

from service.domain.pull.file_inspection import FileInspection, Question
from service.domain.pull.place_address import is_database
from service.domain.pull.pull_choices import VAT_PERCENT, PullChoices, SetupChoices
from service.domain.pull.pulls import MissingRule
from ui.i18n import Formats, isolate_name, ltr, translate_sentence
from ui.i18n.bidi import isolate_list
from ui.shell.dialogs.file_chooser import FileChooser, OnPath
from ui.theme import Theme, Type
from ui.widgets import Button, Card, ComboBox, ElidedLabel, FormRow, Ink, Label, row, text_field, time_field
from ui.widgets.label import escape_mnemonic

_AS_FILE = ""
_MISSING = (MissingRule.STAY, MissingRule.ZERO, MissingRule.INACTIVE)
translate = QCoreApplication.translate

_NAMES = "*.csv *.tsv *.txt *.prn *.xlsx *.xls *.ods *.json *.jsonl *.html *.htm *.xml *.dbf *.zip *.gz"


class OptionsCard(Card):
    """Calls `on_change` with the choices and the rule for missing rows after each change."""

    def __init__(self, theme: Theme, on_change: Callable[[PullChoices, MissingRule], None]) -> None:
        super().__init__(theme, "")
        self._theme, self._on_change = theme, on_change
        self._choices = PullChoices()
        self._fils_read = False
        self.body.setSpacing(8)
        self.body.addWidget(Label(theme, self.tr("For the whole file"), Type.HEADING))
        self.branch = ComboBox()
        self.decimal = ComboBox()
        for field in (self.branch, self.decimal):
            field.setFont(theme.font(Type.BODY))
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            field.activated.connect(lambda _at: self._report_choices())
        self.decimal.addItem(self.tr("As recognised"), None)
        self.decimal.addItem(self.tr("With a point: 14.500"), False)
        self.decimal.addItem(self.tr("With a comma: 14,500"), True)
        self.body.addWidget(FormRow(theme, self.tr("Quantities are for"), self.branch))
        self.body.addWidget(FormRow(theme, self.tr("Prices are written"), self.decimal))
        self.fils = self._check(theme, self.tr("Prices are in fils, not in dinars"))
        self.vat = self._check(theme, self.tr("Prices include 10% VAT: take it off"))
        self.fit = self._check(theme, "")
        self.missing = ComboBox()
        self.missing.addItem(self.tr("Stay as they are"), MissingRule.STAY)
        self.missing.addItem(self.tr("Have no stock (0)"), MissingRule.ZERO)
        self.missing.addItem(self.tr("Become inactive"), MissingRule.INACTIVE)
        self.missing.setFont(theme.font(Type.BODY))
        self.missing.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.missing.activated.connect(lambda _at: self._report_choices())
        self.body.addWidget(FormRow(theme, self.tr("Items missing from the file"), self.missing))
        self.body.addStretch(1)

    def show_options(self, inspection: FileInspection, setup: SetupChoices, branches: tuple[str, ...]) -> None:
        """Shows the choices of a set-up."""
        choices = setup.choices
        self._choices, self._fils_read = choices, inspection.prices_in_fils
        self.branch.clear()
        self.branch.addItem(self.tr("The branch that the file says"), _AS_FILE)
        for branch in branches:
            self.branch.addItem(isolate_name(branch), branch)
        if choices.fixed_branch and choices.fixed_branch not in branches:
            self.branch.addItem(isolate_name(choices.fixed_branch), choices.fixed_branch)
        self.branch.setCurrentIndex(max(0, self.branch.findData(choices.fixed_branch or _AS_FILE)))
        places: dict[bool | None, int] = {None: 0, False: 1, True: 2}
        self.decimal.setCurrentIndex(places[choices.decimal_comma])
        offer = isolate_list(inspection.fit_offer, arabic=self._theme.rtl)
        self.fit.setText(self.tr("Read cars from the text in %1").replace("%1", escape_mnemonic(offer)))
        self.fit.setVisible(bool(inspection.fit_offer))
        self.missing.setCurrentIndex(_MISSING.index(setup.missing))
        states = (
            (self.fils, inspection.prices_in_fils),
            (self.vat, choices.vat_percent > 0),
            (self.fit, choices.fit_as_offered),
        )
        for box, on in states:
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)

    def _check(self, theme: Theme, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setFont(theme.font(Type.BODY))
        box.toggled.connect(lambda _on: self._report_choices())
        self.body.addWidget(box)
        return box

    def _chosen_unit(self) -> bool | None:
        """Fils or dinars if the owner chose; None while it is as recognised."""
        changed = self.fils.isChecked() is not self._fils_read
        return self.fils.isChecked() if changed else self._choices.prices_in_fils

    def _report_choices(self) -> None:
        comma = self.decimal.currentData()
        self._choices = replace(
            self._choices.with_fixed_branch(self.branch.currentData() or None),
            decimal_comma=None if comma is None else bool(comma),
            prices_in_fils=self._chosen_unit(),
            vat_percent=VAT_PERCENT * self.vat.isChecked(),
            fit_as_offered=self.fit.isChecked(),
        )
        self._on_change(self._choices, MissingRule(self.missing.currentData()))


class QuestionsCard(Card):
    """Calls `answered` with a question's key and the chosen answer; an answered question stays and
    can be changed.
    """

    def __init__(self, theme: Theme, answered: Callable[[str, str], None]) -> None:
        super().__init__(theme, "")
        self._theme, self._answered = theme, answered
        self._questions: dict[str, Question] = {}
        self._answers: dict[str, str] = {}
        self.buttons: dict[str, dict[str, QRadioButton]] = {}
        self.setAccessibleName(self.tr("Questions about the file"))
        self.body.setSpacing(8)
        self.body.addWidget(Label(theme, self.tr("Questions about the file"), Type.HEADING))
        about = self.tr("These can be read in more than one way. Your answer is kept for every night.")
        self.body.addWidget(Label(theme, about, Type.SMALL, Ink.TEXT2, wrap=True))
        self._holder: QWidget | None = None

    def forget(self) -> None:
        """Removes the questions of the file before."""
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


def choose_price_list(chooser: FileChooser, parent: QWidget, start: str, on_chosen: OnPath) -> None:
    """Asks for one file."""
    title = translate("Chooser", "Choose the file that your system saves")
    lists = (
        translate("Chooser", "Price lists")
        + " (*.csv *.tsv *.txt *.xlsx *.xls *.ods *.json *.jsonl *.html *.htm *.xml)"
    )
    every = translate("Chooser", "All files") + " (*)"
    chooser.open_file(parent, title, start, f"{lists};;{every}", on_chosen)


def choose_price_folder(chooser: FileChooser, parent: QWidget, start: str, on_chosen: OnPath) -> None:
    """Asks for a folder."""
    title = translate("Chooser", "Choose the folder that your system saves into")
    chooser.open_folder(parent, title, start, on_chosen)


class FileCard(Card):
    """Calls `on_change` with the set-up and another pattern or time; the page asks for files and
    folders.
    """

    def __init__(
        self,
        theme: Theme,
        formats: Formats,
        on_change: Callable[[SetupChoices], None],
        choose_file: Callable[[], object],
        choose_folder: Callable[[], object],
        choose_address: Callable[[], object],
    ) -> None:
        super().__init__(theme, "")
        self._formats, self._on_change = formats, on_change
        self._setup: SetupChoices | None = None
        self.body.addWidget(Label(theme, self.tr("The file"), Type.HEADING))
        self.path = ElidedLabel(theme, "", Type.MONO, Ink.TEXT, mode=Qt.TextElideMode.ElideMiddle)
        self.path.setAccessibleName(self.tr("The file"))
        self.body.addWidget(self.path)
        self.found = ElidedLabel(theme, "", Type.SMALL, Ink.TEXT2, mode=Qt.TextElideMode.ElideMiddle)
        self.body.addWidget(self.found)
        self.file = Button(theme, self.tr("Choose a file…"), icon="file-spreadsheet")
        self.file.clicked.connect(choose_file)
        self.folder = Button(theme, self.tr("Choose a folder…"), icon="folder")
        self.folder.clicked.connect(choose_folder)
        self.place = Button(theme, self.tr("Elsewhere…"), icon="link")
        self.place.clicked.connect(choose_address)
        self.body.addLayout(row(self.file, self.folder, self.place, None))
        self.pattern = text_field(theme, "", "prices-*.xlsx", code=True)
        self.pattern.textEdited.connect(self._on_typed)
        hint = self.tr("The newest file that fits is read. A star stands for anything: prices-*.xlsx")
        self.pattern_row = FormRow(theme, self.tr("Names that fit"), self.pattern, hint)
        self.time = time_field(theme, 0)
        self.time.setFixedWidth(96)
        self.time.timeChanged.connect(self._on_time_changed)
        late = self.tr("If this PC was off, it is read after the next start.")
        holder = QWidget()
        holder.setLayout(row(self.time, None))
        holder.setFocusProxy(self.time)
        every = self.tr("Read every day at")
        self.time_row = FormRow(theme, every, holder, late)
        self.time.setAccessibleName(every)
        self.body.addWidget(self.pattern_row)
        self.body.addWidget(self.time_row)
        self.watch = self._watch_box(theme)
        self.body.addWidget(self.watch)
        self.body.addStretch(1)
        self._typing_timer = QTimer(self)
        self._typing_timer.setSingleShot(True)
        self._typing_timer.setInterval(theme.typing_ms)
        self._typing_timer.timeout.connect(self._on_pattern_changed)

    def _watch_box(self, theme: Theme) -> QCheckBox:
        box = QCheckBox(self.tr("Read it also within a minute of each change"))
        box.setFont(theme.font(Type.BODY))
        box.toggled.connect(self._on_watch)
        return box

    def show_setup(self, setup: SetupChoices, file: str, size: int) -> None:
        """Shows the present set-up; `file` is the inspected one."""
        self._setup = setup
        self.path.setText(ltr(setup.path))
        name = file.replace("\\", "/").rsplit("/", 1)[-1]
        parts = [self.tr("Looked at: %1").replace("%1", ltr(name))] if setup.pattern and file else []
        parts += [self._formats.bytes(size)] if size else []
        self.found.setText(" · ".join(parts))
        self.found.setVisible(bool(parts))
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

    def _on_watch(self, on: bool) -> None:
        if self._setup:
            self._setup = replace(self._setup, watch=on)
            self._on_change(self._setup)

    def _on_typed(self) -> None:
        self._typing_timer.start()

    def _on_time_changed(self, time: QTime) -> None:
        if self._setup:
            self._setup = replace(self._setup, minute=time.hour() * 60 + time.minute())
            self._on_change(self._setup)

    def _on_pattern_changed(self) -> None:
        pattern = self.pattern.text().strip()
        if self._setup and pattern and pattern != self._setup.pattern:
            self._setup = replace(self._setup, pattern=pattern)
            self._on_change(self._setup)
