"""Text whose columns begin at fixed places, as old systems print lists into a file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise, takewhile
from pathlib import Path
from typing import Final

from service.files.formats.text_encoding import lines, open_text
from service.files.source import MAX_COLUMNS, RawRow

_SAMPLE_LINES: Final = 200
_SHOWN_LINES: Final = 15
_SHOWN_CHARS: Final = 400
_BLANK_SHARE: Final = 0.95
_FEWEST_LINES: Final = 3
_TAB: Final = 8
_GAP = re.compile(r" {2,}")
_RULES: Final = frozenset("-=_+| ")


def fixed_rows(path: Path, encoding: str, breaks: Sequence[int]) -> Iterator[RawRow]:
    """Every line as a row; `breaks` are the places at which the columns after the first begin."""
    places = list(pairwise((0, *breaks, None)))
    with open_text(path, encoding) as file:
        for number, line in enumerate(lines(file, path.name), start=1):
            text = _expand(line)
            yield RawRow(number, [text[start:end].strip() for start, end in places])


def _expand(line: str) -> str:
    text = line.rstrip("\r\n\x1a\f")
    return text.expandtabs(_TAB) if "\t" in text else text


def first_lines(path: Path, encoding: str) -> tuple[str, ...]:
    """The first lines that are not blank, for a preview."""
    with open_text(path, encoding) as file:
        texts = (_expand(line)[:_SHOWN_CHARS] for line in lines(file, path.name))
        return tuple(islice((text for text in texts if text.strip()), _SHOWN_LINES))


def guess_breaks(path: Path, encoding: str, gap: int = 2) -> tuple[int, ...]:
    """Columns begin after `gap` or more places blank in nearly all of 200 lines; () if none."""
    with open_text(path, encoding) as file:
        sample = [_expand(line) for line in islice(lines(file, path.name), _SAMPLE_LINES)]
    table = _without_titles([line for line in sample if line.strip() and not set(line) <= _RULES])
    if len(table) < _FEWEST_LINES:
        return ()
    width = min(max(map(len, table)), _SHOWN_CHARS * 10)
    blank = [
        sum(1 for line in table if place >= len(line) or line[place] == " ") >= _BLANK_SHARE * len(table)
        for place in range(width)
    ]
    begins = [place for place in range(gap, width) if all(blank[place - gap : place]) and not blank[place]]
    # What is before the first text is a margin, no column.
    first = next((place for place in range(width) if not blank[place]), 0)
    return tuple(_find_gap(table, place, blank) for place in begins if place > first)[: MAX_COLUMNS - 1]


def _find_gap(table: list[str], begin: int, blank: list[bool]) -> int:
    """Where a column begins whose rows begin at this place: further left if that cuts no word, as
    the name of a column of numbers has more characters than these.
    """
    places = takewhile(lambda place: place == begin or blank[place], range(begin, 0, -1))
    uncut = (place for place in places if not any(line[place - 1 : place + 1].strip()[1:] for line in table))
    return next(uncut, begin)


def _without_titles(table: list[str]) -> list[str]:
    """The lines that have about as many texts, two blanks apart, as most lines have."""
    counts = [len(_GAP.split(line.strip())) for line in table]
    usual = Counter(counts).most_common(1)[0][0] if counts else 0
    return [line for line, count in zip(table, counts, strict=True) if count >= usual - 1]


def parse_breaks(text: str) -> tuple[int, ...] | None:
    """The places in a text such as `8,40,52`, each after the one before; None for other texts."""
    parts = text.split(",")
    if len(parts) >= MAX_COLUMNS or not all(part.strip().isdecimal() and len(part.strip()) < 6 for part in parts):
        return None
    places = tuple(int(part) for part in parts)
    return places if all(first < second for first, second in pairwise((0, *places))) else None


def write_breaks(breaks: Sequence[int]) -> str:
    """The text that `parse_breaks` reads."""
    return ",".join(map(str, breaks))
