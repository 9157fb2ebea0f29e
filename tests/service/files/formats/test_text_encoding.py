"""Lines of a text file are read in blocks, and come as if they were read one by one."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.files.file_errors import FileBroken
from service.files.formats.text_encoding import blocks


@given(st.text("ab,\r\n\u2028\x0c", max_size=40), st.integers(1, 7))
@example("a\r\nb", 2)
@example("a\rb\r", 2)
def test_lines_are_those_of_the_file_whatever_the_blocks(text: str, size: int) -> None:
    read = [line for block in blocks(io.StringIO(text, newline=""), "list.csv", size) for line in block]
    assert read == io.StringIO(text, newline="").readlines()


def test_a_mark_at_the_beginning_and_padding_are_no_text() -> None:
    padded = io.StringIO("\ufeffSKU\x00\x00\r\nA1\x00\n\x1a\x00", newline="")
    assert [line for block in blocks(padded, "list.csv", 3) for line in block] == ["SKU\r\n", "A1\n"]


@pytest.mark.parametrize("text", ["x" * (1 << 20), f"a\n{'x' * (1 << 20)}\nb\n"])
def test_a_line_of_a_million_characters_is_refused(text: str) -> None:
    with pytest.raises(FileBroken, match="a line of more than a million characters"):
        list(blocks(io.StringIO(text, newline=""), "list.csv"))
