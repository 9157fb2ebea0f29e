"""A file weighed against what is held, quickly: every row counts as if it were saved (issue 5 point 4).

What this lets through goes through. What it does not is looked at exactly before the file is held back.
"""

from __future__ import annotations

from msgspec import UNSET

from service.domain.rows import FIELDS, RowFault
from service.domain.shops import Shop
from service.domain.sku import fold
from service.store import pull_survey, shops
from service.store.pull_survey import NOT_SENT, Sent
from service.store.transaction import Reading
from service.usecases.pull_seen import FileSeen
from service.usecases.pull_spool import Batch, parsed

_PRICES = slice(FIELDS.index("price_fils"), FIELDS.index("online_price_fils") + 1)


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
        for row in parsed(batch).rows:
            readable = row.rest if isinstance(row, RowFault) else row
            if readable is None:
                continue
            folded, milli = readable.folded, readable.milli
            name = "" if readable.branch is None else fold(readable.branch)
            branch = branches.get(name, 0) if name else main
            if milli is not None:
                # Of several rows for one level the last is what stays.
                earlier = levels.get((folded, branch or name))
                if earlier is not None:
                    sent[earlier] = (*sent[earlier][:-1], None)
                levels[folded, branch or name] = len(sent)
            price, wholesale, online = [NOT_SENT if value is UNSET else value for value in readable.values[_PRICES]]
            sent.append((folded, price, wholesale, online, branch, milli))
        weighed = pull_survey.weigh_rows(db, self._shop.id, sent)
        self.tally.prices += weighed.prices
        self.tally.prices_changed += weighed.prices_changed
        self.tally.units_lost += weighed.units_lost
        self.tally.zeroed += weighed.zeroed
