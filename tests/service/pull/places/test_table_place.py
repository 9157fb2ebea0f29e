"""A table as JSON lines: exact numbers, blank NULLs, bounded rows (pull §7)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup
from service.files.file_errors import FileBroken, FileError, FileTooLarge
from service.pull.inspect_file import inspect_file
from service.pull.places import table_place
from service.pull.places.table_place import TablePlace, cell_of


class FakeTable:
    """Rows in memory."""

    def __init__(self, names: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        self._names, self._rows = names, rows
        self.is_closed = False

    def select(self, query: str) -> tuple[Sequence[str], Iterator[Sequence[object]]]:
        return self._names, iter(self._rows)

    def close(self) -> None:
        self.is_closed = True


def read(names: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    place = TablePlace(FakeTable(names, rows), "SELECT 1", "parts")
    return b"".join(place.read(place.find(), 0))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, '""'),
        (Decimal("31.500"), "31.500"),
        (Decimal("1E+3"), "1000"),
        (Decimal("12345678901234567890.123"), "12345678901234567890.123"),
        (Decimal("NaN"), '""'),
        (float("inf"), '""'),
        (0.1, "0.1"),
        (True, "true"),
        (7, "7"),
        ("قطعة", '"قطعة"'),
        ("pad \ud83d", '"pad \ufffd"'),
        ("\ud83d\ude97", '"🚗"'),
        (["\udc00"], '"[\\"\ufffd\\"]"'),
        (b"abc", '"abc"'),
        (date(2026, 1, 2), '"2026-01-02"'),
        (datetime(2026, 1, 2, 3, 4, 5, 678), '"2026-01-02 03:04:05"'),  # noqa: DTZ001 - a local time of a database
        ([{"make": "Toyota"}], '"[{\\"make\\":\\"Toyota\\"}]"'),
    ],
)
def test_values_stay_exact(value: object, written: str) -> None:
    assert read(["x"], [[value]]).decode() == f'{{"x":{written}}}\n'


def test_a_time_with_a_zone_becomes_a_local_one() -> None:
    moment = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert cell_of(moment) == moment.astimezone().strftime("%Y-%m-%d %H:%M:%S")


def test_rows_come_in_pieces_that_a_set_up_reads(tmp_path: Path) -> None:
    rows = [
        (f"P{number}", f"Part {number}", Decimal(number) / 1000, None if number % 7 else 3) for number in range(2500)
    ]
    source = FakeTable(["SKU", "Name", "Price", "Quantity"], rows)
    place = TablePlace(source, "SELECT 1", "parts")
    pieces = list(place.read(place.find(), 0))
    assert [piece.count(b"\n") for piece in pieces] == [1000, 1000, 500]
    file = tmp_path / place.find().name
    file.write_bytes(b"".join(pieces))
    inspection = inspect_file(PullSetup(str(file), ""), PullChoices())
    assert (inspection.form.kind, inspection.count) == ("json_lines", 2500)
    assert [column.field for column in inspection.columns] == ["sku", "name", "price_fils", "quantity"]
    assert json.loads(pieces[0].splitlines()[1]) == {"SKU": "P1", "Name": "Part 1", "Price": 0.001, "Quantity": ""}
    place.close()
    assert source.is_closed


@pytest.mark.parametrize(
    ("names", "rows", "kind", "sentence"),
    [
        (["a"], [], FileBroken, "found no rows"),
        (["a", "b", "a"], [[1, 2, 3]], FileError, "two columns with the name “a”"),
        (["a", ""], [[1, 2]], FileError, "without a name"),
        ([str(number) for number in range(1001)], [[1]], FileError, "more than 1,000 columns"),
    ],
)
def test_what_is_no_table_is_one_sentence(
    names: list[str], rows: list[list[object]], kind: type[FileError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence):
        read(names, rows)


def test_a_table_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_place, "MAX_ROWS", 2_000)
    with pytest.raises(FileTooLarge, match="more than 2,000 rows"):
        read(["a"], ([number] for number in range(10**9)))


def test_half_a_character_of_a_driver_is_rejected_in_a_part_number_and_noted_in_a_name(tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    path.write_bytes(read(["SKU", "Name\ud800"], [["A-1", "Pad"], ["A-\ud800", "Disc"], ["A-3", "Belt\udfff"]]))
    columns = {"SKU": "sku", "Name\ufffd": "name"}
    found = inspect_file(PullSetup(str(path), ""), PullChoices(columns=columns))
    assert [bool(row.fault) for row in found.rows] == [False, True, False]
    assert [len(row.notes) for row in found.rows] == [0, 0, 1]
