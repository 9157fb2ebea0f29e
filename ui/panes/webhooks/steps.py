"""What the owner does with a target: each step with its question before and its dialog after."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from service.domain.events import SwitchOn
from ui.backend import BackendError
from ui.backend.webhooks import TargetRow, TargetSecret
from ui.i18n import named
from ui.panes.webhooks.receiver import ReceiverDialog
from ui.panes.webhooks.secret import ask_finish, ask_rotate, show_new_secret, show_next_secret
from ui.panes.webhooks.switching import SwitchOnDialog
from ui.panes.webhooks.target_form import AddTarget, EditTarget
from ui.panes.webhooks.testing import SendTest
from ui.shell.fault import FaultDialog
from ui.shell.pane import Pane
from ui.widgets import ConfirmDialog


class TargetSteps(QObject):
    """`shown` is the target of the detail, `put_back` sets its switch, `made` is told of a new one."""

    def __init__(
        self,
        pane: Pane,
        shown: Callable[[], TargetRow | None],
        put_back: Callable[[bool], None],
        made: Callable[[int], None],
    ) -> None:
        super().__init__(pane)
        self._pane, self._shown, self._put_back, self._made = pane, shown, put_back, made

    def failed(self, error: BackendError) -> None:
        """A refused step."""
        FaultDialog(self._pane.theme, self._pane, error, self._pane.desk.clipboard).open()

    def add_target(self, url: str, parent: QWidget) -> None:
        """The form, then the secret, shown once."""
        dialog = AddTarget(self._pane.desk, parent, url)

        def added() -> None:
            made = dialog.take()
            if made is not None:
                self._made(made.target)
                name = dialog.name.text().strip() or dialog.url.text().strip()
                show_new_secret(self._pane.desk, parent, made, name, self._pane.reload)

        dialog.accepted.connect(added)
        dialog.open()

    def open_receiver(self) -> None:
        """The built-in receiver, which can become a target."""
        dialog = ReceiverDialog(self._pane.desk, self._pane, lambda url: self.add_target(url, dialog))
        dialog.open()

    def edit(self) -> None:
        """Name, address, events, catching up."""
        shown = self._shown()
        if shown is not None:
            dialog = EditTarget(self._pane.desk, self._pane, shown)
            dialog.accepted.connect(self._pane.reload)
            dialog.open()

    def switch(self, on: bool) -> None:
        """Off at once; on after the question what to send, if there is anything."""
        shown = self._shown()
        if shown is None:
            return
        webhooks, shop = self._pane.desk.backend.webhooks, self._pane.desk.shop.id

        def back() -> None:
            self._put_back(not on)

        def refused(error: BackendError) -> None:
            back()
            self.failed(error)

        def switch_on(choice: SwitchOn) -> None:
            future = webhooks.switch_on(shop, shown.target.id, choice)
            self._pane.courier.fetch(future, lambda _none: self._pane.reload(), refused)

        if not on:
            self._pane.courier.fetch(
                webhooks.switch_off(shop, shown.target.id), lambda _none: self._pane.reload(), refused
            )
        elif shown.recorded_while_off:
            SwitchOnDialog(self._pane.desk, self._pane, shown, switch_on, back).open()
        else:
            switch_on(SwitchOn.ALL)

    def send_test(self) -> None:
        """A test of any kind."""
        shown = self._shown()
        if shown is not None:
            dialog = SendTest(self._pane.desk, self._pane, shown)
            dialog.finished.connect(lambda _code: self._pane.reload())
            dialog.open()

    def ask_rotate(self) -> None:
        """The next secret, after a question."""
        shown = self._shown()
        if shown is not None:
            ask_rotate(self._pane.desk, self._pane, shown.name, self.rotate).open()

    def rotate(self) -> None:
        """Makes the next secret and shows it once."""
        shown = self._shown()
        if shown is None:
            return

        def made(secret: TargetSecret) -> None:
            show_next_secret(self._pane.desk, self._pane, secret, shown.name, self._pane.reload)

        self._pane.courier.fetch(
            self._pane.desk.backend.webhooks.rotate(self._pane.desk.shop.id, shown.target.id), made, self.failed
        )

    def ask_finish(self) -> None:
        """Only the next secret signs, after a question."""
        shown = self._shown()
        if shown is not None:
            target = shown.target.id

            def finish() -> None:
                future = self._pane.desk.backend.webhooks.finish_rotation(self._pane.desk.shop.id, target)
                self._pane.courier.fetch(future, lambda _none: self._pane.reload(), self.failed)

            ask_finish(self._pane.desk, self._pane, shown.name, finish).open()

    def ask_remove(self) -> None:
        """Takes the target away, after a question."""
        shown = self._shown()
        if shown is None:
            return
        title = self.tr("Remove “%1”?").replace("%1", named(shown.name))
        text = self.tr("It gets nothing any more, and its secret is deleted.")
        if shown.waiting:
            text = self.tr(
                "It gets nothing any more, %n waiting event(s) included. Its secret is deleted.", "", shown.waiting
            )

        def remove() -> None:
            future = self._pane.desk.backend.webhooks.remove(self._pane.desk.shop.id, shown.target.id)
            self._pane.courier.fetch(future, lambda _none: self._pane.reload(), self.failed)

        action = self.tr("Remove the target")
        ConfirmDialog(self._pane.theme, self._pane, title, text, action, remove, destroys=True, icon="trash-2").open()
