"""The first look at a file: its format, its sheets, its column names and first rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from service.domain.pull.pull_choices import FileForm
from service.domain.sentences import Sentence, message
from service.files.columns.headers import (
    find_header,
    is_name_of,
    join_header_rows,
    known_names,
    name_columns,
    usual_width,
)
from service.files.file_errors import FileBroken, cannot_read
from service.files.formats.dbf import dbf_encoding, dbf_sample
from service.files.formats.delimited import guess_delimiter
from service.files.formats.fixed_width import guess_breaks
from service.files.formats.json_rows import json_headers, json_lists, nested_lists
from service.files.formats.registry import (
    data_rows,
    join_rows,
    raw_rows,
    sheet_names,
    visible_sheets,
)
from service.files.formats.sniff import open_head, sniff
from service.files.formats.text_encoding import (
    BYTE_ENCODINGS,
    declared_encoding,
    guess_encoding,
    high_lines,
    named_encoding,
    rank_encodings,
    sample_words,
)
from service.files.source import DEFAULT_ENCODING, RECORDS, TEXTS, WORKBOOKS, Kind, RawRow, SheetTable, Source
from service.files.values.options import PRICES

_SAMPLE_ROWS = 1_000
_SHEETS_LOOKED_AT = 20
_SHEET_HEAD = 40
_GAPS = (2, 1)
"""Blank places between the columns of a fixed-width text, the likelier first."""

_TABLE_NAMES = 2
"""A sheet with at least so many known column names may be the list."""

_MOST_DECIMALS = 3
SHEET_COLUMN = "Sheet"
"""The column with the name of the sheet, if several sheets are read as one list."""


@dataclass(frozen=True, slots=True)
class ListSheets:
    """The visible sheets of a workbook that may be lists.

    Each of `rivals` may be the list, the one that is read first; `join` says whether they have
    columns in common. If several sheets were chosen: `came` are lists that the owner has not seen,
    `left` chosen sheets that are gone or blank.
    """

    rivals: tuple[str, ...] = ()
    join: bool = False
    came: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


NO_LISTS = ListSheets()


@dataclass(frozen=True, slots=True)
class FirstLook:
    """A file's head: how it is read, its sheets, and the first filled rows below the header."""

    source: Source
    sheets: tuple[str, ...]
    rows: list[RawRow]
    lists: ListSheets = NO_LISTS
    rival_encodings: tuple[tuple[str, str], ...] = ()
    remarks: tuple[Sentence, ...] = ()
    above: tuple[str, ...] = ()
    """What is written above the column names, and the sheet's name."""


def inspect_head(path: Path, choice: FileForm) -> FirstLook:
    """Looks at the head of a file under the owner's choices. FileError if it cannot be read."""
    try:
        open_head(path)
        kind = Kind(choice.kind) if choice.kind is not None else sniff(path)
        if kind in WORKBOOKS:
            return _inspect_workbook(path, kind, choice)
        encoding = choice.encoding or guess_encoding(path)
        rivals = () if choice.encoding else read_rivals(path, encoding)
        if kind not in (Kind.DELIMITED, Kind.FIXED_WIDTH):
            return replace(_inspect_json(path, kind, encoding, choice), rival_encodings=rivals)
        head = _inspect_table(path, _text_source(path, encoding, choice), (), choice)
        return replace(head, rival_encodings=rivals)
    except OSError as error:
        raise cannot_read(path, error) from error


