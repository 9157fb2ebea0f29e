"""Part numbers that have several rows at a branch, or rows in several units: which of them count.

The first pass over the file finds them, in constant memory per row; `judge` then decides about
each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from service.domain.catalogue.sku import fold, tidy
from service.domain.pull.pull_choices import BASE_UNIT, SUM_ROWS
from service.domain.sentences import Sentence, message, prefix_field
from service.files.columns.column import PackUnits
from service.files.columns.mapping import Mapping
from service.files.folding import fold_text
from service.files.seen_keys import SeenKeys
from service.files.source import NumberCell, RawRow
from service.files.values.cell_readers import read_quantity, read_sku
from service.files.values.options import Options


class Judgement(NamedTuple):
    """Why a row does not count, or is rejected; else its cells, if they change. `has_level`:
    another row of the part at this branch counts.
    """

    skipped: Sentence | None = None
    fault: Sentence | None = None
    cells: list[str] | None = None
    has_level: bool = False


_COUNTS = Judgement()


class RepeatedRows:
    """The rule of a set-up: the first row counts (FIRST_ROW), or gets the quantities of all
    (SUM_ROWS), or only rows in one unit count (BASE_UNIT).
    """

    def __init__(self, headers: Sequence[str], mapping: Mapping, options: Options) -> None:
        at = {header: place for place, header in enumerate(headers)}
        counts = [bound.column for bound in mapping.columns if bound.field == "quantity"]
        self._quantities = [at[header] for header in (*counts, *(one.column for one in mapping.branches))]
        self._sku, self._branch = (at.get(mapping.column_of(field) or "", -1) for field in ("sku", "branch"))
        self._unit = at.get(mapping.unit or "", -1)
        self._packs = PackUnits(headers, mapping, options)
        self._rule = rule = mapping.repeats
        self._base = fold_text(rule.removeprefix(BASE_UNIT)) if rule.startswith(BASE_UNIT) else None
        self._options = options
        self._seen, self._mixed, self._in_base = SeenKeys(), SeenKeys(), SeenKeys()
        self._units: dict[str, int] = {}
        self._totals: dict[tuple[str, str], list[Decimal]] = {}
        self._repeating: set[str] = set()
        self._emitted: set[tuple[str, str]] = set()
        self._given: set[str] = set()

    def learn(self, rows: Iterable[RawRow]) -> None:
        """The first pass: which parts repeat, and which of them have a row in the unit."""
        for _, cells in rows:
            sku = self._sku_of(cells)
            if not sku:
                continue
            if self._base is not None:
                self._learn_unit(sku, fold_text(cell_of(cells, self._unit)))
            elif self._seen.put(level := self._level(sku, cells), 1):
                self._totals[level] = [Decimal(0)] * len(self._quantities)
                self._repeating.add(sku)

    def _learn_unit(self, sku: str, unit: str) -> None:
        number = self._units.setdefault(unit, len(self._units) + 1)
        first = self._seen.line_of((sku, "")) if unit else 0
        if unit and not first:
            self._seen.put((sku, ""), number)
        elif unit and first != number:
            self._mixed.put((sku, ""), 1)
        if unit == self._base:
            self._in_base.put((sku, ""), 1)

    def add_up(self, rows: Iterable[RawRow]) -> None:
        """A second pass, for the rule that adds: the quantities of the parts that repeat."""
        for _, cells in rows if self._rule == SUM_ROWS else ():
            totals = self._totals.get(self._level(self._sku_of(cells), cells))
            if totals is not None:
                packs = self._packs.count(cells)
                for index, place in enumerate(self._quantities):
                    totals[index] += self._quantity(cells, place, packs.get(place, 1))

    def judge(self, cells: Sequence[str]) -> Judgement:
        sku = self._sku_of(cells)
        if self._base is not None:
            return self._judge_unit(sku, cell_of(cells, self._unit))
        if sku not in self._repeating:
            return _COUNTS
        level = self._level(sku, cells)
        if level in self._emitted and level in self._totals:
            return Judgement(skipped=self._say_left_out(cells), has_level=True)
        is_first = sku not in self._given
        self._emitted.add(level)
        self._given.add(sku)
        return Judgement(cells=self._merge(cells, level, is_first=is_first)) if self._rule == SUM_ROWS else _COUNTS

    def _merge(self, cells: Sequence[str], level: tuple[str, str], *, is_first: bool) -> list[str]:
        """A row with the sums of its branch. Only a part's first row gives its price and name."""
        kept = {self._sku, self._branch, *self._quantities}
        merged = [cell if is_first or place in kept else "" for place, cell in enumerate(cells)]
        for place, total in zip(self._quantities, self._totals.get(level, ()), strict=False):
            merged[place] = NumberCell(f"{total.normalize():f}")
        return merged

    def _judge_unit(self, sku: str, unit: str) -> Judgement:
        if not unit or fold_text(unit) == self._base or not self._mixed.line_of((sku, "")):
            return _COUNTS
        if self._in_base.line_of((sku, "")):
            return Judgement(skipped=message("in the unit {unit}, left out", unit=unit))
        base = self._rule.removeprefix(BASE_UNIT)
        sentence = message("comes in several units, but not in {base}; this row is in {unit}", base=base, unit=unit)
        return Judgement(fault=prefix_field("quantity", sentence))

    def _say_left_out(self, cells: Sequence[str]) -> Sentence:
        if self._rule == SUM_ROWS:
            return message("its quantity is added to the part's first row")
        return message("another row of {sku}, left out", sku=cell_of(cells, self._sku))

    def restart(self) -> None:
        """Forgets which rows were judged: the same rows come again."""
        self._emitted.clear()
        self._given.clear()

    def _sku_of(self, cells: Sequence[str]) -> str:
        """The folded part number of a row, "" if it has none."""
        value = read_sku(text).value if (text := cell_of(cells, self._sku)) else None
        return fold(tidy(value)) if isinstance(value, str) else ""

    def _level(self, sku: str, cells: Sequence[str]) -> tuple[str, str]:
        return sku, fold(tidy(cell_of(cells, self._branch))) if self._branch >= 0 else ""

    def _quantity(self, cells: Sequence[str], place: int, pieces: int) -> Decimal:
        text = cell_of(cells, place)
        value = read_quantity(text, self._options, pieces).value if text else None
        return Decimal(str(value)) if isinstance(value, int | Decimal) else Decimal(0)


def cell_of(cells: Sequence[str], place: int) -> str:
    """A cell of a row that may be short, trimmed if it is a text."""
    text = cells[place] if 0 <= place < len(cells) else ""
    return text if type(text) is not str else text.strip()
