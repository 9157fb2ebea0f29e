"""What is on the shop's papers: labels with a Code 128 barcode, slips, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from service.domain.catalogue.items import Item
from service.domain.errors import Refused
from service.domain.marketplace.orders import Customer, Method, Order, Vehicle
from service.domain.money import CustomerTotal, add_vat
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.times import Millis

_TABLE = (
    "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 "
    "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 "
    "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 "
    "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 "
    "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 "
    "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 "
    "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
)
"""The widths of bars and spaces of each value, in modules, a bar first. The last is the stop."""

_WIDTHS = _TABLE.split()

QUIET_ZONE = 10
"""The modules without ink that a reader needs on both sides."""

_SWITCH_TO_C, _SWITCH_TO_B = 99, 100
_START_B, _START_C, _STOP = 104, 105, 106
_CHECK_MODULUS = 103
_FIRST, _LAST = " ", "~"
_PAIRS_AT_END, _PAIRS_INSIDE = 4, 6
"""So many digits in a row are shorter as pairs: at an end of the text, and inside of it."""
MAX_LABELLED = 500
"""Parts for which labels are printed at once."""

MAX_COPIES = 50
MAX_LABELS = 5_000
"""Labels at once: the window waits for about ten seconds while they are drawn."""


def can_encode(text: str) -> bool:
    """Whether it has printable ASCII only, and something."""
    return bool(text) and all(_FIRST <= char <= _LAST for char in text)


def make_bars(text: str) -> tuple[int, ...]:
    """The widths of bars and spaces in modules. ValueError for text that cannot be encoded."""
    return tuple(int(width) for value in encode(text) for width in _WIDTHS[value])


def encode(text: str) -> list[int]:
    """The values from start to stop, with the check value. ValueError as above."""
    if not can_encode(text):
        raise ValueError("Code 128 has printable ASCII only")
    values = _choose_values(text)
    check = (values[0] + sum(place * value for place, value in enumerate(values))) % _CHECK_MODULUS
    return [*values, check, _STOP]


def _choose_values(text: str) -> list[int]:
    """Code B, and Code C for the rows of digits in which it is shorter."""
    values: list[int] = []
    place, in_pairs = 0, False
    while place < len(text):
        digits = _count_digits(text, place)
        if in_pairs or _is_shorter_in_pairs(text, place, digits):
            if not in_pairs and values and digits % 2:
                values.append(ord(text[place]) - ord(_FIRST))
                place += 1
            elif digits >= 2:
                if not in_pairs:
                    values.append(_SWITCH_TO_C if values else _START_C)
                    in_pairs = True
                values.append(int(text[place : place + 2]))
                place += 2
            else:
                values.append(_SWITCH_TO_B)
                in_pairs = False
        else:
            values.extend([] if values else [_START_B])
            values.append(ord(text[place]) - ord(_FIRST))
            place += 1
    return values


def _is_shorter_in_pairs(text: str, place: int, digits: int) -> bool:
    at_end = place == 0 or place + digits == len(text)
    return digits >= (_PAIRS_AT_END if at_end else _PAIRS_INSIDE) or digits == len(text) == 2


def _count_digits(text: str, place: int) -> int:
    end = place
    while end < len(text) and "0" <= text[end] <= "9":
        end += 1
    return end - place


@dataclass(frozen=True, slots=True)
class Label:
    """`price_fils` has the VAT of `vat_rate` (hundredths of a percent) in it, None for no price."""

    sku: str
    name: str
    name_ar: str
    price_fils: int | None
    vat_rate: int

    @property
    def has_bars(self) -> bool:
        """Whether Code 128 has every character of the SKU."""
        return can_encode(self.sku)


def check_label_count(count: int) -> None:
    """Raises Refused for more parts than are printed at once."""
    if count > MAX_LABELLED:
        sentence = message("Choose at most {most} parts for labels, not {count}.", most=MAX_LABELLED, count=count)
        raise Refused("too_many_labels", sentence)


def find_most_copies(parts: int) -> int:
    """How many labels of each of so many parts are printed at once."""
    return max(1, min(MAX_COPIES, MAX_LABELS // max(1, parts)))


def make_label(item: Item, shop: Shop) -> Label:
    """The label of an item with its shop price."""
    price = None if item.price_fils is None else add_vat(item.price_fils, shop.vat)
    return Label(item.sku, item.name, item.name_ar or "", price, shop.vat)


class Paper(StrEnum):
    """What a slip is printed on: a sheet, or the roll of a receipt printer."""

    A4 = "a4"
    ROLL_80 = "roll_80"


@dataclass(frozen=True, slots=True)
class PaperSize:
    """`height` None is a roll: a page is as long as its content."""

    width: float
    height: float | None
    margin: float


PAPER_SIZES = {Paper.A4: PaperSize(210, 297, 15), Paper.ROLL_80: PaperSize(80, None, 4)}


@dataclass(frozen=True, slots=True)
class LabelSize:
    """One label, and how many of them are on a page: one on a roll, several on a sheet."""

    key: str
    width: float
    height: float
    columns: int = 1
    rows: int = 1

    @property
    def on_sheet(self) -> bool:
        """Whether the page is a sheet of A4; the labels are in its middle."""
        return self.columns * self.rows > 1


LABEL_SIZES = (
    LabelSize("38x25", 38, 25),
    LabelSize("50x25", 50, 25),
    LabelSize("50x30", 50, 30),
    LabelSize("60x40", 60, 40),
    LabelSize("a4_24", 70, 37, 3, 8),
    LabelSize("a4_40", 52.5, 29.7, 4, 10),
)


def find_label_size(key: str) -> LabelSize:
    """The size of that key, else the second one."""
    return next((size for size in LABEL_SIZES if size.key == key), LABEL_SIZES[1])


class SlipKind(StrEnum):
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
    shelf: str = ""


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
    totals: CustomerTotal | None


def make_slip(
    kind: SlipKind,
    shop: Shop,
    order: Order,
    branch: str,
    arabic_names: Mapping[str, str],
    customer: Customer,
    shelves: Mapping[str, str] = MappingProxyType({}),
) -> Slip:
    """The paper of an order as it is now; a pick slip says from which shelf each part is."""
    lines = tuple(
        SlipLine(
            line.sku,
            line.name,
            arabic_names.get(line.sku, ""),
            line.quantity,
            0 if order.units_left else line.short,
            line.price_fils,
            line.total_fils,
            shelves.get(line.sku, "") if kind is SlipKind.PICK_SLIP else "",
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
        totals=order.customer_total(shop.vat) if kind is SlipKind.ORDER else None,
    )
