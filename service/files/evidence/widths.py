"""Where the columns of a fixed-width text begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from service.domain.pull.file_inspection import Question, Reading
from service.domain.pull.pull_choices import WIDTHS
from service.domain.sentences import message
from service.files.formats.fixed_width import write_breaks
from service.files.source import Kind, RawRow, Source

_SHOWN: Final = 2


def ask_widths(source: Source, rows: Sequence[RawRow], breaks: Sequence[int]) -> Question | None:
    """Asks whether the columns of a fixed-width text are right, unless their places were chosen."""
    if source.kind is not Kind.FIXED_WIDTH or breaks:
        return None
    shown = "; ".join(" | ".join(cells) for cells in (source.headers, *(row.cells for row in rows[:_SHOWN])))
    text = message("The columns begin at {places}: {cells}", places=write_breaks(source.breaks), cells=shown)
    readings = (Reading(write_breaks(source.breaks), text),)
    return Question(WIDTHS, message("Are these the columns of the file? If not, draw them."), readings)
