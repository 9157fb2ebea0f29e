"""Records what SQLite writes to disk and what it syncs, below the program as it is.

SQLite's own file functions go on working. Four of them are replaced in each file that is opened
meanwhile: they append a record to a journal, or fail if a test asks for it. The journal is a
file, so it outlives a process that is killed (tests.nothing_lost.lost_power reads it).
"""

from __future__ import annotations

import _sqlite3
import ctypes
import os
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path

OK, FULL, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE = 0, 13, 778, 1034, 1546
RECORD = struct.Struct("<BHqI")
"""Kind, length of the file's name, offset or size, length of the data."""


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
