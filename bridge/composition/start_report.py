"""The findings of the start, in the form that the window displays."""

from __future__ import annotations

from bridge.start_up import StartFindings
from ui.backend.host_port import StartEvent, StartReport


def make_start_report(findings: StartFindings, *, in_use: bool) -> StartReport:
    """Makes the report. A damaged database goes before an unclean end; `in_use`: the salvaged data
    is used.
    """
    if findings.damage is not None:
        event = StartEvent.RECOVERED if findings.damage.complete or in_use else StartEvent.DATABASE_DAMAGED
        return StartReport(event, findings.trace, str(findings.damage.set_aside), findings.damage.newest_backup)
    if findings.too_new:
        return StartReport(StartEvent.DATABASE_TOO_NEW, findings.trace)
    if findings.log_lost:
        return StartReport(StartEvent.LOG_LOST, findings.trace)
    if findings.unclean:
        return StartReport(StartEvent.UNCLEAN_END, findings.trace)
    return StartReport(StartEvent.CLEAN)
