"""A file's rows, read once and stored in batches: what was checked is what is saved."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Raw

from service.domain.catalogue.row_parser_fast import parse_body, parse_rows
from service.domain.catalogue.row_types import Row, RowFault
from service.files.converter_fast import Entry

BATCH = 1_000
"""Rows of one write, as of an upload, so that a call in between waits no longer."""

_LENGTH = 4
_decode = msgspec.msgpack.Decoder(list[Entry]).decode
_NOT_GIVEN = b""
"""The same meaning as UNSET, which no decoder returns."""


def _not_given(_unset: object) -> bytes:
    return _NOT_GIVEN


_encode = msgspec.msgpack.Encoder(enc_hook=_not_given).encode


class Batch(NamedTuple):
    """Lines of a file, those of them that are rows, and these rows as an upload parses them."""

    lines: list[Entry]
    entries: list[Entry]
    rows: Sequence[Row | RowFault]


def batch_rows(lines: Iterable[Entry]) -> Iterator[Batch]:
    """Lines in batches; the further rows of a line stay in its batch."""
    source = iter(lines)
    batch = list(islice(source, BATCH))
    while batch:
        following: list[Entry] = []
        for line in source:
            if not line.continued:
                following = [line]
                break
            batch.append(line)
        yield _parse(batch)
        batch = [*following, *islice(source, BATCH - len(following))]


def _parse(lines: list[Entry]) -> Batch:
    """Parses rows that are JSON; one that the upload will reject stays JSON in its line."""
    found = [line.row for line in lines]
    if set(map(type, found)) == {Row}:
        return Batch(lines, lines, found)  # type: ignore[arg-type]
    texts = [row for row in found if isinstance(row, bytes)]
    if not texts:
        return _pair(lines, found)
    together = parse_body(b'{"items":[' + b",".join(texts) + b"]}", len(texts))
    parsed = iter((parse_rows(list(map(Raw, texts))) if together is None else together).rows)
    rows = [next(parsed) if isinstance(line.row, bytes) else line.row for line in lines]
    return _pair(
        [
            msgspec.structs.replace(line, row=row) if isinstance(row, Row) and row is not line.row else line
            for line, row in zip(lines, rows, strict=True)
        ],
        rows,
    )


def _pair(lines: list[Entry], rows: Sequence[Row | RowFault | bytes | None]) -> Batch:
    return Batch(
        lines,
        [line for line in lines if line.row is not None],
        [parse_rows([Raw(row)]).rows[0] if isinstance(row, bytes) else row for row in rows if row is not None],
    )


def _restore(lines: list[Entry]) -> Batch:
    """A batch as it was before it was stored."""
    stored = [line.row for line in lines if isinstance(line.row, Row)]
    columns = map(_restore_column, zip(*[row.values for row in stored], strict=True))
    values = zip(*columns, strict=True)
    return _pair(
        lines,
        [
            Row(line.row.folded, next(values), line.row.milli, line.row.branch)
            if isinstance(line.row, Row)
            else line.row
            for line in lines
        ],
    )


def _restore_column(values: Sequence[Any]) -> Sequence[Any]:
    kinds = set(map(type, values))
    if bytes not in kinds:
        return values
    return [UNSET] * len(values) if len(kinds) == 1 else [UNSET if type(value) is bytes else value for value in values]


class Spool:
    """Batches on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb")

    def add(self, batch: Batch) -> None:
        data = _encode(batch.lines)
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
