"""A list as CSV: the fields that `--json` has, a column each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain
from pathlib import Path

import msgspec

from bridge.export_file import write_lines
from service.domain import wire
from service.files.csv_export import Value, csv_lines

_STANDARD_OUTPUT = Path("-")
_SCALAR = msgspec.json.Decoder(float_hook=Decimal)
_FIELDS = msgspec.json.Decoder(type=dict[str, msgspec.Raw])


def print_csv(values: Iterable[object]) -> None:
    """Writes the objects while they come; without any, nothing. No cell runs as a formula."""
    rows = (_FIELDS.decode(wire.encode(value)) for value in values)
    first = next(rows, None)
    if first is not None:
        write_lines(_STANDARD_OUTPUT, csv_lines(first, _read_cells(chain([first], rows))))


def _read_cells(rows: Iterable[dict[str, msgspec.Raw]]) -> Iterator[list[Value]]:
    return ([_read_cell(bytes(field)) for field in row.values()] for row in rows)


def _read_cell(field: bytes) -> Value:
    """A list or an object stays JSON."""
    if field[:1] in (b"[", b"{"):
        return field.decode()
    value: Value = _SCALAR.decode(field)
    return value
