"""The catalogue's backend over a real store."""

from __future__ import annotations

import csv
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtGui import QImage

from bridge.gateway.catalogue_backend import CatalogueBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.catalogue.item_edit import ItemEdit
from service.domain.catalogue.items import ItemQuery, ItemSelection, ItemSort, ItemView
from service.domain.catalogue.price_change import PriceChange
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.export_table import TableWords
from service.domain.times import HOUR
from service.store.engine.store import Store
from tests.bridge.gateway.gateway_fakes import ProgressRecorder
from tests.fakes.clock import START, FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.catalogue_port import Catalogue

T = TypeVar("T")


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock) -> Catalogue:
    return CatalogueBackend(asking)


@pytest.fixture
def filled(floor: ShopFixture) -> ShopFixture:
    floor.upload(
        {"sku": "A-1", "name": "Zinc plug", "brand": "NGK", "price_fils": 300, "quantity": 9},
        {"sku": "A-1", "branch": "Sitra", "quantity": 1},
        {"sku": "B-2", "name": "air filter", "name_ar": "فلتر هواء", "brand": "mann", "price_fils": 900, "quantity": 1},
        {"sku": "C-3", "name": "Belt", "brand": "Bosch", "price_fils": 500, "quantity": 5, "active": False},
        {"sku": "D-4", "name": "Oil", "brand": "ACDelco", "quantity": 20, "oem_number": "OEM-77"},
    )
    floor.place("A-1", 2)
    return floor


def skus(room: Catalogue, floor: ShopFixture, query: ItemQuery) -> list[str]:
    return [item.sku for item in room.page(floor.shop.id, query, 0, 50).result(WAIT_S).rows]


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (ItemSort.SKU, "ABCD"),
        (ItemSort.NAME, "BCDA"),
        (ItemSort.BRAND, "DCBA"),
        (ItemSort.QUANTITY, "BCAD"),
        (ItemSort.FREE, "BCAD"),
    ],
)
def test_each_sort_goes_both_ways(filled: ShopFixture, room: Catalogue, order: ItemSort, expected: str) -> None:
    there = "".join(sku[0] for sku in skus(room, filled, ItemQuery(sort=order)))
    back = "".join(sku[0] for sku in skus(room, filled, ItemQuery(sort=order, descending=True)))
    assert (there, back) == (expected, expected[::-1])


@pytest.mark.parametrize(
    ("text", "expected"), [("a-1", ["A-1"]), ("oem-77", ["D-4"]), ("فلتر", ["B-2"]), ("MANN", ["B-2"]), ("%", [])]
)
def test_it_finds_by_sku_oem_number_and_either_name(
    filled: ShopFixture, room: Catalogue, text: str, expected: list[str]
) -> None:
    assert skus(room, filled, ItemQuery(text)) == expected


def test_views_have_their_counts_and_the_total_is_the_views(filled: ShopFixture, room: Catalogue) -> None:
    page = room.page(filled.shop.id, ItemQuery(view=ItemView.LOW), 0, 50).result(WAIT_S)
    assert [item.sku for item in page.rows] == ["B-2"]
    assert page.total == 1
    assert page.counts[ItemView.ALL] == 4
    assert page.counts[ItemView.RESERVED] == page.counts[ItemView.INACTIVE] == 1
    assert (page.changed_at, page.changed_by) == (START, "Till")


def test_a_branch_narrows_and_one_that_is_not_there_is_not_found(filled: ShopFixture, room: Catalogue) -> None:
    assert skus(room, filled, ItemQuery(branch="Sitra")) == ["A-1"]
    with pytest.raises(BackendError) as told:
        skus(room, filled, ItemQuery(branch="Muharraq"))
    assert told.value.code is ErrorCode.NOT_FOUND


