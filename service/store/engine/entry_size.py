"""How many bytes of the file an entry of the call log takes, its indexes and half-filled pages
included.
"""

from __future__ import annotations

from service.domain.call_log.calls import Call

_PAGE = 4096
_USABLE = 4084
_MAX_CELL = 4061
_MIN_LOCAL, _OVERFLOW = 489, 4092
"""A larger payload leaves a part in its row, and fills pages of its own with the rest."""
_CELL_OVERHEAD = 12
_ROW_FIXED = 70
"""Numbers of a row, its facts and what its summed up repeats say."""
_INDEX_FIXED = 120
"""An entry in each of four indexes, whose pages are two thirds full."""
_TEXTS = ("remote", "key_name", "method", "path", "error", "message", "notes")


class LeafFill:
    """How full the last page of a table is: an entry that does not fit there opens the next, and is
    charged for it.

    Rows of very different sizes can leave half of each page empty;
    no sum of their lengths would show it.
    """

    def __init__(self) -> None:
        self._fill = _USABLE

    def charge(self, payload: int) -> int:
        """Bytes of pages that a row opens."""
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
        self._rows, self._bodies = LeafFill(), LeafFill()

    def measure(self, call: Call, notes: str | None, bodies: int) -> int:
        """The size of an entry; `bodies` are the packed bytes of both."""
        path = _length(call.path)
        texts = path + sum(
            _length(text) for text in (call.remote, call.key, call.method, call.error, call.message, notes) if text
        )
        size = self._rows.charge(_ROW_FIXED + texts) + _INDEX_FIXED + path * 8 // 5
        return size + self._bodies.charge(bodies) if bodies else size


def _length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


_SQL_TEXTS = " + ".join(f"coalesce(length(CAST(calls.{name} AS BLOB)), 0)" for name in _TEXTS)
_SQL_BODIES = "coalesce(length(call_bodies.request), 0) + coalesce(length(call_bodies.response), 0)"
ESTIMATE_SQL = (
    f"({_ROW_FIXED} + {_INDEX_FIXED} + {_SQL_TEXTS} + length(CAST(calls.path AS BLOB)) * 8 / 5 + {_SQL_BODIES})"
)
"""Of a row of `calls LEFT JOIN call_bodies` that an older program wrote."""
SIZE_SQL = f"CASE WHEN calls.size > 0 THEN calls.size ELSE {ESTIMATE_SQL} END"
"""What an entry takes, of the same rows."""
