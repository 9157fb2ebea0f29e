"""A summary of a file: its part numbers, counts and impact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.catalogue.sku import find_sku_fault, fold, tidy
from service.domain.pull.first_run import FirstRunTally, find_doubts
from service.domain.pull.hold_back import ImpactTally, find_difference
from service.domain.pull.name_changes import NameTally
from service.domain.pull.pulls import Counts, Difference, MissingRule, PullSetup, RunRow
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.files.seen_keys import SeenKeys
from service.pull.access import Access
from service.pull.spool import Batch
from service.store import pulls
from service.store.engine.transaction import ReadTx
from service.store.pull_survey import ITEMS_AT_ONCE, count_active, median_price, read_catalogue_page, sum_stock_levels

T = TypeVar("T")
_NAME, _PRICE = FIELDS.index("name"), FIELDS.index("price_fils")
_NAMES = [FIELDS.index(field) for field in ("name", "name_ar")]
_MARK = (1 << 31) - 1

DOUBTFUL = message(
    "Rows without a readable part number were rejected, so what seems to be missing may be among them: "
    "nothing became inactive in this run."
)


class FileSummary:
    """The part numbers of a file in constant memory per row, its counts, and its impact as far as
    known.

    Without `keeps` the part numbers are not stored, because nothing needs them.
    """

    def __init__(self, *, keeps: bool = True) -> None:
        self._keeps = keeps
        self.counts = Counts()
        self.tally = ImpactTally()
        self.names = NameTally()
        self.first_run: FirstRunTally | None = None
        """Checks values if no run of the source was saved before."""
        self.matched = 0
        """Active items of the shop that the file names."""
        self.left = 0
        """Active items of the shop that are not in the file and do not change."""
        self.doubts: list[Sentence] = []
        """What makes the file doubtful apart from what it would change."""
        self.repeated = 0
        """Rows whose part number and branch an earlier row has."""
        self.unnamed = False
        """Whether a row has no readable part number."""
        self._seen = SeenKeys()
        self._named = SeenKeys()

    def see(self, batch: Batch) -> None:
        """Adds the rows of a batch."""
        self.counts += Counts(read=sum(entry.counts for entry in batch))
        if not self._keeps:
            return
        for entry in batch:
            sku = None if entry.sku is None else tidy(entry.sku)
            if sku is None or find_sku_fault(sku):
                self.unnamed = self.unnamed or entry.counts
            else:
                self._seen.put((fold(sku), ""), 1)

    def check_values(self, batch: Batch, rows: Iterable[Row | RowFault]) -> None:
        """Counts the values of a batch's rows, in the first run of a source."""
        tally = self.first_run
        if tally is None:
            return
        tally.rejected += sum(entry.fault is not None for entry in batch)
        for row in rows:
            if isinstance(row, Row):
                tally.add(row.sku, row.values[_NAME], row.values[_PRICE], row.milli)
            else:
                tally.rejected += 1

    def compare_with_earlier(self, folded: str, values: tuple[object, ...]) -> tuple[bool, bool]:
        """Whether a row is the first that names its item, and whether its values differ from those
        of the row before: a part in two branches changes its price once.
        """
        mark = hash(values) & _MARK | 1
        before = self._named.put((folded, ""), mark)
        return not before, before != mark

    def compare_names(self, row: Row, held: Sequence[str | None]) -> None:
        """Counts the names of a row that replace those of a stored item: name and Arabic name."""
        for place, before in zip(_NAMES, held, strict=True):
            after = row.values[place]
            if after is not UNSET and before is not None:
                self.names.add(before, after)

    def find_difference(self, doubts: Iterable[Sentence]) -> Difference | None:
        """Why the file needs approval; `doubts` are other reasons than the tallies."""
        renamed = self.names.find_doubt()
        return find_difference(self.tally, [*doubts, *([] if renamed is None else [renamed])])

    def has(self, folded: str) -> bool:
        """Whether the file has this part number."""
        return self._seen.line_of((folded, "")) > 0


def add_catalogue_totals(access: Access, shop: Shop, seen: FileSummary, setup: PullSetup) -> None:
    """Adds to the tally the shop's totals, its items that are missing from the file, and the last
    run's rows.
    """
    last = access.read(lambda db: pulls.last_saved(db, shop.id, setup.path))
    seen.tally.rows_before = 0 if last is None else last.counts.read
    if seen.first_run is not None:
        median = access.read(lambda db: median_price(db, shop.id))
        seen.doubts += find_doubts(seen.first_run, median)
    seen.tally.rows_now = seen.counts.read
    if setup.missing is MissingRule.STAY or seen.unnamed:
        seen.left = sum(_read_by_id(access, lambda db, after: count_active(db, shop.id, after))) - seen.matched
        for levels, units in _read_by_id(access, lambda db, after: sum_stock_levels(db, shop.id, after)):
            seen.tally.levels += levels
            seen.tally.units_before += units
        return
    after = ""
    while page := access.read(lambda db, start=after: read_catalogue_page(db, shop.id, start)):  # type: ignore[misc]
        after = page[-1].folded
        for item in page:
            seen.tally.levels += item.levels
            seen.tally.units_before += item.units
            if item.active and not seen.has(item.folded):
                seen.tally.dropped += item.levels
                seen.tally.units_lost += item.units
                seen.counts += Counts(inactive=1 if setup.missing is MissingRule.INACTIVE else 0)


def _read_by_id(access: Access, read: Callable[[ReadTx, int], T | None]) -> Iterator[T]:
    """What `read` returns for the items after each id, in short reads, until it returns None."""
    for after in count(0, ITEMS_AT_ONCE):
        found = access.read(lambda db, after=after: read(db, after))  # type: ignore[misc]
        if found is None:
            return
        yield found


def nothing_saved(rows: int, first: RunRow | None) -> Sentence:
    """Why a run saved nothing: the file has no rows, or none that can be saved; `first` is the
    first rejected one.
    """
    if not rows:
        return message("The file holds no rows below its column names. Nothing was saved.")
    if first is None:
        return message("No row of the file could be saved.")
    return message("No row of the file could be saved. Line {line}: {reason}.", line=first.line, reason=first.text)


def repeated_note(seen: FileSummary) -> RunRow | None:
    """Says how many rows replace an earlier one of the file; None if none does."""
    if not seen.repeated:
        return None
    sentence = message(
        "{n:,} rows name a part number again: of its rows at a branch only the last one counts.", n=seen.repeated
    )
    return RunRow(0, None, sentence, rejected=False)


def missing_note(seen: FileSummary) -> RunRow | None:
    """Says how many items are missing from the file and still offered; None if there are none."""
    if seen.left <= 0:
        return None
    sentence = message(
        "{n:,} active items are not in the file and stay as they are. "
        "The set-up can take their stock to 0, or make them inactive.",
        n=seen.left,
    )
    return RunRow(0, None, sentence, rejected=False)
