"""What is on a disk after a loss of power, from the journal of writes and syncs.

What was synced is there. Each later write is there, lost, or there in some sectors only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

from tests.nothing_lost.disk_recorder import RECORD, Kind

SECTOR = 512


class Unsynced(Enum):
    """What the disk did with writes that were not synced."""

    LOST = "lost"
    WRITTEN = "written"
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation; `end` is the journal's position behind it."""

    kind: Kind
    file: str
    offset: int
    data: bytes
    end: int


def read_journal(journal: Path) -> list[Operation]:
    """Every whole record."""
    return list(_read_records(journal.read_bytes()))


def _read_records(packed: bytes) -> Iterator[Operation]:
    at = 0
    while at + RECORD.size <= len(packed):
        kind, name_size, offset, size = RECORD.unpack_from(packed, at)
        name_at = at + RECORD.size
        at = name_at + name_size + size
        if at > len(packed):
            return
        data_at = name_at + name_size
        yield Operation(Kind(kind), packed[name_at:data_at].decode(), offset, packed[data_at:at], at)


@dataclass(slots=True)
class _DiskFile:
    """What is synced, None where the file is not; and what is not synced yet."""

    synced: bytearray | None = None
    pending: list[Operation] = field(default_factory=list)


class Disk:
    """The disk's files, one operation after the other."""

    def __init__(self) -> None:
        self._files: dict[str, _DiskFile] = {}

    def apply(self, operation: Operation) -> None:
        if operation.kind is Kind.DELETE_SYNCED:
            self._files.pop(operation.file, None)
            return
        file = self._files.setdefault(operation.file, _DiskFile())
        if operation.kind is not Kind.SYNC:
            file.pending.append(operation)
            return
        file.synced = _content(file, file.pending)
        file.pending = []
        self._sync_deletions()

    def _sync_deletions(self) -> None:
        """File systems keep one journal of names: a sync of any file writes deletions before it."""
        for name, file in list(self._files.items()):
            if any(operation.kind is Kind.DELETE for operation in file.pending):
                del self._files[name]

    def save(self, folder: Path, unsynced: Unsynced, chance: random.Random) -> None:
        """Writes the files as they are after a loss of power now."""
        for name, file in self._files.items():
            content = _content(file, _surviving(file.pending, unsynced, chance))
            if content is not None:
                (folder / name).write_bytes(content)


def _surviving(pending: Sequence[Operation], unsynced: Unsynced, chance: random.Random) -> list[Operation]:
    if unsynced is Unsynced.LOST:
        return []
    if unsynced is Unsynced.WRITTEN:
        return list(pending)
    found: list[Operation] = []
    for operation in pending:
        if operation.kind is Kind.WRITE:
            found += _torn(operation, chance)
        elif chance.random() < 0.5:
            found.append(operation)
    return found


def _torn(write: Operation, chance: random.Random) -> Iterator[Operation]:
    """The sectors of a write that arrive: all, none, or some."""
    share = chance.choice([0.0, 0.5, 1.0])
    at = 0
    while at < len(write.data):
        size = min(SECTOR - (write.offset + at) % SECTOR, len(write.data) - at)
        if chance.random() < share:
            yield Operation(write.kind, write.file, write.offset + at, write.data[at : at + size], write.end)
        at += size


def _content(file: _DiskFile, operations: Sequence[Operation]) -> bytearray | None:
    content = None if file.synced is None else bytearray(file.synced)
    for operation in operations:
        if operation.kind is Kind.DELETE:
            content = None
            continue
        content = bytearray() if content is None else content
        if operation.kind is Kind.TRUNCATE:
            del content[operation.offset :]
            continue
        content.extend(bytes(max(0, operation.offset - len(content))))
        content[operation.offset : operation.offset + len(operation.data)] = operation.data
    return content
