"""Dialogs for keys: name a new one or an old one, display it once, revoke it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.keys import ApiKey, NewKey
from service.domain.shops import Shop
from service.domain.times import Millis
from ui.backend.keys_port import KeyRow, Keys
from ui.i18n import Formats, isolate_name, ltr
from ui.panes.system.counted_words import CountedWords
from ui.panes.system.keys.key_expiry import ExpiryField
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.theme import Theme
from ui.widgets import ConfirmDialog, Fact, SecretTexts

translate = QCoreApplication.translate
_MAX_LENGTH = 60


class NewKeyDialog(NameDialog[NewKey]):
    """Makes a key; `on_made` is given it once."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        keys: Keys,
        shop: Shop,
        on_made: Callable[[NewKey], None],
        *,
        formats: Formats,
        now: Millis,
        name: str = "",
    ) -> None:
        title, action = translate("KeyDialogs", "Make a key"), translate("KeyDialogs", "Make the key")
        texts = _name_texts(title, shop_text(shop), action)
        super().__init__(theme, parent, texts, self._create, name=name, on_done=on_made)
        self.expiry = ExpiryField(theme, formats, now)
        self._keys, self._shop_id = keys, shop.id
        self.body.addWidget(self.expiry)
        self.edit.setFocus()

    def _create(self, typed: str) -> Future[NewKey]:
        return self._keys.create(self._shop_id, typed, self.expiry.last_day)


class RenameKeyDialog(NameDialog[None]):
    """Gives a key another name; its system need not know."""

    def __init__(self, theme: Theme, parent: QWidget, keys: Keys, key: ApiKey) -> None:
        title = translate("KeyDialogs", "Rename the key")
        subtitle = translate("KeyDialogs", "The key itself stays as it is.")
        texts = _name_texts(title, subtitle, translate("KeyDialogs", "Rename"))
        super().__init__(theme, parent, texts, lambda typed: keys.rename(key.shop_id, key.id, typed), name=key.name)


def _name_texts(title: str, subtitle: str, action: str) -> NameTexts:
    return NameTexts(
        title,
        subtitle,
        action,
        example=translate("KeyDialogs", "Till 3"),
        hint=translate(
            "KeyDialogs",
            "The system that will use it, as you call it. You see this name next to each of its calls.",
        ),
        missing=translate("KeyDialogs", "Write a name first: Till 3, ERP, stock board."),
        icon="key",
        most=_MAX_LENGTH,
    )


def shop_text(shop: Shop) -> str:
    """`Sitra Auto Parts · Live`: the shop that a key reaches."""
    mode = translate("KeyDialogs", "Staging") if shop.staging else translate("KeyDialogs", "Live")
    return f"{isolate_name(shop.name)} · {mode}"


def key_texts(key: ApiKey, shop: Shop, address: str) -> SecretTexts:
    """The texts around a displayed key; none of them contains the key."""
    message = translate(
        "KeyDialogs",
        "Hello, please connect our system to Counterpart. Address: %1. Send this header with every call:"
        " Authorization: Bearer KEY. I will give you the key separately. What can be called: %1/docs",
    )
    return SecretTexts(
        title=translate("KeyDialogs", "Key for %1").replace("%1", isolate_name(key.name)),
        subtitle=shop_text(shop),
        text=translate(
            "KeyDialogs",
            "This is the only time the whole key is shown. Copy it into the till’s settings now;"
            " if it is lost, make a new one and revoke this one.",
        ),
        stored=translate("KeyDialogs", "I have stored it in the till’s settings"),
        facts=(
            Fact(translate("KeyDialogs", "Address"), ltr(address), code=True),
            Fact(translate("KeyDialogs", "Header"), ltr(f"Authorization: Bearer {key.prefix}…"), code=True),
        ),
        message_button=translate("KeyDialogs", "Copy a message for the seller of the till"),
        message=message.replace("%1", address),
    )


def revoke_dialog(theme: Theme, parent: QWidget, row: KeyRow, revoke: Callable[[], None]) -> ConfirmDialog:
    """Asks before a key is revoked."""
    title = translate("KeyDialogs", "Revoke “%1”? It stops at once.").replace("%1", isolate_name(row.key.name))
    calls = row.calls_today
    used = CountedWords().used_today(calls)
    after = translate(
        "KeyDialogs",
        "Its system is refused from now on, until it gets a new key. A revoked key cannot be brought back.",
    )
    text = f"{used} {after}" if calls else after
    action = translate("KeyDialogs", "Revoke the key")
    return ConfirmDialog(theme, parent, title, text, action, revoke, destructive=True, icon="ban")
