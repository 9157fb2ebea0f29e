"""What of an item goes up: its newest content, in calls that upstream takes (link §4)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct

from service.domain.catalogue.sku import fold, tidy
from service.domain.pull.hold_back import changes_far
from service.domain.quantity import convert_milli
from service.domain.sentences import EMPTY, Sentence, join_sentences, message

FEWEST = 20
"""A change of fewer items than this is normal trade and never waits."""
MAX_ROWS = 1_000
MAX_BYTES = 1_900_000
"""Upstream refuses more than 2,097,152 bytes. The text around the rows needs some of it."""

BATCH = 500
"""How many items are read together."""

_encode = msgspec.json.Encoder(decimal_format="number").encode

Content = dict[str, Any]
"""An upload row's fields but `sku`, `quantity` and `branch`; null where not set."""


@dataclass(slots=True)
class PushTally:
    """What changes would do there. `priced` and `stocked` count all items there."""

    items: int = 0
    stocked: int = 0
    zeroed: int = 0
    priced: int = 0
    prices_changed: int = 0

    def add(self, before: tuple[int | None, int], after: tuple[int | None, int]) -> None:
        """Adds an item: its price in fils and its thousandths, as upstream has them and will."""
        self.items += 1
        price, units = before
        self.zeroed += bool(units > 0 and after[1] == 0)
        self.prices_changed += bool(price is not None and changes_far(price, after[0]))


def reason_to_hold(tally: PushTally) -> Sentence:
    """Why the changes wait for the owner's approval; None if they need none."""
    reasons: list[Sentence] = []
    if tally.zeroed >= FEWEST and tally.zeroed * 2 > tally.stocked:
        reasons.append(
            message(
                "{zeroed:,} of {stocked:,} items would go to 0 at the marketplace.",
                zeroed=tally.zeroed,
                stocked=tally.stocked,
            )
        )
    if tally.prices_changed >= FEWEST and tally.prices_changed * 3 > tally.priced:
        reasons.append(
            message(
                "{changed:,} of {priced:,} prices would change by more than 30% at the marketplace.",
                changed=tally.prices_changed,
                priced=tally.priced,
            )
        )
    return join_sentences(reasons, " ") if reasons else EMPTY


@dataclass(frozen=True, slots=True)
class Pushed:
    """Fingerprints of an item's fields and stock as upstream has them, empty where it has none."""

    content: bytes = b""
    stock: bytes = b""


@dataclass(frozen=True, slots=True)
class Offer:
    """An item as the marketplace should have it. `stock` is branch and thousandths, less what the
    shop's own orders hold. Units that the shop's own (phone) orders hold are subtracted: the
    marketplace does not know of them.
    """

    item_id: int
    sku: str
    revision: int
    content: Content
    stock: tuple[tuple[str, int], ...]

    @property
    def fingerprints(self) -> Pushed:
        return Pushed(fingerprint(self.content), stock_fingerprint(self.stock))

    @property
    def units(self) -> int:
        """Thousandths over all branches."""
        return sum(milli for _, milli in self.stock)


@dataclass(frozen=True, slots=True)
class Parcel:
    """The encoded rows of one item in a call, and what upstream has after it accepts them all."""

    offer: Offer
    rows: tuple[bytes, ...]
    leaves: Pushed

    @property
    def size(self) -> int:
        return sum(len(row) + 1 for row in self.rows)


def fingerprint(value: object) -> bytes:
    """A fingerprint that is equal for equal values. 16 bytes, as there may be a million of them."""
    return hashlib.blake2b(msgspec.json.encode(value), digest_size=16).digest()


def stock_fingerprint(stock: Sequence[tuple[str, int]]) -> bytes:
    """Of branches and thousandths; spelling does not count, no stock gives an empty one."""
    return fingerprint(sorted((fold(tidy(branch)), milli) for branch, milli in stock if milli))


def offered(quantity: int, own_held: int) -> int:
    """The thousandths that a marketplace may sell: without those of the shop's own orders."""
    return max(0, quantity - own_held)


def parcel_of(offer: Offer, acked: Pushed, *, stock_waits: bool) -> Parcel | None:
    """What to send of an item, or None. `stock_waits`: an action that moves its units has not been
    sent yet. Stock is sent only where it differs: upstream may know an order that we have not read.
    """
    wanted = offer.fingerprints
    content = offer.content if wanted.content != acked.content else None
    stock = offer.stock if wanted.stock != acked.stock and not stock_waits else ()
    if content is None and not stock:
        return None
    leaves = Pushed(wanted.content, wanted.stock if stock else acked.stock)
    return Parcel(offer, tuple(_rows(offer.sku, content, stock)), leaves)


def _rows(sku: str, content: Content | None, stock: Sequence[tuple[str, int]]) -> Iterator[bytes]:
    """One row for each branch. The first row has the fields too."""
    fields = content or {}
    if not stock:
        yield _encode({"sku": sku, **fields})
    for place, (branch, milli) in enumerate(stock):
        quantity: int | Decimal = convert_milli(milli)
        yield _encode({"sku": sku, **(fields if place == 0 else {}), "quantity": quantity, "branch": branch})


def first_call(parcels: Sequence[Parcel]) -> list[Parcel]:
    """As many parcels from the front as one call takes. One that is larger than a call is alone."""
    chosen: list[Parcel] = []
    rows = size = 0
    for parcel in parcels:
        rows += len(parcel.rows)
        size += parcel.size
        if chosen and (rows > MAX_ROWS or size > MAX_BYTES):
            break
        chosen.append(parcel)
    return chosen


def bodies_of(parcels: Sequence[Parcel]) -> Iterator[tuple[int, bytes]]:
    """The place of the first row and the body of each call; mostly there is one."""
    rows = [row for parcel in parcels for row in parcel.rows]
    start = size = 0
    for place, row in enumerate(rows):
        size += len(row) + 1
        if place > start and (place - start >= MAX_ROWS or size > MAX_BYTES):
            yield start, _body_of(rows[start:place])
            start, size = place, len(row) + 1
    if rows:
        yield start, _body_of(rows[start:])


def _body_of(rows: Sequence[bytes]) -> bytes:
    return b'{"items":[' + b",".join(rows) + b"]}"


def owners_of(parcels: Sequence[Parcel]) -> list[Parcel]:
    """For each row of the call, the parcel that it belongs to."""
    return [parcel for parcel in parcels for _ in parcel.rows]


def goes_up(content: Content, *, only_listed: bool, acked: bool) -> bool:
    """Whether an item goes up. One that upstream has goes too, to say that it is unlisted."""
    return not only_listed or acked or bool(content["list_on_marketplace"])


def gone_branches(acked: Collection[str], now: Collection[str]) -> list[str]:
    """Branches with stock upstream that have another name here now. They go to 0."""
    known = {fold(tidy(branch)) for branch in now}
    return sorted(branch for branch in acked if fold(tidy(branch)) not in known)


class _Sku(Struct):
    sku: str


def deactivation(rows: Sequence[bytes]) -> bytes:
    """The body of a call that makes items inactive. `rows` name them."""
    skus = [msgspec.json.decode(row, type=_Sku).sku for row in rows]
    return _encode({"items": [{"sku": sku, "active": False} for sku in skus]})
