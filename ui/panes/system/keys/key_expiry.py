"""The last day of a key: the field that asks for it, and the dialog that changes it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.keys import ApiKey
from service.domain.times import Millis
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.keys_port import Keys
from ui.i18n import Formats, isolate_name
from ui.i18n.error_texts import fault_text
from ui.theme import Theme
from ui.widgets import Dialog, FormRow, choice_field, day_field, day_of

_DAY, _NO_END = "day", ""
_DEFAULT_SPAN = timedelta(days=365)


class ExpiryField(QWidget):
    """No end, or a last day of the owner's choice."""

    def __init__(self, theme: Theme, formats: Formats, now: Millis, expires_at: Millis | None = None) -> None:
        super().__init__()
        chosen = _default_day(formats, now) if expires_at is None else formats.to_local(expires_at).date()
        choices = ((_NO_END, self.tr("Without an end")), (_DAY, self.tr("Until a day that I choose")))
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
