"""`counterpart history`: what changed a part, its old and new values; takes an upload back."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from bridge.cli.command_group import declare
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_count, text_or_dash
from bridge.cli.parameter_types import EnumType, limit_option, since_option, until_option
from bridge.cli.session import Session
from service.domain.catalogue.item_edit import LOW_LIMIT
from service.domain.errors import NotFound
from service.domain.history import (
    PICTURE,
    QUANTITY,
    CauseKind,
    HistoryEntry,
    HistoryLine,
    HistoryQuery,
    HistorySubject,
    ItemWrite,
    SubjectKind,
    UploadRow,
    UploadUndo,
    Value,
    ValueChange,
)
from service.domain.quantity import convert_milli, format_quantity
from service.domain.times import Millis
from service.usecases.browse_history import find_order_name

_QUANTITIES = (QUANTITY, LOW_LIMIT)
_BOOLEANS = ("list_on_marketplace", "active")
_MAX_VALUE = 40


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


WRITE = Fields[ItemWrite](
    # An order that was set aside has no id.
    Column("id", ">WRITE", lambda write: None if write.cause.kind is CauseKind.SET_ASIDE else write.id),
    Column("at", "AT", form=TIME),
    Column("cause", "CAUSE", "cause.kind", text=describe_cause),
    Column("cause_id", get="cause.id"),
    Column("order"),
    Column("by", "BY"),
    Column("changed", ">CHANGED"),
    Column("created", ">CREATED"),
    Column("undone_by", "UNDONE", text=lambda one: "-" if one.undone_by is None else f"by write {one.undone_by}"),
)


def _entry_json(entry: HistoryEntry | HistoryLine) -> dict[str, Any]:
    """An order that was set aside is an entry without a part; `reason` says why."""
    write = WRITE.to_json(entry.write)
    if isinstance(entry, HistoryLine):
        nothing: dict[str, Any] = {"number": None, "sku": None, "created": False, "removed": False, "changes": []}
        return {"write": write, **nothing, "reason": str(entry.note)}
    return {
        "write": write,
        "number": entry.number,
        "sku": entry.sku,
        "created": entry.created,
        "removed": entry.removed,
        "changes": [change_json(change) for change in entry.changes],
    }


ENTRY = Fields[HistoryEntry | HistoryLine](
    Column("at", "AT", "write.at", TIME),
    Column("cause", "CAUSE", text=lambda entry: describe_cause(entry.write)),
    Column("by", "BY", "write.by"),
    Column("sku", "PART"),
    Column(
        "changes",
        "CHANGE",
        text=lambda entry: f"not taken: {entry.note}" if isinstance(entry, HistoryLine) else describe_entry(entry),
    ),
    to_json=_entry_json,
)
ROW = Fields[UploadRow](
    Column("index", ">ROW", text=lambda row: str(row.index + 1)),
    Column("sku", "PART", lambda row: row.sku or None),
    Column("result", "RESULT", "outcome"),
    Column("error", get=lambda row: row.error or None),
    Column(
        "changes",
        "CHANGE",
        lambda row: [change_json(change) for change in row.changes],
        text=lambda row: text_or_dash(row.error or ", ".join(describe_change(change) for change in row.changes)),
    ),
)
_WORDS = ("part", "order", "call", "run")


@declare("04465-60280", csv=True)
@click.argument("words", nargs=-1, metavar="[part|order|call|run] [NAME]")
@click.option("--cause", type=EnumType(CauseKind), help="Without a NAME: only writes with this cause.")
@since_option
@until_option
@click.option("--rows", is_flag=True, help="Every row of a call: saved or rejected and why, old and new values.")
@limit_option
def history(
    session: Session,
    words: tuple[str, ...],
    cause: CauseKind | None,
    since: Millis | None,
    until: Millis | None,
    rows: bool,
    limit: int,
) -> Listing[Any]:
    """Newest first. NAME is a part number, else a call, else an order, unless a word before it says
    which; a run of the nightly file needs its word. Without NAME it is every write.
    """
    *kind, name = words or ("",)
    if len(kind) > 1 or not {*kind} <= {*_WORDS}:
        raise click.UsageError(f"Give one NAME, after one of {', '.join(_WORDS)} at most.", click.get_current_context())
    shop, histories = session.shop.id, session.backend.histories
    if rows:
        upload = session.ask(histories.rows(shop, _parse_number(name)))
        undone = ["This upload was undone since."] if upload.undone else []
        return Listing(ROW, upload.rows[:limit], "The upload had no row.", after=undone)
    if not name:
        query = HistoryQuery(None, () if cause is None else (cause,), since, until)
        lines = session.ask(histories.writes(shop, query, None, limit)).rows
        return Listing(WRITE, [line.write for line in lines], "No such change is in the history.")
    entries = _list_entries(session, kind[0] if kind else "", name, limit)
    return Listing(ENTRY, entries, "The history has no change of it.")


def _list_entries(session: Session, kind: str, name: str, limit: int) -> list[HistoryEntry | HistoryLine]:
    """What a name stands for, of a kind or of the first that fits. Raises NotFound."""
    shop, histories = session.shop.id, session.backend.histories
    if not kind:
        subject = session.ask(histories.find(shop, name))
    elif kind == SubjectKind.ORDER:
        subject = HistorySubject(SubjectKind.ORDER, session.read(lambda db: find_order_name(db, shop, name)))
    else:
        subject = HistorySubject(SubjectKind(kind), name if kind == SubjectKind.PART else str(_parse_number(name)))
    if subject.kind is SubjectKind.PART:
        return [*session.ask(histories.part(shop, subject.name, None, limit)).rows]
    entries: list[HistoryEntry | HistoryLine] = []
    for line in session.ask(histories.writes(shop, HistoryQuery(subject), None, limit)).rows:
        if line.write.cause.kind is CauseKind.SET_ASIDE:
            entries.append(line)
        elif len(entries) < limit:
            entries += session.ask(histories.entries(shop, line.write.id, 0, limit - len(entries))).rows
    return entries[:limit]


def _parse_number(name: str) -> int:
    """Raises NotFound for what is no number of a call or run."""
    if not (name.isascii() and name.isdecimal() and 0 < int(name) <= 2**53):
        raise NotFound(f"{name!r} is no number of a call or run.")
    return int(name)


def undo_call(session: Session, call_id: int, *, preview: bool) -> Answer:
    """Takes back what an upload changed, or only says what would go back."""
    histories = session.backend.histories
    done = session.ask((histories.plan_undo if preview else histories.undo)(session.shop.id, call_id))
    counts = (len(done.changes), len(done.removed), len(done.left))
    back, gone, stay = (format_count(count, "part") for count in counts)
    begin = "Nothing is done yet. To restore" if preview else "Restored"
    lines = [
        *(f"{sku}: {', '.join(describe_change(change) for change in changes)}" for sku, changes in done.changes),
        *(f"{sku}: removed" for sku in done.removed),
        *(f"{item.sku}: {item.why}" for item in done.left),
        f"{begin}: {back}. {'To remove' if preview else 'Removed'}: {gone}. Changed since: {stay}.",
    ]
    return Answer(_undo_json(done), lines)


def _undo_json(done: UploadUndo) -> dict[str, Any]:
    return {
        "call": done.call_id,
        "restored": [{"sku": sku, "changes": [change_json(one) for one in changes]} for sku, changes in done.changes],
        "removed": list(done.removed),
        "stays": [{"sku": item.sku, "why": str(item.why)} for item in done.left],
    }
