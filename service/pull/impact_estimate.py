"""A fast estimate of a file's impact on the catalogue: every row counts as if it were saved.

A file that passes the estimate is saved. For any other file the exact impact decides whether it
needs approval.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.catalogue.sku import fold
from service.domain.pull.name_changes import NameTally
from service.domain.shops import Shop
from service.pull.file_summary import FileSummary
from service.pull.spool import Batch, parse_batch
from service.store import pull_survey, shops
from service.store.engine.transaction import ReadTx
from service.store.pull_survey import NOT_SENT, Sent

_PRICES = slice(FIELDS.index("price_fils"), FIELDS.index("online_price_fils") + 1)
_TEXTS = slice(FIELDS.index("name"), FIELDS.index("name_ar") + 1)
_NAMES_AT_ONCE = 50
"""So many names of a batch are compared. A wrong encoding or column changes names everywhere."""


class ImpactEstimate(FileSummary):
    """Adds up a file's batches one after the other."""

    def __init__(self, shop: Shop, *, keeps: bool) -> None:
        super().__init__(keeps=keeps)
        self._shop = shop
        self.names = NameTally(is_sample=True)

    def take(self, db: ReadTx, batch: Batch) -> None:
        """Adds a batch to the estimate."""
        branches = {fold(branch.name): branch.id for branch in shops.list_branches(db, self._shop.id)}
        main = shops.get_main_branch(db, self._shop.id).id
        sent: list[Sent] = []
        rows = parse_batch(batch).rows
        for row in rows:
            readable = row.readable_row if isinstance(row, RowFault) else row
            if readable is None:
                continue
            price, wholesale, online = readable.values[_PRICES]
            if price is UNSET or wholesale is UNSET or online is UNSET:
                price, wholesale, online = [
                    NOT_SENT if value is UNSET else value for value in (price, wholesale, online)
                ]
            branch = main if readable.branch is None else branches.setdefault(fold(readable.branch), -len(branches))
            texts = readable.values[_TEXTS]
            compared = (price, wholesale, online, *texts, row is readable)
            is_first, is_other = self.compare_with_earlier(readable.folded, compared)
            if not is_other:
                price = wholesale = online = NOT_SENT
            sent.append((readable.folded, price, wholesale, online, branch, readable.milli, is_first))
        self.check_values(batch, rows)
        self._compare_names(db, rows[:: max(1, len(rows) // _NAMES_AT_ONCE)])
        if not all(row[-1] for row in sent):
            _keep_last(sent)
        impact = pull_survey.sum_impact(db, self._shop.id, sent)
        self.tally.prices += impact.prices
        self.tally.prices_changed += impact.prices_changed
        self.tally.units_lost += impact.units_lost
        self.matched += impact.active
        self.tally.zeroed += impact.zeroed

    def _compare_names(self, db: ReadTx, rows: Sequence[Row | RowFault]) -> None:
        sample = [row for row in rows if isinstance(row, Row)]
        held = pull_survey.read_names(db, self._shop.id, [row.folded for row in sample])
        for row in sample:
            if row.folded in held:
                self.compare_names(row, held[row.folded])


def _keep_last(sent: list[Sent]) -> None:
    """Of several rows for one level only the last counts."""
    levels: dict[tuple[str, int], int] = {}
    for place, row in enumerate(sent):
        if row[5] is None:
            continue
        earlier = levels.get((row[0], row[4]))
        if earlier is not None:
            sent[earlier] = (*sent[earlier][:5], None, sent[earlier][6])
        levels[row[0], row[4]] = place
