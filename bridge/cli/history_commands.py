"""What changed each part, with old and new values; and taking a change back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from bridge.cli.command_group import Command, CommandGroup, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_count, format_local_time, print_json, print_line, print_list, text_or_dash
from bridge.cli.parameter_types import KEY_ID, LIMIT, MOMENT
from bridge.cli.session import Session
from service.domain.catalogue.item_edit import LOW_LIMIT
from service.domain.history import (
    PICTURE,
    QUANTITY,
    CauseKind,
    HistoryEntry,
    HistoryLine,
    ItemWrite,
    SubjectKind,
    UploadRow,
    UploadRows,
    UploadUndo,
    Value,
    ValueChange,
    WriteCause,
)
from service.domain.quantity import convert_milli, format_quantity
from service.domain.shops import Shop
from service.domain.times import Millis, format_rfc3339
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import list_item_history, list_write_items
from service.store.history.write_lists import EVERY_WRITE, WriteFilter, list_caused_writes, list_writes
from service.store.orders import get_order, has_order
from service.usecases.browse_history import find_order_name, find_subject, list_set_aside_lines, read_upload_rows
from service.usecases.put_back import plan_upload_undo, undo_upload

_QUANTITIES = (QUANTITY, LOW_LIMIT)
_BOOLEANS = ("list_on_marketplace", "active")
_MAX_VALUE = 40
_CAUSES = [kind.value for kind in CauseKind]


def describe_cause(write: ItemWrite) -> str:
    """What caused a write, as a word and its number or reference."""
    number = write.cause.id
    if write.cause.kind is CauseKind.ORDER and write.order is not None:
        return f"order {write.order}"
    if write.cause.kind is CauseKind.SET_ASIDE:
        return f"order {write.order} set aside"
    if write.cause.kind is CauseKind.UPLOAD_UNDO:
        return f"undo of write {number}"
    if write.cause.kind is CauseKind.RUN_UNDO:
        return f"undo of run {number}"
    return write.cause.kind.value if number is None else f"{write.cause.kind.value} {number}"


def describe_entry(entry: HistoryEntry) -> str:
    """What a write did to an item."""
    changes = [describe_change(change) for change in entry.changes]
    words = ["created"] if entry.created else ["removed"] if entry.removed else []
    return ", ".join([*words, *changes]) or "-"


def describe_change(change: ValueChange) -> str:
    """One value: its name, the old and the new one."""
    where = "" if change.branch is None else f" at {change.branch}"
    return f"{change.field}{where}: {_format_value(change, change.old)} -> {_format_value(change, change.new)}"


def write_json(write: ItemWrite) -> dict[str, Any]:
    """A write in the form of `--json`; an order that was set aside has no id."""
    return {
        "id": None if write.cause.kind is CauseKind.SET_ASIDE else write.id,
        "at": format_rfc3339(write.at),
        "cause": write.cause.kind.value,
        "cause_id": write.cause.id,
        "order": write.order,
        "by": write.by,
        "changed": write.changed,
        "created": write.created,
        "undone_by": write.undone_by,
    }


def entry_json(entry: HistoryEntry) -> dict[str, Any]:
    """An entry in the form of `--json`."""
    return {
        "write": write_json(entry.write),
        "number": entry.number,
        "sku": entry.sku,
        "created": entry.created,
        "removed": entry.removed,
        "changes": [change_json(change) for change in entry.changes],
    }


def aside_json(line: HistoryLine) -> dict[str, Any]:
    """An order that was set aside, as an entry without a part; `reason` says why."""
    return {
        "write": write_json(line.write),
        "number": None,
        "sku": None,
        "created": False,
        "removed": False,
        "changes": [],
        "reason": str(line.note),
    }


def change_json(change: ValueChange) -> dict[str, Any]:
    """A change, with values as `GET /v1/items` has them."""
    return {
        "field": change.field,
        "branch": change.branch,
        "old": _convert_value(change, change.old),
        "new": _convert_value(change, change.new),
    }


def _convert_value(change: ValueChange, value: Value) -> object:
    if value is None:
        return None
    if change.field in _QUANTITIES and isinstance(value, int):
        return convert_milli(value)
    if change.field in _BOOLEANS:
        return bool(value)
    return msgspec.json.decode(value) if change.field == "fit" and isinstance(value, str) else value


def _format_value(change: ValueChange, value: Value) -> str:
    if value is None:
        return "none"
    if change.field in _QUANTITIES and isinstance(value, int):
        return format_quantity(value)
    if change.field == PICTURE:
        return f"{value} bytes"
    if change.field in _BOOLEANS:
        return "yes" if value else "no"
    text = str(value)
    return text if len(text) <= _MAX_VALUE else f"{text[: _MAX_VALUE - 1]}…"


def print_upload_rows(session: Session, upload: UploadRows, limit: int) -> None:
    """Prints the first `limit` rows, counted from 1; in JSON the index counts from 0."""
    print_list(
        session,
        upload.rows[:limit],
        to_json=_upload_row_json,
        headers=(">ROW", "PART", "RESULT", "CHANGE"),
        to_row=lambda row: (str(row.index + 1), text_or_dash(row.sku), row.outcome.value, _describe_upload_row(row)),
        empty="The upload had no row.",
    )
    if upload.undone and not session.as_json:
        print_line("This upload was undone since.")


def _describe_upload_row(row: UploadRow) -> str:
    return row.error or ", ".join(describe_change(change) for change in row.changes) or "-"


def _upload_row_json(row: UploadRow) -> dict[str, Any]:
    return {
        "index": row.index,
        "sku": row.sku or None,
        "result": row.outcome.value,
        "error": row.error or None,
        "changes": [change_json(change) for change in row.changes],
    }


def make_undo(group: str) -> click.Command:
    """The command as part of a group: `log undo` and `items undo` are the same."""

    @click.command(
        "undo",
        cls=Command,
        help="Undo what an upload changed, except for what was changed since. New parts go if nothing uses them.",
        example=f"counterpart {group} undo 1204 --preview",
    )
    @click.argument("call_id", metavar="ID", type=KEY_ID)
    @click.option("--preview", is_flag=True, help="Only say what would go back and what stays.")
    @pass_session
    def undo(session: Session, call_id: int, preview: bool) -> None:
        _undo_upload(session, call_id, preview=preview)

    return undo


def _undo_upload(session: Session, call_id: int, *, preview: bool) -> None:
    done = (
        session.read_shop(lambda db, shop: plan_upload_undo(db, shop, call_id))
        if preview
        else session.write_shop(lambda tx, shop: undo_upload(tx, shop, call_id, by=session.author, now=session.now()))
    )
    if session.as_json:
        print_json(_undo_json(done))
        return
    for sku, changes in done.changes:
        print_line(f"{sku}: {', '.join(describe_change(change) for change in changes)}")
    for sku in done.removed:
        print_line(f"{sku}: removed")
    for item in done.left:
        print_line(f"{item.sku}: {item.why}")
    counts = (len(done.changes), len(done.removed), len(done.left))
    back, gone, stay = (format_count(count, "part") for count in counts)
    begin = "Nothing is done yet. To restore" if preview else "Restored"
    print_line(f"{begin}: {back}. {'To remove' if preview else 'Removed'}: {gone}. Changed since: {stay}.")


def _undo_json(done: UploadUndo) -> dict[str, Any]:
    return {
        "call": done.call_id,
        "restored": [{"sku": sku, "changes": [change_json(one) for one in changes]} for sku, changes in done.changes],
        "removed": list(done.removed),
        "stays": [{"sku": item.sku, "why": str(item.why)} for item in done.left],
    }


class _HistoryGroup(CommandGroup):
    """`history 04465-60280` is `history of 04465-60280`."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        is_command = self.get_command(ctx, args[0]) is not None or args[0].startswith("-")
        return super().resolve_command(ctx, args if is_command else [_OF, *args])


