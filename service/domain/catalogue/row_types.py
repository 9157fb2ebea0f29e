"""The types of an upload row: as it is on the wire, and as it is after parsing (contract §3.2)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType, field

from service.domain.json_bodies import Fils, Year
from service.domain.sentences import Sentence, message, prefix_field

MAX_NAME = 2_000
"""Characters of a name, in either language."""
MAX_TEXT = 500
"""Characters of any other text of an item."""
MAX_CAR_TEXT = 200
"""Characters of a car's make and of its model."""
MAX_CARS = 5_000
MAX_ITEM_BYTES = 256 * 1024
"""Of an item's fields as they are read back."""

Name = Annotated[str, Meta(max_length=MAX_NAME)]
Text = Annotated[str, Meta(max_length=MAX_TEXT)]
CarText = Annotated[str, Meta(max_length=MAX_CAR_TEXT)]

ConditionWord = Literal["new_oem", "new_aftermarket", "used", "refurbished"]
PlacedReason = tuple[str, Sentence]
"""Where inside a field, such as `.make`, and why."""

TOO_LARGE = message("makes the item larger than 256 KB")
_MAX_REASONS = 20
"""Faults of one list of cars that an answer tells."""
SURELY_FITS = 50_000
"""Characters of a list of cars with which no item is too large, whatever its other texts are."""
_encode = msgspec.json.Encoder().encode


class FitRow(Struct, forbid_unknown_fields=True, gc=False):
    """A car that the part fits; the years are inclusive and null where they are open."""

    make: Annotated[CarText, Meta(description="Make of the car, not blank.", examples=["Toyota"])]
    model: Annotated[CarText, Meta(description="Model of the car, not blank.", examples=["Land Cruiser"])]
    year_from: Annotated[Year | None, Meta(description="First model year, 0 to 9999; not after year_to.")] = None
    year_to: Annotated[Year | None, Meta(description="Last model year, 0 to 9999.")] = None


Cars = Annotated[list[FitRow], Meta(max_length=MAX_CARS)]


class ItemRow(Struct, forbid_unknown_fields=True, gc=False):
    """One row of an upload. An omitted field keeps its value; null clears an optional one."""

    sku: Annotated[
        str,
        Meta(
            description="The shop's part number: trimmed, Unicode NFC, 1 to 60 characters, no control characters. "
            "Matched without regard to case and invisible characters; the spelling first saved is kept.",
            examples=["04465-60280"],
        ),
    ]
    name: Annotated[Name | UnsetType, Meta(description="Name, not blank; required when the item is new.")] = UNSET
    name_ar: Annotated[Name | UnsetType | None, Meta(description="Arabic name.")] = UNSET
    oem_number: Annotated[Text | UnsetType | None, Meta(description="The car maker's part number.")] = UNSET
    brand: Annotated[Text | UnsetType | None, Meta(description="Brand of the part.")] = UNSET
    category: Annotated[Text | UnsetType | None, Meta(description="Category, in the shop's own words.")] = UNSET
    condition: Annotated[ConditionWord | UnsetType | None, Meta(description="Condition of the part.")] = UNSET
    price_fils: Annotated[
        Fils | UnsetType | None,
        Meta(description="Shop (retail) price of one unit in fils (1 BHD = 1000), VAT excluded."),
    ] = UNSET
    wholesale_price_fils: Annotated[
        Fils | UnsetType | None, Meta(description="Price of one unit for business buyers in fils, VAT excluded.")
    ] = UNSET
    online_price_fils: Annotated[
        Fils | UnsetType | None,
        Meta(description="Marketplace price of one unit in fils, VAT excluded, when it differs from price_fils."),
    ] = UNSET
    list_on_marketplace: Annotated[
        bool | UnsetType, Meta(description="Whether buyers see the item; false for a new item unless sent.")
    ] = UNSET
    active: Annotated[
        bool | UnsetType, Meta(description="Whether the item is in use; true for a new item unless sent.")
    ] = UNSET
    fit: Annotated[
        Cars | UnsetType | None, Meta(description="Cars the part fits; the list sent replaces the one held.")
    ] = UNSET
    quantity: Annotated[
        Raw,
        Meta(
            description="Units on hand at the branch: an absolute level of 0 to 1,000,000,000 with at most 3 decimals, "
            "never below what open orders hold there.",
            extra_json_schema={"type": "number", "minimum": 0, "maximum": 1_000_000_000, "multipleOf": 0.001},
        ),
    ] = field(default_factory=Raw)
    branch: Annotated[
        str | UnsetType,
        Meta(
            description="Branch (warehouse) that quantity is for; the main branch when omitted. An unknown one is "
            "created by the first quantity there."
        ),
    ] = UNSET
    expected_quantity: Annotated[
        Raw,
        Meta(
            description="Next to quantity: the level that the caller believes the branch has. The row is saved only if "
            "it has that level (0 where no quantity was ever set); otherwise the row's error names the level.",
            extra_json_schema={"type": "number", "minimum": 0, "maximum": 1_000_000_000, "multipleOf": 0.001},
        ),
    ] = field(default_factory=Raw)


FIELDS = ItemRow.__struct_fields__[: ItemRow.__struct_fields__.index("fit") + 1]
"""The fields of an item itself, in the order of its values everywhere; stock is separate."""


class Row(Struct, frozen=True, array_like=True, gc=False):
    """A row that may be saved: its values in the order of FIELDS, UNSET where the stored value
    stays.

    `sku` is trimmed and normalised, `fit` is JSON; `milli` is the quantity in thousandths, None if
    omitted; `expected` is the level that must be there before it, None for any.
    """

    folded: str
    values: tuple[Any, ...]
    milli: int | None
    branch: str | None
    expected: int | None = None

    @property
    def sku(self) -> str:
        return str(self.values[0])


@dataclass(frozen=True, slots=True)
class RowFault:
    """A rejected row: its SKU where it has one, and all its faults."""

    sku: str | None
    faults: tuple[Sentence, ...]
    readable_row: Row | None = dataclasses.field(default=None, compare=False)
    """What could be read of it, where its SKU is good:
    more faults may show against what is held.
    """
    has_name: bool = dataclasses.field(default=True, compare=False)

    @property
    def error(self) -> str:
        """All its faults in one sentence, as the answer has them (contract §3.2)."""
        return "; ".join(map(str, self.faults))


@dataclass(slots=True)
class ParsedRows:
    """The rows of an upload in their order, and the names of fields that an upload row does not
    know.
    """

    rows: list[Row | RowFault]
    unknown: list[str]


def limit_reasons(placed: list[PlacedReason]) -> list[PlacedReason]:
    """The first faults of a list of cars and the number of the others. Five thousand would fill the
    answer.
    """
    more = len(placed) - _MAX_REASONS
    return placed if more <= 0 else [*placed[:_MAX_REASONS], ("", message("has {more} more faults", more=more))]


def find_size_fault(values: tuple[Any, ...], fit: str | UnsetType) -> Sentence | None:
    """Why the row's fields together are too large for one item, or None. Only a long list of cars
    makes them so.
    """
    if fit is UNSET or len(fit) <= SURELY_FITS:
        return None
    size = len(fit.encode()) + len(_encode([value for value in values if value is not UNSET]))
    return prefix_field("fit", TOO_LARGE) if size > MAX_ITEM_BYTES else None