def _text_source(path: Path, encoding: str, choice: FileForm) -> Source:
    """How a table of text is read; without a delimiter, by columns that begin at equal places."""
    if choice.breaks:
        return Source(Kind.FIXED_WIDTH, encoding, breaks=choice.breaks)
    guessed, agrees = guess_delimiter(path, encoding)
    is_found = bool(choice.delimiter) or (choice.kind != Kind.FIXED_WIDTH and agrees)
    delimited = Source(Kind.DELIMITED, encoding, choice.delimiter or guessed)
    known = _known_in_head(path, delimited) if is_found else 0
    if choice.kind == Kind.DELIMITED or choice.delimiter or known >= _TABLE_NAMES:
        return delimited
    guesses = [guess_breaks(path, encoding, gap) for gap in _GAPS]
    fixed = [Source(Kind.FIXED_WIDTH, encoding, breaks=breaks) for breaks in guesses if breaks]
    best = max(fixed, key=lambda source: _known_in_head(path, source), default=None)
    if best is not None and (not is_found or _known_in_head(path, best) > max(known, 1)):
        return best
    if choice.kind == Kind.FIXED_WIDTH:
        raise FileBroken.saying(
            "{file} has no columns that begin at the same places. Say where they begin.", file=path.name
        )
    return delimited


def _known_in_head(path: Path, source: Source) -> int:
    """How many known column names the best of the first rows has."""
    return max((known_names(row.cells) for row in islice(raw_rows(path, source), _SHEET_HEAD)), default=0)


def read_rivals(path: Path, encoding: str) -> tuple[tuple[str, str], ...]:
    """The possible encodings of a file, the guess first, with sample words; () if only one."""
    if encoding not in BYTE_ENCODINGS:
        return ()
    return _list_readings(high_lines(path))


def _list_readings(sample: bytes) -> tuple[tuple[str, str], ...]:
    names = rank_encodings(sample)
    return tuple((name, sample_words(sample, name)) for name in names) if len(names) > 1 else ()


def _inspect_workbook(path: Path, kind: Kind, choice: FileForm) -> FirstLook:
    source = Source(kind, choice.encoding or _book_encoding(path, kind))
    sheets = sheet_names(path, source)
    if choice.sheets:
        return _inspect_sheets(path, source, sheets, choice)
    lists = NO_LISTS
    first = choice.sheet
    if first is None:
        ranked, heads = (sheets, {}) if len(sheets) == 1 else _rank(path, source, sheets)
        first = ranked[0]
        if len(ranked) > 1:
            common = frozenset[str].intersection(*(heads[name].names for name in ranked))
            lists = ListSheets(ranked, join=len(common) >= _TABLE_NAMES)
    head = _inspect_table(path, replace(source, sheet=first), sheets, choice)
    rivals = _book_rivals(path, source) if choice.encoding is None else ()
    return replace(head, lists=lists, rival_encodings=rivals)


def _book_encoding(path: Path, kind: Kind) -> str:
    """The encoding of a text or dBASE workbook; the usual one for others, which say their own."""
    if kind is Kind.DBF:
        return dbf_encoding(path)
    return declared_encoding(path) if kind in TEXTS else DEFAULT_ENCODING


def _book_rivals(path: Path, source: Source) -> tuple[tuple[str, str], ...]:
    """The possible encodings of a workbook that names none."""
    if source.kind is Kind.DBF:
        sample = dbf_sample(path)
        return _list_readings(sample) if sample else ()
    return read_rivals(path, source.encoding) if source.kind in TEXTS and named_encoding(path) is None else ()


def _inspect_sheets(path: Path, source: Source, sheets: tuple[str, ...], choice: FileForm) -> FirstLook:
    """Several sheets as one list: the columns that all of them have, and one with their names."""
    looks = {
        name: _inspect_sheet(path, replace(source, sheet=name), choice) for name in choice.sheets if name in sheets
    }
    found = {name: look for name, look in looks.items() if look is not None}
    if not found:
        raise FileBroken.saying(
            "{file} has no rows in the sheets {sheets}. Set the pull up again.",
            file=path.name,
            sheets=", ".join(choice.sheets),
        )
    every = [look.source.headers for look in found.values()]
    common = tuple(header for header in every[0] if all(header in headers for headers in every))
    if not common:
        raise FileBroken.saying(
            "The sheets {sheets} have no column in common. Choose one of them.", sheets=", ".join(found)
        )
    headers = (*common, next(name for name in (SHEET_COLUMN, f"{SHEET_COLUMN} (2)") if name not in common))
    tables = tuple(
        SheetTable(name, look.source.header_row, tuple(look.source.headers.index(header) for header in common))
        for name, look in found.items()
    )
    joined = replace(source, headers=headers, tables=tables, header_row=tables[0].header_row)
    lists = ListSheets(
        came=() if choice.other_sheets is None else _find_new(path, source, choice.sheets + choice.other_sheets),
        left=tuple(name for name in choice.sheets if name not in found),
    )
    rows = [row for table, look in zip(tables, found.values(), strict=True) for row in join_rows(table, look.rows)]
    return FirstLook(joined, sheets, rows, lists, remarks=_remark_left_out(every, common))


