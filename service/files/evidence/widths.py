"""Where the columns of a fixed-width text begin: asked once, and compared each night."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import WIDTHS
from service.domain.sentences import Sentence, message
from service.files.formats.fixed_width import count_cuts, write_breaks
from service.files.source import Kind, RawRow, Source

_SHOWN: Final = 2
_FEW: Final = 0.05
"""So many more lines whose words do not fit into the columns may be chance."""


def ask_widths(source: Source, rows: Sequence[RawRow], breaks: Sequence[int]) -> Question | None:
    """Asks whether the columns of a fixed-width text are right, unless their places were chosen."""
    if source.kind is not Kind.FIXED_WIDTH or breaks:
        return None
    shown = "; ".join(" | ".join(cells) for cells in (source.headers, *(row.cells for row in rows[:_SHOWN])))
    text = message("The columns begin at {places}: {cells}", places=write_breaks(source.breaks), cells=shown)
    readings = (Reading(write_breaks(source.breaks), text),)
    return Question(WIDTHS, message("Are these the columns of the file? If not, draw them."), readings)


def measure_cuts(path: Path, source: Source) -> str:
    """What a set-up stores to compare other nights with."""
    cut, count = count_cuts(path, source.encoding, source.breaks)
    return f"{cut},{count}"


def moved_columns(path: Path, source: Source, known: str) -> Sentence | None:
    """Says that words do not fit into their columns in more lines than at the set-up."""
    if source.kind is not Kind.FIXED_WIDTH or not known:
        return None
    before, lines_before = map(int, known.split(","))
    cut, count = count_cuts(path, source.encoding, source.breaks)
    if cut / max(1, count) <= before / max(1, lines_before) + _FEW:
        return None
    return message(
        "In {some:,} of {rows:,} lines words do not fit between the beginnings of columns: the columns have moved.",
        some=cut,
        rows=count,
    )
