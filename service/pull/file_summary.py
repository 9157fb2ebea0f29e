"""A summary of a file: its part numbers, counts and impact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, repeat
from typing import TypeVar

from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.catalogue.sku import find_sku_fault, fold, tidy
from service.domain.pull.hold_back import (
    ConfirmedState,
    FileTally,
    FirstRunTally,
    ImpactTally,
    NameTally,
    compare_states,
    find_difference,
    find_doubts,
)
from service.domain.pull.pulls import NOT_CONFIRMED, Counts, Difference, MissingRule, PullSetup, RunRow
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.files.seen_keys import SeenKeys
from service.pull.context import Access
from service.pull.spool import Batch
from service.store import pull_survey, pulls, shops, stock_levels
from service.store.engine.transaction import ReadTx
from service.store.pull_survey import (
    ITEMS_AT_ONCE,
    NOT_SENT,
    CatalogueEntry,
    count_active,
    median_price,
    read_catalogue_page,
    sum_stock_levels,
)

T = TypeVar("T")
Level = tuple[int, int]
"""An item and a branch, by their ids."""

_NAME, _PRICE = FIELDS.index("name"), FIELDS.index("price_fils")
_NAMES = [FIELDS.index(field) for field in ("name", "name_ar")]
_MARK = (1 << 31) - 1
_EVERY_BRANCH = "\n"
"""In place of the folded name of a branch."""

DOUBTFUL = message(
    "Rows without a readable part number were rejected, so what seems to be missing may be among them: "
    "nothing became inactive in this run."
)
_PRICES = slice(FIELDS.index("price_fils"), FIELDS.index("online_price_fils") + 1)
_TEXTS = slice(FIELDS.index("name"), FIELDS.index("name_ar") + 1)
_NAMES_AT_ONCE = 50
"""So many names of a batch are compared. A wrong encoding or column changes names everywhere."""


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
        self.file = FileTally()
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
        self.confirmed: ConfirmedState | None = None
        """What the file was like when the owner confirmed how it is read; None if nobody did."""
        self.names_branches = False
        """Whether rows say their branches, and a part that lacks one has no stock there."""
        self.changed = SeenKeys()
        """Stored parts that rows change, where that is compared."""
        self._seen = SeenKeys()
        self._named = SeenKeys()
        self._levels = SeenKeys()

    def see(self, batch: Batch) -> None:
        self.counts += Counts(read=sum(entry.counts for entry in batch.lines))
        if not self._keeps:
            return
        for entry in batch.lines:
            sku = None if entry.sku is None else tidy(entry.sku)
            if sku is None or find_sku_fault(sku):
                self.unnamed = self.unnamed or entry.counts
                continue
            self._seen.put((fold(sku), ""), 1)
            if not isinstance(entry.row, Row):
                self.keep_levels(fold(sku))

    def keep_levels(self, folded: str) -> None:
        """A part loses no level at any branch: an unsaved row of it may name its stock there."""
        if self.names_branches:
            self._levels.put((folded, _EVERY_BRANCH), 1)

    def check_values(self, batch: Batch) -> None:
        """Counts the values of a batch's rows."""
        rows = [row for row in batch.rows if isinstance(row, Row)]
        self.file.add(rows)
        for row in list_readable(batch.rows) if self.names_branches else ():
            self._levels.put((row.folded, fold(row.branch or "")), 1)
        tally = self.first_run
        if tally is None:
            return
        tally.rejected += sum(entry.fault is not None for entry in batch.lines) + len(batch.rows) - len(rows)
        for row in rows:
            tally.add(row.sku, row.values[_NAME], row.values[_PRICE], row.milli)

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

    def find_difference(self, exact: FileSummary | None = None) -> Difference | None:
        """Why the file needs approval; `exact` has the exact impact of the same file."""
        found = exact or self
        renamed = found.names.find_doubt()
        doubts = [*self.doubts, *([] if renamed is None else [renamed])]
        if self.confirmed is None:
            doubts.append(NOT_CONFIRMED)
        else:
            examples = self.file.examples | found.tally.examples
            doubts += compare_states(self.confirmed, self.file.describe(), examples)
        return find_difference(found.tally, doubts)

    def has(self, folded: str) -> bool:
        """Whether the file has this part number."""
        return self._seen.line_of((folded, "")) > 0

    def find_missing_levels(
        self, db: ReadTx, shop_id: int, folded: Mapping[int, str], levels: Mapping[Level, tuple[int, int]]
    ) -> dict[Level, tuple[int, int]]:
        """Of the levels of parts of the file, whose folded numbers are `folded` by id, those at
        branches that the file names in no row of the part: what is in stock, and held of it.
        """
        if not self.names_branches or self.unnamed:
            return {}
        named: dict[int, tuple[str, ...]] = {}
        for branch in shops.list_branches(db, shop_id):
            names = (fold(branch.name), "") if branch.main else (fold(branch.name),)
            if any(name in self.file.state.branch_rows for name in names):
                named[branch.id] = (*names, _EVERY_BRANCH)
        return {
            (item_id, branch_id): level
            for (item_id, branch_id), level in levels.items()
            if level[0] > 0
            and item_id in folded
            and branch_id in named
            and not any(self._levels.line_of((folded[item_id], name)) for name in named[branch_id])
        }


