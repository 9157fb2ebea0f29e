"""Code 128: known values, and every text comes back from its bars by the standard's table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain import printing
from service.domain.catalogue.items import Item
from service.domain.errors import Refused
from service.domain.marketplace.orders import NOBODY, Customer, Line, Method, Order, Status, Vehicle
from service.domain.printing import (
    LABEL_SIZES,
    MAX_LABELLED,
    MAX_LABELS,
    Label,
    LabelSize,
    Slip,
    SlipKind,
    SlipLine,
    can_encode,
    check_label_count,
    encode,
    find_label_size,
    find_most_copies,
    make_bars,
    make_label,
    make_slip,
)
from service.domain.shops import Shop

SHOP = Shop(1, "Sitra", False, vat=1000, vat_number="200012345600002")
ORDER = Order(
    1, 1, "ORD-2026-000001", Status.CONFIRMED, 0, None, 0, False, None,
    1, Method.COURIER, 1_500, 31_255, 3_000, False, None, False,
    lines=(Line("A-1", "Pad", 1500, 20_000, 30_000, 500), Line("B-2", "Plug", 1000, 1_255, 1_255)),
)  # fmt: skip
CUSTOMER = Customer("Ahmed", "3600 1234", "Sitra", "call first")
PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60)
DIGITS = st.text(st.sampled_from("0123456789A"), min_size=1, max_size=24)


def item(sku: str, price: int | None) -> Item:
    return Item(
        1, sku, "Pad", None, None, None, None, None, price, None, None,
        list_on_marketplace=False, active=True, fit=(), stock=(), updated_at=0,
    )  # fmt: skip


@pytest.mark.parametrize(("vat", "price"), [(1000, 13_750), (0, 12_500)])
def test_the_price_has_the_vat_of_the_shop(vat: int, price: int) -> None:
    assert make_label(item("A-1", 12_500), Shop(1, "S", False, vat=vat)) == Label("A-1", "Pad", "", price, vat)


def test_a_part_without_a_price_has_none_on_its_label() -> None:
    assert make_label(item("A-1", None), Shop(1, "S", False)).price_fils is None


@pytest.mark.parametrize(("sku", "has"), [("A-1", True), ("قطعة-5", False)])
def test_only_latin_skus_have_bars(sku: str, has: bool) -> None:
    assert make_label(item(sku, None), Shop(1, "S", False)).has_bars is has


def test_more_parts_than_are_printed_at_once_are_refused() -> None:
    check_label_count(MAX_LABELLED)
    with pytest.raises(Refused, match="at most 500 parts for labels, not 501") as raised:
        check_label_count(MAX_LABELLED + 1)
    assert raised.value.code == "too_many_labels"


@pytest.mark.parametrize(
    ("parts", "most"), [(0, 50), (1, 50), (100, 50), (101, 49), (MAX_LABELLED, 10), (MAX_LABELS, 1)]
)
def test_many_parts_have_fewer_copies_so_that_the_window_does_not_stand_still(parts: int, most: int) -> None:
    assert find_most_copies(parts) == most
    assert parts * most <= MAX_LABELS


def test_a_label_has_the_names_in_both_languages() -> None:
    both = replace(item("A-1", 100), name_ar="فحمات")
    assert make_label(both, Shop(1, "S", False, vat=0)) == Label("A-1", "Pad", "فحمات", 100, 0)


def test_of_more_parts_than_labels_there_is_one_copy() -> None:
    assert find_most_copies(MAX_LABELS + 1) == 1


@pytest.mark.parametrize("size", LABEL_SIZES, ids=[size.key for size in LABEL_SIZES])
def test_a_size_is_found_by_its_key_and_fits_a_sheet_of_a4(size: LabelSize) -> None:
    assert find_label_size(size.key) is size
    assert size.on_sheet is size.key.startswith("a4")
    assert size.columns * size.width <= 210
    assert size.rows * size.height <= 297


def test_labels_of_an_unknown_size_are_50_by_25_mm() -> None:
    size = find_label_size("gone")
    assert (size.width, size.height, size.on_sheet) == (50, 25, False)


def make(kind: SlipKind, shop: Shop = SHOP, order: Order = ORDER) -> Slip:
    return make_slip(kind, shop, order, "Main", {"A-1": "فحمات"}, CUSTOMER)


def test_every_slip_names_shop_vat_number_and_parts() -> None:
    for kind in SlipKind:
        slip = make(kind)
        assert (slip.shop, slip.vat_number, slip.reference) == ("Sitra", "200012345600002", "ORD-2026-000001")
        assert [(line.sku, line.name_ar, line.short) for line in slip.lines] == [("A-1", "فحمات", 500), ("B-2", "", 0)]


def test_only_a_pick_slip_says_where_a_part_is_fetched() -> None:
    for kind in SlipKind:
        slip = make_slip(kind, SHOP, ORDER, "Main", {}, CUSTOMER, {"A-1": "A-12"})
        assert [line.shelf for line in slip.lines] == ["A-12" if kind is SlipKind.PICK_SLIP else "", ""]


def test_a_pick_slip_has_no_customer_but_the_note() -> None:
    assert make(SlipKind.PICK_SLIP).customer == replace(NOBODY, note="call first")
    assert make(SlipKind.DELIVERY_NOTE).customer == CUSTOMER


def test_only_an_order_has_amounts_and_their_tax_is_rounded_once() -> None:
    assert make(SlipKind.PICK_SLIP).totals is make(SlipKind.DELIVERY_NOTE).totals is None
    totals = make(SlipKind.ORDER).totals
    assert totals is not None
    assert (totals.items_fils, totals.vat_fils, totals.fee_fils) == (31_255, 3_126, 1_500)
    assert totals.total_fils == 35_881


def test_what_has_left_is_not_short() -> None:
    assert make(SlipKind.PICK_SLIP, order=replace(ORDER, units_left=True)).lines[0].short == 0


def test_a_delivery_note_has_all_that_is_known_of_the_order() -> None:
    order = replace(ORDER, vehicle=Vehicle("Kia", "Rio", 2019), marketplace_reference="ORD-2026-000009", placed_at=7)
    note = make(SlipKind.DELIVERY_NOTE, replace(SHOP, staging=True), order)
    assert note == Slip(
        kind=SlipKind.DELIVERY_NOTE,
        shop="Sitra",
        vat_number="200012345600002",
        staging=True,
        reference="ORD-2026-000001",
        marketplace_reference="ORD-2026-000009",
        placed_at=7,
        branch="Main",
        method=Method.COURIER,
        vehicle=Vehicle("Kia", "Rio", 2019),
        customer=CUSTOMER,
        lines=(
            SlipLine("A-1", "Pad", "فحمات", 1500, 500, 20_000, 30_000),
            SlipLine("B-2", "Plug", "", 1000, 0, 1_255, 1_255),
        ),
        totals=None,
    )
    assert make(SlipKind.ORDER).marketplace_reference == ""


def decode(bars: tuple[int, ...]) -> str:
    """Reads bars as a scanner does: by their widths, with the check value."""
    table = {tuple(map(int, widths)): value for value, widths in enumerate(printing._TABLE.split())}
    assert table.pop(bars[-7:]) == 106
    values = [table[bars[place : place + 6]] for place in range(0, len(bars) - 7, 6)]
    check = values.pop()
    assert check == sum(max(1, place) * value for place, value in enumerate(values)) % 103
    pairs = {104: False, 105: True}[values[0]]
    text = ""
    for value in values[1:]:
        if value == (100 if pairs else 99):
            pairs = not pairs
        else:
            text += f"{value:02d}" if pairs else chr(value + 32)
    return text


@given(st.one_of(PRINTABLE, DIGITS))
def test_every_printable_text_comes_back(text: str) -> None:
    assert decode(make_bars(text)) == text


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("PAD-1", [104, 48, 33, 36, 13, 17, 51, 106]),
        ("12", [105, 12, 14, 106]),
        ("123", [104, 17, 18, 19, 8, 106]),
        ("12345", [105, 12, 34, 100, 21, 54, 106]),
        ("AB12345678", [104, 33, 34, 99, 12, 34, 56, 78, 57, 106]),
        ("A12345", [104, 33, 17, 99, 23, 45, 64, 106]),
        ("A12345B", [104, 33, 17, 18, 19, 20, 21, 34, 44, 106]),
    ],
)
def test_digits_go_in_pairs_where_that_is_shorter(text: str, values: list[int]) -> None:
    assert encode(text) == values


@pytest.mark.parametrize("text", ["", "قطعة", "A\n", "é", "\x7f"])
def test_what_the_code_does_not_have_is_refused(text: str) -> None:
    assert not can_encode(text)
    with pytest.raises(ValueError, match="ASCII"):
        make_bars(text)
