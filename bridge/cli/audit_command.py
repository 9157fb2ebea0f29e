"""`counterpart audit`: what the owner did, and whether that record is whole (contract §11)."""

from __future__ import annotations

import click

from bridge.cli.command_errors import FoundFaults
from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, Listing
from bridge.cli.parameter_types import KEY_ID, limit_option
from bridge.cli.session import Session
from service.domain.audit import PERSON, AuditEntry

audit = CommandGroup("audit", example="list --limit 20")


def _describe_actor(entry: AuditEntry) -> str:
    return f"{entry.actor}: {entry.person}" if entry.person else entry.actor


def _describe_details(entry: AuditEntry) -> str:
    return " ".join(f"{name}={value}" for name, value in entry.values.items() if name != PERSON)


ENTRY = Fields[AuditEntry](
    Column("id", ">ENTRY"),
    Column("at", "AT", form=TIME),
    Column("actor", "BY", text=_describe_actor),
    Column("action", "ACTION"),
    Column("shop", "SHOP"),
    Column("subject", "SUBJECT"),
    Column("details", "DETAILS", "values", text=_describe_details),
    Column("hash", get=lambda entry: entry.hash.hex()),
    Column("person"),
)


@audit.declare("--limit 20", csv=True)
@limit_option
@click.option("--before", type=KEY_ID, metavar="ENTRY", help="Only those older than this entry.")
def list_(session: Session, limit: int, before: int | None) -> Listing[AuditEntry]:
    """Entries, newest first."""
    listed = session.ask(session.backend.audit.list(before, limit))
    return Listing(ENTRY, listed, "Nothing was done yet that the audit records.")


@audit.declare()
def verify(session: Session) -> Answer:
    """Check that no entry was changed, removed or cut off. Ends with 1 if one was."""
    report = session.ask(session.backend.audit.check())
    error = None
    if report.broken is not None:
        error = FoundFaults(f"Entry {report.broken} was changed or removed. Compare with a backup.")
    elif report.missing is not None:
        error = FoundFaults(
            f"Entry {report.missing.id} was stored elsewhere and is not in the audit: newer entries were cut off or "
            "replaced. Compare with a backup."
        )
    value = {
        "entries": report.head.id,
        "hash": report.head.hash.hex(),
        "whole": report.is_whole,
        "broken": report.broken,
        "missing": None if report.missing is None else report.missing.id,
        "gaps": [{"entry": gap.id, "last_missing": gap.last_missing} for gap in report.gaps],
    }
    gaps = [f"Entry {gap.id} says that others are missing, up to number {gap.last_missing}." for gap in report.gaps]
    whole = f"{report.head.id} entries are whole; the last hash is {report.head.hash.hex()}."
    return Answer(value, [whole, *gaps], error=error)