def test_pages_meet(filled: ShopFixture, room: Catalogue) -> None:
    pages = [room.page(filled.shop.id, ItemQuery(), at, 3).result(WAIT_S) for at in (0, 3)]
    assert [[item.sku for item in page.rows] for page in pages] == [["A-1", "B-2", "C-3"], ["D-4"]]
    assert [page.total for page in pages] == [4, 4]


def test_a_movement_is_in_the_ledger_and_one_that_takes_too_much_is_refused(
    filled: ShopFixture, room: Catalogue
) -> None:
    room.move(filled.shop.id, NewMovement("A-1", "Main", Cause.SALE, 3000, "counter")).result(WAIT_S)
    item = room.item(filled.shop.id, "a-1").result(WAIT_S)
    assert {level.branch: level.quantity for level in item.stock}["Main"] == 6000
    newest = room.ledger(filled.shop.id, "A-1", None, 1).result(WAIT_S)
    assert (newest.rows[0].cause, newest.rows[0].change, str(newest.rows[0].note)) == (Cause.SALE, -3000, "counter")
    assert newest.more
    with pytest.raises(BackendError) as told:
        room.move(filled.shop.id, NewMovement("A-1", "Main", Cause.COUNT, 1000)).result(WAIT_S)
    assert told.value.code is ErrorCode.STOCK_HELD
    with pytest.raises(BackendError) as told:
        room.move(filled.shop.id, NewMovement("A-1", "Main", Cause.SALE, 9000)).result(WAIT_S)
    assert told.value.code is ErrorCode.NOT_ENOUGH_STOCK


def test_the_ledger_pages_to_its_end(filled: ShopFixture, room: Catalogue) -> None:
    for level in (1000, 2000, 3000):
        filled.move("D-4", Cause.COUNT, level)
    whole = room.ledger(filled.shop.id, "D-4", None, 10).result(WAIT_S)
    first = room.ledger(filled.shop.id, "D-4", None, 2).result(WAIT_S)
    rest = room.ledger(filled.shop.id, "D-4", first.rows[-1].id, 10).result(WAIT_S)
    assert (first.more, rest.more, whole.more) == (True, False, False)
    assert first.rows + rest.rows == whole.rows


def test_an_export_holds_what_was_sought_and_says_how_far_it_is(
    floor: ShopFixture, room: Catalogue, tmp_path: Path
) -> None:
    floor.upload(*({"sku": f"P-{number:04}", "name": "Pad"} for number in range(1200)))
    steps, file = ProgressRecorder(), tmp_path / "parts.csv"
    assert room.export(floor.shop.id, ItemQuery("P-"), str(file), TableWords(), steps).result(WAIT_S) == 1200
    with file.open(encoding="utf-8-sig", newline="") as lines:
        rows = list(csv.reader(lines))
    assert len(rows) == 1201
    assert steps.reports == [Progress(500, 1200), Progress(1000, 1200), Progress(1200, 1200)]


def test_an_export_has_each_part_once_though_others_are_added_meanwhile(
    floor: ShopFixture, room: Catalogue, tmp_path: Path
) -> None:
    wanted = [f"P-{number:04}" for number in range(800)]
    floor.upload(*({"sku": sku, "name": sku} for sku in wanted))
    file = tmp_path / "parts.csv"

    def add_before_the_others(progress: Progress) -> None:
        floor.upload({"sku": f"A-{progress.done}", "name": "Added"})

    room.export(floor.shop.id, ItemQuery(), str(file), TableWords(), add_before_the_others).result(WAIT_S)
    with file.open(encoding="utf-8-sig", newline="") as lines:
        assert [row["sku"] for row in csv.DictReader(lines)] == wanted


