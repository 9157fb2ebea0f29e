"""Unpacks the export file of a zip or gzip archive into a folder, within bounds.

Unpacking needs little memory and writes a file, which the child process is not allowed to do: it
runs here. The unpacked file is then read like any other.
"""

from __future__ import annotations

import gzip
import re
import struct
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import IO, Final

from service.files.file_errors import (
    FileBroken,
    FileError,
    FileTooLarge,
    cannot_read,
    cut_off,
    protected,
)
from service.files.source import MAX_FILE_BYTES, MAX_FILE_MB

MAX_MEMBERS: Final = 1_000
_MAX_LIST_BYTES: Final = 1 << 20
_CHUNK: Final = 1 << 20
_ZIP, _GZIP = b"PK\x03\x04", b"\x1f\x8b"
_END: Final = b"PK\x05\x06"
_END_BYTES, _LONGEST_COMMENT = 22, 1 << 16
_LOCATOR, _END_64 = b"PK\x06\x07", b"PK\x06\x06"
_LOCATOR_BYTES, _END_64_BYTES = 20, 56
_ENCRYPTED: Final = 1
_WORKBOOK_PARTS: Final = frozenset({"[Content_Types].xml", "content.xml", "mimetype"})
_READ_WAYS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_NO_LISTS = re.compile(
    r".*\.(?:pdf|jpe?g|png|gif|bmp|webp|svg|docx?|pptx?|exe|dll|xsd|xsl|css|js|md5|sha\d+|fpt|dbt|smt|cdx|mdx|ntx|idx|"
    r"zip|gz|rar|7z)",
    re.IGNORECASE,
)
_BESIDE_TABLE: Final = (".fpt", ".dbt", ".smt")
"""Memo files, which a dBASE table needs next to it."""

