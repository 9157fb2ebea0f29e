"""The record of changes: newest first, with a check of its chain at the top."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.audit import AuditEntry, AuditReport
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.panes.system.audit.audit_words import (
    describe_action,
    describe_actor,
    describe_details,
    describe_person,
    describe_report,
)
from ui.panes.system.subpage import SubPage
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Card, Column, Ink, Note, RowsModel, Table, clear_layout, column

_PAGE = 100
_ROW = 46
_NO_SUBJECT = "\u2014"


class AuditPage(SubPage):
    """A table of entries; older ones load as it is scrolled."""

    def __init__(self, context: PaneContext, back: Callable[[], None]) -> None:
        super().__init__(context.theme, back)
        self.title.setText(self.tr("Record of changes"))
        self.subtitle.setText(self.tr("What was done with keys, targets, connections, settings and backups."))
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._is_loading, self._all_loaded = False, False
        self._state = column(spacing=0)
        self.note: Note | None = None
        self.model: RowsModel[AuditEntry] = RowsModel(self._columns(), lambda entry: entry.id, self)
        self.table: Table[AuditEntry] = Table(context.theme, self.model, name=self.title.text(), row_height=_ROW)
        self.table.end_reached.connect(self._load_more)
        holder = Card(context.theme, padding=0)
        holder.body.setContentsMargins(1, 1, 1, 1)
        holder.body.addWidget(self.table)
        self.page.body.addLayout(self._state)
        self.page.body.addWidget(holder, 1)

    def load(self) -> None:
        """Requests the newest entries and the check of the chain."""
        audit = self._context.backend.audit
        self._dispatcher.fetch(audit.list(None, max(_PAGE, self.model.rowCount())), self._show, self._on_failed)
        self._dispatcher.fetch(audit.check(), self._show_report, self._on_failed)

    def _columns(self) -> tuple[Column[AuditEntry], ...]:
        formats, now = self._context.formats, self._context.now
        return (
            Column(self.tr("Entry"), lambda entry: formats.count(entry.id), width=64, end=True, ink=Ink.TEXT3),
            Column(self.tr("When"), lambda entry: formats.day_time(entry.at, now()), width=168, ink=Ink.TEXT2),
            Column(self.tr("What was done"), describe_action, second=describe_details, strong=True),
            Column(self.tr("Shop"), lambda entry: entry.shop or _NO_SUBJECT, width=150, ink=Ink.TEXT2),
            Column(self.tr("Through"), describe_actor, second=describe_person, width=116, ink=Ink.TEXT2),
        )

    def _show(self, entries: tuple[AuditEntry, ...]) -> None:
        self._all_loaded = len(entries) < _PAGE
        self.model.set_rows(entries)

    def _load_more(self) -> None:
        if self._is_loading or self._all_loaded or not self.model.rows:
            return
        self._is_loading = True
        future = self._context.backend.audit.list(self.model.rows[-1].id, _PAGE)
        self._dispatcher.fetch(future, self._append, self._on_failed)

    def _append(self, entries: tuple[AuditEntry, ...]) -> None:
        self._is_loading, self._all_loaded = False, len(entries) < _PAGE
        self.model.append(entries)

    def _show_report(self, report: AuditReport) -> None:
        self._show_note(*describe_report(report, self._context.formats))

    def _on_failed(self, error: BackendError) -> None:
        self._is_loading = False
        self._show_note(Tone.BAD, fault_text(error))

    def _show_note(self, tone: Tone, text: str) -> None:
        clear_layout(self._state)
        icon = "circle-check" if tone is Tone.GOOD else ""
        self.note = Note(self._context.theme, tone, text, icon=icon)
        self._state.addWidget(self.note)
