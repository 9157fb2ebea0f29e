"""The prose of the repository: docstrings, comments and pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs"
CODE = ("service", "ui", "bridge", "installer", "tests")

_HEADING = re.compile(r"#{2,4} (\d+(?:\.\d+)*)[. ]")


_TOKENS = re.compile(
    r"""(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<comment>\#[^\n]*)|(?P<text>[rbuf]{0,2}
    (?:\"{3}(?:[^\\]|\\.)*?\"{3}|'{3}(?:[^\\]|\\.)*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))""",
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
"""Brackets, comments and texts of Python: a parser takes ten times as long."""


class Prose(NamedTuple):
    """A docstring, a comment or a paragraph, and the line on which it begins."""

    path: Path
    line: int
    text: str

    @property
    def place(self) -> str:
        """`service/domain/catalogue/sku.py:1`."""
        return f"{self.path.relative_to(ROOT).as_posix()}:{self.line}"


def python_files() -> list[Path]:
    """Every Python file of the project."""
    return [ROOT / "dev.py", *(path for folder in CODE for path in sorted((ROOT / folder).rglob("*.py")))]


def pages() -> list[Path]:
    """Every page: those of docs/ and those next to the README."""
    return [*sorted(ROOT.glob("*.md")), *sorted(PAGES.rglob("*.md"))]


@cache
def prose_of(path: Path) -> tuple[Prose, ...]:
    """Docstrings and comments of one Python file, from the top."""
    return tuple(_scan(path, path.read_text("utf-8")))


def _scan(path: Path, source: str) -> Iterator[Prose]:
    """A docstring is a text that begins a line outside of all brackets."""
    depth, line, counted = 0, 1, 0
    for token in _TOKENS.finditer(source):
        if token.lastgroup == "open":
            depth += 1
        elif token.lastgroup == "close":
            depth -= 1
        elif token.lastgroup == "comment" or (not depth and _begins_line(source, token.start())):
            line += source.count("\n", counted, token.start())
            counted = token.start()
            yield Prose(path, line, token[0] if token.lastgroup == "comment" else ast.literal_eval(token[0]))


def _begins_line(source: str, position: int) -> bool:
    return not source[source.rfind("\n", 0, position) + 1 : position].strip()


@cache
def texts_of(path: Path) -> tuple[Prose, ...]:
    """The texts of one Python file with more than one word: its messages, labels and help."""
    return tuple(
        Prose(path, node.lineno, node.value)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()
    )


@cache
def every_prose() -> tuple[Prose, ...]:
    """Docstrings and comments of every Python file."""
    return tuple(prose for path in python_files() for prose in prose_of(path))


@cache
def sections(page: str) -> frozenset[str]:
    """The numbers of a page's headings: "1", "1.1", …; empty where there is no such page."""
    path = PAGES / f"{page}.md"
    if not path.is_file():
        return frozenset()
    return frozenset(match[1] for line in path.read_text("utf-8").splitlines() if (match := _HEADING.match(line)))
