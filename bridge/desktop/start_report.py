"""What the start found, as the window tells it."""

from __future__ import annotations

from bridge.start_up import Found
from ui.backend.host import StartEvent, StartReport


def report_of(found: Found) -> StartReport:
    """A damaged database weighs more than an unclean end."""
    if found.set_aside is not None:
        return StartReport(StartEvent.DATABASE_DAMAGED, found.trace, str(found.set_aside))
    if found.unclean:
        return StartReport(StartEvent.UNCLEAN_END, found.trace)
    return StartReport(StartEvent.CLEAN)
