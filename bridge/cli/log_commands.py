"""`counterpart log`: the calls of the shop's systems and their answers (contract §7 and §8)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from bridge.cli.command_group import CommandGroup, ask_for_command
from bridge.cli.output import (
    TIME,
    Answer,
    Column,
    Fields,
    Listing,
    escape_controls,
    fact_lines,
    format_count,
    say,
    text_or_dash,
)
from bridge.cli.parameter_types import FILE, KEY_ID, NOTED, STATUS, EnumType, limit_option, since_option, until_option
from bridge.cli.session import Session
from bridge.system.export_file import write_lines
from service.domain.call_log.calls import Bodies, Call, CallFilter, count_repeats
from service.domain.errors import NotFound
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.call_log.calls import (
    LastIds,
    find_bodies,
    find_last_ids,
    get_call,
    iterate_calls,
    list_calls,
    list_calls_after,
)
from service.store.engine.transaction import ReadTx
from service.store.keys import list_keys
from service.usecases.export_calls import CallFileFormat, convert_bodies, convert_call, format_lines, list_notes

_POLL_S = 0.3
_PAGE = 500
F = TypeVar("F", bound=Callable[..., Any])
_FIRST_CLASS = 6
_FOLLOW_START = 10


def _describe(call: Call) -> str:
    """The message or the note of an entry, then how many calls it counts."""
    if call.message and not count_repeats(call.facts):
        return call.message
    return "; ".join([*([call.message] if call.message else []), *list_notes(call)]) or "-"


_COLUMNS = (
    Column("id", ">ID"),
    Column("at", "AT", form=TIME),
    Column("status", ">STATUS"),
    Column("method", "METHOD"),
    Column("path", "PATH"),
    Column("duration_ms", ">MS", text=lambda call: f"{call.duration_us / 1000:.1f}"),
    Column("key", "KEY"),
    Column("message", "MESSAGE", text=_describe),
)
FACTS = Fields[Call](
    Column("id", "Call"),
    Column("at", "At", form=TIME),
    Column("key", "Key"),
    Column("remote", "From"),
    Column("method", "Asked", text=lambda call: f"{call.method} {call.path}"),
    Column("status", "Status"),
    Column("duration_ms", "Took", text=lambda call: f"{call.duration_us / 1000:.1f} ms"),
    Column("bytes", "Bytes", text=lambda call: f"{call.request_bytes} in, {call.response_bytes} out"),
    Column("error", "Error"),
    Column("message", "Message"),
    Column("notes", "Notes", text=lambda call: text_or_dash("; ".join(list_notes(call)))),
)


@click.pass_context
def _follow_or_ask(context: click.Context, *, follow: bool) -> None:
    """`counterpart log --follow` is `log list --follow`."""
    if follow and context.invoked_subcommand is None:
        context.invoke(list_, follow=True, limit=_FOLLOW_START)
    else:
        context.invoke(ask_for_command)


log = CommandGroup("log", more="No secret is in it.", example="list --status 4xx", callback=_follow_or_ask)
log.params.append(click.Option(["--follow"], is_flag=True, help="The last 10 calls and every new one, until Ctrl-C."))


def _filter_options(command: F) -> F:
    for option in (
        until_option,
        since_option,
        click.option("--path", metavar="P", help="Only calls with this in path or query."),
        click.option("--key", metavar="NAME", help="Only calls with this key."),
        click.option(
            "--status",
            type=STATUS,
            metavar="S",
            help="Only this status: 404, 2xx, 4xx, 5xx, or noted: with notes.",
        ),
    ):
        command = option(command)
    return command


@log.declare("--status 4xx --since 2026-11-20T14:00", csv=True)
@_filter_options
@limit_option
@click.option("--follow", is_flag=True, help="Oldest first, then every new call, until Ctrl-C.")
def list_(session: Session, limit: int, follow: bool, **only: Any) -> Listing[Call] | None:  # noqa: ANN401 - _filter's
    """Calls, newest first."""
    shop, chosen = session.read_shop(lambda db, shop: (shop, _filter(session, db, shop, **only)))
    if follow:
        _follow(session, shop, chosen, limit)
        return None
    calls = iterate_calls(session.read, shop.id, chosen, sees_unknown=not shop.staging, page=min(limit, _PAGE))
    narrowed = any(value is not None for value in only.values())
    return Listing(
        Fields(*_COLUMNS, to_json=lambda call: convert_call(call, shop)),
        islice(calls, limit),
        "No such call is in the log." if narrowed else "No call yet.",
    )


@log.declare("1204")
@click.argument("call_id", metavar="ID", type=KEY_ID)
def show(session: Session, call_id: int) -> Answer:
    """One call with both bodies."""

    def work(db: ReadTx, shop: Shop) -> tuple[Shop, Call, Bodies]:
        return shop, *get_call(db, shop.id, call_id, sees_unknown=not shop.staging)

    shop, call, bodies = session.read_shop(work)
    entry = {**msgspec.structs.asdict(convert_call(call, shop)), **convert_bodies(bodies)}
    lines = [*fact_lines(FACTS.facts(call))]
    for name in ("request", "response"):
        lines += ["", f"{name.capitalize()}{' (base64)' if entry[f'{name}_is_base64'] else ''}:"]
        lines += (entry[name] or "(none)").splitlines()
    cut = ["(the answer was longer; only its beginning is stored)"] if bodies.response_cut else []
    return Answer(entry, [*lines, *cut])


@log.declare("november.csv --since 2026-11-01")
@click.argument("file", type=FILE)
@_filter_options
@click.option(
    "--format",
    "form",
    type=EnumType(CallFileFormat),
    help="In place of the file's ending; jsonl-bodies writes both bodies of each call too.",
)
def export(session: Session, file: Path, form: CallFileFormat | None, **only: Any) -> Answer | None:  # noqa: ANN401 - as above
    """Write every matching call to a file, CSV or JSON lines by its ending; with - to standard
    output.
    """
    chosen_form = form or _form_of(file)
    shop, chosen = session.read_shop(lambda db, shop: (shop, _filter(session, db, shop, **only)))
    calls = iterate_calls(session.read, shop.id, chosen, sees_unknown=not shop.staging)

    lines = format_lines(
        calls, shop, chosen_form, lambda call_id: session.read(lambda db: find_bodies(db, shop.id, call_id))
    )
    written = write_lines(file, lines)
    if str(file) == "-":
        return None
    count = written - (1 if chosen_form is CallFileFormat.CSV else 0)
    return say({"file": str(file), "calls": count}, f"{format_count(count, 'call')} written to {file}.")


def _filter(
    session: Session,
    db: ReadTx,
    shop: Shop,
    *,
    status: int | None = None,
    key: str | None = None,
    path: str | None = None,
    since: Millis | None = None,
    until: Millis | None = None,
) -> CallFilter:
    """The filter. Raises NotFound for a key that the shop never had."""
    if key is not None and key not in {known.name for known in list_keys(db, shop.id)}:
        raise NotFound(f"There is no key called {key!r} here; `{session.command('keys list')}` shows them.")
    if status == NOTED:
        return CallFilter(since, until, key, path, noted=True)
    whole = status if status is None or status >= _FIRST_CLASS else None
    return CallFilter(since, until, key, path, whole, status if whole is None else None)


def _form_of(file: Path) -> CallFileFormat:
    ending = file.suffix.lower()
    if ending == ".csv":
        return CallFileFormat.CSV
    if ending in (".jsonl", ".ndjson", ".json"):
        return CallFileFormat.JSON_LINES
    raise click.UsageError(
        "Name the file .csv or .jsonl, or say --format csv or jsonl (or jsonl-bodies).", click.get_current_context()
    )


def _follow(session: Session, shop: Shop, chosen: CallFilter, limit: int) -> None:
    """Prints the last `limit` calls, oldest first, then new ones; JSON is one object a line."""
    calls = _iterate(session, shop, chosen, limit)
    if session.options.as_csv or session.as_json:
        form = CallFileFormat.CSV if session.options.as_csv else CallFileFormat.JSON_LINES
        lines = format_lines(calls, shop, form)
    else:
        lines = (f"{'  '.join(escape_controls(column.cell(call)) for column in _COLUMNS)}\n" for call in calls)
    for line in lines:
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()


def _iterate(session: Session, shop: Shop, chosen: CallFilter, limit: int) -> Iterator[Call]:
    """By the entries' ids, which are in the order of a shop's commits; a call that took long has an
    older time than the entry before it.
    """
    sees_unknown = not shop.staging

    def begin(db: ReadTx) -> tuple[list[Call], LastIds]:
        return list_calls(db, shop.id, chosen, sees_unknown=sees_unknown, limit=limit), find_last_ids(db, shop.id)

    def read_on(db: ReadTx) -> tuple[list[Call], LastIds]:
        page = list_calls_after(db, shop.id, chosen, last, sees_unknown=sees_unknown, limit=_PAGE)
        # Past calls that do not match, too: the next read does not look at them again.
        return page, last.pass_by(page) if len(page) == _PAGE else find_last_ids(db, shop.id, last)

    calls, last = session.read(begin)
    yield from reversed(calls)
    while True:
        page, last = session.read(read_on)
        yield from page
        if len(page) < _PAGE:
            session.pause(_POLL_S)
