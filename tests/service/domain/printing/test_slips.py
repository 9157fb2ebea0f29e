"""Which facts a pick slip, an order and a delivery note have."""

from __future__ import annotations

from dataclasses import replace

from service.domain.marketplace.customers import NOBODY, Customer
from service.domain.marketplace.orders import Line, Method, Order, Status, Vehicle
from service.domain.printing.slips import Slip, SlipKind, SlipLine, SlipTotals, make_slip
from service.domain.shops import Shop

SHOP = Shop(1, "Sitra", False, vat=1000, vat_number="200012345600002")
ORDER = Order(
    1, 1, "ORD-2026-000001", Status.CONFIRMED, 0, None, 0, False, None,
    (Line("A-1", "Pad", 1500, 20_000, 30_000, 500), Line("B-2", "Plug", 1000, 1_255, 1_255)),
    1, Method.COURIER, 1_500, 31_255, 3_000, False, None, False,
)  # fmt: skip
CUSTOMER = Customer("Ahmed", "3600 1234", "Sitra", "call first")


def make(kind: SlipKind, shop: Shop = SHOP, order: Order = ORDER) -> Slip:
    return make_slip(kind, shop, order, "Main", {"A-1": "فحمات"}, CUSTOMER)


def test_every_slip_names_shop_vat_number_and_parts() -> None:
    for kind in SlipKind:
        slip = make(kind)
        assert (slip.shop, slip.vat_number, slip.reference) == ("Sitra", "200012345600002", "ORD-2026-000001")
        assert [(line.sku, line.name_ar, line.short) for line in slip.lines] == [("A-1", "فحمات", 500), ("B-2", "", 0)]


def test_a_pick_slip_has_no_customer_but_the_note() -> None:
    assert make(SlipKind.PICK_SLIP).customer == replace(NOBODY, note="call first")
    assert make(SlipKind.DELIVERY_NOTE).customer == CUSTOMER


def test_only_an_order_has_amounts_and_their_tax_is_rounded_once() -> None:
    assert make(SlipKind.PICK_SLIP).totals is make(SlipKind.DELIVERY_NOTE).totals is None
    totals = make(SlipKind.ORDER).totals
    assert totals == SlipTotals(31_255, 1000, 3_126, 1_500)
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
