"""Dialogs for keys: name a new or old one, show it once, revoke it, give it to a till by a code."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from datetime import date, datetime, timedelta

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from service.domain.certificate import ServerCertificate
from service.domain.keys import ApiKey, NewKey, Rights
from service.domain.pairing import PairingState, PairingStatus
from service.domain.shops import Shop
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.keys_port import KeyRow, Keys
from ui.i18n import Formats, isolate_name, ltr
from ui.i18n.error_texts import fault_text
from ui.panes.shared.code_dialog import CodeDialog
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.shell.pane_context import PaneContext
from ui.theme import Theme, Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    Dialog,
    Fact,
    FormRow,
    Ink,
    Kind,
    Label,
    SecretTexts,
    choice_field,
    column,
    day_field,
    day_of,
    fill,
)

_DAY, _NO_END = "day", ""
_DEFAULT_SPAN = timedelta(days=365)
translate = QCoreApplication.translate
_MAX_LENGTH = 60


class CountedWords:
    """Texts with a count: Qt's tools read their plural forms from a `tr` method only."""

    def tr(self, source: str, comment: str = "", n: int = -1) -> str:
        """Qt's translation in the context of this class; `n` chooses the plural."""
        return QCoreApplication.translate("CountedWords", source, comment, n)

    def last_push(self, rows: int) -> str:
        """With %1 for the time."""
        return self.tr("Last push %1, %n row(s)", "", rows)

    def targets_healthy(self, targets: int) -> str:
        return self.tr("%n target(s), all well", "", targets)

    def unused_for(self, days: int) -> str:
        return self.tr("Not used for %n day(s)", "", days)

    def used_today(self, calls: int) -> str:
        return self.tr("It was used for %n call(s) today.", "", calls)


class PairingDialog(CodeDialog):
    """A one-time code by which a till gets its key; `revoke` is given the id of that key."""

    def __init__(self, context: PaneContext, parent: QWidget, address: str, revoke: Callable[[int], None]) -> None:
        text = self.tr("Type this code into the till. It gets a key of its own, which nobody copies.")
        super().__init__(context, parent, self.tr("Pair a till"), shop_text(context.shop), text, "key")
        self._revoke = revoke
        self.address, self.pin = self.make_field(address), self.make_field("")
        self.pin_row = FormRow(context.theme, self.tr("Pin, if the till asks for it"), self.pin)
        self.pin_row.hide()
        self.body.addWidget(FormRow(context.theme, self.tr("Address for the till"), self.address))
        self.body.addWidget(self.pin_row)
        self.body.addWidget(self._describe_reach(address))
        self.stop = Button(context.theme, self.tr("Revoke its key"), Kind.GHOST, icon="ban", main=True, changes=True)
        self.stop.clicked.connect(self._revoke_key)
        self._dispatcher.fetch(context.backend.network.certificate(), self._show_pin, self.show_fault)
        self.begin(self.stop)

    def open_code(self) -> None:
        shop = self._context.shop.id
        self._dispatcher.fetch(self._context.backend.network.open_pairing(shop), self.show_code, self.show_fault)

    def ask_status(self) -> Future[PairingStatus]:
        return self._context.backend.network.pairing()

    def close_code(self) -> Future[None]:
        return self._context.backend.network.close_pairing()

    def describe_end(self, state: PairingState) -> str:
        if state is PairingState.EXPOSED:
            return self.tr(
                "Another device called without encryption, so this code no longer works. Enter the address in the "
                "till with https://, then make a new code."
            )
        return self.tr("This code is used up. If it was not your till, look at the call log; then make a new code.")

    def show_status(self, status: PairingStatus) -> None:
        super().show_status(status)
        self.stop.setVisible(status.till is not None)

    def _describe_reach(self, address: str) -> Label:
        if address.startswith("https:"):
            text = self.tr("A till on another device calls this address and checks pin or code.")
        else:
            text = self.tr(
                "Only a till on this PC can use the code now. For another device, open Settings, Connection: open this "
                "PC to the network, and enter its name under “Names of this PC”."
            )
        return Label(self.theme, text, Type.SMALL, Ink.TEXT2, wrap=True)

    def _show_pin(self, certificate: ServerCertificate | None) -> None:
        self.pin_row.setVisible(certificate is not None)
        if certificate is not None:
            self.pin.set_value(self._context.formats.ltr(certificate.pin))

    def _revoke_key(self) -> None:
        if self._status.till is not None:
            self._revoke(self._status.till.key_id)
            self.reject()


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
        column(self.kind_row, self.day_row, spacing=12, inside=self)
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
        fill(self.body, FormRow(theme, translate("KeyDialogs", "The key may"), self.rights, hint), self.expiry)
        self.edit.setFocus()

    def _create(self, typed: str) -> Future[NewKey]:
        return self._keys.create(self._shop_id, typed, self.expiry.last_day, Rights(self.rights.currentData()))


def rights_text(rights: Rights) -> str:
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
        "Hello, please connect our system to Counterpart. On our PC its address is %1; what can be called is there"
        " at %1/docs. Send this header with every call: Authorization: Bearer KEY. I will give you the key separately.",
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
