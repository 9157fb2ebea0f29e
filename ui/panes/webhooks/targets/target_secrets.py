"""A target's secret, displayed once: when the target is made, and when its secret is rotated."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from ui.backend.webhooks_port import TargetSecret
from ui.i18n import isolate_name, ltr
from ui.i18n.bidi import strip_marks
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
        translate("TargetSecrets", "I have stored it in the receiver’s settings"),
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
        translate("TargetSecrets", "I have stored it in the receiver’s settings"),
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
        "receiver goes on working with the old one.",
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
