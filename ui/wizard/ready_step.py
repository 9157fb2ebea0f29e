"""Step 5: what is set up, starting with this PC, and the sample."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtWidgets import QVBoxLayout

from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.i18n import named
from ui.i18n.faults import fault_text
from ui.shell.wizard import WizardStep
from ui.theme import Tone, Type
from ui.widgets import Card, Checklist, Ink, Label, Note, Step, Switch, Tile, column, row
from ui.wizard.course import Course, Tools, Way
from ui.wizard.sample import SampleCard


class ReadyStep(WizardStep):
    """The last step; nothing here has to be done."""

    skippable: ClassVar[bool] = False

    def __init__(self, tools: Tools, course: Course) -> None:
        super().__init__("", "", "", "")
        self.name = self.tr("Ready")
        self.summary = self.tr("Starts with this PC")
        self.question = self.tr("Your shop is set up")
        self.explanation = self.tr("Counterpart keeps running in the tray; closing its window does not stop it.")
        self._tools, self._course = tools, course
        self._courier = Courier(self)
        self.card = Card(tools.theme)
        self.list: Checklist | None = None
        self.switch = Switch(tools.theme, self.tr("Start with this PC"), on=course.starts_with_pc)
        self.switch.toggled.connect(self._switch)
        self.fault = Note(tools.theme, Tone.BAD, "")
        self.fault.hide()
        self.sample = SampleCard(tools, course, self._changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(14)
        for widget in (self.fault, self.card, self._start_card(), self.sample):
            layout.addWidget(widget)
        layout.addStretch(1)

    def main_text(self) -> str:
        return self.tr("Open Counterpart")

    def enter(self) -> None:
        if self.list:
            self.card.body.removeWidget(self.list)
            self.list.deleteLater()
        self.list = Checklist(self._tools.theme, self._steps())
        self.card.body.addWidget(self.list)
        self.sample.show_filled()
        self.sample.setVisible(self._course.way is not Way.NONE or not self._course.filled)

    def _steps(self) -> tuple[Step, ...]:
        course, formats = self._course, self._tools.formats
        shop = named(course.pair.live.name) if course.pair else ""
        steps = [Step(self.tr("Your shop"), " · ".join(filter(None, (shop, named(course.branch)))), done=True)]
        if course.way is Way.CALLS:
            name = named(course.key_name)
            title = self.tr("Key made for %1").replace("%1", name) if course.key_name else self.tr("No key yet")
            heard = self.tr("We heard from it") if course.heard else self.tr("No call yet; we go on listening")
            steps.append(Step(title, heard, done=course.heard))
        elif course.way is Way.FILE:
            saved = ""
            if course.run:
                saved = self.tr("Saved %1, rejected %2").replace("%1", formats.count(course.run.saved))
                saved = saved.replace("%2", formats.count(course.run.rejected))
            later = self.tr("Choose it later under Your own system")
            steps.append(Step(self.tr("Nightly price file"), saved or later, done=course.run is not None))
        elif course.way is Way.ASK:
            text = self.tr("Open this set-up again from the Overview")
            steps.append(Step(self.tr("When your supplier has answered"), text, done=False))
        else:
            text = self.tr("Enter parts and stock under Catalogue")
            steps.append(Step(self.tr("Without a system"), text, done=True))
        return tuple(steps)

    def _start_card(self) -> Card:
        theme = self._tools.theme
        card = Card(theme)
        texts = column(
            Label(theme, self.tr("Start with this PC"), Type.HEADING),
            Label(theme, self.tr("It starts hidden in the tray, so that no order is missed."), Type.BODY, Ink.TEXT2),
            spacing=3,
        )
        head = row(Tile(theme, "power", Tone.ACCENT, 44, icon_size=22), spacing=14)
        head.addLayout(texts, 1)
        head.addWidget(self.switch)
        card.body.addLayout(head)
        return card

    def _switch(self, on: bool) -> None:
        def done(_none: None) -> None:
            self._course.starts_with_pc = on
            self.fault.hide()

        self._courier.fetch(self._tools.backend.settings.set_start_at_login(on), done, self._failed)

    def _failed(self, error: BackendError) -> None:
        self.switch.show_state(self._course.starts_with_pc)
        self.fault.title.setText(fault_text(error))
        self.fault.show()

    def _changed(self) -> None:
        self.altered.emit()
