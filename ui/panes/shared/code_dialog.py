"""A dialog with a one-time code, which is open while the dialog is."""

from __future__ import annotations

from concurrent.futures import Future

from PySide6.QtWidgets import QWidget

from service.domain.pairing import LIFE, PairingState, PairingStatus, format_code
from service.domain.times import MINUTE
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, CopyField, Dialog, Ink, Kind, Label
from ui.widgets.window_use import make_timer

_POLL_MS = 1000


class CodeDialog(Dialog):
    """Override what opens, asks for and closes the code, and what is said of one that ended.
    Add rows to `body`, then call `begin`.
    """

    def __init__(self, context: PaneContext, parent: QWidget, title: str, subtitle: str, text: str, icon: str) -> None:
        super().__init__(context.theme, parent, title, subtitle, icon=icon)
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._status = PairingStatus(PairingState.NONE)
        theme = context.theme
        self.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.code = Label(theme, "", Type.DISPLAY, selectable=True)
        self.body.addWidget(self.code)
        self.news = Label(theme, "", Type.MEDIUM, Ink.TEXT2, wrap=True)
        self.body.addWidget(self.news)
        self.again = Button(theme, self.tr("New code"), Kind.GHOST, icon="rotate-ccw", main=True, changes=True)
        self.again.clicked.connect(self._open_another)
        self._poll_timer = make_timer(self, _POLL_MS, self.poll, repeats=True)
        self.finished.connect(self._on_closed)

    def open_code(self) -> None:
        """Asks for a new code, and gives it to `show_code`."""
        raise NotImplementedError

    def ask_status(self) -> Future[PairingStatus]:
        """Asks for the state of the code."""
        raise NotImplementedError

    def close_code(self) -> Future[None]:
        """Ends the code."""
        raise NotImplementedError

    def describe_end(self, state: PairingState) -> str:
        """What is said after too many wrong tries, or where a stranger may know the code."""
        raise NotImplementedError

    def begin(self, *others: Button) -> None:
        """Adds the buttons and opens the first code."""
        self.buttons(self.main_button(self.tr("Close"), self.reject), leading=(self.again, *others))
        self.again.hide()
        for one in others:
            one.hide()
        self.open_code()

    def poll(self) -> None:
        self._dispatcher.fetch(self.ask_status(), self.show_status, self.show_fault)

    def make_field(self, value: str) -> CopyField:
        field = CopyField(
            self.theme, self._context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"), labelled=True
        )
        field.set_value(self._context.formats.ltr(value))
        return field

    def show_code(self, code: str) -> None:
        self.again.set_busy(on=False)
        self.again.hide()
        self.code.setText(self._context.formats.ltr(format_code(code)))
        self.poll()
        self._poll_timer.start()

    def show_status(self, status: PairingStatus) -> None:
        self._status = status
        self.news.setText(self._describe(status))
        if status.state is PairingState.WAITING:
            return
        self._poll_timer.stop()
        self.code.setText("")
        self.again.show()

    def show_fault(self, error: BackendError) -> None:
        self._poll_timer.stop()
        self.news.setText(fault_text(error))
        self.again.set_busy(on=False)
        self.again.show()

    def _open_another(self) -> None:
        self.again.set_busy(on=True)
        self.open_code()

    def _describe(self, status: PairingStatus) -> str:
        if status.till is not None:
            text = self.tr("%1 is paired. It called from %2.").replace("%1", isolate_name(status.till.name))
            return text.replace("%2", self._context.formats.ltr(status.till.address))
        if status.state is PairingState.WAITING:
            text = self.tr("It works once, for %1 more. Wrong tries left: %2")
            left = self._context.formats.countdown(status.left)
            return text.replace("%1", left).replace("%2", self._context.formats.count(status.tries_left))
        if status.state is PairingState.EXPIRED:
            text = self.tr("The %1 minutes are over. Make a new code.")
            return text.replace("%1", self._context.formats.count(LIFE // MINUTE))
        return self.describe_end(status.state)

    def _on_closed(self) -> None:
        self._poll_timer.stop()
        if self._status.state is PairingState.WAITING:
            # Where this fails, the service has stopped, and no code is open.
            self._dispatcher.send(self.close_code(), lambda _error: None)
