"""Part numbers that come in several units of measure: which of their rows count.

A list may have a row in pieces and one in cartons. The first pass over the file finds the units of
each part number, in constant memory per row; `judge` then decides about each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from service.domain.catalogue.sku import fold, tidy
from service.domain.pull.pull_choices import BASE_UNIT, SUM_ROWS, SUM_UNITS
from service.domain.sentences import Sentence, message, prefix_field
from service.files.folding import fold_text
from service.files.seen_keys import SeenKeys
from service.files.source import NumberCell, RawRow
from service.files.values.cell_readers import read_quantity, read_sku
from service.files.values.options import Options

_LAST_BIT = 31
"""Units after the 31st share a bit, so two of them count as one."""


class UnitPlaces(NamedTuple):
    """Where a row has its part number, unit, branch (-1 if nowhere) and quantities."""

    sku: int
    unit: int
    branch: int
    quantities: tuple[int, ...]


class Judgement(NamedTuple):
    """Why a row does not count, or is rejected; else its cells, if they change."""

    skipped: Sentence | None = None
    fault: Sentence | None = None
    cells: list[str] | None = None


_COUNTS = Judgement()


class UnitRows:
    """The units of each part number of a file, and what the set-up decides about them."""

    def __init__(self, places: UnitPlaces, rule: str = "", options: Options | None = None) -> None:
        self.places = places
        self.mixed = 0
        """The part numbers that come in several units."""
        self.rows: dict[str, int] = {}
        """The rows of each unit, in its first spelling."""
        self.sample = ""
        """The first part number that comes in several units, folded."""
        self._rule = rule
        self._base = fold_text(rule.removeprefix(BASE_UNIT)) if rule.startswith(BASE_UNIT) else None
        self._options = options or Options()
        self._bits: dict[str, int] = {}
        self._spelling: dict[str, str] = {}
        self._units = SeenKeys()
        self._first = SeenKeys()
        self._totals: dict[tuple[str, str], list[Decimal]] = {}
        self._emitted: set[tuple[str, str]] = set()

    def learn(self, rows: Iterable[RawRow]) -> None:
        """The first pass: the units of each part number."""
        for _, cells in rows:
            sku, unit = self.sku_of(cells), fold_text(_cell(cells, self.places.unit))
            if not sku or not unit:
                continue
            bit = self._bit(unit, _cell(cells, self.places.unit))
            name = self._spelling[unit]
            self.rows[name] = self.rows.get(name, 0) + 1
            key, known = (sku, ""), self._units.line_of((sku, ""))
            if not known:
                self._first.put(key, bit)
            if known | bit != known:
                self._units.put(key, known | bit)
                if known and not known & (known - 1):
                    self.mixed += 1
                    self.sample = self.sample or sku

    def add_up(self, rows: Iterable[RawRow]) -> None:
        """A second pass, for the rule that adds: the quantities of part numbers with several
        units.
        """
        for _, cells in rows:
            sku = self.sku_of(cells)
            if sku and self._is_added(sku, cells):
                totals = self._totals.setdefault(self._level(sku, cells), [Decimal(0)] * len(self.places.quantities))
                for index, place in enumerate(self.places.quantities):
                    totals[index] += self._quantity(cells, place)

    def judge(self, cells: Sequence[str]) -> Judgement:
        """What happens to a row."""
        sku = self.sku_of(cells)
        unit = _cell(cells, self.places.unit)
        if not sku or not fold_text(unit) or not self._is_mixed(sku):
            return _COUNTS
        bit = self._bit(fold_text(unit), unit)
        is_first = bit == self._first.line_of((sku, ""))
        if self._rule == SUM_UNITS:
            return self._judge_sum(sku, cells, is_first=is_first)
        if self._base is not None:
            return self._judge_base(sku, unit)
        return _COUNTS if is_first else _leave_out(unit)

    def _judge_base(self, sku: str, unit: str) -> Judgement:
        if fold_text(unit) == self._base:
            return _COUNTS
        if self._units.line_of((sku, "")) & self._bits.get(self._base or "", 0):
            return _leave_out(unit)
        base = self._rule.removeprefix(BASE_UNIT)
        sentence = message("comes in several units, but not in {base}; this row is in {unit}", base=base, unit=unit)
        return Judgement(fault=prefix_field("quantity", sentence))

    def _judge_sum(self, sku: str, cells: Sequence[str], *, is_first: bool) -> Judgement:
        level = self._level(sku, cells)
        if level in self._emitted:
            if self.places.unit < 0:
                return Judgement(skipped=message("its quantity is added to the part's first row"))
            return _leave_out(_cell(cells, self.places.unit), added=True)
        self._emitted.add(level)
        places = self.places
        kept = list(cells) if is_first else [""] * len(cells)
        for place in (places.sku, places.branch):
            if place >= 0:
                kept[place] = cells[place]
        for place, total in zip(places.quantities, self._totals[level], strict=True):
            kept[place] = NumberCell(f"{total.normalize():f}")
        return Judgement(cells=kept)

    def restart(self) -> None:
        """Forgets which rows were judged: the same rows come again."""
        self._emitted.clear()

    def sku_of(self, cells: Sequence[str]) -> str:
        """The folded part number of a row, "" if it has none."""
        value = read_sku(text).value if (text := _cell(cells, self.places.sku)) else None
        return fold(tidy(value)) if isinstance(value, str) else ""

    def _level(self, sku: str, cells: Sequence[str]) -> tuple[str, str]:
        return sku, fold(tidy(_cell(cells, self.places.branch))) if self.places.branch >= 0 else ""

    def _bit(self, folded: str, unit: str) -> int:
        bit = self._bits.get(folded)
        if bit is None:
            bit = self._bits[folded] = 1 << min(len(self._bits), _LAST_BIT)
            self._spelling[folded] = unit
        return bit

    def _is_mixed(self, sku: str) -> bool:
        units = self._units.line_of((sku, ""))
        return bool(units & (units - 1))

    def _is_added(self, sku: str, cells: Sequence[str]) -> bool:  # noqa: ARG002 - of a repeated part
        return self._is_mixed(sku)

    def _quantity(self, cells: Sequence[str], place: int) -> Decimal:
        text = _cell(cells, place)
        value = read_quantity(text, self._options).value if text else None
        return Decimal(str(value)) if isinstance(value, int | Decimal) else Decimal(0)


class RepeatedRows(UnitRows):
    """The same for part numbers with several rows at a branch that no unit tells apart: the first
    row counts (FIRST_ROW), or gets the quantities of all (SUM_ROWS).
    """

    def learn(self, rows: Iterable[RawRow]) -> None:
        """The first pass: which parts repeat."""
        seen = SeenKeys()
        for _, cells in rows:
            sku = self.sku_of(cells)
            if sku and seen.put(self._level(sku, cells), 1):
                self._totals[self._level(sku, cells)] = [Decimal(0)] * len(self.places.quantities)

    def judge(self, cells: Sequence[str]) -> Judgement:
        """What happens to a row."""
        sku = self.sku_of(cells)
        level = self._level(sku, cells)
        if level not in self._totals:
            return _COUNTS
        if self._rule == SUM_ROWS:
            return self._judge_sum(sku, cells, is_first=True)
        if level in self._emitted:
            return Judgement(skipped=message("another row of {sku}, left out", sku=_cell(cells, self.places.sku)))
        self._emitted.add(level)
        return _COUNTS

    def _is_added(self, sku: str, cells: Sequence[str]) -> bool:
        return self._level(sku, cells) in self._totals


def _leave_out(unit: str, *, added: bool = False) -> Judgement:
    if added:
        return Judgement(skipped=message("in the unit {unit}: its quantity is added to the first row", unit=unit))
    return Judgement(skipped=message("in the unit {unit}, left out", unit=unit))


def _cell(cells: Sequence[str], place: int) -> str:
    text = cells[place] if 0 <= place < len(cells) else ""
    return text if type(text) is not str else text.strip()
