"""What a command prints: JSON for programs, aligned plain tables for people."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

import click
import msgspec

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.csv_output import print_csv
from service.domain import wire

T = TypeVar("T")

_CHUNK = 200
_GAP = "  "
_STEERING = {"Cc", "Cs", "Cf", "Zl", "Zp"}
_JOINERS_AND_MARKS = "\u200c\u200d\u200e\u200f\u061c"
_ZERO_WIDTH = {"Mn", "Me", "Cf"}


def print_line(text: str) -> None:
    """Prints one line of plain text. Control characters become visible signs."""
    click.echo(escape_controls(text))


def print_status(status: int, reason: str, *, as_json: bool) -> None:
    """The status of an HTTP answer, on standard error."""
    facts = {"status": status, "reason": reason}
    text = msgspec.json.encode(facts).decode() if as_json else escape_controls(f"HTTP {status} {reason}".rstrip())
    click.echo(text, err=True)


def print_json(value: object) -> None:
    """One object, indented."""
    click.echo(escape_json(msgspec.json.format(wire.encode(value), indent=2).decode()))


def print_array(values: Iterable[object]) -> None:
    """Prints a JSON array, one element per line, as the elements come."""
    click.echo("[", nl=False)
    first = True
    for chunk in _chunks(values):
        text = ",\n ".join(escape_json(wire.encode(value).decode()) for value in chunk)
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
    """Prints a list as `--json`, as `--csv` or as a table; `empty` if there is nothing. A header
    with a leading `>` is right-aligned.
    """
    if session.options.as_csv:
        if session.as_json:
            raise click.UsageError("Give --json or --csv, not both.", click.get_current_context())
        print_csv(to_json(value) for value in values)
        return
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
    """Prints names and their values, aligned."""
    for text in table_lines((), facts):
        click.echo(text)


def table_lines(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The lines of a table. Its widths are those of the first 200 rows, so that the number of rows
    is not limited.
    """
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
    """A text without line breaks and terminal control characters."""
    if text.isprintable():
        return text
    return "".join(_escape_char(char) for char in text)


def display_width(text: str) -> int:
    """How many columns of a terminal a text needs."""
    if text.isascii():
        return len(text)
    return sum(_char_width(char) for char in text)


def escape_json(text: str) -> str:
    """The same JSON with escapes for terminal control characters."""
    if text.isascii():
        return text
    return "".join(_escape_json_char(char) if _steers(char) else char for char in text)


def _steers(char: str) -> bool:
    """Whether a character is invisible and changes how others are displayed; what Arabic needs does
    not count.
    """
    return char not in _JOINERS_AND_MARKS and unicodedata.category(char) in _STEERING


def _escape_json_char(char: str) -> str:
    if char == "\n":
        return char
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _escape_char(char: str) -> str:
    if char in "\n\r\t":
        return " "
    if not _steers(char):
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


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
