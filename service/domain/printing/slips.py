"""Pick slip, order and delivery note: which facts each of them has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.domain.marketplace.customers import Customer
from service.domain.marketplace.orders import Method, Order, Vehicle
from service.domain.shops import Shop
from service.domain.times import Millis
from service.domain.vat import add_vat


class SlipKind(StrEnum):
    """What is printed of an order."""

    PICK_SLIP = "pick_slip"
    ORDER = "order"
    DELIVERY_NOTE = "delivery_note"


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One part: thousandths, those of them that the order does not hold, and fils without VAT."""

    sku: str
    name: str
    name_ar: str
    quantity: int
    short: int
    price_fils: int
    total_fils: int


@dataclass(frozen=True, slots=True)
class SlipTotals:
    """Fils. `vat_rate` is in hundredths of a percent and counts for the parts."""

    items_fils: int
    vat_rate: int
    vat_fils: int
    fee_fils: int

    @property
    def total_fils(self) -> int:
        return self.items_fils + self.vat_fils + self.fee_fils


@dataclass(frozen=True, slots=True)
class Slip:
    """One paper. Only an order has `totals` and prices; of a customer a pick slip has the note."""

    kind: SlipKind
    shop: str
    vat_number: str
    staging: bool
    reference: str
    marketplace_reference: str
    placed_at: Millis
    branch: str
    method: Method
    vehicle: Vehicle | None
    customer: Customer
    lines: tuple[SlipLine, ...]
    totals: SlipTotals | None


def make_slip(
    kind: SlipKind, shop: Shop, order: Order, branch: str, arabic_names: Mapping[str, str], customer: Customer
) -> Slip:
    """The paper of an order as it is now."""
    lines = tuple(
        SlipLine(
            line.sku,
            line.name,
            arabic_names.get(line.sku, ""),
            line.quantity,
            0 if order.units_left else line.short,
            line.price_fils,
            line.total_fils,
        )
        for line in order.lines
    )
    return Slip(
        kind=kind,
        shop=shop.name,
        vat_number=shop.vat_number,
        staging=shop.staging,
        reference=order.reference,
        marketplace_reference=order.marketplace_reference or "",
        placed_at=order.placed_at,
        branch=branch,
        method=order.method,
        vehicle=order.vehicle,
        customer=Customer(note=customer.note) if kind is SlipKind.PICK_SLIP else customer,
        lines=lines,
        totals=make_totals(order, shop.vat) if kind is SlipKind.ORDER else None,
    )


def make_totals(order: Order, vat_rate: int) -> SlipTotals:
    """The tax of the parts' sum, rounded half up once; the courier's fee is as the order has it."""
    vat_fils = add_vat(order.items_fils, vat_rate) - order.items_fils
    return SlipTotals(order.items_fils, vat_rate, vat_fils, order.fee_fils)
