"""The self-test's check of the audit."""

from __future__ import annotations

from service.domain.audit import AuditReport
from service.domain.sentences import message
from ui.backend.host_port import CheckLine, CheckState


def check_audit(report: AuditReport) -> CheckLine:
    """Whether the chain of the audit is whole, with the first entry that is not."""
    title, count = message("Audit"), report.head.id
    fix = message("Find out who changed the data, and compare with a backup: counterpart audit verify.")
    if report.broken is not None:
        finding = message("Entry {id} was changed or removed; the ones before it are whole.", id=str(report.broken))
        return CheckLine("audit", title, CheckState.BAD, finding, fix)
    if report.missing is not None:
        finding = message(
            "Entry {id} was stored elsewhere and is not in it: newer entries were cut off or replaced.",
            id=str(report.missing.id),
        )
        return CheckLine("audit", title, CheckState.BAD, finding, fix)
    if report.gaps:
        finding = message("It is whole, and entry {id} says that earlier ones are missing.", id=str(report.gaps[-1].id))
        return CheckLine("audit", title, CheckState.WARN, finding, message("Look at it: counterpart audit list."))
    return CheckLine("audit", title, CheckState.GOOD, message("{n} entries, none changed.", n=count))