_UNSAFE = re.compile(r"[^\w.() -]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)
_LONGEST_NAME: Final = 100
_DAMAGE = (zipfile.BadZipFile, zlib.error, gzip.BadGzipFile, EOFError, NotImplementedError, RuntimeError, ValueError)


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The file to read; `members` are the files of an archive that may be the list, the largest
    first, and `member` the one that was unpacked.
    """

    path: Path
    members: tuple[str, ...] = ()
    member: str | None = None


class _Target:
    """The folder into which an archive is unpacked, its files together within the bound."""

    def __init__(self, folder: Path, archive: str, most_bytes: int) -> None:
        self._folder = folder
        self._archive = archive
        self._most_bytes = most_bytes
        self._total = 0

    def write_member(self, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Path:
        """Unpacks one file; FileBroken if it needs a password, or another way of unpacking."""
        if info.flag_bits & _ENCRYPTED:
            raise protected(self._archive)
        if info.compress_type not in _READ_WAYS:
            raise FileBroken.saying(
                "{file} is packed in a way that is not read. Pack it as an ordinary zip archive.",
                file=self._archive,
            )
        with archive.open(info) as stream:
            return self.write(stream, PurePosixPath(info.filename.replace("\\", "/")).name)

    def write(self, stream: IO[bytes] | gzip.GzipFile, name: str) -> Path:
        """Writes what a stream has to a new file with a harmless name."""
        self._folder.mkdir(exist_ok=True)
        target = self._folder / safe_name(name)
        with target.open("wb") as file:
            while chunk := stream.read(_CHUNK):
                self._total += len(chunk)
                if self._total > self._most_bytes:
                    raise FileTooLarge.saying(
                        "{file} unpacks to more than {most} MB. Export fewer columns, or split it.",
                        most=MAX_FILE_MB,
                        file=self._archive,
                    )
                file.write(chunk)
        return target


def unpack(path: Path, folder: Path, member: str | None = None, most_bytes: int = MAX_FILE_BYTES) -> Unpacked:
    """The file itself, or what was unpacked of it into `folder`.

    `member` names a file of a zip archive, also with stars; without it the largest one that may be
    a list is read. Raises FileBroken, FileTooLarge, FileUnavailable.
    """
    try:
        with path.open("rb") as file:
            head = file.read(4)
        if head.startswith(_GZIP):
            with gzip.open(path) as stream:
                return Unpacked(_Target(folder, path.name, most_bytes).write(stream, path.name.removesuffix(".gz")))
        members = _members(path) if head == _ZIP else None
        if members is None:
            return Unpacked(path)
        return _unpack_member(path, _Target(folder, path.name, most_bytes), members, member)
    except FileError:
        raise
    except _DAMAGE as error:
        raise cut_off(path.name) from error
    except OSError as error:
        raise cannot_read(path, error) from error


def _members(path: Path) -> tuple[zipfile.ZipInfo, ...] | None:
    """The files of an archive; None if it is a workbook or damaged, which its own reader says."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - _LONGEST_COMMENT - _END_BYTES))
        tail = file.read()
    end = tail.rfind(_END)
    if end < 0 or len(tail) - end < _END_BYTES:
        return None
    count, list_bytes = _list_size(tail, end, size)
    if count > MAX_MEMBERS or list_bytes > _MAX_LIST_BYTES:
        # A workbook may have more parts; its reader has bounds of its own.
        return None
    with zipfile.ZipFile(path) as archive:
        infos = archive.infolist()
    if any(info.filename in _WORKBOOK_PARTS for info in infos):
        return None
    return tuple(infos)


def _list_size(tail: bytes, end: int, size: int) -> tuple[int, int]:
    """How many files the list of an archive has, and its bytes: zipfile holds all of it in memory.
    The larger numbers of ZIP64 count if there are some.
    """
    locator = end - _LOCATOR_BYTES
    if locator < 0 or not tail.startswith(_LOCATOR, locator):
        # After the longest comment a locator is not seen: such an archive is not read.
        count, list_bytes = struct.unpack_from("<HI", tail, end + 10)
        return count, list_bytes if locator >= 0 or len(tail) == size else _MAX_LIST_BYTES + 1
    place = locator - _END_64_BYTES
    (said,) = struct.unpack_from("<Q", tail, locator + 8)
    if place < 0 or not tail.startswith(_END_64, place) or said != size - len(tail) + place:
        return MAX_MEMBERS + 1, _MAX_LIST_BYTES + 1
    count, list_bytes = struct.unpack_from("<QQ", tail, place + 32)
    return count, list_bytes


def _unpack_member(path: Path, target: _Target, infos: tuple[zipfile.ZipInfo, ...], member: str | None) -> Unpacked:
    lists = sorted(filter(_may_be_list, infos), key=lambda info: -info.file_size)
    if not lists:
        raise FileBroken.saying(
            "{file} is a zip archive without a list in it. Put the export file into it.", file=path.name
        )
    names = tuple(info.filename for info in lists)
    chosen = lists[0] if member is None else _find(path, lists, member)
    with zipfile.ZipFile(path) as archive:
        unpacked = target.write_member(archive, chosen)
        stem = PurePosixPath(chosen.filename).with_suffix("")
        for info in infos:
            beside = PurePosixPath(info.filename)
            if beside.suffix.lower() in _BESIDE_TABLE and beside.with_suffix("") == stem:
                target.write_member(archive, info)
    return Unpacked(unpacked, names, chosen.filename)


def _may_be_list(info: zipfile.ZipInfo) -> bool:
    name = PurePosixPath(info.filename)
    hidden = any(part.startswith((".", "__MACOSX")) for part in name.parts)
    return not (info.is_dir() or hidden or not info.file_size or _NO_LISTS.fullmatch(name.name))


def _find(path: Path, lists: Iterable[zipfile.ZipInfo], member: str) -> zipfile.ZipInfo:
    """The chosen file; of several that a name with stars fits, it is asked."""
    fitting = [info for info in lists if info.filename == member]
    fitting = fitting or [info for info in lists if fnmatchcase(info.filename, member)]
    names = ", ".join(info.filename for info in (fitting or lists))
    if not fitting:
        raise FileBroken.saying(
            "{file} has no file '{member}' in it. Choose one of: {members}.",
            file=path.name,
            member=member,
            members=names,
        )
    if len(fitting) > 1:
        raise FileBroken.saying(
            "In {file} several files fit '{member}': {members}. Choose one, or a name that fits one.",
            file=path.name,
            member=member,
            members=names,
        )
    return fitting[0]


def safe_name(name: str) -> str:
    """A name that is a plain file in any folder and on any system."""
    plain = _UNSAFE.sub("_", name)[-_LONGEST_NAME:].strip(". ")
    return f"_{plain}" if not plain or _RESERVED.fullmatch(plain) else plain