_OF = "of"
history = _HistoryGroup(
    name="history",
    help=f"{summary_of('history')} Newest first. With a part number, an order or a call alone: what touched it.",
    example="counterpart history 04465-60280",
)
_limit = click.option("--limit", type=LIMIT, default=100, show_default=True, help="At most so many.")


@history.command("list", help="Every write, of any part.", example="counterpart history list --cause hand")
@click.option("--cause", type=click.Choice(_CAUSES), help="Only writes with this cause.")
@click.option("--since", type=MOMENT, metavar="T", help="Only since this time: local, or with Z in UTC.")
@click.option("--until", type=MOMENT, metavar="T", help="Only before this time.")
@_limit
@csv_option()
@pass_session
def list_(session: Session, cause: str | None, since: Millis | None, until: Millis | None, limit: int) -> None:
    narrow = WriteFilter(() if cause is None else (CauseKind(cause),), since, until)

    def work(db: ReadTx, shop: Shop) -> list[ItemWrite]:
        writes = [span.write for span in list_writes(db, shop.id, narrow, limit=limit)]
        writes += [line.write for line in list_set_aside_lines(db, shop.id, narrow)]
        return sorted(writes, key=lambda write: (write.at, write.id), reverse=True)[:limit]

    print_list(
        session,
        session.read_shop(work),
        to_json=write_json,
        headers=(">WRITE", "AT", "CAUSE", "BY", ">CHANGED", ">CREATED", "UNDONE"),
        to_row=_write_row,
        empty="No such change is in the history.",
    )


