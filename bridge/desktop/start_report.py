"""What the start found, as the window tells it."""

from __future__ import annotations

from bridge.start_up import Found
from ui.backend.host import StartEvent, StartReport


def report_of(found: Found, *, in_use: bool) -> StartReport:
    """A damaged database weighs more than an unclean end; `in_use` says whether what was read out of it is."""
    if found.rescue is not None:
        event = StartEvent.RECOVERED if found.rescue.whole or in_use else StartEvent.DATABASE_DAMAGED
        return StartReport(event, found.trace, str(found.rescue.set_aside), found.rescue.newest_backup)
    if found.too_new:
        return StartReport(StartEvent.DATABASE_TOO_NEW, found.trace)
    if found.unclean:
        return StartReport(StartEvent.UNCLEAN_END, found.trace)
    return StartReport(StartEvent.CLEAN)
