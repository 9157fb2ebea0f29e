"""Code 128: known values, and every text comes back from its bars by the standard's table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.printing import code128
from service.domain.printing.code128 import can_encode, encode, make_bars

PRINTABLE = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=60)
DIGITS = st.text(st.sampled_from("0123456789A"), min_size=1, max_size=24)


def decode(bars: tuple[int, ...]) -> str:
    """Reads bars as a scanner does: by their widths, with the check value."""
    table = {tuple(map(int, widths)): value for value, widths in enumerate(code128._TABLE.split())}
    assert table.pop(bars[-7:]) == 106
    values = [table[bars[place : place + 6]] for place in range(0, len(bars) - 7, 6)]
    check = values.pop()
    assert check == sum(max(1, place) * value for place, value in enumerate(values)) % 103
    pairs = {104: False, 105: True}[values[0]]
    text = ""
    for value in values[1:]:
        if value == (100 if pairs else 99):
            pairs = not pairs
        else:
            text += f"{value:02d}" if pairs else chr(value + 32)
    return text


@given(st.one_of(PRINTABLE, DIGITS))
def test_every_printable_text_comes_back(text: str) -> None:
    assert decode(make_bars(text)) == text


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("PAD-1", [104, 48, 33, 36, 13, 17, 51, 106]),
        ("12", [105, 12, 14, 106]),
        ("123", [104, 17, 18, 19, 8, 106]),
        ("12345", [105, 12, 34, 100, 21, 54, 106]),
        ("AB12345678", [104, 33, 34, 99, 12, 34, 56, 78, 57, 106]),
        ("A12345", [104, 33, 17, 99, 23, 45, 64, 106]),
        ("A12345B", [104, 33, 17, 18, 19, 20, 21, 34, 44, 106]),
    ],
)
def test_digits_go_in_pairs_where_that_is_shorter(text: str, values: list[int]) -> None:
    assert encode(text) == values


@pytest.mark.parametrize("text", ["", "قطعة", "A\n", "é", "\x7f"])
def test_what_the_code_does_not_have_is_refused(text: str) -> None:
    assert not can_encode(text)
    with pytest.raises(ValueError, match="ASCII"):
        make_bars(text)
