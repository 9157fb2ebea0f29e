"""The rows of a file, read once and laid down in batches ready for the upload: what is checked is what is saved."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from service.domain.rows import Row, RowFault, parse_rows
from service.domain.sentences import Sentence, joined
from service.files.convert import ConvertedRow, row_texts

BATCH = 1_000
"""Rows of one write, as many as an upload has: a call that comes in between waits no longer than for that."""

_LENGTH = 4


class Entry(Struct, frozen=True, array_like=True, gc=False):
    """A line's row: its JSON for the upload, or why it is none; `counts` is False for what is no item at all."""

    line: int
    sku: str | None
    row: bytes | None
    notes: tuple[Sentence, ...]
    fault: Sentence | None = None
    counts: bool = True


Batch = list[Entry]
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Batch).decode


def entries(rows: Iterable[ConvertedRow], *, active: bool) -> Iterator[Batch]:
    """Rows in batches; a line's further rows stay in its batch. `active` says so of every row that does not say."""
    gathered: list[ConvertedRow] = []
    for row in rows:
        if len(gathered) >= BATCH and not row.continued:
            yield _batch(gathered, active=active)
            gathered = []
        gathered.append(row)
    if gathered:
        yield _batch(gathered, active=active)


def _batch(rows: Sequence[ConvertedRow], *, active: bool) -> Batch:
    sound = [row.fields for row in rows if not row.faults and row.skipped is None]
    if active:
        sound = [fields if "active" in fields else {**fields, "active": True} for fields in sound]
    texts = iter(row_texts(sound))
    return [_entry(row, texts) for row in rows]


def _entry(row: ConvertedRow, texts: Iterator[bytes]) -> Entry:
    """A row's entry; `texts` has the JSON of sound rows, in their order."""
    if row.skipped is not None:
        return Entry(row.line, None, None, (row.skipped,), counts=False)
    sku = row.fields.get("sku")
    named = sku if isinstance(sku, str) else None
    if row.faults:
        return Entry(row.line, named, None, row.notes, joined(row.faults))
    return Entry(row.line, named, next(texts), row.notes)


class Parsed(NamedTuple):
    """A batch ready for the upload: its entries, those of them that are rows, and these rows."""

    batch: Batch
    entries: list[Entry]
    rows: list[Row | RowFault]


def parsed(batch: Batch) -> Parsed:
    """Takes the rows of a batch apart, as an upload's are."""
    upload = [entry for entry in batch if entry.row is not None]
    return Parsed(batch, upload, parse_rows([Raw(entry.row) for entry in upload if entry.row is not None]).rows)


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
        """What was laid down, in order."""
        self._file.close()
        with self._path.open("rb") as file:
            while head := file.read(_LENGTH):
                yield _decode(file.read(int.from_bytes(head, "big")))
