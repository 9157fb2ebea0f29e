"""Reads a shop system's export file: its format, its contents, and its rows ready for an upload.

recognised = recognise(path, remembered.choice)
for row in open_rows(path, recognised.source, recognised.mapping, recognised.options): …
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from collections.abc import Mapping as Scanned
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from service.domain.pull.pull_choices import FileForm
from service.domain.sentences import Sentence, message, os_reason
from service.files.cells import RawRow
from service.files.columns.headers import find_header, known_names, name_columns, usual_width
from service.files.columns.mapping import BranchColumn, FitRule, Mapping
from service.files.columns.match import match_columns
from service.files.converter import ConvertedRow, Converter
from service.files.converter_fast import UploadRow, upload_rows
from service.files.evidence.column_scan import ColumnScan
from service.files.evidence.file_scan import FileScan, scan_rows
from service.files.evidence.money import named_unit
from service.files.evidence.scan_cache import ScanCache
from service.files.evidence.sign_tally import PointTrust, merge_tallies
from service.files.evidence.signs import FileSigns, settle_signs
from service.files.file_errors import FileBroken, FileUnavailable
from service.files.formats.delimited import guess_delimiter
from service.files.formats.json_rows import json_headers
from service.files.formats.registry import data_rows, raw_rows
from service.files.formats.sniff import open_head, sniff
from service.files.formats.text_encoding import BYTE_ENCODINGS, encoding_sample, guess_encoding, rank_encodings
from service.files.formats.workbook import sheet_names, sheet_rows, visible_sheets
from service.files.source import DEFAULT_ENCODING, WORKBOOKS, Kind, Source
from service.files.values.options import MoneyUnit, Options
from service.files.values.upload_fields import PRICES

Scans = Scanned[str, ColumnScan]
"""By header, what a column contains."""

_SCANS = ScanCache()
PREVIEW_ROWS = 20
DEFAULT_CHOICE = FileForm()
_SAMPLE_ROWS = 1_000
_SHEETS_LOOKED_AT = 20
_SHEET_HEAD = 40
_TABLE_NAMES = 2
"""A sheet with at least so many known column names may be the list."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """How a file was recognised, each part changeable, and its first 20 rows as they will be saved.

    `fit_offer` is where fit could be read from; `mapping` has it only after the owner adds it.
    `scan` is what the whole file shows, `sample` are its first rows that are not blank.
    `branch_offer` and `rivals` are as in Matched. Each of `rival_sheets` may be the list, the one
    that is read first.
    """

    source: Source
    sheets: tuple[str, ...]
    layout: str | None
    mapping: Mapping
    options: Options
    fit_offer: FitRule | None
    remarks: tuple[Sentence, ...]
    rows: tuple[ConvertedRow, ...]
    scan: FileScan
    sample: tuple[RawRow, ...]
    branch_offer: tuple[BranchColumn, ...] = ()
    rivals: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rival_sheets: tuple[str, ...] = ()
    rival_encodings: tuple[tuple[str, str], ...] = ()


def recognise(
    path: Path, choice: FileForm = DEFAULT_CHOICE, options: Options | None = None, branches: Collection[str] = ()
) -> Recognised:
    """Inspects a whole file. Given parts are used, the rest is proposed. FileError if it cannot be
    read.
    """
    head = _inspect_head(path, choice)
    matched = match_columns(head.source.headers, [row.cells for row in head.rows], branches)
    mapping, scan = matched.mapping, _read_scan(path, head.source)
    settled = options
    if settled is None:
        numbers = signs_of(head.source, mapping, scan.columns)
        unit = named_unit([bound.column for bound in mapping.columns if bound.field in PRICES]) or MoneyUnit.BHD
        settled = settle_signs(numbers, Options(unit), {}, None).options
    return Recognised(
        head.source,
        head.sheets,
        matched.layout,
        mapping,
        settled,
        matched.fit_offer,
        matched.remarks,
        _convert_sample(head.source, head.rows, mapping, settled),
        scan,
        tuple(head.rows),
        matched.branch_offer,
        matched.rivals,
        head.rival_sheets,
        head.rival_encodings,
    )


def _read_scan(path: Path, source: Source) -> FileScan:
    """What the whole file shows; the file that was read last is not read again."""
    try:
        return _SCANS.find(path, source, lambda: scan_rows(source.headers, data_rows(path, source)))
    except OSError as error:
        raise FileUnavailable(
            message("{file} cannot be read now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error


def signs_of(source: Source, mapping: Mapping, scans: Scans) -> FileSigns:
    """The numbers of a file under a mapping."""
    prices = [scans[bound.column].signs for bound in mapping.columns if bound.field in PRICES]
    counts = [scans[bound.column].signs for bound in mapping.columns if bound.field == "quantity"]
    counts += [scans[branch.column].signs for branch in mapping.branches]
    trusts = {";": PointTrust.NONE, ",": PointTrust.ALWAYS}
    trust = trusts.get(source.delimiter if source.kind is Kind.DELIMITED else "", PointTrust.IF_ALL)
    return FileSigns(merge_tallies(prices), merge_tallies(counts), trust)


def preview_rows(found: Recognised, mapping: Mapping, options: Options) -> tuple[ConvertedRow, ...]:
    """The first 20 rows as they are saved with another mapping and other options."""
    return _convert_sample(found.source, found.sample, mapping, options)


def _convert_sample(
    source: Source, sample: Sequence[RawRow], mapping: Mapping, options: Options
) -> tuple[ConvertedRow, ...]:
    if mapping.column_of("sku") is None:
        return ()
    rows = (RawRow(row.line, list(row.cells)) for row in sample)
    converter = Converter(source, mapping, options)
    return tuple(islice(converter.convert(converter.learn(rows)), PREVIEW_ROWS))


def source_of(path: Path, choice: FileForm) -> Source:
    """How a file is read: the owner's choices, the rest recognised. FileError if it
    cannot be read.
    """
    return _inspect_head(path, choice).source


def open_rows(path: Path, source: Source, mapping: Mapping, options: Options) -> Iterator[ConvertedRow]:
    """Every row for the upload, in the file's order; ColumnMissing at once if a mapped column is
    missing.

    FileError may come later, at damage or above 500,000 rows: read the file once before saving
    anything.
    """
    converter = Converter(source, mapping, options)
    return converter.convert(converter.learn(data_rows(path, source)))


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that is read for a pull: its rows as JSON, and its converter, which knows what was
    read.
    """

    source: Source
    rows: Iterator[UploadRow]
    converter: Converter

    @property
    def scans(self) -> dict[str, ColumnScan]:
        """What the columns contain as far as they were read."""
        return self.converter.scans


