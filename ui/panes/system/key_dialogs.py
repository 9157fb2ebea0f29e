"""Dialogs for keys: name a new one or an old one, display it once, revoke it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.keys import ApiKey, NewKey, Rights
from service.domain.shops import Shop
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.keys_port import KeyRow, Keys
from ui.i18n import Formats, isolate_name, ltr
from ui.i18n.error_texts import fault_text
from ui.panes.system.counted_words import CountedWords
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.theme import Theme
from ui.widgets import ConfirmDialog, Dialog, Fact, FormRow, SecretTexts, choice_field, day_field, day_of

_DAY, _NO_END = "day", ""
_DEFAULT_SPAN = timedelta(days=365)
translate = QCoreApplication.translate
_MAX_LENGTH = 60


class ExpiryField(QWidget):
    """No end, or a last day of the owner's choice."""

    def __init__(self, theme: Theme, formats: Formats, now: Millis, expires_at: Millis | None = None) -> None:
        super().__init__()
        chosen = _default_day(formats, now) if expires_at is None else formats.to_local(expires_at).date()
        choices = ((_NO_END, self.tr("Never expires")), (_DAY, self.tr("Until a day that I choose")))
        self.kind = choice_field(theme, choices, _NO_END if expires_at is None else _DAY)
        self.day = day_field(theme, chosen)
        hint = self.tr("Year, month, day. The key works until that day is over.")
        self.kind_row = FormRow(theme, self.tr("The key works"), self.kind)
        self.day_row = FormRow(theme, self.tr("Last day"), self.day, hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addWidget(self.kind_row)
        layout.addWidget(self.day_row)
        self.kind.currentIndexChanged.connect(self._show_day)
        self._show_day()

    @property
    def last_day(self) -> date | None:
        """The chosen day; None for a key without an end."""
        return day_of(self.day) if self.kind.currentData() == _DAY else None

    def _show_day(self) -> None:
        self.day_row.setVisible(self.kind.currentData() == _DAY)
        self.updateGeometry()


class ExpiryDialog(Dialog):
    """Gives a key another last day, or none."""

    def __init__(
        self, theme: Theme, parent: QWidget, keys: Keys, key: ApiKey, *, formats: Formats, now: Millis
    ) -> None:
        title = self.tr("Last day of %1").replace("%1", isolate_name(key.name))
        subtitle = self.tr("Made on %1.").replace("%1", formats.date(key.created_at))
        super().__init__(theme, parent, title, subtitle, icon="clock")
        self._keys, self._key = keys, key
        self._dispatcher = GuiDispatcher(self)
        self.expiry = ExpiryField(theme, formats, now, key.expires_at)
        self.body.addWidget(self.expiry)
        self.action = self.main_button(self.tr("Save"), self._save, changes=True)
        self.buttons(self.cancel_button(), self.action)
        self.expiry.kind.setFocus()

    def _save(self) -> None:
        self.action.setEnabled(False)
        future = self._keys.change_expiry(self._key.shop_id, self._key.id, self.expiry.last_day)
        self._dispatcher.fetch(future, lambda _none: self.accept(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.action.setEnabled(True)
        self.expiry.day_row.show_fault(fault_text(error))
        if error.is_about_input:
            self.focus_on_fault(self.expiry.day_row)


def _default_day(formats: Formats, now: Millis) -> date:
    today: datetime = formats.to_local(now)
    return (today + _DEFAULT_SPAN).date()


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
    ) -> None:
        title, action = translate("KeyDialogs", "Make a key"), translate("KeyDialogs", "Make the key")
        texts = _name_texts(title, shop_text(shop), action)
        super().__init__(theme, parent, texts, self._create, on_done=on_made)
        self.expiry = ExpiryField(theme, formats, now)
        self._keys, self._shop_id = keys, shop.id
        choices = tuple((right.value, rights_text(right)) for right in Rights)
        self.rights = choice_field(theme, choices, Rights.ALL.value)
        hint = translate("KeyDialogs", "What its system needs. A call beyond that is refused.")
        self.body.addWidget(FormRow(theme, translate("KeyDialogs", "The key may"), self.rights, hint))
        self.body.addWidget(self.expiry)
        self.edit.setFocus()

    def _create(self, typed: str) -> Future[NewKey]:
        return self._keys.create(self._shop_id, typed, self.expiry.last_day, Rights(self.rights.currentData()))


def rights_text(rights: Rights) -> str:
    """What a key may do."""
    return {
        Rights.ALL: translate("KeyDialogs", "Do everything"),
        Rights.CATALOGUE: translate("KeyDialogs", "Only send and read parts"),
        Rights.ORDERS: translate("KeyDialogs", "Only work with orders"),
        Rights.READ: translate("KeyDialogs", "Only read"),
    }[rights]


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
            "This is the only time the whole key is shown. Copy it into the till's settings now;"
            " if it is lost, make a new one and revoke this one.",
        ),
        stored=translate("KeyDialogs", "I have stored it in the till's settings"),
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
