"""What an exported cell is as text, and which format a file's name asks for."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from decimal import Decimal
from pathlib import PurePath

import pytest

from service.domain.reports.export_table import Cell, CellKind, TableFormat, find_format, to_csv_value, to_naive_local
from service.domain.times import HOUR

BAHRAIN = timezone(timedelta(hours=3))


@pytest.mark.parametrize(
    ("cell", "kind", "value"),
    [
        ("=A1", CellKind.TEXT, "=A1"),
        (31_508, CellKind.MONEY, Decimal("31.508")),
        (0, CellKind.MONEY, Decimal("0.000")),
        (1_250, CellKind.QUANTITY, Decimal("1.25")),
        (2_000, CellKind.QUANTITY, 2),
        (3, CellKind.COUNT, 3),
        (9 * HOUR, CellKind.TIME, "1970-01-01 12:00"),
        (1, CellKind.SWITCH, True),
        (None, CellKind.MONEY, None),
    ],
)
def test_amounts_are_bhd_and_times_are_local(cell: Cell, kind: CellKind, value: object) -> None:
    assert str(to_csv_value(cell, kind, BAHRAIN)) == str(value)


@pytest.mark.parametrize(
    ("name", "form"),
    [("a.xlsx", TableFormat.XLSX), ("a.b.CSV", TableFormat.CSV), ("a.xls", None), ("xlsx", None), ("-", None)],
)
def test_the_ending_names_the_format(name: str, form: TableFormat | None) -> None:
    assert find_format(PurePath(name)) is form


def test_a_workbook_has_local_times_to_the_second_without_a_zone() -> None:
    assert to_naive_local(9 * HOUR + 1_999, BAHRAIN) == datetime(1970, 1, 1, 12, 0, 1)  # noqa: DTZ001 - as it is stored
