"""Reading a shop system's export file: what it is, what it says, and its rows ready for an upload (issue 5).

recognised = recognise(path, remembered.choice)
for row in open_rows(path, recognised.source, recognised.mapping, recognised.options): …
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from service.domain.sentences import Sentence, say, why
from service.files.convert import ConvertedRow, Converter
from service.files.delimited import guess_delimiter
from service.files.faults import FileAway, FileBroken
from service.files.headers import find_header, known_names, name_columns, usual_width
from service.files.jsonrows import json_headers
from service.files.mapping import PRICES, DecimalSign, FitRule, Mapping, MoneyUnit, Options
from service.files.match import match_columns
from service.files.numbers import decimal_evidence
from service.files.rows import data_rows, raw_rows
from service.files.sniff import open_head, sniff
from service.files.table import WORKBOOKS, Choice, Kind, RawRow, Source
from service.files.text import guess_encoding
from service.files.upload_rows import UploadRow, upload_rows
from service.files.words import folded
from service.files.workbook import sheet_names, sheet_rows

PREVIEW_ROWS = 20
DEFAULT_CHOICE = Choice()
_SAMPLE_ROWS = 1_000
_SHEETS_LOOKED_AT = 20
_SHEET_HEAD = 40


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a file was taken for, each part changeable, and its first 20 rows as they will be saved.

    `fit_offer` is where fit could be read from; it is in `mapping` only when the owner puts it there.
    """

    source: Source
    sheets: tuple[str, ...]
    layout: str | None
    mapping: Mapping
    options: Options
    fit_offer: FitRule | None
    remarks: tuple[Sentence, ...]
    rows: tuple[ConvertedRow, ...]


def recognise(
    path: Path, choice: Choice = DEFAULT_CHOICE, mapping: Mapping | None = None, options: Options | None = None
) -> Recognised:
    """Looks at a file; what is given is kept, the rest is proposed. FileFault when it cannot be read."""
    look = _look(path, choice)
    sample = [row.cells for row in look.rows]
    matched = match_columns(look.source.headers, sample)
    chosen = mapping if mapping is not None else matched.mapping
    settled = options if options is not None else _options(look.source, chosen, sample)
    preview = _preview(look, chosen, settled) if chosen.column_of("sku") is not None else ()
    return Recognised(
        look.source, look.sheets, matched.layout, chosen, settled, matched.fit_offer, matched.remarks, preview
    )


def _preview(look: _Look, mapping: Mapping, options: Options) -> tuple[ConvertedRow, ...]:
    rows = (RawRow(row.line, list(row.cells)) for row in look.rows)
    return tuple(islice(Converter(look.source, mapping, options).convert(rows), PREVIEW_ROWS))


def source_of(path: Path, choice: Choice) -> Source:
    """How a file is to be read: what the owner settled, the rest recognised anew. FileFault when it cannot be read."""
    return _look(path, choice).source


def open_rows(path: Path, source: Source, mapping: Mapping, options: Options) -> Iterator[ConvertedRow]:
    """Every row for the upload, in the file's order; ColumnAway at once when a mapped column is missing.

    FileFault may be raised on the way, at damage or past 500,000 rows: go through once before saving anything.
    """
    return Converter(source, mapping, options).convert(data_rows(path, source))


def open_upload(path: Path, source: Source, mapping: Mapping, options: Options) -> Iterator[UploadRow]:
    """The same rows as JSON, for a pull."""
    return upload_rows(Converter(source, mapping, options), data_rows(path, source))


@dataclass(frozen=True, slots=True)
class _Look:
    """A first look into a file: how it is read, its sheets, and the first rows below the header that are not blank."""

    source: Source
    sheets: tuple[str, ...]
    rows: list[RawRow]


def _look(path: Path, choice: Choice) -> _Look:
    try:
        open_head(path)
        kind = choice.kind or sniff(path)
        if kind in WORKBOOKS:
            return _look_into_workbook(path, kind, choice)
        encoding = choice.encoding or guess_encoding(path)
        if kind is not Kind.DELIMITED:
            return _look_into_json(path, kind, encoding)
        delimiter = choice.delimiter or guess_delimiter(path, encoding)
        return _look_into_table(path, Source(kind, encoding, delimiter), (), choice)
    except OSError as error:
        raise FileAway(say("{file} cannot be read now: {reason}.", file=path.name, reason=why(error))) from error


def _look_into_workbook(path: Path, kind: Kind, choice: Choice) -> _Look:
    sheets = sheet_names(path, kind)
    sheet = choice.sheet
    if sheet is None:
        sheet = sheets[0] if len(sheets) == 1 else _best_sheet(path, kind, sheets)
    return _look_into_table(path, Source(kind, sheet=sheet), sheets, choice)


def _look_into_json(path: Path, kind: Kind, encoding: str) -> _Look:
    headers = json_headers(path, kind, encoding)
    if not headers:
        raise FileBroken(say("{file} holds no rows. Export it again from the shop's system.", file=path.name))
    source = Source(kind, encoding, header_row=0, headers=headers)
    return _Look(source, (), _first(data_rows(path, source)))


def _look_into_table(path: Path, source: Source, sheets: tuple[str, ...], choice: Choice) -> _Look:
    head = _first(raw_rows(path, source))
    header = choice.header_row if choice.header_row is not None else find_header(head)
    names = _trimmed(next((row.cells for row in head if row.line == header), ()))
    below = [row for row in head if row.line > header and any(row.cells)]
    headers = name_columns(names, usual_width(len(names), below))
    if not headers:
        raise FileBroken(
            say("{file} holds no table. Choose another sheet or header row, or export it again.", file=path.name)
        )
    return _Look(replace(source, header_row=header, headers=headers), sheets, below)


def _first(rows: Iterator[RawRow]) -> list[RawRow]:
    return list(islice(rows, _SAMPLE_ROWS))


def _trimmed(cells: Sequence[str]) -> Sequence[str]:
    """Cells without the blank ones at the end."""
    used = next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)
    return cells[:used]


def _best_sheet(path: Path, kind: Kind, sheets: tuple[str, ...]) -> str:
    """The sheet whose rows hold most known column names; the first that holds anything when none does."""

    def score(name: str) -> tuple[int, bool]:
        head = list(islice(sheet_rows(path, kind, name), _SHEET_HEAD))
        return max((known_names(row.cells) for row in head), default=0), any(any(row.cells) for row in head)

    return max(sheets[:_SHEETS_LOOKED_AT], key=score)


def _options(source: Source, mapping: Mapping, sample: Sequence[Sequence[str]]) -> Options:
    """The unit and decimal sign that the price columns show."""
    prices = [bound.column for bound in mapping.columns if bound.field in PRICES]
    fils = bool(prices) and all(folded(name).endswith(("fils", "فلس")) for name in prices)
    return Options(MoneyUnit.FILS if fils else MoneyUnit.BHD, _decimal_sign(source, prices, sample))


def _decimal_sign(source: Source, prices: Sequence[str], sample: Sequence[Sequence[str]]) -> DecimalSign:
    """The sign that most amounts leave no doubt about; without any, a comma goes with semicolons between cells."""
    places = [source.headers.index(name) for name in prices]
    signs = [decimal_evidence(row[place]) for row in sample for place in places if place < len(row) and row[place]]
    commas, points = signs.count(","), signs.count(".")
    if commas != points:
        return DecimalSign.COMMA if commas > points else DecimalSign.POINT
    european = source.kind is Kind.DELIMITED and source.delimiter == ";"
    return DecimalSign.COMMA if european else DecimalSign.POINT
