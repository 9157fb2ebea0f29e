"""A shelf label: name, price as the customer pays it, and the SKU as bars."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.catalogue.items import Item
from service.domain.errors import Refused
from service.domain.printing.code128 import can_encode
from service.domain.sentences import message
from service.domain.shops import Shop
from service.domain.vat import add_vat

MAX_LABELLED = 500
"""Parts for which labels are printed at once."""

MAX_COPIES = 50
MAX_LABELS = 5_000
"""Labels at once: the window waits for about ten seconds while they are drawn."""


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
