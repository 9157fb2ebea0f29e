"""Entries of the audit in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from service.domain.audit import COUNTER, PERSON, Actor, AuditEntry, AuditReport, OwnerAction
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import Formats, isolate_name, ltr
from ui.i18n.error_texts import fault_text
from ui.i18n.history_text import name_at
from ui.panes.system.subpage import SubPage
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import Card, Column, Ink, Note, RowsModel, Table, clear_layout, column, fill

translate = QCoreApplication.translate
_PAGE = 100
_ROW = 46
_NO_SUBJECT = "\u2014"


def describe_action(entry: AuditEntry) -> str:
    """What was done, as a sentence without end; an action of another version by its own name."""
    text = _texts(entry.values.get("state", "")).get(entry.action)
    return ltr(entry.action) if text is None else text.replace("%1", isolate_name(entry.subject))


def _texts(state: str) -> dict[str, str]:
    on = state == "on"
    target_on, target_off = translate("Audit", "Target %1 switched on"), translate("Audit", "Target %1 switched off")
    link_on, link_off = translate("Audit", "Link to %1 switched on"), translate("Audit", "Link to %1 switched off")
    mode_on, mode_off = (
        translate("Audit", "Connection %1 switched on"),
        translate("Audit", "Connection %1 switched off"),
    )
    person_on, person_off = translate("Audit", "Person %1 activated"), translate("Audit", "Person %1 deactivated")
    return {
        OwnerAction.KEY_MADE: translate("Audit", "Key %1 made"),
        OwnerAction.KEY_RENAMED: translate("Audit", "Key renamed to %1"),
        OwnerAction.KEY_EXPIRY_CHANGED: translate("Audit", "Last day of key %1 changed"),
        OwnerAction.KEY_REVOKED: translate("Audit", "Key %1 revoked"),
        OwnerAction.COUNTER_ADDED: translate("Audit", "Counter %1 added"),
        OwnerAction.COUNTER_REVOKED: translate("Audit", "Counter %1 revoked"),
        OwnerAction.COMPUTER_JOINED: translate("Audit", "Secrets given to the computer %1"),
        OwnerAction.SECRETS_FORGOTTEN: translate("Audit", "Secrets in the database removed"),
        OwnerAction.TARGET_ADDED: translate("Audit", "Target %1 added"),
        OwnerAction.TARGET_CHANGED: translate("Audit", "Target %1 changed"),
        OwnerAction.TARGET_SWITCHED: target_on if on else target_off,
        OwnerAction.TARGET_REMOVED: translate("Audit", "Target %1 removed"),
        OwnerAction.ROTATION_BEGUN: translate("Audit", "Next secret made for target %1"),
        OwnerAction.ROTATION_ENDED: translate("Audit", "Target %1 signs with its next secret"),
        OwnerAction.MODE_SWITCHED: mode_on if on else mode_off,
        OwnerAction.READ_ONLY_SWITCHED: translate("Audit", "Read-only switched: %1"),
        OwnerAction.VAT_CHANGED: translate("Audit", "VAT set to %1%"),
        OwnerAction.VAT_NUMBER_CHANGED: translate("Audit", "VAT number set to %1"),
        OwnerAction.PRICES_CHANGED: translate("Audit", "Prices changed by %1"),
        OwnerAction.ITEMS_SWITCHED: translate("Audit", "Parts switched: %1"),
        OwnerAction.SHOP_ADDED: translate("Audit", "Shop %1 added"),
        OwnerAction.SHOP_RENAMED: translate("Audit", "Shop renamed to %1"),
        OwnerAction.SETTING_CHANGED: translate("Audit", "Setting %1 changed"),
        OwnerAction.PULL_SET_UP: translate("Audit", "Nightly file set up: %1"),
        OwnerAction.PULL_FORGOTTEN: translate("Audit", "Nightly file removed"),
        OwnerAction.PULL_APPROVED: translate("Audit", "Run %1 approved"),
        OwnerAction.RUN_UNDONE: translate("Audit", "Run %1 taken back"),
        OwnerAction.UPLOAD_UNDONE: translate("Audit", "Upload of call %1 undone"),
        OwnerAction.LINK_SET: translate("Audit", "Link to %1 set"),
        OwnerAction.LINK_SWITCHED: link_on if on else link_off,
        OwnerAction.LINK_REMOVED: translate("Audit", "Link to %1 removed"),
        OwnerAction.LINK_APPROVED: translate("Audit", "First send to %1 approved"),
        OwnerAction.CLOCK_CONFIRMED: translate("Audit", "Clock confirmed: %1"),
        OwnerAction.CERTIFICATE_REPLACED: translate("Audit", "Certificate for the network replaced"),
        OwnerAction.ALERT_ADDED: translate("Audit", "Alert address %1 added"),
        OwnerAction.ALERT_CHANGED: translate("Audit", "Alert address %1 changed"),
        OwnerAction.ALERT_REMOVED: translate("Audit", "Alert address %1 removed"),
        OwnerAction.HEARTBEAT_SET: translate("Audit", "Heartbeat to %1 set"),
        OwnerAction.HEARTBEAT_REMOVED: translate("Audit", "Heartbeat to %1 removed"),
        OwnerAction.PERSON_ADDED: translate("Audit", "Person %1 added"),
        OwnerAction.PERSON_RENAMED: translate("Audit", "Person renamed to %1"),
        OwnerAction.PERSON_SWITCHED: person_on if on else person_off,
        OwnerAction.PIN_SET: translate("Audit", "PIN of %1 set"),
        OwnerAction.PIN_REMOVED: translate("Audit", "PIN of %1 removed"),
        OwnerAction.PIN_TRIED: translate("Audit", "Wrong PINs of %1"),
        OwnerAction.SUPPORT_VIEW_SWITCHED: translate("Audit", "Support view switched: %1"),
        OwnerAction.RESTORED: translate("Audit", "Backup %1 restored"),
        OwnerAction.MOVED: translate("Audit", "Data moved to %1"),
        OwnerAction.MOVE_UNDONE: translate("Audit", "Move to %1 undone"),
        OwnerAction.GAP_FOUND: translate("Audit", "Entries are missing, up to number %1"),
    }


def describe_details(entry: AuditEntry) -> str:
    """The details by name, with values as stored; a detail of another version by its own name."""
    names, values = _names(), _values()
    details = [
        f"{names.get(name) or ltr(name)}: {values.get(value) or isolate_name(value)}"
        for name, value in entry.values.items()
        if value and name not in (PERSON, COUNTER)
    ]
    return "  ".join(details)


def _names() -> dict[str, str]:
    """What the details are called."""
    return {
        "number": translate("Audit", "Number"),
        "begins": translate("Audit", "Begins with"),
        "until": translate("Audit", "Until"),
        "rights": translate("Audit", "Rights"),
        "events": translate("Audit", "Events"),
        "before": translate("Audit", "Before"),
        "after": translate("Audit", "After"),
        "state": translate("Audit", "State"),
        "key": translate("Audit", "Key"),
        "file": translate("Audit", "File"),
        "prices": translate("Audit", "Prices"),
        "items": translate("Audit", "Parts"),
        "minutes": translate("Audit", "Minutes"),
        "pin": translate("Audit", "Pin"),
        "service": translate("Audit", "Service"),
        "with_buyer": translate("Audit", "With the buyer"),
        "made_at": translate("Audit", "Made at"),
        "missing_id": translate("Audit", "Missing up to"),
        "missing_hash": translate("Audit", "Its hash"),
        "time": translate("Audit", "Time of day"),
        "tries": translate("Audit", "Wrong tries"),
        "restored": translate("Audit", "Put back"),
        "removed": translate("Audit", "Removed"),
        "left": translate("Audit", "Stays"),
    }


def _values() -> dict[str, str]:
    """Values that are words of the program."""
    return {
        "on": translate("Audit", "on"),
        "off": translate("Audit", "off"),
        "never": translate("Audit", "never"),
        "new": translate("Audit", "new"),
    }


def describe_actor(entry: AuditEntry) -> str:
    """Through what it was done."""
    texts = {
        Actor.WINDOW: translate("Audit", "Window"),
        Actor.COMMAND_LINE: translate("Audit", "Command line"),
        Actor.PROGRAM: translate("Audit", "Program"),
    }
    known: dict[str, str] = {actor.value: text for actor, text in texts.items()}
    return known.get(entry.actor) or ltr(entry.actor)


def describe_person(entry: AuditEntry) -> str:
    """The name at the counter, or the user of the computer, and the further counter; "" for the
    owner at the computer with the service.
    """
    return name_at(entry.person, entry.counter)


def describe_report(report: AuditReport, formats: Formats) -> tuple[Tone, str]:
    """Whether the record is whole, and how bad it is if not."""
    if report.broken is not None:
        text = translate("Audit", "Entry %1 was changed or removed. What is before it is whole.")
        return Tone.BAD, text.replace("%1", formats.count(report.broken))
    if report.missing is not None:
        text = translate("Audit", "Entry %1 was stored elsewhere and is missing: the newest entries were cut off.")
        return Tone.BAD, text.replace("%1", formats.count(report.missing.id))
    if report.gaps:
        text = translate("Audit", "Whole, but entry %1 says that others are missing.")
        return Tone.WARN, text.replace("%1", formats.count(report.gaps[-1].id))
    text = translate("Audit", "Checked: no entry was changed or removed.")
    return Tone.GOOD, text


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
        fill(self.page.body, self._state, (holder, 1))

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
