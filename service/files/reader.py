"""Reads a shop system's export file: its format, its contents, and its rows ready for an upload.

recognised = recognise(path, remembered.choice)
for row in open_upload(path, recognised.source, recognised.mapping, options).rows: …
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from collections.abc import Mapping as Scanned
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final

from service.domain.pull.pull_choices import FileForm
from service.domain.sentences import Sentence
from service.files.columns.mapping import Mapping
from service.files.columns.match import Matched, match_columns
from service.files.columns.repeated_rows import RepeatedRows
from service.files.converter import ConvertedRow, Converter
from service.files.converter_fast import Entry, upload_rows
from service.files.evidence.file_scan import ColumnScan, FileScan, scan_rows
from service.files.evidence.notable_rows import NotableRows, Watched
from service.files.evidence.signs import FileSigns, merge_tallies
from service.files.file_errors import cannot_read
from service.files.first_look import FirstLook, inspect_head
from service.files.formats.registry import data_rows
from service.files.memo import FileMemo
from service.files.source import RawRow, Source
from service.files.values.options import PRICES, Options

Scans = Scanned[str, ColumnScan]
"""By header, what a column contains."""

_SCANS: Final = FileMemo[FileScan](time.time_ns)
PREVIEW_ROWS = 20
DEFAULT_CHOICE = FileForm()


@dataclass(frozen=True, slots=True)
class Recognised:
    """How a file is recognised, each part changeable: head, columns, what the file shows."""

    head: FirstLook
    matched: Matched
    scan: FileScan = field(default_factory=FileScan)

    @property
    def source(self) -> Source:
        return self.head.source

    @property
    def mapping(self) -> Mapping:
        """What is proposed; the cars are in it only after the owner adds them."""
        return self.matched.mapping

    @property
    def remarks(self) -> tuple[Sentence, ...]:
        return (*self.matched.remarks, *self.head.remarks)


def recognise(
    path: Path,
    choice: FileForm = DEFAULT_CHOICE,
    branches: Collection[str] = (),
    choose: Callable[[Recognised], Mapping] = lambda shown: shown.mapping,
) -> Recognised:
    """Inspects a whole file. What is chosen is used, the rest is proposed. FileError if it cannot
    be read.

    `choose` gives the mapping under which the whole file is read, from what its head shows.
    """
    head = inspect_head(path, choice)
    shown = Recognised(head, match_columns(head.source.headers, [row.cells for row in head.rows], branches))
    return replace(shown, scan=read_scan(path, head.source, choose(shown)))


def read_scan(path: Path, source: Source, mapping: Mapping) -> FileScan:
    """What the whole file shows; the file that was read last is not read again."""
    watched = Watched.of(mapping)

    def scan() -> FileScan:
        if mapping.column_of("sku") is None:
            return scan_rows(source.headers, data_rows(path, source))
        converter = Converter(source, replace(mapping, fixed=()), Options())
        notable = NotableRows(source.headers, watched, converter.find_skipped)
        return scan_rows(source.headers, data_rows(path, source), notable)

    try:
        return _SCANS.find(path, scan, (source, watched))
    except OSError as error:
        raise cannot_read(path, error) from error


def signs_of(mapping: Mapping, scans: Scans) -> FileSigns:
    prices = [scans[bound.column].signs for bound in mapping.columns if bound.field in PRICES]
    counts = [scans[bound.column].signs for bound in mapping.columns if bound.field == "quantity"]
    counts += [scans[branch.column].signs for branch in mapping.branches]
    return FileSigns(merge_tallies(prices), merge_tallies(counts))


def preview_rows(
    recognised: Recognised, mapping: Mapping, options: Options, repeats: RepeatedRows | None
) -> tuple[ConvertedRow, ...]:
    """The first 20 rows as they are saved; `repeats` as the rule in the mapping needs it."""
    if mapping.column_of("sku") is None:
        return ()
    rows = (RawRow(row.line, list(row.cells)) for row in recognised.head.rows)
    converter = Converter(recognised.source, mapping, options, repeats)
    return tuple(islice(converter.convert(converter.learn(rows)), PREVIEW_ROWS))


def read_repeats(path: Path, source: Source, mapping: Mapping, options: Options) -> RepeatedRows | None:
    """Reads which parts repeat before the rows are converted; None if no rule needs it."""
    if mapping.column_of("sku") is None or not mapping.repeats:
        return None
    rows = RepeatedRows(source.headers, mapping, options)
    rows.learn(data_rows(path, source))
    rows.add_up(data_rows(path, source))
    return rows


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file read for a pull: its rows as JSON, and its converter, which knows what was read."""

    source: Source
    rows: Iterator[Entry]
    converter: Converter


def open_upload(path: Path, source: Source, mapping: Mapping, options: Options) -> OpenedFile:
    """Every row for the upload, in the file's order; ColumnMissing at once if a mapped column is
    missing.

    FileError may come later, at damage or above 500,000 rows: read the file once before saving
    anything.
    """
    converter = Converter(source, mapping, options, read_repeats(path, source, mapping, options))
    rows = converter.learn(data_rows(path, source))
    return OpenedFile(source, upload_rows(converter, rows), converter)
