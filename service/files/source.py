"""How a file is read: its format, and the facts that the format needs. Bounds of size."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MAX_FILE_BYTES = 200 * 1024 * 1024
MAX_ROWS = 500_000
MAX_COLUMNS = 1_000
MAX_CELL_CHARS = 1_000_000
"""The bounds of a file; cells after the last column are ignored."""

MAX_ROW_CHARS = 4_000_000
"""The texts of one row together."""

MAX_CELLS = 100_000_000
"""The cells of one sheet together, blank ones too."""

MAX_SHEETS = 1_000
MAX_SHEET_NAME_CHARS = 1_000
"""Further sheets, and sheets with longer names, are not offered."""

MAX_JSON_IN_PROCESS_BYTES = 2 * 1024 * 1024
"""A JSON array as large as an upload may be is read in this process."""


class Kind(StrEnum):
    """The supported formats."""

    DELIMITED = "delimited"
    XLSX = "xlsx"
    XLS = "xls"
    ODS = "ods"
    JSON = "json"
    JSON_LINES = "json_lines"


WORKBOOKS = frozenset({Kind.XLSX, Kind.XLS, Kind.ODS})


@dataclass(frozen=True, slots=True)
class Source:
    """How a file is read.

    `encoding` and `delimiter` apply to text files only, `sheet` to workbooks only. `header_row` is
    the line of the column names, 0 if there is none; `headers` are the columns by name.
    """

    kind: Kind
    encoding: str = "utf-8"
    delimiter: str = ","
    sheet: str = ""
    header_row: int = 1
    headers: tuple[str, ...] = ()