@history.command(
    _OF,
    help="The changes of what a word names: a part number, else a call, else an order. The word `of` can be left out.",
    example="counterpart history of ORD-2026-000001",
)
@click.argument("name")
@_limit
@pass_session
def of(session: Session, name: str, limit: int) -> None:
    def work(db: ReadTx, shop: Shop) -> Sequence[HistoryEntry | HistoryLine]:
        subject = find_subject(db, shop.id, name)
        if subject.kind is SubjectKind.PART:
            return list_item_history(db, shop.id, subject.name, limit=limit)
        if subject.kind is SubjectKind.CALL:
            return _list_caused(db, shop, WriteCause(CauseKind.CALL, int(subject.name)), limit)
        return _list_of_order(db, shop, subject.name, limit)

    _print_entries(session, session.read_shop(work))


@history.command("part", help="The changes of one part.", example="counterpart history part 04465-60280")
@click.argument("sku")
@_limit
@pass_session
def part(session: Session, sku: str, limit: int) -> None:
    _print_entries(session, session.read_shop(lambda db, shop: list_item_history(db, shop.id, sku, limit=limit)))


@history.command(
    "order", help="What an order changed, or why it was set aside.", example="counterpart history order ORD-2026-000001"
)
@click.argument("reference")
@_limit
@pass_session
def order(session: Session, reference: str, limit: int) -> None:
    _print_entries(session, session.read_shop(lambda db, shop: _list_of_order(db, shop, reference, limit)))


@history.command("call", help="What an upload changed.", example="counterpart history call 1204 --rows")
@click.argument("call_id", metavar="ID", type=KEY_ID)
@click.option("--rows", is_flag=True, help="Every row that was sent: saved or rejected and why, old and new values.")
@_limit
@pass_session
def call(session: Session, call_id: int, rows: bool, limit: int) -> None:
    if rows:
        print_upload_rows(session, session.read_shop(lambda db, shop: read_upload_rows(db, shop.id, call_id)), limit)
        return
    cause = WriteCause(CauseKind.CALL, call_id)
    _print_entries(session, session.read_shop(lambda db, shop: _list_caused(db, shop, cause, limit)))


@history.command("run", help="What a run of the nightly file changed.", example="counterpart history run 12")
@click.argument("run_id", metavar="ID", type=KEY_ID)
@_limit
@pass_session
def run(session: Session, run_id: int, limit: int) -> None:
    cause = WriteCause(CauseKind.RUN, run_id)
    _print_entries(session, session.read_shop(lambda db, shop: _list_caused(db, shop, cause, limit)))


def _list_of_order(db: ReadTx, shop: Shop, reference: str, limit: int) -> list[HistoryEntry | HistoryLine]:
    """What an order changed, and why it was set aside. Raises NotFound."""
    name = find_order_name(db, shop.id, reference)
    entries: list[HistoryEntry | HistoryLine] = [*list_set_aside_lines(db, shop.id, EVERY_WRITE, order=name)]
    if has_order(db, shop.id, name):
        entries += _list_caused(db, shop, WriteCause(CauseKind.ORDER, get_order(db, shop.id, name).id), limit)
    return sorted(entries, key=lambda entry: entry.write.at, reverse=True)[:limit]


def _list_caused(db: ReadTx, shop: Shop, cause: WriteCause, limit: int) -> list[HistoryEntry]:
    """What all writes of a cause changed."""
    entries: list[HistoryEntry] = []
    for span in list_caused_writes(db, shop.id, cause, limit=limit):
        entries += list_write_items(db, span, limit=limit - len(entries))
        if len(entries) >= limit:
            break
    return entries


def _write_row(write: ItemWrite) -> tuple[str, ...]:
    return (
        "-" if write.cause.kind is CauseKind.SET_ASIDE else str(write.id),
        format_local_time(write.at),
        describe_cause(write),
        write.by,
        str(write.changed),
        str(write.created),
        "-" if write.undone_by is None else f"by write {write.undone_by}",
    )


def _print_entries(session: Session, entries: Sequence[HistoryEntry | HistoryLine]) -> None:
    print_list(
        session,
        entries,
        to_json=lambda entry: aside_json(entry) if isinstance(entry, HistoryLine) else entry_json(entry),
        headers=("AT", "CAUSE", "BY", "PART", "CHANGE"),
        to_row=lambda entry: (
            format_local_time(entry.write.at),
            describe_cause(entry.write),
            entry.write.by,
            text_or_dash(entry.sku),
            f"not taken: {entry.note}" if isinstance(entry, HistoryLine) else describe_entry(entry),
        ),
        empty="The history has no change of it.",
    )