def open_upload(path: Path, source: Source, mapping: Mapping, options: Options) -> OpenedFile:
    """The same rows as JSON, for a pull."""
    converter = Converter(source, mapping, options)
    rows = converter.learn(data_rows(path, source))
    return OpenedFile(source, upload_rows(converter, rows), converter)


@dataclass(frozen=True, slots=True)
class _FirstLook:
    """The head of a file: how it is read, its sheets, and the first rows below the header that are
    not blank.
    """

    source: Source
    sheets: tuple[str, ...]
    rows: list[RawRow]
    rival_sheets: tuple[str, ...] = ()
    rival_encodings: tuple[tuple[str, str], ...] = ()


def _inspect_head(path: Path, choice: FileForm) -> _FirstLook:
    try:
        open_head(path)
        kind = Kind(choice.kind) if choice.kind is not None else sniff(path)
        if kind in WORKBOOKS:
            return _inspect_workbook(path, kind, choice)
        encoding = choice.encoding or guess_encoding(path)
        rivals = () if choice.encoding else read_rivals(path, encoding)
        if kind is not Kind.DELIMITED:
            return replace(_inspect_json(path, kind, encoding), rival_encodings=rivals)
        delimiter = choice.delimiter or guess_delimiter(path, encoding)
        head = _inspect_table(path, Source(kind, encoding, delimiter), (), choice)
        return replace(head, rival_encodings=rivals)
    except OSError as error:
        raise FileUnavailable(
            message("{file} cannot be read now: {reason}.", file=path.name, reason=os_reason(error))
        ) from error


def read_rivals(path: Path, encoding: str) -> tuple[tuple[str, str], ...]:
    """The possible encodings of a file, the guessed one first, each with sample words; () if there
    is only one.
    """
    if encoding not in BYTE_ENCODINGS:
        return ()
    names = rank_encodings(path)
    return tuple((name, encoding_sample(path, name)) for name in names) if len(names) > 1 else ()


def _inspect_workbook(path: Path, kind: Kind, choice: FileForm) -> _FirstLook:
    source = Source(kind, encoding=choice.encoding or DEFAULT_ENCODING)
    sheets = sheet_names(path, kind)
    if choice.sheet is not None:
        ranked: tuple[str, ...] = (choice.sheet,)
    else:
        ranked = sheets if len(sheets) == 1 else _rank(path, source, sheets)
    head = _inspect_table(path, replace(source, sheet=ranked[0]), sheets, choice)
    return replace(head, rival_sheets=ranked if len(ranked) > 1 else ())


def _inspect_json(path: Path, kind: Kind, encoding: str) -> _FirstLook:
    headers = json_headers(path, kind, encoding)
    if not headers:
        raise FileBroken(message("{file} holds no rows. Export it again from the shop's system.", file=path.name))
    source = Source(kind, encoding, header_row=0, headers=headers)
    return _FirstLook(source, (), _read_sample(data_rows(path, source)))


def _inspect_table(path: Path, source: Source, sheets: tuple[str, ...], choice: FileForm) -> _FirstLook:
    head = _read_sample(raw_rows(path, source))
    header = choice.header_row if choice.header_row is not None else find_header(head)
    names = _trim_cells(next((row.cells for row in head if row.line == header), ()))
    below = [row for row in head if row.line > header and any(row.cells)]
    headers = name_columns(names, usual_width(len(names), below))
    if not headers:
        raise FileBroken(
            message("{file} holds no table. Choose another sheet or header row, or export it again.", file=path.name)
        )
    return _FirstLook(replace(source, header_row=header, headers=headers), sheets, below)


def _read_sample(rows: Iterator[RawRow]) -> list[RawRow]:
    return list(islice(rows, _SAMPLE_ROWS))


def _trim_cells(cells: Sequence[str]) -> Sequence[str]:
    """Cells without the blank ones at the end."""
    used = next((place for place in range(len(cells), 0, -1) if cells[place - 1].strip()), 0)
    return cells[:used]


def _rank(path: Path, source: Source, sheets: tuple[str, ...]) -> tuple[str, ...]:
    """The sheets that may be the list, the likely one first: visible ones, by the known names in
    their headers.
    """

    def score(name: str) -> tuple[int, bool]:
        head = list(islice(sheet_rows(path, source.kind, name, source.workbook_encoding), _SHEET_HEAD))
        return max((known_names(row.cells) for row in head), default=0), any(any(row.cells) for row in head)

    visible = visible_sheets(path, source.kind)[:_SHEETS_LOOKED_AT]
    scores = {name: score(name) for name in visible}
    if not any(filled for _, filled in scores.values()):
        scores = {name: score(name) for name in sheets[:_SHEETS_LOOKED_AT]}
    best = max(scores, key=lambda name: scores[name])
    others = [name for name, (known, _) in scores.items() if name != best and known >= _TABLE_NAMES]
    return (best, *others)
