"""The rows of a file that the owner has to see: the extreme ones, and those that repeat or are left
out. Collected in the one reading of the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from collections.abc import Mapping as Answers
from dataclasses import dataclass

from service.domain.catalogue.sku import fold, tidy
from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import BASE_UNIT, FIRST_ROW, LAST_ROW, REPEATS, SUM_ROWS
from service.domain.sentences import Sentence, message
from service.files.columns.mapping import Mapping
from service.files.folding import fold_text
from service.files.seen_keys import SeenKeys
from service.files.source import RawRow
from service.files.values.cell_readers import names_nothing

DEAREST, CHEAPEST, MOST_STOCK, LONGEST_NAME = "dearest", "cheapest", "most stock", "longest name"
FIRST, LAST, OTHER, ANOTHER = "first", "last", "other", "another"
_MARK = (1 << 31) - 1
_MOST_COMPARED = 200
_MOST_NAMED = 5
_MOST_REASONS = 20
_MOST_UNITS = 30
_SHOWN_UNITS = 6
_NOT_NUMERIC = re.compile(r"[^\d.]")

WhySkipped = Callable[[int, list[str]], Sentence | None]
"""Why a row is no part: a total, a drawn line; None if it is one."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The columns whose rows are watched; None where the file has no such column."""

    sku: str | None = None
    name: str | None = None
    price: str | None = None
    quantity: str | None = None
    branch: str | None = None
    unit: str | None = None

    @staticmethod
    def of(mapping: Mapping) -> Watched:
        quantity = mapping.column_of("quantity") or next((one.column for one in mapping.branches), None)
        sku, name, price, branch = map(mapping.column_of, ("sku", "name", "price_fils", "branch"))
        return Watched(sku, name, price, quantity, branch, mapping.unit)


