"""The file and its time: a file, a folder and a pattern for names, or an address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt, QTime, QTimer
from PySide6.QtWidgets import QCheckBox, QWidget

from service.domain.pull.place_address import is_database
from service.domain.pull.pull_choices import SetupChoices
from ui.i18n import Formats, ltr
from ui.theme import Theme, Type
from ui.widgets import Button, Card, ElidedLabel, FormRow, Ink, Label, row, text_field, time_field


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
        choose_place: Callable[[], object],
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
        self.place.clicked.connect(choose_place)
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
