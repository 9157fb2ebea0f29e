"""Records by key in a file on disk, of each key the last one that was put."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Generic, TypeVar

import msgspec

from service.files.seen_keys import SeenKeys

Record = TypeVar("Record", bound="KeyedRecord")
_LENGTH: Final = 4


class KeyedRecord(msgspec.Struct, array_like=True, gc=False):
    """A record with its key."""

    key: str


class RecordFile(Generic[Record]):
    """Needs about 30 bytes of memory for each record; the rest is in the file."""

    def __init__(self, path: Path, kind: type[Record]) -> None:
        self._file = path.open("w+b")
        self._path = path
        self._decode = msgspec.msgpack.Decoder(kind).decode
        self._encode = msgspec.msgpack.Encoder().encode
        self._numbers = SeenKeys()
        self._places = array("Q")
        self._end = 0

    def __enter__(self) -> RecordFile[Record]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._path.unlink(missing_ok=True)

    def put(self, record: Record) -> None:
        """Adds a record; one with the same key does not count any more."""
        data = self._encode(record)
        self._file.seek(self._end)
        self._file.write(len(data).to_bytes(_LENGTH, "big") + data)
        self._places.append(self._end)
        self._end += _LENGTH + len(data)
        self._numbers.put((record.key, ""), len(self._places))

    def find(self, key: str) -> Record | None:
        """The last record with this key."""
        number = self._numbers.line_of((key, ""))
        found = self._read(number) if number else None
        return found if found is not None and found.key == key else None

    def __iter__(self) -> Iterator[Record]:
        """Of each key the last record, in the order in which these were put."""
        for number in range(1, len(self._places) + 1):
            record = self._read(number)
            if self._numbers.line_of((record.key, "")) == number:
                yield record

    def _read(self, number: int) -> Record:
        self._file.seek(self._places[number - 1])
        return self._decode(self._file.read(int.from_bytes(self._file.read(_LENGTH), "big")))
