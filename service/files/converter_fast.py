"""The fast path of `converter`: the rows of a file as an upload's JSON, 250 at a time.

Rows without a remark, which nearly all are, are read column by column. Every other row goes to the
reference, `Converter.convert` and `row_json` (docs/decisions/0005).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from msgspec import UNSET, Struct, defstruct

from service.domain.sentences import Sentence
from service.files.cells import RawRow
from service.files.converter import ConvertedRow, Converter, duplicate_note, key_of, row_json, row_texts

_BLOCK = 250
"""Rows that are converted together: enough to be fast, few enough to use little memory."""

_PATIENCE = 10
"""After a block of mostly special rows, so many blocks are converted row by row, then by columns
again.
"""


class UploadRow(Struct, frozen=True, gc=False):
    """A `ConvertedRow` with written fields: `text` is their JSON, None for a row that must not be
    saved.
    """

    line: int
    sku: str | None
    text: bytes | None
    notes: tuple[Sentence, ...] = ()
    faults: tuple[Sentence, ...] = ()
    skipped: Sentence | None = None
    continued: bool = False


def upload_rows(converter: Converter, rows: Iterable[RawRow]) -> Iterator[UploadRow]:
    """The rows of the upload, in the file's order."""
    names = [column.field for column in converter.columns]
    if not converter.by_columns or len(set(names)) < len(names):
        return map(_encode_row, converter.convert(rows))
    source = iter(rows)
    blocks = iter(lambda: list(islice(source, _BLOCK)), [])
    return chain.from_iterable(map(_ByColumns(converter).rows, blocks))


def _encode_row(row: ConvertedRow) -> UploadRow:
    sku = row.fields.get("sku")
    text = None if row.faults or row.skipped is not None else row_json(row.fields)
    named = sku if isinstance(sku, str) else None
    return UploadRow(row.line, named, text, row.notes, row.faults, row.skipped, row.continued)


class _ByColumns:
    """Converts blocks of rows. A field has one column, one fixed value, or both."""

    def __init__(self, converter: Converter) -> None:
        self._converter = converter
        self._waits = 0
        # The fields have the order of a converted row: fixed ones first.
        self._names = list(dict.fromkeys([*converter.fixed, *(column.field for column in converter.columns)]))
        self._columns = {column.field: column for column in converter.columns}
        # A type with a slot for each field is made and written in a third of the time of a dict.
        self._row = defstruct("FileRow", [(name, object) for name in self._names], gc=False)

    def rows(self, block: list[RawRow]) -> Iterator[UploadRow]:
        """The upload rows of a block."""
        if self._waits:
            self._waits -= 1
            return map(_encode_row, self._converter.convert(block))
        return self._rows(block)

    def _rows(self, block: list[RawRow]) -> Iterator[UploadRow]:
        """Reads by columns; a row that needs a remark is converted on its own."""
        converter = self._converter
        for _, cells in block:
            converter.fill(cells)
        texts = list(zip(*[cells for _, cells in block], strict=False))
        odd = {place for place, (_, cells) in enumerate(block) if len(cells) > converter.width}
        odd.update(place for place, sku in enumerate(texts[self._columns["sku"].place]) if converter.may_be_none(sku))
        values = {name: self._values(name, texts, odd) for name in self._names}
        odd.update(place for place, sku in enumerate(values["sku"]) if sku is UNSET)
        if len(odd) * 2 > len(block):
            self._waits = _PATIENCE
        rows = map(self._row, *values.values())
        written = iter(row_texts([row for place, row in enumerate(rows) if place not in odd]))
        skus = list(map(str, values["sku"]))
        branches = values.get("branch") or [None] * len(block)
        keys = map(key_of, skus, branches)
        for place, ((line, cells), sku, key, branch) in enumerate(zip(block, skus, keys, branches, strict=True)):
            if place in odd:
                yield from map(_encode_row, converter.one(line, cells))
                continue
            before = converter.seen.put(key, line)
            yield UploadRow(line, sku, next(written), (duplicate_note(before, branch),) if before else ())

    def _values(self, name: str, texts: Sequence[Sequence[str]], odd: set[int]) -> Sequence[object]:
        """A field's values, UNSET where a row does not give one."""
        fixed = self._converter.fixed.get(name, UNSET)
        column = self._columns.get(name)
        if column is None:
            return [fixed] * len(texts[0])
        values = column.values(texts[column.place], odd)
        return values if fixed is UNSET else [fixed if value is UNSET else value for value in values]
