"""The owner's actions on a target: each with its question before and its dialog after."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from service.domain.webhooks.events import SwitchOnChoice
from ui.backend import BackendError
from ui.backend.webhooks_port import TargetRow, TargetSecret
from ui.i18n import isolate_name
from ui.panes.webhooks.receiver.receiver_dialog import ReceiverDialog
from ui.panes.webhooks.targets.send_test_dialog import SendTestDialog
from ui.panes.webhooks.targets.switch_on_dialog import SwitchOnDialog
from ui.panes.webhooks.targets.target_form import AddTargetDialog, EditTargetDialog
from ui.panes.webhooks.targets.target_secrets import ask_finish, ask_rotate, show_new_secret, show_next_secret
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.widgets import ConfirmDialog


class TargetActions(QObject):
    """`current_target` is the displayed target, `restore_switch` resets its switch, `on_made` is
    called with a new one.
    """

    def __init__(
        self,
        pane: Pane,
        current_target: Callable[[], TargetRow | None],
        restore_switch: Callable[[bool], None],
        on_made: Callable[[int], None],
    ) -> None:
        super().__init__(pane)
        self._pane, self._current_target, self._restore_switch, self._on_made = (
            pane,
            current_target,
            restore_switch,
            on_made,
        )

    def on_failed(self, error: BackendError) -> None:
        """Shows a refused action."""
        FaultDialog(self._pane.theme, self._pane, error, self._pane.context.clipboard).open()

    def add_target(self, url: str, parent: QWidget) -> None:
        """Opens the form, then displays the secret once."""
        dialog = AddTargetDialog(self._pane.context, parent, url)

        def on_added() -> None:
            made = dialog.take_secret()
            if made is not None:
                self._on_made(made.target)
                name = dialog.name.text().strip() or dialog.url.text().strip()
                show_new_secret(self._pane.context, parent, made, name)

        dialog.accepted.connect(on_added)
        dialog.open()

    def open_receiver(self) -> None:
        """Opens the built-in receiver, which can become a target."""
        dialog = ReceiverDialog(self._pane.context, self._pane, lambda url: self.add_target(url, dialog))
        dialog.open()

    def edit(self) -> None:
        """Edits name, address, events, catching up."""
        row = self._current_target()
        if row is not None:
            EditTargetDialog(self._pane.context, self._pane, row).open()

    def switch(self, on: bool) -> None:
        """Switches off at once; on after the question what to send, if anything waits."""
        row = self._current_target()
        if row is None:
            return
        webhooks, shop = self._pane.context.backend.webhooks, self._pane.context.shop.id

        def restore() -> None:
            self._restore_switch(not on)

        def on_refused(error: BackendError) -> None:
            restore()
            self.on_failed(error)

        def switch_on(choice: SwitchOnChoice) -> None:
            future = webhooks.switch_on(shop, row.target.id, choice)
            self._pane.dispatcher.send(future, on_refused)

        if not on:
            self._pane.dispatcher.send(webhooks.switch_off(shop, row.target.id), on_refused)
        elif row.recorded_while_off:
            SwitchOnDialog(self._pane.context, self._pane, row, switch_on, restore).open()
        else:
            switch_on(SwitchOnChoice.ALL)

    def send_test(self) -> None:
        """Sends a test event of any kind."""
        row = self._current_target()
        if row is not None:
            SendTestDialog(self._pane.context, self._pane, row).open()

    def ask_rotate(self) -> None:
        """Asks before making the next secret."""
        row = self._current_target()
        if row is not None:
            ask_rotate(self._pane.context, self._pane, row.name, self.rotate).open()

    def rotate(self) -> None:
        """Makes the next secret and displays it once."""
        row = self._current_target()
        if row is None:
            return

        def on_made(secret: TargetSecret) -> None:
            show_next_secret(self._pane.context, self._pane, secret, row.name)

        self._pane.dispatcher.fetch(
            self._pane.context.backend.webhooks.rotate(self._pane.context.shop.id, row.target.id),
            on_made,
            self.on_failed,
        )

    def ask_finish(self) -> None:
        """Asks before only the next secret signs."""
        row = self._current_target()
        if row is not None:
            target = row.target.id

            def finish() -> None:
                future = self._pane.context.backend.webhooks.finish_rotation(self._pane.context.shop.id, target)
                self._pane.dispatcher.send(future, self.on_failed)

            ask_finish(self._pane.context, self._pane, row.name, finish).open()

    def ask_remove(self) -> None:
        """Asks before removing the target."""
        row = self._current_target()
        if row is None:
            return
        title = self.tr("Remove “%1”?").replace("%1", isolate_name(row.name))
        text = self.tr("It gets nothing any more, and its secret is deleted.")
        if row.waiting:
            text = self.tr(
                "It gets nothing any more, %n waiting event(s) included. Its secret is deleted.", "", row.waiting
            )

        def remove() -> None:
            future = self._pane.context.backend.webhooks.remove(self._pane.context.shop.id, row.target.id)
            self._pane.dispatcher.send(future, self.on_failed)

        action = self.tr("Remove the target")
        ConfirmDialog(
            self._pane.theme, self._pane, title, text, action, remove, destructive=True, icon="trash-2"
        ).open()
