"""Saves the rejected and noted rows of a run in the window's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from bridge.gateway.exports.save_table import save_table
from service.domain.export_table import TableWords, name_codes
from service.domain.pull.pulls import RunRow
from service.domain.sentences import Sentence
from service.usecases.export_tables import make_run_rows_table

FIELDS = "field"
"""The words for fields among `TableWords.codes`."""


def save_run_rows(
    path: Path, rows: Iterable[RunRow], words: TableWords, speak_arabic: Callable[[Sentence], str]
) -> int:
    """Returns how many it wrote. Raises BackendError."""
    speak = speak_arabic if words.rtl else str
    fields = words.codes.get(FIELDS, {})

    def write_reason(row: RunRow) -> str:
        """As the window displays it. A note of no line is that of an undo."""
        text = speak(row.text)
        return text if row.line > 0 else name_codes(text, fields)

    return save_table(path, make_run_rows_table(rows, write_reason), words)
