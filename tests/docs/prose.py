"""The prose of the repository: docstrings, comments and pages."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs"
CODE = ("service", "ui", "bridge", "installer", "tests")

_HEADING = re.compile(r"#{2,4} (\d+(?:\.\d+)*)[. ]")


_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")
"""Where a statement has others. A lambda's body is no list, and no statement."""


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


def prose_of(path: Path) -> tuple[Prose, ...]:
    """Docstrings and comments of one Python file."""
    return _read(path)[0]


def texts_of(path: Path) -> tuple[Prose, ...]:
    """The texts of one Python file with more than one word: its messages, labels and help."""
    return _read(path)[1]


@cache
def _read(path: Path) -> tuple[tuple[Prose, ...], tuple[Prose, ...]]:
    """The prose and the texts of a file. Its tree is not stored: all of them would fill the memory
    of the whole test run.
    """
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    docstrings = (
        Prose(path, node.lineno, node.value.value)
        for node in statements(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    texts = (
        Prose(path, node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip()
    )
    return (*docstrings, *_comments(path, source)), tuple(texts)


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a file, without the expressions in them, which are far more."""
    for part in _BLOCKS:
        for child in getattr(node, part, ()):
            if isinstance(child, ast.stmt):
                yield child
            yield from statements(child)


def _comments(path: Path, source: str) -> Iterator[Prose]:
    if "#" not in source:
        # Most files have no comment, and to read tokens takes longer than to parse.
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield Prose(path, token.start[0], token.string)


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
