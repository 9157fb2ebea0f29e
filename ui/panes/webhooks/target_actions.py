"""The owner's actions on a target: each with its question before and its dialog after."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QWidget

from service.domain.webhooks.events import SwitchOnChoice
from ui.backend import BackendError
from ui.backend.webhooks_port import TargetRow, TargetSecret
from ui.i18n import isolate_name, ltr
from ui.i18n.bidi import strip_marks
from ui.panes.webhooks.receiver_dialog import ReceiverDialog
from ui.panes.webhooks.target_dialogs import AddTargetDialog, EditTargetDialog, SendTestDialog, SwitchOnDialog
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneContext
from ui.widgets import ConfirmDialog, Fact, SecretDialog, SecretTexts

translate = QCoreApplication.translate


def _subtitle(context: PaneContext) -> str:
    live = translate("TargetSecrets", "Live")
    return isolate_name(context.shop.name) if context.staging else " · ".join((isolate_name(context.shop.name), live))


def _facts(header: str) -> tuple[Fact, ...]:
    return (
        Fact(translate("TargetSecrets", "Header"), ltr(header), code=True),
        Fact(translate("TargetSecrets", "How it signs"), ltr("HMAC-SHA256, raw body, sha256=<hex>"), code=True),
    )


def _message(name: str) -> str:
    text = translate(
        "TargetSecrets",
        "Each event that we post to %1 is signed. Take the raw body before any JSON is read, make its HMAC-SHA256 "
        "with the secret (all of it, with whsec_), and compare “sha256=” and the lower-case hex with the header "
        "x-service-signature in constant time. The three Standard Webhooks headers are sent too. You get the secret "
        "from me by another way.",
    )
    return strip_marks(text.replace("%1", name))


def show_new_secret(context: PaneContext, parent: QWidget, made: TargetSecret, name: str) -> None:
    """Displays the first secret of a target."""
    texts = SecretTexts(
        translate("TargetSecrets", "Secret for %1").replace("%1", isolate_name(name)),
        _subtitle(context),
        translate(
            "TargetSecrets",
            "With this secret the receiver checks that an event comes from us. This is the only time it is shown; "
            "if it is lost, rotate it and get a new one.",
        ),
        translate("TargetSecrets", "I have stored it in the receiver's settings"),
        _facts("x-service-signature"),
        translate("TargetSecrets", "Copy a message for the seller of the till"),
        _message(name),
    )
    SecretDialog(context.theme, parent, context.clipboard, context.clipboard_clearer, texts, made.secret).open()


def show_next_secret(context: PaneContext, parent: QWidget, made: TargetSecret, name: str) -> None:
    """Displays the next secret, while the present one still signs."""
    texts = SecretTexts(
        translate("TargetSecrets", "New secret for %1").replace("%1", isolate_name(name)),
        _subtitle(context),
        translate(
            "TargetSecrets",
            "The old secret still signs, so nothing breaks. Enter this one in the receiver, then finish the rotation "
            "here. It is shown this once.",
        ),
        translate("TargetSecrets", "I have stored it in the receiver's settings"),
        _facts("x-service-signature-next"),
        translate("TargetSecrets", "Copy a message for the seller of the till"),
        _message(name),
    )
    SecretDialog(context.theme, parent, context.clipboard, context.clipboard_clearer, texts, made.secret).open()


def ask_rotate(context: PaneContext, parent: QWidget, name: str, act: Callable[[], None]) -> ConfirmDialog:
    """Asks before the next secret is made."""
    title = translate("TargetSecrets", "Rotate the secret of %1?").replace("%1", isolate_name(name))
    text = translate(
        "TargetSecrets",
        "You get a new secret, shown once. Until you finish the rotation both secrets sign every event, so the "
        "receiver still works with the old one.",
    )
    action = translate("TargetSecrets", "Make a new secret")
    return ConfirmDialog(context.theme, parent, title, text, action, act, icon="key")


def ask_finish(context: PaneContext, parent: QWidget, name: str, act: Callable[[], None]) -> ConfirmDialog:
    """Asks before the old secret stops signing."""
    title = translate("TargetSecrets", "Finish the rotation for %1?").replace("%1", isolate_name(name))
    text = translate(
        "TargetSecrets",
        "From now on only the new secret signs. If the receiver still has the old one, it refuses every event.",
    )
    action = translate("TargetSecrets", "The new one is in place: finish")
    return ConfirmDialog(context.theme, parent, title, text, action, act, icon="key")


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