def test_a_change_that_is_cancelled_while_its_parts_are_sought_changes_none(filled: ShopFixture) -> None:
    """A search that is cancelled gives what it has found so far."""

    class EndingGateway(StoreGateway):
        """Each long work hears that it is cancelled, as when the program ends."""

        def run_long(self, work: Callable[[Store, Callable[[], bool]], T]) -> Future[T]:
            return super().run_long(lambda store, _cancelled: work(store, lambda: True))

    gateway = EndingGateway(lambda: filled.store, filled.clock)
    changed = CatalogueBackend(gateway).set_active(filled.shop.id, ItemSelection(query=ItemQuery("A-1")), active=False)
    with pytest.raises(CancelledError):
        changed.result(WAIT_S)
    gateway.close()
    assert filled.item("A-1").active


def test_a_cancelled_export_leaves_what_was_there(floor: ShopFixture, room: Catalogue, tmp_path: Path) -> None:
    floor.upload(*({"sku": f"P-{number:04}", "name": "Pad"} for number in range(1200)))
    file = tmp_path / "parts.csv"
    file.write_text("before")
    steps = ProgressRecorder()
    steps.stop_at = 1
    future = room.export(floor.shop.id, ItemQuery(), str(file), TableWords(), steps)
    steps.stop = future.cancel
    steps.may_stop.set()
    with pytest.raises(CancelledError):
        future.result(WAIT_S)
    assert file.read_text() == "before"
    assert steps.reports[0] == Progress(500, 1200)


@pytest.mark.parametrize("place", ["missing/parts.csv", "file/parts.csv"])
def test_a_place_that_cannot_be_written_is_told(
    floor: ShopFixture, room: Catalogue, tmp_path: Path, place: str
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BackendError, match="Choose another place") as told:
        room.export(floor.shop.id, ItemQuery(), str(tmp_path / place), TableWords(), ProgressRecorder()).result(WAIT_S)
    assert told.value.code is ErrorCode.FILE_NOT_WRITABLE


def test_an_export_counts_parts_and_not_their_branches(filled: ShopFixture, room: Catalogue, tmp_path: Path) -> None:
    file = tmp_path / "parts.csv"
    assert (
        room.export(filled.shop.id, ItemQuery("A-1"), str(file), TableWords(), ProgressRecorder()).result(WAIT_S) == 1
    )
    assert len(file.read_text(encoding="utf-8-sig").splitlines()) == 3, "a header and a line for each branch"


def test_a_change_of_price_is_the_last_change(filled: ShopFixture, room: Catalogue, clock: FakeClock) -> None:
    assert room.page(filled.shop.id, ItemQuery(), 0, 5).result(WAIT_S).changed_by
    clock.advance(HOUR)
    filled.upload({"sku": "D-4", "price_fils": 750})
    page = room.page(filled.shop.id, ItemQuery(), 0, 5).result(WAIT_S)
    assert (page.changed_at, page.changed_by) == (clock.now(), "Till")


def test_a_page_says_what_the_shop_holds_whatever_was_searched(filled: ShopFixture, room: Catalogue) -> None:
    page = room.page(filled.shop.id, ItemQuery("no such part"), 0, 5).result(WAIT_S)
    assert (page.total, page.held) == (0, 4)


def test_all_that_a_search_finds_changes_as_its_preview_said(filled: ShopFixture, room: Catalogue) -> None:
    selection = ItemSelection(query=ItemQuery("filter"))
    plan = room.plan_prices(filled.shop.id, selection, PriceChange(1000)).result(WAIT_S)
    assert [(move.sku, move.new) for move in plan.largest] == [("B-2", 990)]
    room.change_prices(filled.shop.id, plan).result(WAIT_S)
    assert room.item(filled.shop.id, "B-2").result(WAIT_S).price_fils == 990
    with pytest.raises(BackendError) as told:
        room.change_prices(filled.shop.id, plan).result(WAIT_S)
    assert told.value.code is ErrorCode.CHANGED_SINCE


