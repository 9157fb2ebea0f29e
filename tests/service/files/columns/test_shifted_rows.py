"""Rows whose cells moved one column to the right are found; odd rows of other kinds are not."""

from __future__ import annotations

import pytest

from service.files.columns.shifted_rows import ShiftedRows

# SKU, Name, Brand, Price, Qty, Notes
SOUND = [["A", "Pad", "Bosch", "2.500", "7", ""], ["B", "Disc", "Brembo", "12.750", "3", "new"]]


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
