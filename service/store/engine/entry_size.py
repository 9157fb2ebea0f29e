"""How many bytes of the file an entry of the call log uses, with its indexes and
half-filled pages.
"""

from __future__ import annotations

from service.domain.call_log.calls import Call

_PAGE = 4096
_USABLE = 4084
_MAX_CELL = 4061
_MIN_LOCAL, _OVERFLOW = 489, 4092
"""Of a larger payload one part is in the row; the rest fills pages of its own."""
_CELL_OVERHEAD = 12
_ROW_FIXED = 70
"""Bytes for the numbers of a row, its facts and its count of repeats."""
_INDEX_FIXED = 120
"""Bytes for an entry in each of four indexes, whose pages are two thirds full."""
_TEXTS = ("remote", "key_name", "method", "path", "error", "message", "notes")


class LeafFill:
    """The fill of a table's last page. An entry that does not fit opens the next page and is
    charged for it.

    Rows of very different sizes can leave half of each page empty, which the sum of their lengths
    does not show.
    """

    def __init__(self) -> None:
        self._fill = _USABLE

    def charge(self, payload: int) -> int:
        """Bytes of the pages that a row opens."""
        pages = 0
        if payload > _MAX_CELL:
            pages, rest = divmod(payload - _MIN_LOCAL, _OVERFLOW)
            payload = _MIN_LOCAL + rest
            if payload > _MAX_CELL:
                pages, payload = pages + 1, _MIN_LOCAL
        cell = payload + _CELL_OVERHEAD
        if self._fill + cell > _USABLE:
            self._fill = cell
            return (pages + 1) * _PAGE
        self._fill += cell
        return pages * _PAGE


class EntryScale:
    """Measures entries in the order in which they are written."""

    def __init__(self) -> None:
        self._rows, self._bodies, self._marks = LeafFill(), LeafFill(), LeafFill()

    def measure(self, call: Call, notes: str | None, bodies: int, marks: int = 0) -> int:
        """The size of an entry; `bodies` are the packed bytes of both, `marks` those of its
        parts.
        """
        path = _length(call.path)
        others = _length(
            f"{call.remote}{call.key or ''}{call.method}{call.error or ''}{call.message or ''}{notes or ''}"
        )
        size = self._rows.charge(_ROW_FIXED + path + others) + _INDEX_FIXED + path * 8 // 5
        if marks:
            size += self._marks.charge(marks)
        return size + self._bodies.charge(bodies) if bodies else size


def _length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


_SQL_TEXTS = " + ".join(f"coalesce(length(CAST(calls.{name} AS BLOB)), 0)" for name in _TEXTS)
_SQL_BODIES = "coalesce(length(call_bodies.request), 0) + coalesce(length(call_bodies.response), 0)"
ESTIMATE_SQL = (
    f"({_ROW_FIXED} + {_INDEX_FIXED} + {_SQL_TEXTS} + length(CAST(calls.path AS BLOB)) * 8 / 5 + {_SQL_BODIES})"
)
"""For a row of `calls LEFT JOIN call_bodies` that an older program wrote."""
SIZE_SQL = f"CASE WHEN calls.size > 0 THEN calls.size ELSE {ESTIMATE_SQL} END"
"""The bytes of an entry, of the same rows."""
