"""Records what SQLite writes to disk and what it syncs, below the program as it is.

SQLite's own file functions go on working. Four of them are replaced in each file that is opened
meanwhile: they append a record to a journal, or fail if a test asks for it. The journal is a
file, so it outlives a process that is killed (tests.nothing_lost.lost_power reads it).
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import random
import struct
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path
from typing import Any

import pytest

OK, FULL, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE = 0, 13, 778, 1034, 1546
RECORD = struct.Struct("<BHqI")
"""Kind, length of the file's name, offset or size, length of the data."""
TORN = b"\0torn\0"
"""The content of a file whose bytes were not synced."""
SECTOR = 512


class Kind(IntEnum):
    """What was done to a file."""

    WRITE = 1
    TRUNCATE = 2
    SYNC = 3
    DELETE = 4
    DELETE_SYNCED = 5


_P, _I, _Q, _S = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_char_p
_CLOSE = ctypes.CFUNCTYPE(_I, _P)
_READ = ctypes.CFUNCTYPE(_I, _P, _P, _I, _Q)
_WRITE = ctypes.CFUNCTYPE(_I, _P, _P, _I, _Q)
_TRUNCATE = ctypes.CFUNCTYPE(_I, _P, _Q)
_SYNC = ctypes.CFUNCTYPE(_I, _P, _I)
_OPEN = ctypes.CFUNCTYPE(_I, _P, _P, _P, _I, _P)
_DELETE = ctypes.CFUNCTYPE(_I, _P, _P, _I)


class _Methods(ctypes.Structure):
    """sqlite3_io_methods: the five that come first, then those that stay as they are."""

    _fields_ = [
        ("version", _I), ("close", _CLOSE), ("read", _READ), ("write", _WRITE), ("truncate", _TRUNCATE),
        ("sync", _SYNC), ("others", _P * 13),
    ]  # fmt: skip


class _Vfs(ctypes.Structure):
    """sqlite3_vfs: as far as open and delete, then those that stay as they are."""

    _fields_ = [
        ("version", _I), ("file_size", _I), ("max_path", _I), ("next", _P), ("name", _S), ("data", _P),
        ("open", _OPEN), ("delete", _DELETE), ("others", _P * 14),
    ]  # fmt: skip


class _File(ctypes.Structure):
    """sqlite3_file."""

    _fields_ = [("methods", ctypes.POINTER(_Methods))]


Fault = Callable[[Kind, str], int]


def _no_fault(_kind: Kind, _file: str) -> int:
    return OK


class DiskRecorder:
    """The journal of one folder's database files. With `fault` an operation fails with its code.

    Without `counts_syncs` a sync is not recorded, as if the program asked for none.
    """

    def __init__(self, journal: Path, folder: Path, *, counts_syncs: bool = True) -> None:
        self._folder = str(folder.resolve()) + os.sep
        self._descriptor = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._lock = threading.Lock()
        self._counts_syncs = counts_syncs
        self.fault: Fault = _no_fault
        self.position = 0
        """Bytes of the journal: what was done until now."""

    def note(self, kind: Kind, path: str, offset: int = 0, data: bytes = b"") -> int:
        """Records an operation; gives SQLite's code of a fault, or OK."""
        if not path.startswith(self._folder):
            return OK
        name = path.removeprefix(self._folder)
        code = self.fault(kind, name)
        if code == OK and (self._counts_syncs or kind is not Kind.SYNC):
            packed = RECORD.pack(kind, len(name), offset, len(data)) + name.encode() + data
            with self._lock:
                os.write(self._descriptor, packed)
                self.position += len(packed)
        return code

    def close(self) -> None:
        os.close(self._descriptor)


