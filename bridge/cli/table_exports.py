"""`counterpart items export` and `counterpart orders export`: files for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import click

from bridge.cli.command_group import declare
from bridge.cli.output import Answer, format_count, say
from bridge.cli.parameter_types import FILE, EnumType, since_option, until_option
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

T = TypeVar("T")
_PAGE = 500
_format_option = click.option("--format", "form", type=EnumType(TableFormat), help="In place of the file's ending.")


@declare("catalogue.xlsx", name="export", group="items")
@click.argument("file", type=FILE)
@_format_option
def export_items(session: Session, file: Path, form: TableFormat | None) -> Answer | None:
    """Write every item to a file, XLSX or CSV by its ending: a row for each branch, prices in BHD.
    With - to standard output.
    """
    counter = _Counter(iterate_items(session, session.shop))
    return _write(file, form, make_item_table(counter), lambda: counter.count, "item")


@declare("november.xlsx --what payouts --since 2026-11-01 --until 2026-12-01", name="export", group="orders")
@click.argument("file", type=FILE)
@click.option(
    "--what",
    type=EnumType(OrderTable),
    default=OrderTable.ORDERS.value,
    show_default=True,
    help="A row for each of these.",
)
@since_option
@until_option
@_format_option
def export_orders(
    session: Session,
    file: Path,
    what: OrderTable,
    since: Millis | None,
    until: Millis | None,
    form: TableFormat | None,
) -> Answer | None:
    """Write orders, their lines or payouts to a file, XLSX or CSV by its ending. Amounts are BHD
    without VAT, times are local. Payouts are of delivered orders, by the time of delivery. With -
    to standard output.
    """
    span = Span(Span().first if since is None else since, Span().last if until is None else until - 1)
    paid = what is OrderTable.PAYOUTS
    shop = session.shop
    counter = _Counter(iterate_records(session.read, shop.id, span, paid=paid))
    return _write(file, form, make_order_table(what, counter, shop.vat), lambda: counter.count, "order")


class _Counter(Iterable[T]):
    """Passes values on and counts them: one may fill several rows."""

    def __init__(self, values: Iterable[T]) -> None:
        self._values = values
        self.count = 0

    def __iter__(self) -> Iterator[T]:
        for value in self._values:
            self.count += 1
            yield value


def iterate_items(session: Session, shop: Shop, search: str = "") -> Iterator[Item]:
    """Reads page by page, each page in a short read."""
    after: str | None = None
    while True:

        def read(db: ReadTx, after: str | None = after) -> list[Item]:
            return search_items(db, shop.id, search, after=after, limit=_PAGE)

        page = session.read(read)
        yield from page
        if len(page) < _PAGE:
            return
        after = fold(page[-1].sku)


def _write(
    file: Path, form: TableFormat | None, table: ExportTable, count: Callable[[], int], name: str
) -> Answer | None:
    chosen = form or find_format(file)
    if chosen is None:
        raise click.UsageError("Name the file .xlsx or .csv, or say --format xlsx or csv.", click.get_current_context())
    write_table(file, table, chosen)
    if str(file) == "-":
        return None
    return say({"file": str(file), f"{name}s": count()}, f"{format_count(count(), name)} written to {file}.")
