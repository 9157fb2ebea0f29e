"""No line of prose is too long. Tables, code and pictures may be longer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pytest

from tests.docs.prose import ROOT, Prose, every_prose, pages, prose_of

LONGEST = 100
_FOR_TOOLS = ("# noqa", "# type:", "# fmt:")
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
    ("text", "expected"),
    [
        ("x" * 100, []),
        ("x" * 101, [1]),
        ("short\n" + "x" * 101, [2]),
        ("| " + "x" * 101, []),
        ("```\n" + "x" * 101 + "\n```\n" + "x" * 101, [4]),
        ("    " + "x" * 101, []),
    ],
)
def test_a_long_line_is_found(text: str, expected: list[int]) -> None:
    assert list(long_lines(text)) == expected


def long_prose(path: Path) -> Iterator[int]:
    """The numbers of the lines of a Python file on which a docstring or
    comment goes on for too long.
    """
    yield from too_long(path.read_text("utf-8").splitlines(), prose_of(path))


def too_long(lines: Sequence[str], prose_in_it: Iterable[Prose]) -> Iterator[int]:
    """The numbers of those of a file's lines on which prose goes on for too long."""
    for prose in prose_in_it:
        for number in range(prose.line, prose.line + prose.text.count("\n") + 1):
            if len(lines[number - 1]) > LONGEST and not prose.text.startswith(_FOR_TOOLS):
                yield number


def test_a_long_docstring_or_comment_is_found_and_a_word_to_a_tool_is_not(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    long = "x" * 99
    file.write_text(f'"""{long}"""\n# {long}\nx = 1  # noqa: E501 - {long}\n{long} = "{long}"\n', "utf-8")
    assert sorted(long_prose(file)) == [1, 2]


def test_docstrings_and_comments_have_no_long_line() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): list(too_long(path.read_text("utf-8").splitlines(), prose))
        for path, prose in groupby(every_prose(), lambda prose: prose.path)
    }
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_pages_have_no_long_line() -> None:
    found = {str(path.relative_to(ROOT)): list(long_lines(path.read_text("utf-8"))) for path in pages()}
    assert {name: lines for name, lines in found.items() if lines} == {}