def _inspect_sheet(path: Path, source: Source, choice: FileForm) -> FirstLook | None:
    """The head of one of several sheets; None if the sheet is blank."""
    if not any(any(row.cells) for row in _read_sample(raw_rows(path, source))):
        return None
    return _inspect_table(path, source, (), choice)


def _remark_left_out(every: Sequence[tuple[str, ...]], common: tuple[str, ...]) -> tuple[Sentence, ...]:
    names = dict.fromkeys(header for headers in every for header in headers if header not in common)
    if not names:
        return ()
    return (message("Columns that not every sheet has are left out: {columns}.", columns=", ".join(names)),)


def find_lists(path: Path, choice: FileForm) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sheets of a workbook, and the visible ones of them that may be lists; none for other
    files. FileError if the file cannot be read.
    """
    open_head(path)
    kind = Kind(choice.kind) if choice.kind is not None else sniff(path)
    if kind not in WORKBOOKS:
        return (), ()
    source = Source(kind, choice.encoding or _book_encoding(path, kind))
    return sheet_names(path, source), _find_new(path, source, ())


def _find_new(path: Path, source: Source, known: tuple[str, ...]) -> tuple[str, ...]:
    """The visible sheets that may be lists, without those in `known`."""
    names = [name for name in visible_sheets(path, source)[:_SHEETS_LOOKED_AT] if name not in known]
    return tuple(name for name in names if _look_at_sheet(path, source, name).known >= _TABLE_NAMES)


def _inspect_json(path: Path, kind: Kind, encoding: str, choice: FileForm) -> FirstLook:
    """The head of a JSON file; of several lists in it the one with the most known names, or a list
    inside the rows of it, if only that has part numbers.
    """
    names = json_lists(path, Source(kind, encoding)) if kind is Kind.JSON else ("",)
    wanted = names[:_SHEETS_LOOKED_AT] if choice.sheet is None else (choice.sheet,)
    sources = {name: Source(kind, encoding, sheet=name, header_row=0) for name in wanted}
    headers = {name: json_headers(path, source) for name, source in sources.items()}
    best = max(headers, key=lambda name: known_names(headers[name]))
    if not headers[best]:
        raise FileBroken.saying("{file} holds no rows. Export it again from the shop's system.", file=path.name)
    rivals = [name for name in wanted if name != best and known_names(headers[name]) >= _TABLE_NAMES]
    source = replace(sources[best], headers=headers[best])
    if choice.sheet is None and not any(is_name_of(["sku"], header) for header in source.headers):
        inside = [replace(source, sheet=name) for name in nested_lists(path, source)]
        found = [replace(one, headers=json_headers(path, one)) for one in inside]
        source = next((one for one in found if any(is_name_of(["sku"], header) for header in one.headers)), source)
    lists = ListSheets((best, *rivals)) if rivals else NO_LISTS
    return FirstLook(source, names if len(names) > 1 else (), _read_sample(data_rows(path, source)), lists)


def _inspect_table(path: Path, source: Source, sheets: tuple[str, ...], choice: FileForm) -> FirstLook:
    head = _read_sample(raw_rows(path, source))
    header = 1 if source.kind in RECORDS else choice.header_row
    header = find_header(head) if header is None else header
    header, names = _join_merged(head, header, chosen=choice.header_row is not None)
    below = [row for row in head if row.line > header and any(row.cells)]
    headers = name_columns(names, usual_width(len(names), below))
    if not headers:
        raise FileBroken.saying(
            "{file} holds no table. Choose another sheet or header row, or export it again.", file=path.name
        )
    if source.kind is Kind.DELIMITED:
        _refuse_split_prices(path, names, below)
    above = [cell for row in head if row.line < header for cell in row.cells if cell]
    return FirstLook(replace(source, header_row=header, headers=headers), sheets, below, above=(*above, source.sheet))


def _refuse_split_prices(path: Path, names: Sequence[str], rows: Sequence[RawRow]) -> None:
    """Raises FileBroken where a decimal comma without quotes has made two cells of each price:
    more cells than names, whole numbers under the name of a price, and the next cell is short.
    """
    wide = [row.cells for row in rows if len(_trim_cells(row.cells)) > len(names)]
    if len(wide) * 2 <= len(rows):
        return
    for place, name in enumerate(names):
        halves = [(cells[place].strip(), cells[place + 1].strip()) for cells in wide]
        split = all(a.isdigit() and b.isdigit() and len(b) <= _MOST_DECIMALS for a, b in halves)
        if split and is_name_of(PRICES, name):
            raise FileBroken.saying(
                "{file} has {cells} cells in a row, and {names} column names: the comma in {price} may be a "
                "decimal sign. Export it with a point, with quotes, or with another delimiter.",
                file=path.name,
                cells=len(wide[0]),
                names=len(names),
                price=",".join(halves[0]),
            )


def _join_merged(head: Sequence[RawRow], header: int, *, chosen: bool) -> tuple[int, Sequence[str]]:
    """The line and the names of the columns, of two rows if the upper one has merged names. The
    chosen line is the lower one of them.
    """
    filled = [row for row in head if any(row.cells)]
    place = next((place for place, row in enumerate(filled) if row.line == header), None)
    if place is None:
        return header, ()
    upper, lower = (place - 1, place) if chosen else (place, place + 1)
    if upper >= 0 and lower < len(filled):
        names = join_header_rows(filled[upper].cells, filled[lower].cells)
        if names is not None:
            return filled[lower].line, _trim_cells(names)
    return header, _trim_cells(filled[place].cells)


def _read_sample(rows: Iterator[RawRow]) -> list[RawRow]:
    return list(islice(rows, _SAMPLE_ROWS))


def _trim_cells(cells: Sequence[str]) -> Sequence[str]:
    """Cells without the blank ones at the end."""
    used = next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)
    return cells[:used]


@dataclass(frozen=True, slots=True)
class _SheetHead:
    """How many known column names the best row of a sheet has, and the cells of that row."""

    known: int = 0
    names: frozenset[str] = frozenset()
    filled: bool = False


def _look_at_sheet(path: Path, source: Source, name: str) -> _SheetHead:
    head = list(islice(raw_rows(path, replace(source, sheet=name)), _SHEET_HEAD))
    best = max(head, key=lambda row: known_names(row.cells), default=None)
    if best is None:
        return _SheetHead()
    names = frozenset(" ".join(cell.split()) for cell in best.cells if cell)
    return _SheetHead(known_names(best.cells), names, any(any(row.cells) for row in head))


def _rank(path: Path, source: Source, sheets: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, _SheetHead]]:
    """The sheets that may be the list, the likely one first: visible, by known names in headers."""
    heads = {name: _look_at_sheet(path, source, name) for name in visible_sheets(path, source)[:_SHEETS_LOOKED_AT]}
    if not any(head.filled for head in heads.values()):
        heads = {name: _look_at_sheet(path, source, name) for name in sheets[:_SHEETS_LOOKED_AT]}
    best = max(heads, key=lambda name: (heads[name].known, heads[name].filled))
    others = [name for name, head in heads.items() if name != best and head.known >= _TABLE_NAMES]
    return (best, *others), heads
