"""`counterpart audit`: what the owner did, and whether that record is whole (contract §11)."""

from __future__ import annotations

from typing import Any

import click

from bridge.cli.command_errors import FoundFaults
from bridge.cli.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_local_time, print_json, print_line, print_list
from bridge.cli.parameter_types import KEY_ID, LIMIT
from bridge.cli.session import Session
from service.domain.audit import PERSON, AuditEntry, AuditReport, check_chain
from service.domain.times import format_rfc3339
from service.store.audit_log import iterate_entries, list_entries

audit = CommandGroup(name="audit", help=summary_of("audit"), example="counterpart audit list --limit 20")


@audit.command("list", help="Entries, newest first.", example="counterpart audit list --limit 20")
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@click.option("--before", type=KEY_ID, metavar="ENTRY", help="Only those older than this entry.")
@csv_option()
@pass_session
def list_(session: Session, limit: int, before: int | None) -> None:
    print_list(
        session,
        session.read(lambda db: list_entries(db, before=before, limit=limit)),
        to_json=_as_json,
        headers=(">ENTRY", "AT", "BY", "ACTION", "SUBJECT", "SHOP", "DETAILS"),
        to_row=lambda entry: (
            str(entry.id),
            format_local_time(entry.at),
            f"{entry.actor}: {entry.person}" if entry.person else entry.actor,
            entry.action,
            entry.subject,
            entry.shop,
            " ".join(f"{name}={value}" for name, value in entry.values.items() if name != PERSON),
        ),
        empty="Nothing was done yet that the audit records.",
    )


@audit.command(
    "verify",
    help="Check that no entry was changed, removed or cut off. Ends with 1 if one was.",
    example="counterpart audit verify",
)
@pass_session
def verify(session: Session) -> None:
    from bridge.backups.backup_file import list_known_heads  # noqa: PLC0415 - backups load slowly

    known = list_known_heads(session.folder)
    report = session.read(lambda db: check_chain(iterate_entries(db), known))
    if session.as_json:
        print_json(_report_json(report))
    else:
        print_line(f"{report.head.id} entries are whole; the last hash is {report.head.hash.hex()}.")
        for gap in report.gaps:
            print_line(f"Entry {gap.id} says that others are missing, up to number {gap.last_missing}.")
    if report.broken is not None:
        raise FoundFaults(f"Entry {report.broken} was changed or removed. Compare with a backup.")
    if report.missing is not None:
        raise FoundFaults(
            f"Entry {report.missing.id} was stored elsewhere and is not in the audit: newer entries were cut off or "
            "replaced. Compare with a backup."
        )


def _as_json(entry: AuditEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "at": format_rfc3339(entry.at),
        "actor": entry.actor,
        "action": entry.action,
        "shop": entry.shop,
        "subject": entry.subject,
        "details": entry.values,
        "hash": entry.hash.hex(),
        "person": entry.person,
    }


def _report_json(report: AuditReport) -> dict[str, Any]:
    return {
        "entries": report.head.id,
        "hash": report.head.hash.hex(),
        "whole": report.is_whole,
        "broken": report.broken,
        "missing": None if report.missing is None else report.missing.id,
        "gaps": [{"entry": gap.id, "last_missing": gap.last_missing} for gap in report.gaps],
    }
