"""No line of prose is longer than a reader likes. Tables, code and pictures may be."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.docs.prose import ROOT, pages

LONGEST = 100
LATER = {"docs/pull.md"}
"""Being rewritten; it is checked once that is in."""
_UNBROKEN = ("|", "!", "<", "    ")


def long_lines(text: str) -> Iterator[int]:
    """The numbers of the lines of prose that are too long."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and len(line) > LONGEST and not line.startswith(_UNBROKEN):
            yield number


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x" * 100, []),
        ("x" * 101, [1]),
        ("short\n" + "x" * 101, [2]),
        ("| " + "x" * 101, []),
        ("```\n" + "x" * 101 + "\n```\n" + "x" * 101, [4]),
        ("    " + "x" * 101, []),
    ],
)
def test_a_long_line_is_found(text: str, found: list[int]) -> None:
    assert list(long_lines(text)) == found


def test_pages_have_no_long_line() -> None:
    found = {str(path.relative_to(ROOT)): list(long_lines(path.read_text("utf-8"))) for path in pages()}
    assert {name: lines for name, lines in found.items() if lines and name not in LATER} == {}
