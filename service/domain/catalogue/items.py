"""An item, where it comes from, and how lists of items are asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.catalogue.stock import DEFAULT_LOW_LIMIT, BranchStock
from service.domain.times import Millis


class ItemView(StrEnum):
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


@dataclass(frozen=True, slots=True)
class ItemSource:
    """A system that writes items: the API key of its calls, or the file of a pull."""

    key_id: int | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Overwriter:
    """A system that writes some items again: its key's or file's name, how many were last."""

    name: str
    is_file: bool
    items: int


def get_file_name(path: str) -> str:
    """The last part of a path of any system."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path


class Condition(StrEnum):
    """In which state a part is sold (contract §3.2)."""

    NEW_OEM = "new_oem"
    NEW_AFTERMARKET = "new_aftermarket"
    USED = "used"
    REFURBISHED = "refurbished"


@dataclass(frozen=True, slots=True)
class Fit:
    """A car that a part fits; the years are inclusive."""

    make: str
    model: str
    year_from: int | None = None
    year_to: int | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One item; prices are fils without VAT, quantities whole thousandths."""

    id: int
    sku: str
    name: str
    name_ar: str | None
    oem_number: str | None
    brand: str | None
    category: str | None
    condition: Condition | None
    price_fils: int | None
    wholesale_price_fils: int | None
    online_price_fils: int | None
    list_on_marketplace: bool
    active: bool
    fit: tuple[Fit, ...]
    stock: tuple[BranchStock, ...]
    updated_at: Millis
    low_limit: int | None = None
    """So many free thousandths or fewer are low; None for the limit of all items."""

    shelf: str | None = None
    barcode: str | None = None

    @property
    def quantity(self) -> int:
        """Units on hand, over all branches."""
        return sum(level.quantity for level in self.stock)

    @property
    def reserved(self) -> int:
        """Units that open orders hold, over all branches."""
        return sum(level.reserved for level in self.stock)

    @property
    def free(self) -> int:
        """Units that a new order can ask for, over all branches."""
        return self.quantity - self.reserved

    @property
    def low_limit_milli(self) -> int:
        """The limit that counts, in thousandths."""
        return DEFAULT_LOW_LIMIT if self.low_limit is None else self.low_limit

    @property
    def order_price_fils(self) -> int | None:
        """The unit price of a line that gives none: the online price, else the shop price."""
        return self.price_fils if self.online_price_fils is None else self.online_price_fils
