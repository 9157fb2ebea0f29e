"""The papers that are printed on; sizes in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Paper(StrEnum):
    """What a slip is printed on: a sheet, or the roll of a receipt printer."""

    A4 = "a4"
    ROLL_80 = "roll_80"


@dataclass(frozen=True, slots=True)
class PaperSize:
    """`height` None is a roll: a page is as long as its content."""

    width: float
    height: float | None
    margin: float


PAPER_SIZES = {Paper.A4: PaperSize(210, 297, 15), Paper.ROLL_80: PaperSize(80, None, 4)}


@dataclass(frozen=True, slots=True)
class LabelSize:
    """One label, and how many of them are on a page: one on a roll, several on a sheet."""

    key: str
    width: float
    height: float
    columns: int = 1
    rows: int = 1

    @property
    def on_sheet(self) -> bool:
        """Whether the page is a sheet of A4; the labels are in its middle."""
        return self.columns * self.rows > 1


LABEL_SIZES = (
    LabelSize("38x25", 38, 25),
    LabelSize("50x25", 50, 25),
    LabelSize("50x30", 50, 30),
    LabelSize("60x40", 60, 40),
    LabelSize("a4_24", 70, 37, 3, 8),
    LabelSize("a4_40", 52.5, 29.7, 4, 10),
)


def find_label_size(key: str) -> LabelSize:
    """The size of that key, else the second one."""
    return next((size for size in LABEL_SIZES if size.key == key), LABEL_SIZES[1])
