"""Switches a target on: asks what to send of the deliveries recorded while it was off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QButtonGroup, QRadioButton, QWidget

from service.domain.webhooks.events import SwitchOnChoice
from ui.backend.webhooks_port import TargetRow
from ui.i18n import isolate_name
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Dialog, ElidedLabel, Ink, Label, column, row

_INDENT = 28


class SwitchOnDialog(Dialog):
    """Calls `act` with the choice. Esc leaves the target off."""

    def __init__(
        self,
        context: PaneContext,
        parent: QWidget,
        target_row: TargetRow,
        act: Callable[[SwitchOnChoice], None],
        on_rejected: Callable[[], None],
    ) -> None:
        title = self.tr("Switch %1 on").replace("%1", isolate_name(target_row.name))
        super().__init__(context.theme, parent, title, icon="power")
        self._act = act
        note_text = self.tr(
            "%n event(s) happened while it was off. What shall it get of them?", "", target_row.recorded_while_off
        )
        self.body.addWidget(Label(context.theme, note_text, Type.BODY, Ink.TEXT2, wrap=True))
        self.choices: dict[SwitchOnChoice, QRadioButton] = {}
        group = QButtonGroup(self)
        for choice, text, why in self._words():
            box = QRadioButton(text)
            box.setFont(context.theme.font(Type.MEDIUM))
            box.setAccessibleDescription(why)
            box.setChecked(choice is SwitchOnChoice.NEWEST)
            group.addButton(box)
            self.choices[choice] = box
            line = row(_INDENT, spacing=0)
            line.addWidget(ElidedLabel(context.theme, why, Type.SMALL, Ink.TEXT2), 1)
            self.body.addLayout(column(box, line, spacing=1))
        self.go = self.main_button(self.tr("Switch on"), self._on_accepted, changes=True)
        self.buttons(self.cancel_button(self.tr("Leave it off")), self.go)
        self.rejected.connect(on_rejected)

    def _words(self) -> tuple[tuple[SwitchOnChoice, str, str], ...]:
        return (
            (
                SwitchOnChoice.NEWEST,
                self.tr("Every order event, and of each part the newest stock"),
                self.tr("The usual choice: nothing is missing, and nothing is out of date."),
            ),
            (SwitchOnChoice.ALL, self.tr("All of it"), self.tr("Each event in its order, old stock figures too.")),
            (SwitchOnChoice.NOTHING, self.tr("Nothing"), self.tr("It hears only of what happens from now on.")),
        )

    def _on_accepted(self) -> None:
        chosen = next(choice for choice, box in self.choices.items() if box.isChecked())
        self.accept()
        self._act(chosen)