def add_catalogue_totals(access: Access, shop: Shop, seen: FileSummary, setup: PullSetup) -> None:
    """Adds the shop's totals, its items missing from the file, and the last run's rows."""
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
        access.read(lambda db, page=page: _add_missing_levels(db, shop, seen, setup, page))  # type: ignore[misc]


def _add_missing_levels(
    db: ReadTx, shop: Shop, seen: FileSummary, setup: PullSetup, page: list[CatalogueEntry]
) -> None:
    """Adds the levels that parts of the file lack to the tally, and the parts that lose stock which
    no order holds to the changed ones.
    """
    named = {item.id: item.folded for item in page if seen.names_branches and seen.has(item.folded)}
    is_zero = setup.missing is MissingRule.ZERO
    gone = [item.id for item in page if is_zero and item.active and not seen.has(item.folded)]
    levels = stock_levels.find_levels(db, [*named, *gone])
    missing = seen.find_missing_levels(db, shop.id, named, levels)
    seen.tally.dropped += len(missing)
    seen.tally.units_lost += sum(quantity for quantity, _ in missing.values())
    lost = missing | {place: level for place, level in levels.items() if place[0] not in named}
    for item_id in {item_id for (item_id, _), (quantity, reserved) in lost.items() if quantity > reserved}:
        if item_id not in named:
            seen.counts += Counts(updated=1)
        elif not seen.changed.line_of((named[item_id], "")):
            seen.counts += Counts(updated=1, unchanged=-1)


def _read_by_id(access: Access, read: Callable[[ReadTx, int], T | None]) -> Iterator[T]:
    """What `read` returns for the items after each id, in short reads, until it returns None."""
    for after in count(0, ITEMS_AT_ONCE):
        found = access.read(lambda db, after=after: read(db, after))  # type: ignore[misc]
        if found is None:
            return
        yield found


def nothing_saved(rows: int, first: RunRow | None) -> Sentence:
    """Why: the file has no rows, or none that can be saved; `first` is the first rejected one."""
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
        "{n:,} rows name a part number again: of its rows at a branch only the last one counts.",
        one="1 row names a part number again: of its rows at a branch only the last one counts.",
        n=seen.repeated,
    )
    return RunRow(0, None, sentence, rejected=False)


def missing_note(seen: FileSummary) -> RunRow | None:
    """Says how many items are missing from the file and still offered; None if there are none."""
    if seen.left <= 0:
        return None
    sentence = message(
        "{n:,} active parts are not in the file and stay as they are. "
        "The set-up can take their stock to 0, or make them inactive.",
        one="1 active part is not in the file and stays as it is. "
        "The set-up can take its stock to 0, or make it inactive.",
        n=seen.left,
    )
    return RunRow(0, None, sentence, rejected=False)


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
        rows, readable = batch.rows, list_readable(batch.rows)
        whole = [isinstance(row, Row) for row in rows if isinstance(row, Row) or row.readable_row is not None]
        columns = list(zip(*[row.values for row in readable], strict=True))
        prices = [[NOT_SENT if value is UNSET else value for value in column] for column in columns[_PRICES]]
        marks = [hash(values) & _MARK | 1 for values in zip(*prices, *columns[_TEXTS], whole, strict=True)]
        folded = [row.folded for row in readable]
        earlier = self._named.put_all(zip(folded, repeat(""), strict=False), marks)
        if any(earlier):
            # A part in two branches changes its price once.
            again = [place for place, before in enumerate(earlier) if before == marks[place]]
            for column in prices:
                for place in again:
                    column[place] = NOT_SENT
        at = [main if row.branch is None else branches.setdefault(fold(row.branch), -len(branches)) for row in readable]
        millis = [row.milli for row in readable]
        if any(earlier):
            _keep_last(list(zip(folded, at, strict=True)), millis)
        sent = list(zip(folded, *prices, at, millis, [not before for before in earlier], strict=True))
        self.check_values(batch)
        self._compare_names(db, rows[:: max(1, len(rows) // _NAMES_AT_ONCE)])
        impact = pull_survey.sum_impact(db, self._shop.id, sent)
        self.tally.prices += impact.prices
        self.tally.prices_changed += impact.prices_changed
        self.tally.units_lost += impact.units_lost
        self.matched += impact.active
        self.tally.prices_times_five += impact.prices_times_five
        self.tally.new_parts += earlier.count(0) - impact.known
        self.tally.known_parts += impact.known
        self.tally.zeroed += impact.zeroed

    def _compare_names(self, db: ReadTx, rows: Sequence[Row | RowFault]) -> None:
        sample = [row for row in rows if isinstance(row, Row)]
        held = pull_survey.read_names(db, self._shop.id, [row.folded for row in sample])
        for row in sample:
            if row.folded in held:
                self.compare_names(row, held[row.folded])


def list_readable(rows: Iterable[Row | RowFault]) -> list[Row]:
    """The rows, of a rejected one what could be read of it."""
    found = (row if isinstance(row, Row) else row.readable_row for row in rows)
    return [row for row in found if row is not None]


def _keep_last(levels: Sequence[tuple[str, int]], millis: list[int | None]) -> None:
    """Of several rows for one level only the last counts."""
    last = {level: place for place, level in enumerate(levels) if millis[place] is not None}
    for place, level in enumerate(levels):
        if last.get(level, place) != place:
            millis[place] = None
