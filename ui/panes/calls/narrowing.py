"""Dialogs of the filters: between two moments, and a text in the path."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDateTime, QLocale, Qt, QTimeZone
from PySide6.QtWidgets import QDateTimeEdit, QWidget

from service.domain.times import HOUR, Millis
from ui.panes.calls.periods import Span
from ui.shell.desk import Desk
from ui.theme import Type
from ui.theme.metrics import FIELD_HEIGHT
from ui.widgets import Dialog, FormRow, row, text_field

_SHOWN, _SHOWN_ARABIC = "d MMM yyyy  HH:mm", "dd/MM/yyyy  HH:mm"


class SpanDialog(Dialog):
    """From when to when; `took` gets the span."""

    def __init__(self, desk: Desk, parent: QWidget, span: Span, took: Callable[[Span], None]) -> None:
        super().__init__(desk.theme, parent, self.tr("Calls between two times"), icon="clock")
        self._desk, self._took = desk, took
        now = desk.now() // 60_000 * 60_000
        self.since = self._field(span.since if span.since is not None else now - HOUR)
        self.until = self._field(span.until if span.until is not None else now + 60_000)
        self._until_row = FormRow(desk.theme, self.tr("Until"), self.until)
        self.body.addLayout(row(FormRow(desk.theme, self.tr("From"), self.since), self._until_row, spacing=16))
        self.show_button = self.main_button(self.tr("Show these"), self._take)
        self.buttons(self.cancel_button(), self.show_button)

    def _field(self, moment: Millis) -> QDateTimeEdit:
        at = self._desk.formats.at(moment)
        offset = at.utcoffset()
        seconds = int(offset.total_seconds()) if offset else 0
        field = QDateTimeEdit(QDateTime.fromMSecsSinceEpoch(moment, QTimeZone(seconds)))
        field.setTimeZone(QTimeZone(seconds))
        field.setLocale(QLocale(QLocale.Language.English, QLocale.Country.UnitedKingdom))
        field.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        field.setDisplayFormat(_SHOWN_ARABIC if self._desk.formats.arabic else _SHOWN)
        field.lineEdit().setTextMargins(8, 0, 8, 0)
        field.setMinimumHeight(FIELD_HEIGHT)
        field.setFont(self.theme.font(Type.BODY))
        return field

    def _take(self) -> None:
        since, until = (field.dateTime().toMSecsSinceEpoch() for field in (self.since, self.until))
        if until <= since:
            self._until_row.show_fault(self.tr("The end lies before the beginning. Choose a later time."))
            return
        self.accept()
        self._took(Span(since, until))


class PathDialog(Dialog):
    """A text that the path or its query holds."""

    def __init__(self, desk: Desk, parent: QWidget, path: str, took: Callable[[str], None]) -> None:
        super().__init__(desk.theme, parent, self.tr("Calls whose path holds a text"), icon="link")
        self._took = took
        self.field = text_field(desk.theme, path, "/accept", code=True)
        hint = self.tr("An order's reference, an action, a parameter. Upper and lower case are the same.")
        self.row = FormRow(desk.theme, self.tr("Text in the path"), self.field, hint)
        self.body.addWidget(self.row)
        self.buttons(self.cancel_button(), self.main_button(self.tr("Show these"), self._take))
        self.field.setFocus()

    def _take(self) -> None:
        text = self.field.text().strip()
        if not text:
            self.row.show_fault(self.tr("Type a part of the path first."))
            return
        self.accept()
        self._took(text)
