"""The findings of the start, in the form that the window displays."""

from __future__ import annotations

from bridge.start_up import StartFindings
from ui.backend.host_port import StartEvent, StartReport


def make_start_report(found: StartFindings, *, in_use: bool) -> StartReport:
    """Makes the report. A damaged database goes before an unclean end; `in_use`: the salvaged data
    is used.
    """
    if found.damage is not None:
        event = StartEvent.RECOVERED if found.damage.complete or in_use else StartEvent.DATABASE_DAMAGED
        return StartReport(event, found.trace, str(found.damage.set_aside), found.damage.newest_backup)
    if found.too_new:
        return StartReport(StartEvent.DATABASE_TOO_NEW, found.trace)
    if found.log_lost:
        return StartReport(StartEvent.LOG_LOST, found.trace)
    if found.unclean:
        return StartReport(StartEvent.UNCLEAN_END, found.trace)
    return StartReport(StartEvent.CLEAN)
