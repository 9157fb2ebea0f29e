"""What a list of items is asked for: which, and how sorted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ItemView(StrEnum):
    """Which items to list."""

    ALL = "all"
    LOW = "low"
    RESERVED = "reserved"
    NOT_LISTED = "not_listed"
    INACTIVE = "inactive"


class ItemSort(StrEnum):
    """What a list is sorted by; the best match first is by SKU where nothing is searched."""

    BEST = "best"
    SKU = "sku"
    NAME = "name"
    BRAND = "brand"
    PRICE = "price"
    QUANTITY = "quantity"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class ItemQuery:
    """What to list; a `branch` narrows to the items that it ever held."""

    text: str = ""
    branch: str | None = None
    view: ItemView = ItemView.ALL
    sort: ItemSort = ItemSort.BEST
    descending: bool = False


@dataclass(frozen=True, slots=True)
class ItemSelection:
    """Items to change together: those named, or all that a query finds."""

    skus: tuple[str, ...] = ()
    query: ItemQuery | None = None
