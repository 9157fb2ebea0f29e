"""A question before an action that cannot be undone."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from ui.theme import Theme, Tone, Type
from ui.widgets.controls.button import Button, Kind
from ui.widgets.dialogs.dialog import Dialog
from ui.widgets.label import Label
from ui.widgets.painting import Ink


class ConfirmDialog(Dialog):
    """Asks before an action that cannot be undone. `act` runs after the answer; Esc
    does nothing.
    """

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        title: str,
        text: str,
        action: str,
        act: Callable[[], None],
        *,
        destructive: bool = False,
        icon: str = "",
    ) -> None:
        super().__init__(theme, parent, title, icon=icon, tone=Tone.BAD if destructive else Tone.ACCENT)
        self.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self._act = act
        self.confirm = Button(theme, action, Kind.DESTRUCTIVE if destructive else Kind.PRIMARY, main=True)
        self.confirm.clicked.connect(self._on_confirmed)
        cancel = self.cancel_button()
        if destructive:
            self.buttons(cancel, self.confirm)
            cancel.setDefault(True)
        else:
            self.confirm.setDefault(True)
            self.buttons(cancel, self.confirm)

    def _on_confirmed(self) -> None:
        self.accept()
        self._act()