def test_a_view_and_named_parts_become_active_together(filled: ShopFixture, room: Catalogue) -> None:
    inactive = ItemSelection(query=ItemQuery(view=ItemView.INACTIVE))
    room.set_active(filled.shop.id, inactive, True).result(WAIT_S)
    assert room.item(filled.shop.id, "C-3").result(WAIT_S).active
    room.set_active(filled.shop.id, ItemSelection(("a-1", "D-4")), False).result(WAIT_S)
    assert skus(room, filled, ItemQuery(view=ItemView.INACTIVE)) == ["A-1", "D-4"]


def test_an_edit_is_saved_and_a_refused_one_names_its_fields(filled: ShopFixture, room: Catalogue) -> None:
    room.save(filled.shop.id, ItemEdit("A-1", fields={"price_fils": 400})).result(WAIT_S)
    assert room.item(filled.shop.id, "A-1").result(WAIT_S).price_fils == 400
    with pytest.raises(BackendError) as told:
        room.save(filled.shop.id, ItemEdit("A-1", fields={"name": "", "price_fils": -1})).result(WAIT_S)
    assert told.value.code is ErrorCode.ROW_REFUSED
    assert [fault.gaps["field"] for fault in told.value.faults] == ["price_fils", "name"]


def test_low_parts_are_exported_as_a_reorder_list(filled: ShopFixture, room: Catalogue, tmp_path: Path) -> None:
    file = tmp_path / "reorder.csv"
    room.save(filled.shop.id, ItemEdit("D-4", fields={"low_limit": 20_000})).result(WAIT_S)
    query = ItemQuery(view=ItemView.LOW)
    assert room.export(filled.shop.id, query, str(file), TableWords(), ProgressRecorder()).result(WAIT_S) == 2
    rows = list(csv.reader(file.read_text(encoding="utf-8-sig").splitlines()))
    assert rows[0] == ["sku", "name", "name_ar", "oem_number", "brand", "quantity", "reserved", "free", "low_limit"]
    assert [(row[0], row[-2], row[-1]) for row in rows[1:]] == [("B-2", "1", "2"), ("D-4", "20", "20")]


def test_nothing_overwrites_what_no_system_wrote(filled: ShopFixture, room: Catalogue) -> None:
    assert room.overwriters(filled.shop.id, ItemSelection(query=ItemQuery())).result(WAIT_S) == ()


def test_a_chosen_picture_comes_back_small_and_goes(filled: ShopFixture, room: Catalogue, tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    assert QImage(800, 600, QImage.Format.Format_RGB32).save(str(file), "PNG")  # type: ignore[call-overload]
    room.set_picture(filled.shop.id, "A-1", str(file)).result(WAIT_S)
    image = room.picture(filled.shop.id, "a-1").result(WAIT_S)
    assert image is not None
    assert QImage.fromData(image).width() == 640
    room.remove_picture(filled.shop.id, "A-1").result(WAIT_S)
    assert room.picture(filled.shop.id, "A-1").result(WAIT_S) is None


def test_a_picture_file_that_is_gone_or_no_picture_is_told(
    filled: ShopFixture, room: Catalogue, tmp_path: Path
) -> None:
    with pytest.raises(BackendError) as told:
        room.set_picture(filled.shop.id, "A-1", str(tmp_path / "gone.png")).result(WAIT_S)
    assert told.value.code is ErrorCode.FILE_NOT_FOUND
    (tmp_path / "a.png").write_text("text")
    with pytest.raises(BackendError, match="no PNG or JPEG"):
        room.set_picture(filled.shop.id, "A-1", str(tmp_path / "a.png")).result(WAIT_S)


def test_the_parts_of_a_selection_are_read_for_their_labels(filled: ShopFixture, room: Catalogue) -> None:
    named = room.selected(filled.shop.id, ItemSelection(("D-4", "a-1"))).result(WAIT_S)
    assert sorted(item.sku for item in named) == ["A-1", "D-4"]
    found = room.selected(filled.shop.id, ItemSelection(query=ItemQuery("filter"))).result(WAIT_S)
    assert [item.sku for item in found] == ["B-2"]
