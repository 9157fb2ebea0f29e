"""A file weighed against what is held, quickly: every row counts as if it were saved (issue 5 point 4).

What this lets through goes through. What it does not is looked at exactly before the file is held back.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

from service.domain.hold_back import moves_far
from service.domain.quantity import QuantityFault, milli_from_token
from service.domain.shops import Shop
from service.domain.sku import fold, tidy
from service.store import pull_survey, shops
from service.store.pull_survey import Held
from service.store.transaction import Reading
from service.usecases.pull_seen import FileSeen
from service.usecases.pull_spool import Batch


class _Row(Struct, gc=False):
    """What of a row can hold a file back."""

    sku: str
    price_fils: int | UnsetType | None = UNSET
    wholesale_price_fils: int | UnsetType | None = UNSET
    online_price_fils: int | UnsetType | None = UNSET
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
        rows = {index: _decode(entry.row) for index, entry in enumerate(batch) if entry.row is not None}
        folded = {index: fold(tidy(row.sku)) for index, row in rows.items()}
        held = pull_survey.find_weighed(db, self._shop.id, list(set(folded.values())))
        branches = {fold(branch.name): branch.id for branch in shops.list_branches(db, self._shop.id)}
        main = shops.main_branch(db, self._shop.id).id
        for index, row in rows.items():
            item = held.get(folded[index])
            if item is not None:
                self._weigh_prices(row, item)
            if bytes(row.quantity):
                branch = main if row.branch is UNSET else branches.get(fold(tidy(row.branch)), 0)
                self._weigh_level(row, None if item is None else item.levels, branch)

    def _weigh_prices(self, row: _Row, item: Held) -> None:
        stated = (row.price_fils, row.wholesale_price_fils, row.online_price_fils)
        for after, before in zip(stated, item.prices, strict=True):
            if after is not UNSET and before is not None:
                self.tally.prices += 1
                if after != before:
                    self.tally.prices_changed += moves_far(before, after)

    def _weigh_level(self, row: _Row, levels: dict[int, int] | None, branch: int) -> None:
        try:
            after = milli_from_token(bytes(row.quantity))
        except QuantityFault:
            return
        before = 0 if levels is None else levels.get(branch, 0)
        self.tally.units_lost += before - after
        self.tally.zeroed += bool(before) and not after
        if levels is not None:
            levels[branch] = after