class _Shim:
    """SQLite's default file system with a recorder in between."""

    def __init__(self, recorder: DiskRecorder) -> None:
        self._recorder = recorder
        self._library = ctypes.CDLL(_sqlite3.__file__)
        self._library.sqlite3_vfs_find.restype = _P
        self._library.sqlite3_vfs_find.argtypes = [_P]
        self._library.sqlite3_vfs_register.argtypes = [_P, _I]
        self._library.sqlite3_vfs_unregister.argtypes = [_P]
        self._real_address = self._library.sqlite3_vfs_find(None)
        self._real = _Vfs.from_address(self._real_address)
        self._files: dict[int, tuple[str, _Methods]] = {}
        self._made: dict[int, _Methods] = {}
        self._vfs = _Vfs.from_buffer_copy(self._real)
        self._vfs.name = b"recorded"
        self._vfs.next = None
        self._vfs.open = self._keep_open = _OPEN(self._open)
        self._vfs.delete = self._keep_delete = _DELETE(self._delete)
        self._callbacks = (_CLOSE(self._close), _WRITE(self._write), _TRUNCATE(self._truncate), _SYNC(self._sync))

    def install(self) -> None:
        self._library.sqlite3_vfs_register(ctypes.addressof(self._vfs), 1)

    def remove(self) -> None:
        self._library.sqlite3_vfs_unregister(ctypes.addressof(self._vfs))
        self._library.sqlite3_vfs_register(self._real_address, 1)

    def _open(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        code = int(self._real.open(vfs, name, file, flags, out))
        opened = _File.from_address(file)
        if code == OK and opened.methods:
            path = "" if name is None else os.fsdecode(ctypes.string_at(name))
            real = opened.methods.contents
            self._files[file] = (path, real)
            opened.methods = ctypes.pointer(self._methods_for(real))
        return code

    def _methods_for(self, real: _Methods) -> _Methods:
        address = ctypes.addressof(real)
        if address not in self._made:
            methods = _Methods.from_buffer_copy(real)
            methods.close, methods.write, methods.truncate, methods.sync = self._callbacks
            self._made[address] = methods
        return self._made[address]

    def _delete(self, vfs: int, name: int, synced: int) -> int:
        kind = Kind.DELETE_SYNCED if synced else Kind.DELETE
        code = self._recorder.note(kind, os.fsdecode(ctypes.string_at(name)))
        return code or int(self._real.delete(vfs, name, synced))

    def _close(self, file: int) -> int:
        _, real = self._files.pop(file)
        return int(real.close(file))

    def _write(self, file: int, data: int, size: int, offset: int) -> int:
        path, real = self._files[file]
        code = self._recorder.note(Kind.WRITE, path, offset, ctypes.string_at(data, size))
        return code or int(real.write(file, data, size, offset))

    def _truncate(self, file: int, size: int) -> int:
        path, real = self._files[file]
        return self._recorder.note(Kind.TRUNCATE, path, size) or int(real.truncate(file, size))

    def _sync(self, file: int, flags: int) -> int:
        path, real = self._files[file]
        return self._recorder.note(Kind.SYNC, path) or int(real.sync(file, flags))


_KEPT_SHIMS: list[_Shim] = []
"""SQLite calls into a shim as long as a connection is open, so none is ever freed."""


@contextmanager
def recorded_disk(journal: Path, folder: Path, *, counts_syncs: bool = True) -> Iterator[DiskRecorder]:
    """Every database below `folder` that is opened meanwhile is recorded."""
    recorder = DiskRecorder(journal, folder, counts_syncs=counts_syncs)
    shim = _Shim(recorder)
    _KEPT_SHIMS.append(shim)
    shim.install()
    try:
        yield recorder
    finally:
        shim.remove()
        recorder.close()


@dataclass(frozen=True, slots=True)
class FileEvent:
    """`kind` is sync, folder, rename, delete or answered."""

    kind: str
    name: str = ""
    new_name: str = ""
    content: bytes = b""


@dataclass(slots=True)
class FileRecord:
    """The events below one folder."""

    folder: Path
    counts_syncs: bool = True
    events: list[FileEvent] = field(default_factory=list)

    def note(self, kind: str, path: Path, new: Path | None = None) -> None:
        """Records what is done to a path below the folder."""
        if not path.is_relative_to(self.folder) or (kind in ("sync", "folder") and not self.counts_syncs):
            return
        content = path.read_bytes() if kind == "sync" or (kind == "rename" and path.is_file()) else b""
        name = str(path.relative_to(self.folder))
        self.events.append(FileEvent(kind, name, "" if new is None else str(new.relative_to(self.folder)), content))

    def answer(self) -> None:
        """The program says that it is done."""
        self.events.append(FileEvent("answered"))


@contextmanager
def recorded_files(
    folder: Path, journal: Path, monkeypatch: pytest.MonkeyPatch, *, counts_syncs: bool = True
) -> Iterator[FileRecord]:
    """Records what is done below `folder`, by the program and by SQLite."""
    record = FileRecord(folder.resolve(), counts_syncs)
    fsync, replace, unlink = os.fsync, os.replace, os.unlink

    def recorded_fsync(number: int) -> None:
        path = Path(f"/proc/self/fd/{number}").readlink()
        record.note("folder" if path.is_dir() else "sync", path)
        fsync(number)

    def recorded_replace(source: Any, target: Any, **how: Any) -> None:  # noqa: ANN401 - as os.replace
        record.note("rename", Path(source), Path(target))
        replace(source, target, **how)

    def recorded_unlink(path: Any, **how: Any) -> None:  # noqa: ANN401 - as os.unlink
        unlink(path, **how)
        record.note("delete", Path(path))

    def on_sqlite(kind: Kind, name: str) -> int:
        if kind is Kind.SYNC:
            record.note("sync", record.folder / name)
        return OK

    with recorded_disk(journal, folder) as recorder, monkeypatch.context() as patch:
        recorder.fault = on_sqlite
        patch.setattr(os, "fsync", recorded_fsync)
        patch.setattr(os, "replace", recorded_replace)
        patch.setattr(os, "unlink", recorded_unlink)
        yield record


def list_losses(record: FileRecord, name: str, before: bytes | None) -> Iterator[tuple[bool, bytes | None]]:
    """What file `name` holds after a loss of power behind each event, and whether the program had
    said that it is done: None where the file is missing, TORN where its bytes were not synced.
    """
    synced: dict[str, bytes] = {}
    durable, possible, answered = before, [before], False
    for event in record.events:
        if event.kind == "sync":
            synced[event.name] = event.content
        elif event.kind == "rename" and event.new_name == name:
            possible.append(event.content if synced.get(event.name) == event.content else TORN)
        elif event.kind == "delete" and event.name == name:
            possible.append(None)
        elif event.kind == "folder" and (Path(event.name) == Path(name).parent):
            durable = possible[-1]
            possible = [durable]
        elif event.kind == "answered":
            answered = True
        for content in possible:
            yield answered, content


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
