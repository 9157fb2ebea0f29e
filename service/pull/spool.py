"""The rows of a file, read once and stored in batches for the upload: what was checked is what is
saved.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import UNSET, Raw, Struct

from service.domain.catalogue.row_parser_fast import parse_body, parse_rows
from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.sentences import Sentence, join_sentences
from service.files.converter_fast import UploadRow

BATCH = 1_000
"""Rows of one write, as many as an upload has: a call in between waits no longer than for an
upload.
"""

_LENGTH = 4
_ACTIVE = b',"active":true}'
_ACTIVE_PLACE = FIELDS.index("active")


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """A line's row for the upload, or why it is none; `counts` is False for lines that are no
    items.

    A row that the upload will reject stays as its original JSON.
    """

    line: int
    sku: str | None
    row: Row | bytes | None
    notes: tuple[Sentence, ...]
    fault: Sentence | None = None
    counts: bool = True


Batch = list[Entry]
_decode = msgspec.msgpack.Decoder(Batch).decode
_NOT_GIVEN = b""
"""The same meaning as UNSET, which no decoder returns."""


def _not_given(_unset: object) -> bytes:
    return _NOT_GIVEN


_encode = msgspec.msgpack.Encoder(enc_hook=_not_given).encode


def entries(rows: Iterable[UploadRow], *, active: bool) -> Iterator[Batch]:
    """Rows in batches; a line's further rows stay in its batch. `active` applies to rows that do
    not say it.
    """
    batch: list[UploadRow] = []
    for row in rows:
        if len(batch) >= BATCH and not row.continued:
            yield _batch(batch, active=active)
            batch = []
        batch.append(row)
    if batch:
        yield _batch(batch, active=active)


def _batch(rows: list[UploadRow], *, active: bool) -> Batch:
    # Appended to the end: a valid row has a SKU, so there is a field before it.
    texts = [row.row[:-1] + _ACTIVE if active else row.row for row in rows if isinstance(row.row, bytes)]
    together = parse_body(b'{"items":[' + b",".join(texts) + b"]}", len(texts))
    taken = parse_rows([Raw(text) for text in texts]) if together is None else together
    parsed = (found if isinstance(found, Row) else text for text, found in zip(texts, taken.rows, strict=True))
    activate = _activate if active else lambda row: row
    return [_entry(row, next(parsed) if isinstance(row.row, bytes) else row.row and activate(row.row)) for row in rows]


def _activate(row: Row) -> Row:
    values = (*row.values[:_ACTIVE_PLACE], True, *row.values[_ACTIVE_PLACE + 1 :])
    return Row(row.folded, values, row.milli, row.branch)


def _entry(row: UploadRow, ready: Row | bytes | None) -> Entry:
    if ready is not None:
        return Entry(row.line, row.sku, ready, row.notes)
    if row.skipped is not None:
        return Entry(row.line, row.sku, None, (row.skipped,), counts=False)
    return Entry(row.line, row.sku, None, row.notes, join_sentences(row.faults))


class ParsedBatch(NamedTuple):
    """A batch for the upload: its entries, those that are rows, and these rows parsed."""

    batch: Batch
    entries: list[Entry]
    rows: list[Row | RowFault]


def parse_batch(batch: Batch) -> ParsedBatch:
    """Parses the rows of a batch like those of an upload."""
    upload = [entry for entry in batch if entry.row is not None]
    return ParsedBatch(batch, upload, [_row(entry.row) for entry in upload if entry.row is not None])


def _row(row: Row | bytes) -> Row | RowFault:
    return parse_rows([Raw(row)]).rows[0] if isinstance(row, bytes) else row


def _restore(batch: Batch) -> Batch:
    """A batch as it was before it was stored. It is done by columns: most have no bytes."""
    kept = [entry for entry in batch if isinstance(entry.row, Row)]
    columns = [
        [UNSET if type(value) is bytes else value for value in column] if bytes in set(map(type, column)) else column
        for column in zip(*[entry.row.values for entry in kept], strict=True)  # type: ignore[union-attr]
    ]
    values = zip(*columns, strict=True)
    return [
        entry if isinstance(entry.row, bytes) or entry.row is None
        else Entry(
            entry.line, entry.sku, Row(entry.row.folded, next(values), entry.row.milli, entry.row.branch), entry.notes,
            entry.fault, entry.counts,
        )
        for entry in batch
    ]  # fmt: skip


class Spool:
    """Batches on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb")

    def add(self, batch: Batch) -> None:
        data = _encode(batch)
        self._file.write(len(data).to_bytes(_LENGTH, "big"))
        self._file.write(data)

    def close(self) -> None:
        self._file.close()

    def batches(self) -> Generator[Batch, None, None]:
        """The stored batches, in order."""
        self._file.close()
        with self._path.open("rb") as file:
            while head := file.read(_LENGTH):
                yield _restore(_decode(file.read(int.from_bytes(head, "big"))))
