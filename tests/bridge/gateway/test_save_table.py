"""Orders, lines and payouts of a span, as the window saves them."""

from __future__ import annotations

import csv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.orders_backend import OrdersBackend
from bridge.gateway.save_table import save_table
from bridge.gateway.store_gateway import StoreGateway
from service.domain.export_table import Cell, CellKind, Column, ExportTable, TableWords
from service.domain.marketplace.orders import Action, OrderTable
from service.domain.reports import Span
from service.domain.times import DAY, HOUR
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode
from ui.backend.progress import Progress

COLUMNS = (Column("sku"), Column("price_bhd", CellKind.MONEY))


def table(error: OSError | None = None) -> ExportTable:
    def rows() -> Iterator[tuple[Cell, ...]]:
        yield ("00123", 31_508)
        if error is not None:
            raise error

    return ExportTable("Parts", COLUMNS, rows())


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv", "a"])
def test_one_row_is_counted_and_nothing_else_stays(tmp_path: Path, name: str) -> None:
    assert save_table(tmp_path / name, table(), TableWords()) == 1
    assert [file.name for file in tmp_path.iterdir()] == [name]
    content = (tmp_path / name).read_bytes()
    assert content.startswith(b"PK" if name.endswith("xlsx") else b"\xef\xbb\xbfsku,price_bhd\r\n00123,31.508\r\n")


@pytest.mark.parametrize("name", ["a.xlsx", "a.csv"])
@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (OSError(28, "No space left on device"), ErrorCode.DISK_FULL, "The disk is full."),
        (PermissionError(13, "Permission denied"), ErrorCode.FILE_NOT_WRITABLE, "Choose another place"),
    ],
)
def test_a_failure_is_one_sentence_and_the_earlier_file_stays(
    tmp_path: Path, name: str, error: OSError, code: ErrorCode, text: str
) -> None:
    file = tmp_path / name
    file.write_text("before")
    with pytest.raises(BackendError, match=text) as raised:
        save_table(file, table(error), TableWords())
    assert raised.value.code is code
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [(name, "before")]


def test_the_headings_of_the_window_are_written_and_its_direction(tmp_path: Path) -> None:
    headings = TableWords({"sku": "رقم القطعة", "Parts": "القطع"}, rtl=True)
    save_table(tmp_path / "a.csv", table(), headings)
    assert (tmp_path / "a.csv").read_text(encoding="utf-8-sig").splitlines()[0] == "رقم القطعة,price_bhd"
    for given, right in ((headings, True), (TableWords(), False)):
        save_table(tmp_path / "a.xlsx", table(), given)
        with zipfile.ZipFile(tmp_path / "a.xlsx") as book:
            sheet, names = book.read("xl/worksheets/sheet1.xml").decode(), book.read("xl/workbook.xml").decode()
        assert ('rightToLeft="1"' in sheet) is right
        assert ('name="القطع"' in names) is right


@pytest.fixture
def delivered_at(floor: ShopFixture) -> int:
    """Two orders, the first delivered a day later, which is when the second is placed."""
    floor.add("=PAD-1", 50, price_fils=12_500)
    first = floor.place("=PAD-1", 2, commission_fils=2_000)
    floor.clock.advance(HOUR // 4)
    floor.act(first, Action.ACCEPT)
    floor.clock.advance(DAY)
    for action in (Action.READY, Action.DISPATCHED, Action.DELIVERED):
        floor.act(first, action)
    floor.place("=PAD-1", 1)
    return floor.clock.now()


def save(gateway: StoreGateway, floor: ShopFixture, file: Path, what: OrderTable, span: Span) -> list[list[str]]:
    steps: list[Progress] = []
    backend = OrdersBackend(gateway)
    count = backend.export(
        floor.shop.id, what, span, str(file), TableWords({"payout_bhd": "Payout, BHD"}), steps.append
    ).result(WAIT_S)
    assert steps[-1:] == ([Progress(count, count)] if count else [])
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.reader(lines))


def test_payouts_are_of_what_was_delivered_in_the_span(
    asking: StoreGateway, floor: ShopFixture, clock: FakeClock, delivered_at: int, tmp_path: Path
) -> None:
    assert clock is floor.clock
    file = tmp_path / "payouts.csv"
    header, row = save(asking, floor, file, OrderTable.PAYOUTS, Span(delivered_at, delivered_at))
    assert dict(zip(header, row, strict=True))["Payout, BHD"] == "23.000"
    assert row[4:] == ["25.000", "2.000", "23.000"]
    assert len(save(asking, floor, file, OrderTable.PAYOUTS, Span(0, delivered_at - 1))) == 1


def test_orders_and_lines_are_of_what_was_placed_in_the_span(
    asking: StoreGateway, floor: ShopFixture, delivered_at: int, tmp_path: Path
) -> None:
    file = tmp_path / "orders.csv"
    rows = save(asking, floor, file, OrderTable.ORDERS, Span(0, delivered_at - 1))
    assert [row[0] for row in rows[1:]] == ["ORD-2026-000001"]
    assert rows[1][2] == "delivered"
    rows = save(asking, floor, file, OrderTable.LINES, Span())
    assert [row[4:] for row in rows[1:]] == [
        ["'=PAD-1", "'=PAD-1", "2", "12.500", "25.000"],
        ["'=PAD-1", "'=PAD-1", "1", "12.500", "12.500"],
    ]
    assert len(save(asking, floor.paired(), file, OrderTable.ORDERS, Span())) == 1
