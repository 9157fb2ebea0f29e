"""What a command prints: JSON for programs, aligned plain tables for people."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import click
import msgspec

from bridge.cli.framework.cli_session import Session
from service.domain import wire

T = TypeVar("T")

_CHUNK = 200
_GAP = "  "
_ZERO_WIDTH = {"Mn", "Me", "Cf"}


def print_line(text: str) -> None:
    """One line of plain text; what could steer a terminal is made visible."""
    click.echo(escape_controls(text))


def print_json(value: object) -> None:
    """One object, indented."""
    click.echo(msgspec.json.format(wire.encode(value), indent=2).decode())


def print_array(values: Iterable[object]) -> None:
    """A JSON array, one element a line, written while the elements come."""
    click.echo("[", nl=False)
    first = True
    for chunk in _chunks(values):
        text = ",\n ".join(wire.encode(value).decode() for value in chunk)
        click.echo(f"{'' if first else ','}\n {text}", nl=False)
        first = False
    click.echo("]" if first else "\n]")


def print_list(
    session: Session,
    values: Iterable[T],
    *,
    to_json: Callable[[T], object],
    headers: Sequence[str],
    to_row: Callable[[T], Sequence[str]],
    empty: str,
) -> None:
    """A list as `--json` or as a table; `empty` is said where there is nothing. A header led by `>` aligns right."""
    if session.as_json:
        print_array(to_json(value) for value in values)
        return
    some = False
    for text in table_lines(headers, (to_row(value) for value in values)):
        click.echo(text)
        some = True
    if not some:
        click.echo(empty)


def print_facts(facts: Iterable[Sequence[str]]) -> None:
    """Names and what they stand for, aligned."""
    for text in table_lines((), facts):
        click.echo(text)


def table_lines(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table; its widths are those of the first 200 rows, so that any number of rows can pass."""
    right = [header.startswith(">") for header in headers]
    titles = [header.removeprefix(">") for header in headers]
    widths: list[int] = []
    for chunk in _chunks(rows):
        cells = [[escape_controls(cell) for cell in row] for row in chunk]
        if not widths:
            cells = [titles, *cells] if titles else cells
            widths = [max(map(display_width, column)) for column in zip(*cells, strict=True)]
        for row in cells:
            yield _GAP.join(
                _pad(cell, room, right[place] if right else False)
                for place, (cell, room) in enumerate(zip(row, widths, strict=True))
            ).rstrip()


def escape_controls(text: str) -> str:
    """A text that can neither break a line nor steer a terminal."""
    if text.isprintable():
        return text
    return "".join(_escape_char(char) for char in text)


def display_width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def _escape_char(char: str) -> str:
    if char in "\n\r\t":
        return " "
    code = ord(char)
    if unicodedata.category(char) in ("Cc", "Cs"):
        return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"
    return char


def _char_width(char: str) -> int:
    if unicodedata.category(char) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _pad(cell: str, columns: int, right: bool) -> str:
    space = " " * max(columns - display_width(cell), 0)
    return space + cell if right else cell + space


def _chunks(values: Iterable[T]) -> Iterator[list[T]]:
    source = iter(values)
    while chunk := list(islice(source, _CHUNK)):
        yield chunk
