"""Asks for a span between two moments."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimeZone
from PySide6.QtWidgets import QWidget

from service.domain.times import HOUR, Millis
from ui.panes.shared.periods import Span
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.theme.metrics import FIELD_HEIGHT
from ui.widgets import DateTimeEdit, Dialog, FormRow, row

_FORMAT, _FORMAT_ARABIC = "d MMM yyyy  HH:mm", "dd/MM/yyyy  HH:mm"


class SpanDialog(Dialog):
    """Asks for two moments; `on_span` gets the span."""

    def __init__(
        self, context: PaneContext, parent: QWidget, span: Span, on_span: Callable[[Span], None], *, title: str
    ) -> None:
        super().__init__(context.theme, parent, title, icon="clock")
        self._context, self._on_span = context, on_span
        now = context.now() // 60_000 * 60_000
        self.since = self._field(span.since if span.since is not None else now - HOUR)
        self.until = self._field(span.until if span.until is not None else now + 60_000)
        self._until_row = FormRow(context.theme, self.tr("Until"), self.until)
        self.body.addLayout(row(FormRow(context.theme, self.tr("From"), self.since), self._until_row, spacing=16))
        self.show_button = self.main_button(self.tr("Show these"), self._on_accepted)
        self.buttons(self.cancel_button(), self.show_button)

    def _field(self, moment: Millis) -> DateTimeEdit:
        at = self._context.formats.to_local(moment)
        offset = at.utcoffset()
        seconds = int(offset.total_seconds()) if offset else 0
        field = DateTimeEdit(QDateTime.fromMSecsSinceEpoch(moment, QTimeZone(seconds)))
        field.setTimeZone(QTimeZone(seconds))
        field.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
        field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        field.setDisplayFormat(_FORMAT_ARABIC if self._context.formats.arabic else _FORMAT)
        field.lineEdit().setTextMargins(8, 0, 8, 0)
        field.setMinimumHeight(FIELD_HEIGHT)
        field.setFont(self.theme.font(Type.BODY))
        return field

    def _on_accepted(self) -> None:
        since, until = (field.dateTime().toMSecsSinceEpoch() for field in (self.since, self.until))
        if until <= since:
            self._until_row.show_fault(self.tr("The end is before the beginning. Choose a later time."))
            self.focus_on(self.until)
            return
        self.accept()
        self._on_span(Span(since, until))
