"""The sizes of labels that the owner can choose."""

from __future__ import annotations

import pytest

from service.domain.printing.papers import LABEL_SIZES, LabelSize, find_label_size


@pytest.mark.parametrize("size", LABEL_SIZES, ids=[size.key for size in LABEL_SIZES])
def test_a_size_is_found_by_its_key_and_fits_a_sheet_of_a4(size: LabelSize) -> None:
    assert find_label_size(size.key) is size
    assert size.on_sheet is size.key.startswith("a4")
    assert size.columns * size.width <= 210
    assert size.rows * size.height <= 297


def test_labels_of_an_unknown_size_are_50_by_25_mm() -> None:
    size = find_label_size("gone")
    assert (size.width, size.height, size.on_sheet) == (50, 25, False)