class NotableRows:
    """Watches the rows of a file, in twelve bytes for each part number."""

    def __init__(self, headers: Sequence[str], watched: Watched, why_skipped: WhySkipped) -> None:
        self.samples: dict[str, RawRow] = {}
        """By what they are the first of."""
        self.left_out: dict[str, tuple[Sentence, int]] = {}
        """By its English the reason why rows are no parts, and how many are not."""
        self.parts = 0
        self.repeated = 0
        """Rows whose part number and branch an earlier row has."""
        self.differing = 0
        """Those of them that are not equal to the row before in each cell."""
        self.repeating: list[str] = []
        """The first part numbers that repeat."""
        self.differs_in: dict[str, None] = {}
        """Columns in which they differ."""
        self.mixed: dict[str, None] = {}
        """The first part numbers that come in several units."""
        self.units: dict[str, tuple[str, int]] = {}
        """By its folded name each unit, as it is written first, and its rows."""
        self._headers = headers
        self._why_skipped = why_skipped
        place = {name: at for at, name in enumerate(headers)}
        named = (watched.sku, watched.name, watched.price, watched.quantity, watched.branch, watched.unit)
        self._sku, self._name, self._price, self._quantity, self._branch, self._unit = (
            -1 if name is None else place.get(name, -1) for name in named
        )
        self._best: dict[str, float] = {}
        self._seen, self._first_units, self._parts = SeenKeys(), SeenKeys(), SeenKeys()
        self._before: tuple[tuple[str, str], list[str]] | None = None
        self._count = 0
        self._next = {OTHER: 2, ANOTHER: 3}

    def see(self, rows: Sequence[RawRow]) -> None:
        """Takes the next rows, which have all their cells."""
        for row in rows:
            why = self._why_skipped(row.line, row.cells)
            if why is None:
                self._take(row)
            elif why:
                text = str(why)
                if text in self.left_out or len(self.left_out) < _MOST_REASONS:
                    self.left_out[text] = why, self.left_out.get(text, (why, 0))[1] + 1

    def _take(self, row: RawRow) -> None:
        cells = row.cells
        sku = tidy(cells[self._sku]) if self._sku >= 0 else ""
        if not sku or names_nothing(sku):
            return
        self._count += 1
        self._watch_repeats(sku, cells)
        if self._unit >= 0 and not cells[self._unit].isspace():
            self._watch_units(sku, cells[self._unit].strip())
        price = _rough(cells[self._price]) if self._price >= 0 else 0.0
        if price:
            self._keep(DEAREST, price, row)
            self._keep(CHEAPEST, -price, row)
        if self._quantity >= 0:
            self._keep(MOST_STOCK, _rough(cells[self._quantity]), row)
        if self._name >= 0:
            self._keep(LONGEST_NAME, len(cells[self._name]), row)
        self.samples.setdefault(FIRST, row)
        self.samples[LAST] = row
        for why, at in self._next.items():
            if self._count == at:
                self.samples[why] = row
                self._next[why] = at * 2

    def _keep(self, why: str, value: float, row: RawRow) -> None:
        if why not in self._best or value > self._best[why]:
            self._best[why], self.samples[why] = value, row

    def _watch_repeats(self, sku: str, cells: list[str]) -> None:
        key = fold(sku), fold(tidy(cells[self._branch])) if self._branch >= 0 else ""
        mark = hash(tuple(cells)) & _MARK | 1
        before = self._seen.put(key, mark)
        # A part with rows at several branches is one part.
        self.parts += not (self._parts.put((key[0], ""), 1) if self._branch >= 0 else before)
        if before:
            self.repeated += 1
            self.differing += before != mark
            if sku not in self.repeating and len(self.repeating) < _MOST_NAMED:
                self.repeating.append(sku)
            if self._before is not None and self._before[0] == key and self.repeated <= _MOST_COMPARED:
                pairs = zip(self._headers, self._before[1], cells, strict=False)
                self.differs_in |= {header: None for header, one, other in pairs if one != other}
        self._before = key, cells

    def _watch_units(self, sku: str, unit: str) -> None:
        folded = fold_text(unit)
        if not folded or (folded not in self.units and len(self.units) >= _MOST_UNITS):
            return
        first, count = self.units.get(folded, (unit, 0))
        self.units[folded] = first, count + 1
        mark = list(self.units).index(folded) + 1
        before = self._first_units.line_of((fold(sku), "")) or self._first_units.put((fold(sku), ""), mark) or mark
        if before != mark and len(self.mixed) < _MOST_NAMED:
            self.mixed[sku] = None

    def ask(self, answers: Answers[str, str]) -> Question | None:
        """Asks which row of a part counts, if parts have several that differ."""
        answer = answers.get(REPEATS, "")
        base = fold_text(answer.removeprefix(BASE_UNIT)) if answer.startswith(BASE_UNIT) else ""
        if not (self.differing or self.mixed) or answer in (FIRST_ROW, LAST_ROW, SUM_ROWS) or base in self.units:
            return None
        quantity, price = (self._headers[at] if at >= 0 else None for at in (self._quantity, self._price))
        adds = Reading(SUM_ROWS, message("Their quantities are added up; the first row gives the rest"))
        first, last = (
            Reading(FIRST_ROW, message("The first row of a part counts")),
            Reading(LAST_ROW, message("The last row of a part counts")),
        )
        if self.mixed:
            return self._ask_units(first, adds)
        is_stock = quantity is not None and price not in self.differs_in
        text = message(
            "{n:,} rows name a part again ({parts}), with another {columns}. Which of them count?",
            one="1 row names a part again ({parts}), with another {columns}. Which of them counts?",
            n=self.repeated,
            parts=", ".join(self.repeating),
            columns=", ".join(list(self.differs_in)[:_MOST_NAMED]) or "value",
        )
        return Question(REPEATS, text, (adds, first, last) if is_stock else (first, last, adds))

    def _ask_units(self, first: Reading, adds: Reading) -> Question:
        units = sorted(self.units.values(), key=lambda unit: -unit[1])[:_SHOWN_UNITS]
        bases = (Reading(BASE_UNIT + unit, message("Only the rows in {unit}", unit=unit)) for unit, _ in units)
        text = message(
            "Part numbers such as {parts} come in several units of measure. Which rows count?",
            parts=", ".join(self.mixed),
        )
        return Question(REPEATS, text, (*bases, first, adds))


def _rough(text: str) -> float:
    """About the number in a cell; 0 where there is none."""
    try:
        return float(text)
    except ValueError:
        marked = text.replace(",", "." if "." not in text else "")
    try:
        return float(_NOT_NUMERIC.sub("", marked))
    except ValueError:
        return 0.0
