"""A file weighed against what is held, quickly: every row counts as if it were saved (issue 5 point 4).

What this lets through goes through. What it does not is looked at exactly before the file is held back.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

from service.domain.quantity import QuantityFault, milli_from_token
from service.domain.shops import Shop
from service.domain.sku import fold, tidy
from service.store import pull_survey, shops
from service.store.pull_survey import NOT_SENT, Sent
from service.store.transaction import Reading
from service.usecases.pull_seen import FileSeen
from service.usecases.pull_spool import Batch


class _Row(Struct, gc=False):
    """What of a row can hold a file back."""

    sku: str
    price_fils: int | None = NOT_SENT
    wholesale_price_fils: int | None = NOT_SENT
    online_price_fils: int | None = NOT_SENT
    quantity: Raw = field(default_factory=Raw)
    branch: str | UnsetType = UNSET


_decode = msgspec.json.Decoder(_Row).decode


class Weigher(FileSeen):
    """Takes a file's batches one after the other."""

    def __init__(self, shop: Shop, *, keeps: bool) -> None:
        super().__init__(keeps=keeps)
        self._shop = shop

    def take(self, db: Reading, batch: Batch) -> None:
        """Weighs a batch."""
        branches = {fold(branch.name): branch.id for branch in shops.list_branches(db, self._shop.id)}
        main = shops.main_branch(db, self._shop.id).id
        sent: list[Sent] = []
        levels: dict[tuple[str, int | str], int] = {}
        for entry in batch:
            if entry.row is None:
                continue
            row = _decode(entry.row)
            folded = fold(tidy(row.sku))
            name = "" if row.branch is UNSET else fold(tidy(row.branch))
            branch = branches.get(name, 0) if name else main
            milli = _milli(row.quantity)
            if milli is not None:
                # Of several rows for one level the last is what stays.
                earlier = levels.get((folded, branch or name))
                if earlier is not None:
                    sent[earlier] = (*sent[earlier][:5], None)
                levels[folded, branch or name] = len(sent)
            sent.append((folded, row.price_fils, row.wholesale_price_fils, row.online_price_fils, branch, milli))
        weighed = pull_survey.weigh_rows(db, self._shop.id, sent)
        self.tally.prices += weighed.prices
        self.tally.prices_changed += weighed.prices_changed
        self.tally.units_lost += weighed.units_lost
        self.tally.zeroed += weighed.zeroed


def _milli(quantity: Raw) -> int | None:
    token = bytes(quantity)
    try:
        return milli_from_token(token) if token else None
    except QuantityFault:
        return None
