"""`counterpart log`: the calls of the shop's systems and their answers (contract §7 and §8)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from bridge.cli.command_group import CommandGroup, ask_for_command, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.history_commands import make_undo
from bridge.cli.output import (
    escape_controls,
    escape_json,
    format_count,
    format_local_time,
    print_facts,
    print_json,
    print_line,
    print_list,
    text_or_dash,
)
from bridge.cli.parameter_types import FILE, KEY_ID, LIMIT, MOMENT, NOTED, STATUS
from bridge.cli.session import Session
from bridge.system.export_file import write_lines
from service.domain import wire
from service.domain.call_log.call_subjects import make_order_path, names_order
from service.domain.call_log.calls import Bodies, Call, CallFilter, count_repeats
from service.domain.errors import NotFound
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.call_log.calls import (
    find_bodies,
    find_last_id,
    get_call,
    iterate_calls,
    list_calls,
    list_calls_after,
)
from service.store.engine.transaction import ReadTx
from service.store.keys import list_keys
from service.usecases.export_calls import CallFileFormat, convert_bodies, convert_call, format_lines, list_notes
from service.usecases.search_calls import search_part

_POLL_S = 0.3
_PAGE = 500
F = TypeVar("F", bound=Callable[..., Any])
_FIRST_CLASS = 6
_FOLLOW_START = 10
_NO_SUCH_CALL = "No such call is in the log."


def follow_log(
    session: Session, shop: Shop, chosen: CallFilter, limit: int, describe: Callable[[Call], tuple[str, ...]]
) -> None:
    """Prints the last `limit` calls, oldest first, then new ones; JSON is one object a line."""
    for line in _lines(session, shop, _iterate(session, shop, chosen, limit), describe):
        sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace"))
        sys.stdout.buffer.flush()


def _lines(
    session: Session, shop: Shop, calls: Iterator[Call], describe: Callable[[Call], tuple[str, ...]]
) -> Iterator[str]:
    if session.options.as_csv:
        return format_lines(calls, shop, CallFileFormat.CSV)
    if session.as_json:
        return (f"{escape_json(wire.encode(convert_call(call, shop)).decode())}\n" for call in calls)
    return (f"{'  '.join(escape_controls(cell) for cell in describe(call))}\n" for call in calls)


def _iterate(session: Session, shop: Shop, chosen: CallFilter, limit: int) -> Iterator[Call]:
    """By the entries' ids, which are in the order of their commits; a call that took long has an
    older time than the entry before it.
    """
    sees_unknown = not shop.staging

    def begin(db: ReadTx) -> tuple[list[Call], int]:
        return list_calls(db, shop.id, chosen, sees_unknown=sees_unknown, limit=limit), find_last_id(db)

    def read_on(db: ReadTx) -> tuple[list[Call], int]:
        page = list_calls_after(db, shop.id, chosen, last, sees_unknown=sees_unknown, limit=_PAGE)
        # Past calls that do not match, too: the next read does not look at them again.
        return page, page[-1].id if len(page) == _PAGE else find_last_id(db)

    calls, last = session.read(begin)
    yield from reversed(calls)
    while True:
        page, last = session.read(read_on)
        yield from page
        if len(page) < _PAGE:
            session.pause(_POLL_S)


@click.pass_context
def _follow_or_ask(context: click.Context, *, follow: bool) -> None:
    """`counterpart log --follow` is `log list --follow`."""
    if follow and context.invoked_subcommand is None:
        context.invoke(list_, follow=True, limit=_FOLLOW_START)
    else:
        context.invoke(ask_for_command)


log = CommandGroup(
    name="log",
    help=f"{summary_of('log')} No secret is in it.",
    example="counterpart log list --status 4xx",
    callback=_follow_or_ask,
)
log.add_command(make_undo("log"))
log.params.append(click.Option(["--follow"], is_flag=True, help="The last 10 calls and every new one, until Ctrl-C."))


def filter_options(command: F) -> F:
    """Adds the options that filter the log."""
    for option in (
        click.option("--until", type=MOMENT, metavar="T", help="Only before this time."),
        click.option("--since", type=MOMENT, metavar="T", help="Only since this time: local, or with Z in UTC."),
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


@log.command("list", help="Calls, newest first.", example="counterpart log list --status 4xx --since 2026-11-20T14:00")
@filter_options
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@click.option("--follow", is_flag=True, help="Oldest first, then every new call, until Ctrl-C.")
@csv_option()
@pass_session
def list_(
    session: Session,
    limit: int,
    follow: bool,
    status: int | None,
    key: str | None,
    path: str | None,
    since: Millis | None,
    until: Millis | None,
) -> None:
    shop, chosen = session.read_shop(
        lambda db, shop: (shop, _filter(session, db, shop, status, key, path, since, until))
    )
    if follow:
        follow_log(session, shop, chosen, limit, _row)
        return
    calls = iterate_calls(session.read, shop.id, chosen, sees_unknown=not shop.staging, page=min(limit, _PAGE))
    narrowed = (status, key, path, since, until) != (None,) * 5
    _print_calls(session, shop, islice(calls, limit), _NO_SUCH_CALL if narrowed else "No call yet.")


@log.command(
    "part",
    help="Calls about one part, newest first: with a row of it, or about an order of it.",
    example="counterpart log part 04465-60280",
)
@click.argument("sku")
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@csv_option()
@pass_session
def part(session: Session, sku: str, limit: int) -> None:
    shop = session.read_shop(lambda _db, shop: shop)
    steps = search_part(session.read, shop.id, CallFilter(), sku, sees_unknown=not shop.staging)
    _print_calls(session, shop, islice((call for step in steps for call in step.found), limit), _NO_SUCH_CALL)


@log.command(
    "order",
    help="Calls about one order, newest first: each read of it, and each action.",
    example="counterpart log order ORD-2026-000002",
)
@click.argument("reference")
@click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")
@csv_option()
@pass_session
def order(session: Session, reference: str, limit: int) -> None:
    shop = session.read_shop(lambda _db, shop: shop)
    about = CallFilter(path=make_order_path(reference))
    listed = iterate_calls(session.read, shop.id, about, sees_unknown=not shop.staging, page=_PAGE)
    calls = (call for call in listed if names_order(call.path, reference))
    _print_calls(session, shop, islice(calls, limit), _NO_SUCH_CALL)


@log.command("show", help="One call with both bodies.", example="counterpart log show 1204")
@click.argument("call_id", metavar="ID", type=KEY_ID)
@pass_session
def show(session: Session, call_id: int) -> None:
    def work(db: ReadTx, shop: Shop) -> tuple[Shop, Call, Bodies]:
        return shop, *get_call(db, shop.id, call_id, sees_unknown=not shop.staging)

    shop, call, bodies = session.read_shop(work)
    entry = {**msgspec.structs.asdict(convert_call(call, shop)), **convert_bodies(bodies)}
    if session.as_json:
        print_json(entry)
        return
    print_facts(_facts(call))
    for name in ("request", "response"):
        print_line("")
        print_line(f"{name.capitalize()}{' (base64)' if entry[f'{name}_is_base64'] else ''}:")
        for part in (entry[name] or "(none)").splitlines():
            print_line(part)
    if bodies.response_cut:
        print_line("(the answer was longer; only its beginning is stored)")


@log.command(
    "export",
    help="Write every matching call to a file, CSV or JSON lines by its ending; with - to standard output.",
    example="counterpart log export november.csv --since 2026-11-01",
)
@click.argument("file", type=FILE)
@filter_options
@click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in CallFileFormat]),
    help="In place of the file's ending; jsonl-bodies writes both bodies of each call too.",
)
@pass_session
def export(
    session: Session,
    file: Path,
    form: str | None,
    status: int | None,
    key: str | None,
    path: str | None,
    since: Millis | None,
    until: Millis | None,
) -> None:
    chosen_form = CallFileFormat(form) if form else _form_of(file)
    shop, chosen = session.read_shop(
        lambda db, shop: (shop, _filter(session, db, shop, status, key, path, since, until))
    )
    calls = iterate_calls(session.read, shop.id, chosen, sees_unknown=not shop.staging)
    lines = format_lines(
        calls, shop, chosen_form, lambda call_id: session.read(lambda db: find_bodies(db, shop.id, call_id))
    )
    written = write_lines(file, lines)
    count = written - (1 if chosen_form is CallFileFormat.CSV else 0)
    if str(file) == "-":
        return
    if session.as_json:
        print_json({"file": str(file), "calls": count})
    else:
        print_line(f"{format_count(count, 'call')} written to {file}.")


def _print_calls(session: Session, shop: Shop, calls: Iterable[Call], empty: str) -> None:
    print_list(
        session,
        calls,
        to_json=lambda call: convert_call(call, shop),
        headers=(">ID", "AT", ">STATUS", "METHOD", "PATH", ">MS", "KEY", "MESSAGE"),
        to_row=_row,
        empty=empty,
    )


def _filter(
    session: Session,
    db: ReadTx,
    shop: Shop,
    status: int | None,
    key: str | None,
    path: str | None,
    since: Millis | None,
    until: Millis | None,
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


def _describe(call: Call) -> str:
    """The message or the note of an entry, then how many calls it counts."""
    if call.message and not count_repeats(call.facts):
        return call.message
    return "; ".join([*([call.message] if call.message else []), *list_notes(call)]) or "-"


def _row(call: Call) -> tuple[str, ...]:
    return (
        str(call.id),
        format_local_time(call.at),
        str(call.status),
        call.method,
        call.path,
        f"{call.duration_us / 1000:.1f}",
        text_or_dash(call.key),
        _describe(call),
    )


def _facts(call: Call) -> list[tuple[str, str]]:
    return [
        ("Call", str(call.id)),
        ("At", format_local_time(call.at)),
        ("Key", text_or_dash(call.key)),
        ("From", call.remote),
        ("Asked", f"{call.method} {call.path}"),
        ("Status", str(call.status)),
        ("Took", f"{call.duration_us / 1000:.1f} ms"),
        ("Bytes", f"{call.request_bytes} in, {call.response_bytes} out"),
        ("Error", text_or_dash(call.error)),
        ("Message", text_or_dash(call.message)),
        ("Notes", text_or_dash("; ".join(list_notes(call)))),
    ]
