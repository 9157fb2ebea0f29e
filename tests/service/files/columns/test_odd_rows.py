"""Rows whose cells moved one column to the right are found; odd rows of other kinds are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.files.columns.headers import find_header, name_columns, usual_width
from service.files.columns.odd_rows import ShiftedRows, is_totals, may_be_totals
from service.files.seen_keys import SeenKeys
from service.files.source import RawRow

# SKU, Name, Brand, Price, Qty, Notes
SOUND = [["A", "Pad", "Bosch", "2.500", "7", ""], ["B", "Disc", "Brembo", "12.750", "3", "new"]]


@pytest.mark.parametrize(
    ("cells", "sku", "name"),
    [
        (["Total", "", "12"], "Total", ""),
        (["", "Grand Total:", "12"], "", "Grand Total:"),
        (["الإجمالي", "", "١٢"], "الإجمالي", ""),
        (["المجموع الكلي", "", "12"], "المجموع الكلي", ""),
        (["TOTAL", "TOTAL", "12"], "TOTAL", "TOTAL"),
        (["", "", "1,234.500", "12"], "", ""),
        (["Total items", "", "9"], "Total items", ""),
    ],
)
def test_totals_rows(cells: list[str], sku: str, name: str) -> None:
    assert is_totals(cells, sku, name)
    assert not sku or may_be_totals(sku)


@pytest.mark.parametrize(
    ("cells", "sku", "name"),
    [
        (["TOTAL-1", "Oil", "12"], "TOTAL-1", "Oil"),
        (["Total", "Total brand oil", "12"], "Total", "Total brand oil"),
        (["", "Brake pad", "12"], "", "Brake pad"),
        (["123", "", "12"], "123", ""),
        ([" ", ""], " ", ""),
    ],
)
def test_items_are_no_totals(cells: list[str], sku: str, name: str) -> None:
    assert not is_totals(cells, sku, name)


@given(st.lists(st.tuples(st.integers(0, 5_000).map(str), st.sampled_from(["", "main"])), max_size=6_000))
def test_keys_seen_before_are_known_by_their_last_line(keys: list[tuple[str, str]]) -> None:
    seen = SeenKeys()
    before: dict[tuple[str, str], int] = {}
    for line, key in enumerate(keys, start=1):
        assert seen.put(key, line) == before.get(key, 0)
        before[key] = line


def test_many_keys_are_kept_apart() -> None:
    seen = SeenKeys()
    assert not any(seen.put((str(place), ""), place + 1) for place in range(50_000))
    assert all(seen.put((str(place), ""), 1) == place + 1 for place in range(50_000))


def rows(*cells: list[str]) -> list[RawRow]:
    return [RawRow(line, row) for line, row in enumerate(cells, start=1)]


@pytest.mark.parametrize(
    ("table", "line"),
    [
        (rows(["a", "b", "c"], ["1", "2", "3"]), 1),
        (rows(["Stock"], [""], ["SKU", "Name"], ["1", "Pad"]), 3),
        (rows(["My shop", "", ""], ["x", "y", "z"], ["1", "2", "3"]), 2),
        (rows(["A1", "12.5"], ["A2", "13"]), 0),
        (rows(["SKU"], ["1"], ["2"]), 1),
        ([], 1),
    ],
)
def test_header_rows(table: list[RawRow], line: int) -> None:
    assert find_header(table) == line


def test_column_names_are_single() -> None:
    assert name_columns(["Name", "", " Name\n ", "Name (2)"], 5) == (
        "Name",
        "Column 2",
        "Name (2)",
        "Name (2) (2)",
        "Column 5",
    )


def test_rows_wider_than_their_header_are_taken_as_wide_as_most_are() -> None:
    assert usual_width(2, rows(["1", "2", "3"], ["1", "2", "3"], ["1", "2"])) == 3
    assert usual_width(2, rows(["1", "2", "3"], ["1", "2"], ["1", "2"])) == 2


def is_shifted(shifts: ShiftedRows, cells: list[str]) -> bool:
    place = shifts.find_text(cells)
    return place is not None and shifts.is_shifted(cells, place)


def watched(rows: list[list[str]], places: tuple[int, ...] = (3, 4), quantities: tuple[int, ...] = (4,)) -> ShiftedRows:
    shifts = ShiftedRows(places, quantities, len(rows[0]), lambda _place, text: text.startswith("BHD"))
    shifts.learn(rows)
    return shifts


@pytest.mark.parametrize(
    "cells",
    [
        ["C", "Pad", " front", "Bosch", "2.500", "7"],
        ["C", "فحمات", " أمامية", "Bosch", "٢٫٥٠٠", "٧"],
        ["C", "Pad", " front", "Bosch", "2.500", ""],
    ],
)
def test_a_text_with_a_comma_moves_what_follows(cells: list[str]) -> None:
    assert is_shifted(watched(SOUND), cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["C", "Pad", "Bosch", "call us", "7", ""],
        ["C", "Pad", "Bosch", "call us", "7", "for 12 cars"],
        ["C", "Pad", "Bosch", "BHD 2.500", "7", "5"],
        ["C", "Pad", "Bosch", "-", "7", "5"],
        ["C", "Pad", "Bosch", "2.500", "many", ""],
        ["C"],
    ],
)
def test_other_odd_rows_stay(cells: list[str]) -> None:
    assert not is_shifted(watched(SOUND), cells)


def test_a_number_after_the_numbers_means_nothing_where_it_is_usual() -> None:
    racks = [["A", "Pad", "Bosch", "2.500", "7", "12"], ["B", "Disc", "Brembo", "12.750", "3", "14"]]
    assert not is_shifted(watched(racks), ["C", "Pad", "Bosch", "call us", "7", "12"])


def test_moved_rows_among_the_first_do_not_count_as_usual() -> None:
    moved = [["C", "Pad", " front", "Bosch", "2.500", "7"]] * 5
    assert is_shifted(watched([*SOUND, *moved]), moved[0])


def test_a_few_texts_are_a_status_and_many_are_misplaced() -> None:
    shifts = watched(SOUND)
    rows = [["C", "Pad", "Bosch", "2.500", "In stock" if place % 2 else "On order", ""] for place in range(100)]
    assert not any(shifts.is_misplaced(cells, 4) for cells in rows)
    names = [["C", "Pad", "Bosch", "2.500", f"front {place}", ""] for place in range(100)]
    assert sum(shifts.is_misplaced(cells, 4) for cells in names) == 100 - 18
    assert shifts.is_misplaced(["C", "Pad", "Bosch", "call us", "7", ""], 3)


def test_a_file_without_numbers_has_no_moved_rows() -> None:
    assert not is_shifted(watched([["A", "Pad"]], (), ()), ["A", "Pad", "x"])
