"""Delimited text: CSV and its dialects."""

from __future__ import annotations

import csv
import os
from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from service.domain.sentences import message
from service.files.cells import RawRow
from service.files.file_errors import FileBroken
from service.files.formats.row_bounds import row_too_long
from service.files.formats.text_encoding import lines, open_text
from service.files.source import MAX_ROW_CHARS

DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 200
_HINT = "sep="
_LINE_ENDS, _WIDEST = frozenset(b"\r\n"), 4
_END = "\x00end of file\x00"


def guess_delimiter(path: Path, encoding: str) -> str:
    """The delimiter with which most rows have the same number of cells, more than one."""
    with open_text(path, encoding) as file:
        sample = list(islice(lines(file, path.name), _SAMPLE_ROWS))
    hint = sample[0].strip().strip('"') if sample else ""
    if hint.lower().startswith(_HINT) and hint[len(_HINT) :] in DELIMITERS:
        return hint[len(_HINT) :]
    return max(DELIMITERS, key=lambda mark: _agreement(sample, mark))


def _agreement(sample: list[str], delimiter: str) -> tuple[float, int]:
    try:
        widths = Counter(len(cells) for cells in csv.reader(sample, delimiter=delimiter) if any(cells))
    except csv.Error:
        return 0.0, 0
    shared = [(count, width) for width, count in widths.items() if width > 1]
    if not shared:
        return 0.0, 0
    count, width = max(shared)
    return round(count / widths.total(), 2), width


def delimited_rows(path: Path, encoding: str, delimiter: str) -> Iterator[RawRow]:
    """Every row with the line that it begins in, in constant memory; FileBroken at a quote that is
    never closed, FileTooLarge at a row that does not end.
    """
    ended = False
    room = MAX_ROW_CHARS

    def bounded(texts: Iterator[str]) -> Iterator[str]:
        # A row goes over many lines where its cells do.
        nonlocal room
        for text in texts:
            room -= len(text)
            if room < 0:
                raise row_too_long(path.name, line)
            yield text

    def end() -> Iterator[str]:
        # The reader closes an open quote at the end without an error; an extra last line shows it.
        nonlocal ended
        ended = True
        yield _END

    with open_text(path, encoding) as file:
        line, before, width, last = 1, 0, 0, 0
        reader = csv.reader(chain(bounded(lines(file, path.name)), end()), delimiter=delimiter)
        try:
            for cells in reader:
                if ended:
                    break
                room = MAX_ROW_CHARS
                before, width, last = width, last, len(cells)
                yield RawRow(line, cells)
                line = reader.line_num + 1
        except csv.Error as error:
            raise _open_quote(path, line) from error
        if cells != [_END]:
            raise _open_quote(path, line)
    if 1 < last < width == before and not _ends_a_line(path):
        raise FileBroken(
            message("{file} is cut off in its last line. Let the export be complete, then try again.", file=path.name)
        )


def _ends_a_line(path: Path) -> bool:
    """Whether a text file ends with a line end, in any encoding."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - _WIDEST))
        return bool(_LINE_ENDS & set(file.read()))


def _open_quote(path: Path, line: int) -> FileBroken:
    return FileBroken(
        message(
            "{file}, line {line}: a quote is opened and never closed. Correct the line, or export it again.",
            file=path.name,
            line=line,
        )
    )
