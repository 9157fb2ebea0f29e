"""Delimited text: CSV and its dialects."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, count, islice
from pathlib import Path

from service.files.file_errors import FileBroken
from service.files.formats.text_encoding import blocks, lines, open_text
from service.files.source import MAX_ROW_CHARS, RawRow, row_too_long

DELIMITERS = (",", ";", "\t", "|", "~", "^")
WIDE_DELIMITERS = ("\t|\t", "|~|", "~|~", "|^|", "^|^", "||", ";;", "~~", "^^", "::", "##", "@@", "$$", "<>")

_WIDE_SIGN = "\ufdd0"
"""Is between the cells in place of a wide delimiter; no text has this character."""

_MOST_AHEAD = 1 << 20
"""Characters of lines that are read together."""

_FEW = 0.6
_FIRST_LINES = 5
_MOSTLY = 0.9
_SAMPLE_ROWS = 200
_NO_DELIMITERS = frozenset('"\r\n\x00')
_HINT = "sep="
_LINE_ENDS, _WIDEST = frozenset(b"\r\n"), 4
_END = "\x00"
"""A line after the last one: no text and no delimiter has this character."""

_ESCAPED_QUOTE = re.compile(r'\\"(?=[^,;\t|\r\n"]|"(?:[,;\t|\r\n]|$))')
"""A quote with a backslash before it, where a doubled quote is meant: nothing else may follow."""


def guess_delimiter(path: Path, encoding: str) -> tuple[str, bool]:
    """The delimiter with which the most rows have the same number of cells, more than one; and
    whether most rows have.
    """
    with open_text(path, encoding) as file:
        sample = list(islice(lines(file, path.name), _SAMPLE_ROWS))
    hint = sample[0].strip("\r\n").strip('"') if sample else ""
    if hint.lower().startswith(_HINT) and hint[len(_HINT) :] in (*DELIMITERS, *WIDE_DELIMITERS):
        return hint[len(_HINT) :], True
    wide = next((mark for mark in WIDE_DELIMITERS if _is_wide(sample, mark)), None)
    if wide is not None:
        return wide, True
    best = max(DELIMITERS, key=lambda mark: _agreement(sample, mark))
    return best, _agreement(sample, best)[0] > _FEW


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


def _is_wide(sample: list[str], mark: str) -> bool:
    """Whether the characters of a wide delimiter are in a text only as that delimiter."""
    signs = {sign: mark.count(sign) for sign in mark}
    held = [line for line in sample if any(sign in line for sign in signs)]
    sound = [all(line.count(sign) == line.count(mark) * count for sign, count in signs.items()) for line in held]
    widths = Counter(line.count(mark) for line in held)
    if not sound or not all(sound[:_FIRST_LINES]) or sum(sound) < _MOSTLY * len(sound):
        return False
    return max(widths.values()) >= _MOSTLY * len(held) and len(held) * 2 > sum(map(bool, map(str.strip, sample)))


def delimited_rows(path: Path, encoding: str, delimiter: str) -> Iterator[RawRow]:
    """Every row with the line that it begins in, in constant memory; FileBroken at a quote that is
    never closed, FileTooLarge at a row that does not end.
    """
    if len(delimiter) == 1 and delimiter not in _NO_DELIMITERS:
        return _unpack(_rows(path, encoding, delimiter), delimiter)
    if not delimiter or set(delimiter) & _NO_DELIMITERS:
        raise FileBroken.saying("{file}: '{delimiter}' is no delimiter. Choose another.", file=path.name,
                                 delimiter=delimiter)  # fmt: skip
    return _wide_rows(path, encoding, delimiter)


def _unpack(rows: Iterator[RawRow], delimiter: str) -> Iterator[RawRow]:
    """The same rows; of a file whose lines are each in quotes as a whole, with their own cells."""
    first = next(rows, None)
    if first is None:
        return rows
    together = chain((first,), rows)
    if len(first.cells) != 1 or delimiter not in first.cells[0]:
        return together
    return (RawRow(row.line, next(csv.reader(row.cells, delimiter=delimiter), [])) for row in together)


def _wide_rows(path: Path, encoding: str, delimiter: str) -> Iterator[RawRow]:
    """Rows of a file with several characters between cells; a quoted cell may have them too."""

    def narrow(texts: list[str]) -> Iterator[str]:
        return (text.replace(delimiter, _WIDE_SIGN) for text in texts)

    for row in _rows(path, encoding, _WIDE_SIGN, narrow):
        for place, cell in enumerate(row.cells):
            if _WIDE_SIGN in cell:
                row.cells[place] = cell.replace(_WIDE_SIGN, delimiter)
        yield row


def _rows(
    path: Path, encoding: str, delimiter: str, prepare: Callable[[list[str]], Iterable[str]] = iter
) -> Iterator[RawRow]:
    """The rows of lines that `prepare` may change."""
    with open_text(path, encoding) as file:
        line, widths = 1, deque((0, 0, 0), maxlen=3)
        every = (list(prepare(_double_escaped(block))) for block in blocks(file, path.name))
        for block in every:
            rows = _read_lines(block, delimiter)
            if not rows:
                yield from _read_on(path, line, chain([block], every), delimiter, widths)
                break
            widths.extend(map(len, rows[-3:]))
            yield from map(RawRow, count(line), rows)
            line += len(rows)
    before, width, last = widths
    if 1 < last < width == before and not ends_a_line(path):
        raise FileBroken.saying(
            "{file} is cut off in its last line. Let the export be complete, then try again.", file=path.name
        )


def _double_escaped(texts: list[str]) -> list[str]:
    return [_ESCAPED_QUOTE.sub('""', text) for text in texts] if '\\"' in "".join(texts) else texts


def _read_lines(lines: list[str], delimiter: str) -> list[list[str]]:
    """The cells of lines of which each is a row, as most are; none where one may go on."""
    try:
        rows = list(csv.reader(chain(lines, (_END,)), delimiter=delimiter))
    except csv.Error:
        return []
    return rows[:-1] if len(rows) > len(lines) else []


def _read_on(
    path: Path, first: int, every: Iterable[list[str]], delimiter: str, widths: deque[int]
) -> Iterator[RawRow]:
    """The rows of the lines from `first` on, of which some go over several lines; adds their
    widths. FileTooLarge at a row that does not end.
    """
    read, begun, line, ended = 0, 0, first, False

    def texts() -> Iterator[str]:
        nonlocal read, ended
        for block in every:
            read += sum(map(len, block))
            if read - begun > MAX_ROW_CHARS + _MOST_AHEAD:
                raise row_too_long(path.name, line)
            yield from block
        # The reader closes an open quote at the end without an error; an extra last line shows it.
        ended = True
        yield _END

    reader = csv.reader(texts(), delimiter=delimiter)
    try:
        for cells in reader:
            if ended:
                break
            widths.append(len(cells))
            yield RawRow(line, cells)
            begun, line = read, reader.line_num + first
    except csv.Error as error:
        raise _open_quote(path, line) from error
    if cells != [_END]:
        raise _open_quote(path, line)


def ends_a_line(path: Path) -> bool:
    """Whether a text file ends with a line end, in any encoding."""
    with path.open("rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - _WIDEST))
        return bool(_LINE_ENDS & set(file.read()))


def _open_quote(path: Path, line: int) -> FileBroken:
    return FileBroken.saying(
        "{file}, line {line}: a quote is opened and never closed. Correct the line, or export it again.",
        file=path.name,
        line=line,
    )
