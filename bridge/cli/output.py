"""What commands print: lines, tables, JSON and CSV, and how values are written in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from enum import Enum
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import click
import msgspec

from bridge.cli.session import Session
from bridge.system.export_file import write_lines, write_table
from service.domain import wire
from service.domain.errors import CounterpartError
from service.domain.export_table import ExportTable, TableFormat, find_format
from service.domain.marketplace.orders import Vehicle
from service.domain.money import format_bhd
from service.domain.quantity import convert_milli, format_quantity
from service.domain.sentences import Sentence
from service.domain.texts import escape_json, steers
from service.domain.times import Millis, format_optional_rfc3339
from service.files.csv_export import Value, csv_lines

DASH = "-"
_STANDARD_OUTPUT = Path("-")
_SCALAR = msgspec.json.Decoder(float_hook=Decimal)
_FIELDS = msgspec.json.Decoder(type=dict[str, msgspec.Raw])
T = TypeVar("T")

_CHUNK = 200
_GAP = "  "
_ZERO_WIDTH = {"Mn", "Me", "Cf"}


def format_money(fils: int | None) -> str:
    """`BHD 12.500`."""
    return DASH if fils is None else f"BHD {format_bhd(fils)}"


def format_local_time(moment: Millis | None) -> str:
    """`2026-11-20 14:05:09`, by this computer's clock and time zone."""
    if moment is None:
        return DASH
    return f"{datetime.fromtimestamp(moment / 1000, UTC).astimezone():%Y-%m-%d %H:%M:%S}"


def text_or_dash(value: str | None) -> str:
    return value or DASH


def format_yes_no(value: bool) -> str:
    return "yes" if value else "no"


def format_on_off(value: bool) -> str:
    return "on" if value else "off"


def format_vehicle(vehicle: Vehicle | None) -> str:
    """`Toyota Land Cruiser 2016`."""
    if vehicle is None:
        return DASH
    return " ".join(str(part) for part in (vehicle.make, vehicle.model, vehicle.year) if part is not None)


def format_count(number: int, one: str, many: str | None = None) -> str:
    """`1 key`, `3 keys`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def print_csv(values: Iterable[object]) -> None:
    """Writes the objects while they come; without any, nothing. No cell runs as a formula."""
    rows = (_FIELDS.decode(wire.encode(value)) for value in values)
    first = next(rows, None)
    if first is not None:
        write_lines(_STANDARD_OUTPUT, csv_lines(first, _read_cells(chain([first], rows))))


def _read_cells(rows: Iterable[dict[str, msgspec.Raw]]) -> Iterator[list[Value]]:
    return ([_read_cell(bytes(field)) for field in row.values()] for row in rows)


def _read_cell(field: bytes) -> Value:
    """A list or an object stays JSON."""
    if field[:1] in (b"[", b"{"):
        return field.decode()
    value: Value = _SCALAR.decode(field)
    return value


def print_line(text: str) -> None:
    """Prints one line of plain text. Control characters become visible signs."""
    click.echo(escape_controls(text))


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


class Form(NamedTuple):
    """How a value is written in JSON and CSV, and in a table."""

    to_json: Callable[[Any], object]
    to_text: Callable[[Any], str]


def _plain_text(value: object) -> str:
    if isinstance(value, bool):
        return format_yes_no(value)
    if isinstance(value, list | tuple):
        return ", ".join(map(_plain_text, value))
    return text_or_dash(str(value.value if isinstance(value, Enum) else "" if value is None else value))


def _plain_json(value: object) -> object:
    return str(value) if isinstance(value, Sentence) else value


PLAIN = Form(_plain_json, _plain_text)
TIME = Form(format_optional_rfc3339, format_local_time)
MONEY = Form(_plain_json, format_money)
QUANTITY = Form(convert_milli, format_quantity)
ON_OFF = Form(_plain_json, format_on_off)


class Column(NamedTuple):
    """A field of what is printed, declared once for JSON, CSV and the table."""

    name: str
    """In JSON and CSV, where it is not empty."""
    header: str = ""
    """In the table, right-aligned with a leading `>`; without one the field is left out there."""
    get: Callable[[Any], object] | str | None = None
    """The value, or the name of its attribute, where that is not `name`."""
    form: Form = PLAIN
    text: Callable[[Any], str] | None = None
    """What the table says, where that is not the value alone."""

    def value(self, of: object) -> Any:  # noqa: ANN401 - of any field
        get = self.get
        return get(of) if callable(get) else attrgetter(get or self.name)(of)

    def cell(self, of: object) -> str:
        return self.text(of) if self.text else self.form.to_text(self.value(of))


class Fields(Generic[T]):
    """The fields of a kind of thing. `to_json` gives its JSON where that is not those fields;
    `last` is the table's last column: a long name moves no other.
    """

    def __init__(self, *columns: Column, to_json: Callable[[T], object] | None = None, last: str = "NAME") -> None:
        self._columns = columns
        self._shown = sorted((column for column in columns if column.header), key=lambda one: one.header == last)
        self.to_json: Callable[[T], Any] = to_json or self._to_json

    def _to_json(self, of: T) -> dict[str, object]:
        return {column.name: column.form.to_json(column.value(of)) for column in self._columns if column.name}

    def cell(self, of: T, name: str) -> str:
        """What the table has for one field."""
        return next(column for column in self._columns if column.name == name).cell(of)

    def lines(self, values: Iterable[T]) -> Iterator[str]:
        rows = ([column.cell(value) for column in self._shown] for value in values)
        return table_lines([column.header for column in self._shown], rows)

    def facts(self, of: T) -> Iterator[tuple[str, str]]:
        """The names and values of one thing."""
        return ((column.header, column.cell(of)) for column in self._shown)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command did: `value` for `--json`; for people lines on standard output and remarks on
    standard error; and the error with which it ends.
    """

    value: object
    lines: Iterable[str]
    remarks: Iterable[str] = ()
    error: CounterpartError | None = None

    def show(self, session: Session) -> None:
        if session.as_json:
            print_json(self.value)
        else:
            for line in self.lines:
                print_line(line)
            for line in self.remarks:
                click.echo(escape_controls(line), err=True)
        if self.error is not None:
            raise self.error


