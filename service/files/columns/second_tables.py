"""Finds column names below the first ones: repeated on a later page, in another language, or of a
second table with its columns in another order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from service.domain.sentences import Sentence, message
from service.files.columns.column import Column
from service.files.columns.headers import known_names
from service.files.columns.layouts import ANY_NAMES
from service.files.folding import fold_text
from service.files.values.upload_fields import PRICES

_HEADER_AGAIN: Final = message("the column names again, left out")
_FEWEST_NAMES: Final = 2


class SecondTables:
    """Looks at the cells where `columns` have prices and quantities."""

    def __init__(self, columns: Sequence[Column]) -> None:
        self._numbers = [column for column in columns if column.field == "quantity" or column.field in PRICES]
        self.other_order: list[int] = []
        """The lines of column names in another order: the rows below them are read wrongly."""

    def is_header(self, cells: Sequence[str]) -> bool:
        """Whether a row has words instead of all numbers, and most of its cells are known names."""
        said = [cells[column.place] for column in self._numbers if cells[column.place]]
        if not said or any(any(map(str.isdigit, text)) for text in said):
            return False
        known = known_names(cells)
        return known >= _FEWEST_NAMES and known * 2 >= sum(1 for cell in cells if cell)

    def note_header(self, line: int, cells: Sequence[str]) -> Sentence:
        """Notes the order of column names, and says why they are no item."""
        for column in self._numbers:
            name = fold_text(cells[column.place])
            fields = [field for field, names in ANY_NAMES.items() if name in names]
            if fields and column.field not in fields:
                self.other_order.append(line)
                break
        return _HEADER_AGAIN
