"""Dialogs for keys: name a new one or an old one, show it once, revoke it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.keys import ApiKey, NewKey
from service.domain.shops import Shop
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.keys_port import KeyRow, Keys
from ui.i18n import isolate_name, ltr
from ui.i18n.error_texts import fault_text
from ui.panes.system.counted_words import CountedWords
from ui.theme import Theme
from ui.widgets import ConfirmDialog, Dialog, Fact, FormRow, SecretTexts, text_field

translate = QCoreApplication.translate
_MAX_LENGTH = 60


class KeyNameDialog(Dialog):
    """Asks for a key's name. Subclasses say what is asked of the backend;
    a fault stands below the field.
    """

    def __init__(self, theme: Theme, parent: QWidget, title: str, subtitle: str, action: str, name: str = "") -> None:
        super().__init__(theme, parent, title, subtitle, icon="key")
        self.dispatcher = GuiDispatcher(self)
        self.edit = text_field(theme, name, self.tr("Till 3"))
        self.edit.setMaxLength(_MAX_LENGTH)
        self.edit.selectAll()
        hint = self.tr("The system that will use it, as you call it. You see this name beside each of its calls.")
        self.field = FormRow(theme, self.tr("Name"), self.edit, hint)
        self.body.addWidget(self.field)
        self.action = self.main_button(action, self._on_main_button)
        self.buttons(self.cancel_button(), self.action)
        self.edit.setFocus()

    @property
    def name(self) -> str:
        return " ".join(self.edit.text().split())

    def submit(self) -> None:
        """Asks the backend; the name is not empty."""
        raise NotImplementedError

    def on_failed(self, error: BackendError) -> None:
        """The fault below the field, and another try."""
        self.action.setEnabled(True)
        self.field.show_fault(fault_text(error))

    def _on_main_button(self) -> None:
        if not self.name:
            self.field.show_fault(self.tr("Write a name first: Till 3, ERP, stock board."))
            return
        self.field.show_fault("")
        self.action.setEnabled(False)
        self.submit()


class NewKeyDialog(KeyNameDialog):
    """Makes a key; `made` is given it once."""

    def __init__(
        self,
        theme: Theme,
        parent: QWidget,
        keys: Keys,
        shop: Shop,
        on_made: Callable[[NewKey], None],
        name: str = "",
    ) -> None:
        title, action = translate("KeyDialogs", "Make a key"), translate("KeyDialogs", "Make the key")
        super().__init__(theme, parent, title, shop_text(shop), action, name)
        self._keys, self._shop, self._on_made_callback = keys, shop, on_made

    def submit(self) -> None:
        self.dispatcher.fetch(self._keys.create(self._shop.id, self.name), self._on_made, self.on_failed)

    def _on_made(self, new: NewKey) -> None:
        made = self._on_made_callback
        self.accept()
        made(new)


class RenameKeyDialog(KeyNameDialog):
    """Gives a key another name; its system need not know."""

    def __init__(self, theme: Theme, parent: QWidget, keys: Keys, key: ApiKey) -> None:
        title = translate("KeyDialogs", "Rename the key")
        subtitle = translate("KeyDialogs", "The key itself stays as it is.")
        super().__init__(theme, parent, title, subtitle, translate("KeyDialogs", "Rename"), key.name)
        self._keys, self._key = keys, key

    def submit(self) -> None:
        future = self._keys.rename(self._key.shop_id, self._key.id, self.name)
        self.dispatcher.fetch(future, lambda _none: self.accept(), self.on_failed)


def shop_text(shop: Shop) -> str:
    """`Sitra Auto Parts · Live`: where a key reaches."""
    twin = translate("KeyDialogs", "Staging") if shop.staging else translate("KeyDialogs", "Live")
    return f"{isolate_name(shop.name)} · {twin}"


def key_texts(key: ApiKey, shop: Shop, address: str) -> SecretTexts:
    """The words around a key while it is shown; nothing in them holds the key."""
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
    """Asks before a key stops."""
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
