"""`counterpart items export` and `counterpart orders export`: files for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from bridge.cli.command_group import Command, pass_session
from bridge.cli.output import format_count, print_json, print_line
from bridge.cli.parameter_types import FILE, MOMENT
from bridge.cli.session import Session
from bridge.system.export_file import write_table
from service.domain.catalogue.items import Item
from service.domain.catalogue.sku import fold
from service.domain.export_table import ExportTable, TableFormat, find_format
from service.domain.marketplace.orders import OrderTable
from service.domain.reports import Span
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store.engine.transaction import ReadTx
from service.store.items import search_items
from service.store.reports import iterate_records
from service.usecases.export_tables import make_item_table, make_order_table

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_PAGE = 500

format_option = click.option(
    "--format",
    "form",
    type=click.Choice([form.value for form in TableFormat]),
    help="In place of the file's ending.",
)


@click.command(
    "export",
    cls=Command,
    help="Write every item to a file, XLSX or CSV by its ending: a row for each branch, prices in BHD. "
    "With - to standard output.",
    example="counterpart items export catalogue.xlsx",
)
@click.argument("file", type=FILE)
@format_option
@pass_session
def export_items(session: Session, file: Path, form: str | None) -> None:
    counter = _Counter(_iterate_items(session, session.read(session.find_shop)))
    _write(session, file, form, make_item_table(counter), lambda: counter.count, "item")


@click.command(
    "export",
    cls=Command,
    help="Write orders, their lines or payouts to a file, XLSX or CSV by its ending. Amounts are BHD without VAT, "
    "times are local. Payouts are of delivered orders, by the time of delivery. With - to standard output.",
    example="counterpart orders export november.xlsx --what payouts --since 2026-11-01 --until 2026-12-01",
)
@click.argument("file", type=FILE)
@click.option(
    "--what",
    type=click.Choice([what.value for what in OrderTable]),
    default=OrderTable.ORDERS.value,
    show_default=True,
    help="A row for each of these.",
)
@click.option("--since", type=MOMENT, metavar="T", help="Only since this time: local, or with Z in UTC.")
@click.option("--until", type=MOMENT, metavar="T", help="Only before this time.")
@format_option
@pass_session
def export_orders(
    session: Session, file: Path, what: str, since: Millis | None, until: Millis | None, form: str | None
) -> None:
    chosen = OrderTable(what)
    span = Span(Span().first if since is None else since, Span().last if until is None else until - 1)
    shop = session.read(session.find_shop)
    counter = _Counter(iterate_records(session.read, shop.id, span, paid=chosen is OrderTable.PAYOUTS))
    _write(session, file, form, make_order_table(chosen, counter, shop.vat), lambda: counter.count, "order")


class _Counter(Iterable[T]):
    """Passes values on and counts them: one may fill several rows."""

    def __init__(self, values: Iterable[T]) -> None:
        self._values = values
        self.count = 0

    def __iter__(self) -> Iterator[T]:
        for value in self._values:
            self.count += 1
            yield value


def _iterate_items(session: Session, shop: Shop) -> Iterator[Item]:
    """Reads page by page, each page in a short read."""
    after: str | None = None
    while True:

        def read(db: ReadTx, after: str | None = after) -> list[Item]:
            return search_items(db, shop.id, "", after=after, limit=_PAGE)

        page = session.read(read)
        yield from page
        if len(page) < _PAGE:
            return
        after = fold(page[-1].sku)


def _write(
    session: Session, file: Path, form: str | None, table: ExportTable, count: Callable[[], int], name: str
) -> None:
    chosen = TableFormat(form) if form else find_format(file)
    if chosen is None:
        raise click.UsageError("Name the file .xlsx or .csv, or say --format xlsx or csv.", click.get_current_context())
    write_table(file, table, chosen)
    if str(file) == "-":
        return
    if session.as_json:
        print_json({"file": str(file), f"{name}s": count()})
    else:
        print_line(f"{format_count(count(), name)} written to {file}.")