def say(value: object, *lines: str) -> Answer:
    return Answer(value, lines)


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """A list for `--json`, `--csv` or as a table; `empty` is said of nothing, `after` to people."""

    fields: Fields[T]
    values: Iterable[T]
    empty: str
    after: Iterable[str] = ()

    def show(self, session: Session) -> None:
        if session.options.as_csv:
            if session.as_json:
                raise click.UsageError("Give --json or --csv, not both.", click.get_current_context())
            print_csv(map(self.fields.to_json, self.values))
        elif session.as_json:
            print_array(map(self.fields.to_json, self.values))
        else:
            some = False
            for text in self.fields.lines(self.values):
                click.echo(text)
                some = True
            if not some:
                click.echo(self.empty)
            for line in self.after:
                print_line(line)


class Counted(Iterable[T]):
    """Passes values on and counts them: one may fill several rows."""

    def __init__(self, values: Iterable[T]) -> None:
        self._values = values
        self.count = 0

    def __iter__(self) -> Iterator[T]:
        for value in self._values:
            self.count += 1
            yield value


def save_table(
    file: Path, form: TableFormat | None, table: ExportTable, counted: Counted[T], name: str
) -> Answer | None:
    """Writes a table of the counted things, XLSX or CSV. With - it goes to standard output."""
    chosen = form or find_format(file)
    if chosen is None:
        raise click.UsageError("Name the file .xlsx or .csv, or say --format xlsx or csv.", click.get_current_context())
    write_table(file, table, chosen)
    if str(file) == "-":
        return None
    count = counted.count
    return say({"file": str(file), f"{name}s": count}, f"{format_count(count, name)} written to {file}.")


def fact_lines(facts: Iterable[Sequence[str]]) -> Iterator[str]:
    """Names and their values, aligned."""
    return table_lines((), facts)


def table_lines(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Widths are those of the first 200 rows, so that the number of rows is not limited."""
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


def _escape_char(char: str) -> str:
    if char in "\n\r\t":
        return " "
    if not steers(char):
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
