"""`counterpart history`: what changed parts, with its cause (contract §12)."""

from __future__ import annotations

from collections.abc import Sequence

import click

from bridge.cli.command_table import summary_of
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import CommandGroup, csv_option, pass_session
from bridge.cli.framework.output import print_list
from bridge.cli.framework.parameter_types import KEY_ID, LIMIT, MOMENT
from bridge.cli.framework.value_format import format_local_time, text_or_dash
from bridge.cli.history.history_output import aside_json, describe_cause, describe_entry, entry_json, write_json
from bridge.cli.history.upload_rows_output import print_upload_rows
from service.domain.history import CauseKind, HistoryEntry, HistoryLine, ItemWrite, SubjectKind, WriteCause
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx
from service.store.history.item_history import list_item_history, list_write_items
from service.store.history.write_lists import EVERY_WRITE, WriteFilter, list_caused_writes, list_writes
from service.store.orders import get_order, has_order
from service.usecases.browse_history import find_order_name, find_subject, list_set_aside_lines, read_upload_rows

_CAUSES = [kind.value for kind in CauseKind]


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
