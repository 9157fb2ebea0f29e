"""CSV that leaves the program. No cell can run as a formula in a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from service.domain.texts import drop_steering

_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_INNER_RUNS = re.compile(r"""([;\t\r\n])(?=(?:(?![;\t\r\n])[\s"])*[=+\-@＝＋－＠])""")
"""Where a spreadsheet begins a cell if the system's list separator is no comma: there, commas and
quotes are text, and a line break ends the row.
"""
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")

Value = str | int | Decimal | bool | None


def safe_cell(value: Value) -> str:
    """A cell of CSV: nothing that steers, an apostrophe before a formula, numbers as they are."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return f"{value:f}"
    value = drop_steering(value)
    runs = value.startswith(_RUNS) or value.lstrip().startswith(_RUNS)
    safe = f"'{value}" if runs and not _NUMBER.fullmatch(value) else value
    return _INNER_RUNS.sub(r"\1'", safe)


def csv_lines(header: Iterable[str], rows: Iterable[Iterable[Value]]) -> Iterator[str]:
    """CSV lines with their ends (RFC 4180), after a byte order mark for Arabic in spreadsheets."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    buffer.write("\ufeff")
    writer.writerow([safe_cell(name) for name in header])
    yield _taken(buffer)
    for row in rows:
        writer.writerow([safe_cell(value) for value in row])
        yield _taken(buffer)


def _taken(buffer: io.StringIO) -> str:
    line = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return line
