"""Opens zipped workbooks within bounds: no zip bomb, no entity, nothing from outside."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from service.files.file_errors import FileBroken, FileTooLarge, cannot_read, damaged
from service.files.formats.bounded_xml import parse_pieces
from service.files.source import MAX_COLUMNS, RawRow

MAX_PART_BYTES = 1 << 30
"""A part of a workbook may unpack to 1 GiB: enough for 500,000 rows of 40 cells."""

_CHUNK = 1 << 16
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)

Parse = Callable[[bytes, bool], object]
"""Receives the next bytes of XML, and whether they are the last."""


class Package:
    """The parts of an opened workbook."""

    def __init__(self, archive: zipfile.ZipFile, name: str, most_bytes: int) -> None:
        self._archive = archive
        self._most_bytes = most_bytes
        self.name = name
        self._parts = {_plain(part): part for part in archive.namelist()}

    def __contains__(self, part: str) -> bool:
        return _plain(part) in self._parts

    def chunks(self, part: str) -> Iterator[bytes]:
        """A part's bytes in pieces; FileBroken if damaged, FileTooLarge above a part's bound."""
        total = 0
        try:
            with self._archive.open(self._parts[_plain(part)]) as stream:
                while chunk := stream.read(_CHUNK):
                    total += len(chunk)
                    if total > self._most_bytes:
                        raise FileTooLarge.saying(
                            "{file} unpacks to more than 1 GB. Save it with fewer rows, or as CSV.", file=self.name
                        )
                    yield chunk
        except (KeyError, *_DAMAGE) as error:
            raise self.damaged() from error

    def parse(self, part: str, parse: Parse) -> Generator[None, None, None]:
        """Passes a part to `parse`, with a pause after each piece; FileBroken at unsound XML."""
        return parse_pieces(self.chunks(part), parse, self.name)

    def damaged(self) -> FileBroken:
        return damaged(self.name)


def _plain(part: str) -> str:
    """The name of a part as Excel compares it: in any case, and with either slash."""
    return part.replace("\\", "/").lower()


@contextmanager
def open_package(path: Path, most_bytes: int = MAX_PART_BYTES) -> Iterator[Package]:
    """Opens a zipped workbook; FileUnavailable or FileBroken in one sentence."""
    try:
        archive = zipfile.ZipFile(path)
    except OSError as error:
        raise cannot_read(path, error) from error
    except _DAMAGE as error:
        raise damaged(path.name) from error
    with archive:
        yield Package(archive, path.name, most_bytes)


class SheetMarks:
    """Fills cells that go over several rows; counts what a sheet hides and merges as it is read."""

    def __init__(self) -> None:
        self.hides_row = False
        self.last_column = 0
        self._rows = self._covered = 0
        self._columns: list[str] = []
        self._known: dict[int, list[tuple[int, int]]] = {}
        self._below: dict[int, tuple[int, str]] = {}

    def merge(self, known: Iterable[tuple[int, int, int]]) -> None:
        """Takes first row, column and row count of merged cells, where these are listed apart."""
        for line, column, rows in known:
            self._known.setdefault(line, []).append((column, rows))

    def cover(self, column: int, line: int, rows: int, text: str) -> None:
        """A cell of the row `line` covers so many rows."""
        self._below[column] = line + rows, text
        self._covered += 1

    def add_columns(self, first: int, count: int, *, is_hidden: bool) -> None:
        """The sheet describes so many columns from this one."""
        self.last_column = first + count - 1
        if is_hidden:
            self._columns += map(str, range(first, min(self.last_column, MAX_COLUMNS) + 1))

    def end_row(self, row: RawRow, times: int = 1) -> None:
        """Counts a row, repeated so often, and gives it the values of cells that go over it."""
        line, cells = row
        self._rows += times if self.hides_row and any(cells) else 0
        for column, (end, text) in list(self._below.items()):
            if line >= end:
                del self._below[column]
            elif text:
                cells.extend([""] * (column + 1 - len(cells)))
                cells[column] = cells[column] or text
        for column, rows in self._known.get(line, ()):
            self.cover(column, line, rows, cells[column] if column < len(cells) else "")

    @property
    def facts(self) -> tuple[str, ...]:
        """As `hidden_parts` gives them, as far as the sheet was read."""
        return str(self._rows), str(self._covered), *self._columns


def cell_too_long() -> FileTooLarge:
    """The error for a cell whose text is too long."""
    return FileTooLarge.saying("A cell holds more than a million characters. Check that it is the export file.")
