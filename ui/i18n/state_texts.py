"""States of the program in words: its last start, a newer version, the link."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.link.link_state import LinkState
from service.domain.update_rules import UpdateStatus
from ui.backend.host_port import StartEvent, StartReport
from ui.i18n.bidi import ltr
from ui.i18n.formats import Formats

translate = QCoreApplication.translate
DAMAGE_EVENTS = frozenset({StartEvent.LOG_LOST, StartEvent.RECOVERED, StartEvent.DATABASE_DAMAGED})


def changes_text(status: UpdateStatus, formats: Formats) -> str:
    """The maker's sentence; the English one where there is no Arabic one."""
    return (status.changes_ar if formats.arabic else "") or status.changes_en


def link_state_name(state: LinkState) -> str:
    names = {
        LinkState.CONNECTED: translate("LinkState", "Connected"),
        LinkState.WAITING: translate("LinkState", "No answer"),
        LinkState.REFUSED: translate("LinkState", "Key refused"),
        LinkState.HELD: translate("LinkState", "Needs your approval"),
        LinkState.OFF: translate("LinkState", "Off"),
    }
    return names[state]


def start_message(report: StartReport) -> tuple[str, str] | None:
    """None if everything was in order."""
    words = {
        StartEvent.UNCLEAN_END: (
            translate("Starts", "The program ended without closing last time"),
            translate("Starts", "Your data was checked and is whole. If it happens again, send support a bundle."),
        ),
        StartEvent.LOG_LOST: (
            translate("Starts", "The last changes may be missing"),
            translate(
                "Starts",
                "The program was cut off, and a file of its data (-wal) has been removed since. Compare the newest "
                "orders and stock with your till.",
            ),
        ),
        StartEvent.RECOVERED: (
            translate("Starts", "The data was damaged and could be recovered"),
            translate("Starts", "Look at your last orders and stock. The damaged file is kept: %1"),
        ),
        StartEvent.DATABASE_DAMAGED: (
            translate("Starts", "The data is damaged"),
            translate("Starts", "Restore the newest backup under Backups. The damaged file is kept: %1"),
        ),
        StartEvent.DATABASE_TOO_NEW: (
            translate("Starts", "The data was written by a newer version"),
            translate("Starts", "Install that version again; this one leaves the data as it is."),
        ),
    }
    if report.event not in words:
        return None
    title, text = words[report.event]
    return title, text.replace("%1", ltr(report.set_aside))
