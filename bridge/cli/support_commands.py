"""`doctor`, `bundle`, `audit` and `clock`: whether all is right, and was (contract §8 and §11)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bridge.autostart.login_start import LoginStart
from bridge.cli.command_group import CommandGroup, declare
from bridge.cli.output import (
    TIME,
    Answer,
    Column,
    Fields,
    Listing,
    fact_lines,
    format_count,
    format_local_time,
    print_line,
    say,
    table_lines,
)
from bridge.cli.parameter_types import KEY_ID, NEW_FILE, limit_option
from bridge.cli.session import Session, find_running_port, set_port
from service.domain.audit import COUNTER, PERSON, AuditEntry
from service.domain.errors import CounterpartError
from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.times import format_optional_rfc3339, format_rfc3339
from service.store.trusted_clock import read_clock_record
from service.usecases.settle_clock import find_clock_doubt, settle_clock

if TYPE_CHECKING:
    from bridge.doctor.doctor_service import DoctorService, ListenState
    from ui.backend.host_port import BundlePart

_MARKS = {"good": "ok", "warn": "look", "bad": "MEND"}


@declare("")
def doctor(session: Session) -> Answer:
    """Ends with 1 if something has to be mended."""
    found = _make_doctor(session).self_test(lambda _: None)
    value = [
        {
            "code": one.code,
            "title": str(one.title),
            "state": one.state.value,
            "finding": str(one.finding),
            "fix": str(one.fix),
        }
        for one in found
    ]
    bad = sum(one.state.value == "bad" for one in found)
    sentence = f"{bad} of {len(found)} checks found something to mend; each line says what to do."
    lines = fact_lines((_MARKS[one.state.value], str(one.title), f"{one.finding} {one.fix}") for one in found)
    return Answer(value, lines, error=CounterpartError(sentence) if bad else None)


@declare("support.zip")
@click.argument("file", type=NEW_FILE)
@click.option("--yes", is_flag=True, help="Save without asking.")
@click.option("--show", is_flag=True, help="Show every line of it first, not only the list.")
def bundle(session: Session, file: Path, yes: bool, show: bool) -> Answer:
    """No secret, name, body or address is."""
    from bridge.doctor.doctor_service import write_bundle  # noqa: PLC0415 - as below

    parts = _make_doctor(session).bundle_parts()
    if not session.as_json:
        for line in _describe_parts(parts, in_full=show):
            print_line(line)
        if not yes and not click.confirm(f"Save this as {file}?", err=True):
            return say(None, "Nothing was saved.")
    write_bundle(file, parts)
    value = {"file": str(file), "parts": [{"name": part.name, "bytes": part.size} for part in parts]}
    return say(value, f"{file} is saved.")


def _make_doctor(session: Session) -> DoctorService:
    """Makes the doctor. Its imports are here because they take longer than most commands run."""
    from bridge.doctor.doctor_service import DoctorService  # noqa: PLC0415 - as above

    starts_at_login = LoginStart.for_this_system(session.folder).is_on
    return DoctorService(
        session.folder,
        session.clock,
        lambda: _listen_state(session),
        session.secrets,
        session.read,
        starts_at_login,
        find_shared=session.find_shared,
    )


def _listen_state(session: Session) -> ListenState:
    """Whether a program with this data answers on a port of its own, whichever that is."""
    from bridge.doctor.doctor_service import ListenState  # noqa: PLC0415 - as above

    port = find_running_port(session)
    return ListenState(listening=port is not None, port=set_port(session) if port is None else port)


def _describe_parts(parts: tuple[BundlePart, ...], *, in_full: bool) -> Iterator[str]:
    yield from table_lines(("FILE", ">BYTES"), ((part.name, str(part.size)) for part in parts))
    for part in parts if in_full else ():
        yield from ("", f"--- {part.name}", *part.text.splitlines())


audit = CommandGroup("audit", example="list --limit 20")


def _describe_actor(entry: AuditEntry) -> str:
    through = f"{entry.actor} at {entry.counter}" if entry.counter else entry.actor
    return f"{through}: {entry.person}" if entry.person else through


def _describe_details(entry: AuditEntry) -> str:
    return " ".join(f"{name}={value}" for name, value in entry.values.items() if name not in (PERSON, COUNTER))


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
        error = CounterpartError(f"Entry {report.broken} was changed or removed. Compare with a backup.")
    elif report.missing is not None:
        error = CounterpartError(
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


@declare(
    "confirm",
    more=f"With `confirm`, say that it is right: waiting orders then have {ACCEPT_MINUTES} minutes from now.",
)
@click.argument("word", required=False, type=click.Choice(["confirm"]), metavar="[confirm]")
def clock(session: Session, word: str | None) -> Answer:
    if word is None:
        return _describe_clock(session)
    orders = session.write(lambda tx: settle_clock(tx, by=session.author, now=session.now()))
    waiting = (
        f" {format_count(orders, 'waiting order')} can be accepted for {ACCEPT_MINUTES} minutes." if orders else ""
    )
    sentence = f"The clock is taken as right: {format_local_time(session.now())}.{waiting}"
    return say(_describe_clock(session).value, sentence)


def _describe_clock(session: Session) -> Answer:
    now = session.now()
    doubt, trusted_at = session.read(lambda db: (find_clock_doubt(db, now), read_clock_record(db).trusted_at))
    value = {
        "trusted": doubt is None,
        "now": format_rfc3339(now),
        "trusted_at": format_optional_rfc3339(trusted_at),
        "expected": None if doubt is None else format_rfc3339(doubt.expected_at),
        "shown": None if doubt is None else format_rfc3339(doubt.shown_at),
    }
    in_doubt, advice = "no", []
    if doubt is not None:
        expected = format_local_time(doubt.expected_at)
        in_doubt = f"it showed {format_local_time(doubt.shown_at)}, expected was about {expected}"
        confirming = session.command("clock confirm")
        advice = [
            "While it is in doubt, no order is cancelled by time. Set the computer's clock right;",
            f"if it is right now, run: {confirming}",
        ]
    facts = (
        ("Clock", format_local_time(now)), ("Last believed", format_local_time(trusted_at)), ("In doubt", in_doubt)
    )  # fmt: skip
    return Answer(value, [*fact_lines(facts), *advice])
