"""Counts the rows of a file that name a part number again: only the last one counts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from service.domain.catalogue.sku import fold, tidy
from service.domain.sentences import Sentence, message
from service.files.columns.mapping import Mapping
from service.files.evidence.file_scan import ColumnScan
from service.files.formats.registry import data_rows
from service.files.memo import FileMemo
from service.files.seen_keys import SeenKeys
from service.files.source import Source


def remark_repeats(path: Path, source: Source, mapping: Mapping, scan: ColumnScan) -> Sentence | None:
    """Says how many rows repeat a part number at a branch; None if none does, or a rule for units
    decides. `scan` is of the column of part numbers. FileError if the file cannot be read.
    """
    sku, branch = mapping.column_of("sku"), mapping.column_of("branch")
    is_decided = mapping.unit is not None and mapping.unit.rule
    if sku is None or is_decided or not (scan.overflow or len(scan.distinct) < scan.filled):
        return None
    count = _COUNTS.find(path, lambda: _count(path, source, sku, branch), f"{source}|{sku}|{branch}")
    if not count:
        return None
    return message("{n:,} rows name a part number again: of its rows at a branch only the last one counts.", n=count)


def _count(path: Path, source: Source, sku: str, branch: str | None) -> int:
    """Reads the whole file, in twelve bytes for each part number."""
    place = source.headers.index(sku)
    at = None if branch is None else source.headers.index(branch)
    seen, count = SeenKeys(), 0
    for row in data_rows(path, source):
        cells = row.cells
        text = fold(tidy(cells[place])) if place < len(cells) else ""
        if text:
            where = fold(cells[at].strip()) if at is not None and at < len(cells) else ""
            count += bool(seen.put((text, where), 1))
    return count


_COUNTS: Final = FileMemo[int]()
