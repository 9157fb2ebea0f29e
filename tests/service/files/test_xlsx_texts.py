"""Texts of a workbook as they are meant: escaped characters read, halves of characters no danger to what follows."""

from __future__ import annotations

import pytest

from service.files.xlsx_texts import unescaped


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a_x000D_b", "a\rb"),
        ("_x005F_x000D_", "_x000D_"),
        ("_xD83D__xDE00_", "\U0001f600"),
        ("a_xD800_b", "a\ufffdb"),
        ("_xDC00__xD800_", "\ufffd\ufffd"),
        ("x_y", "x_y"),
        ("plain", "plain"),
    ],
)
def test_escaped_characters_are_read_and_always_are_text(text: str, meant: str) -> None:
    assert unescaped(text) == meant
    unescaped(text).encode("utf-8")
