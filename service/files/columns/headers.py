"""Finds the row of a table's column names, and names its columns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Final

from service.files.columns.layouts import ANY_NAMES, BRANCH_QUANTITY, FIT_NAMES, LAYOUTS, UNIT_WORDS, is_cost
from service.files.folding import DIGITS, fold_name, fold_text, strip_invisible
from service.files.source import RawRow

_SCRIPTS: Final = tuple(
    re.compile(pattern)
    for pattern in ("[A-Za-z\u00c0-\u024f]+", "[\u0620-\u06ff]+", "[\u0400-\u04ff]+", "[\u4e00-\u9fff]+")
)
_BETWEEN = re.compile(r"[/|\\\n]")
_TWO: Final = 2
_SEARCHED_ROWS = 40
_NUMBER = re.compile(r"[-+(]?[\d.,\s]*\d[\d.,\s]*\)?%?")

_KNOWN = frozenset(
    name
    for columns in (ANY_NAMES, FIT_NAMES, *(layout.columns for layout in LAYOUTS))
    for names in columns.values()
    for name in names
)


def _list_fields() -> dict[str, set[str]]:
    fields: dict[str, set[str]] = {}
    for field, names in ANY_NAMES.items():
        for name in names:
            fields.setdefault(name, set()).add(field)
    return fields


_FIELDS: Final = _list_fields()


def bilingual_names(header: str) -> tuple[str, ...]:
    """The folded names in a column name; () unless all are known and name the same field."""
    if header.isascii() and not _BETWEEN.search(header):
        return ()
    scripts = [" ".join(script.findall(header)) for script in _SCRIPTS]
    parts = [part for part in scripts if part]
    if len(parts) < _TWO:
        parts = _BETWEEN.split(header)
    names = tuple(map(strip_unit, parts))
    if len(names) < _TWO or not set.intersection(*(_FIELDS.get(name, set()) for name in names)):
        return ()
    return names


def strip_unit(header: str) -> str:
    """A folded column name without the unit that it ends with."""
    return UNIT_WORDS.sub("", fold_text(header)).replace(" ", "")


def is_name_of(fields: Iterable[str], cell: str) -> bool:
    """Whether a column name is a known one of any of these fields."""
    names = {fold_name(cell), strip_unit(cell)}
    return any(not names.isdisjoint(ANY_NAMES[field]) for field in fields)


def known_names(cells: Sequence[str]) -> int:
    """How many cells are column names of a known system."""
    return sum(1 for cell in cells if cell and len(cell) < 80 and _is_known(cell))


@lru_cache(maxsize=1_000)
def _is_known(cell: str) -> bool:
    is_name = fold_name(cell) in _KNOWN or strip_unit(cell) in _KNOWN or is_cost(cell) or bilingual_names(cell)
    return bool(is_name) or any(pattern.fullmatch(cell.strip()) for pattern in _PATTERNS)


_PATTERNS = [
    BRANCH_QUANTITY,
    *(pattern for layout in LAYOUTS for pattern in (layout.branch, layout.price) if pattern is not None),
]


def find_header(rows: Sequence[RawRow]) -> int:
    """The line of the column names among a file's first rows; 0 if the table has none.

    The row with the most known names wins. If none is known, it is the first row that is as wide as
    most rows and has no number.
    """
    searched = [row for row in rows[:_SEARCHED_ROWS] if any(row.cells)]
    # A single cell above a table is its title, even if it reads like a column name.
    searched = [row for row in searched if _count_filled(row) > 1] or searched
    if not searched:
        return 1
    best = max(searched, key=lambda row: (known_names(row.cells), -row.line))
    if known_names(best.cells) >= min(2, _count_filled(best)):
        return best.line
    usual = Counter(_count_filled(row) for row in searched).most_common(1)[0][0]
    first = next((row for row in searched if _count_filled(row) >= usual), searched[0])
    return 0 if any(_NUMBER.fullmatch(cell.strip().translate(DIGITS)) for cell in first.cells if cell) else first.line


def _count_filled(row: RawRow) -> int:
    return sum(1 for cell in row.cells if cell)


def join_header_rows(above: Sequence[str], below: Sequence[str]) -> list[str] | None:
    """The names of columns under merged ones: `Price` over `Cost` and `Sale`; None if the second
    row is no such.

    Groups begin where both rows have a text, go on where only the second has one, and other columns
    are blank in the second row. One of these has a known name: a title is not above its columns.
    """
    # A cell that is merged over both rows has its text in both.
    below = ["" if cell == own else cell for cell, own in zip_longest(below, above, fillvalue="")]
    filled = [place for place, cell in enumerate(below) if cell.strip()]
    if len(filled) < _TWO or any(_NUMBER.fullmatch(below[place].strip().translate(DIGITS)) for place in filled):
        return None
    names, group, merged = list(above) + [""] * (len(below) - len(above)), "", 0
    for place, own in enumerate(names):
        part = below[place].strip() if place < len(below) else ""
        if own.strip():
            group = own.strip() if part else ""
        elif part:
            if not group:
                return None
            merged += 1
        names[place] = f"{group} {part}" if part else own
    alone = [cell for place, cell in enumerate(above) if place not in filled]
    return names if merged and known_names(alone) else None


def name_columns(cells: Sequence[str], width: int) -> tuple[str, ...]:
    """A name for each of `width` columns: `Column 3` if blank, `Name (2)` if it repeats."""
    names: list[str] = []
    seen: set[str] = set()
    for place in range(max(width, len(cells))):
        text = " ".join(strip_invisible(cells[place]).split()) if place < len(cells) else ""
        base = name = text or f"Column {place + 1}"
        again = 1
        while name in seen:
            again += 1
            name = f"{base} ({again})"
        seen.add(name)
        names.append(name)
    return tuple(names)


def usual_width(header: int, rows: Sequence[RawRow]) -> int:
    """How many cells a table's rows have: as the header, or as most rows if those are wider."""
    if not rows:
        return header
    wide, count = Counter(_used(row.cells) for row in rows).most_common(1)[0]
    return max(header, wide if count * 2 > len(rows) else 0)


def _used(cells: Sequence[str]) -> int:
    return next((place for place in range(len(cells), 0, -1) if cells[place - 1]), 0)
