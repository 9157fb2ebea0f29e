"""Recognises the format of a file by its content, never by its name."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import msgspec

from service.domain.sentences import Sentence, message, os_reason
from service.files.file_errors import FileBroken, FileTooLarge, FileUnavailable
from service.files.format_reader import isolated_reader
from service.files.formats.documents.document_kind import document_kind
from service.files.formats.text_encoding import head_text
from service.files.source import MAX_FILE_BYTES, Kind

_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode

_ZIP = b"PK\x03\x04"
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_BIFF = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00", b"\x09\x08\x08\x00", b"\x09\x08\x10\x00")
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_COMPOUND_HEAD = 8 * 1024 * 1024

_OTHERS = (
    (b"%PDF", message("a PDF document")),
    (b"\x89PNG", message("a picture")),
    (b"\xff\xd8\xff", message("a picture")),
    (b"GIF8", message("a picture")),
    (b"\x1f\x8b", message("a gzip archive")),
    (b"Rar!", message("a RAR archive")),
    (b"7z\xbc\xaf", message("a 7-Zip archive")),
    (b"SQLite format 3\x00", message("a database")),
    (b"{\\rtf", message("a text document")),
    (b"MZ", message("a program")),
)


def open_head(path: Path, count: int = 64 * 1024) -> bytes:
    """The first bytes of a file; FileUnavailable if it cannot be opened,
    FileTooLarge above 200 MB.
    """
    try:
        status = path.stat()
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
            raise FileBroken(message("{file} is a pipe or a device, no file. Name the export file.", file=path.name))
        if status.st_size > MAX_FILE_BYTES:
            raise FileTooLarge(
                message("{file} is larger than 200 MB. Export fewer columns, or split it.", file=path.name)
            )
        with path.open("rb") as file:
            return file.read(count)
    except FileNotFoundError as error:
        raise FileUnavailable(message("{file} is not there. Check the folder and the name.", file=path.name)) from error
    except OSError as error:
        raise FileUnavailable(
            message(
                "{file} cannot be opened now: {reason}. Close it in other programs, or try later.",
                file=path.name,
                reason=os_reason(error),
            )
        ) from error


def sniff(path: Path) -> Kind:
    """The format of a file by its first bytes; FileBroken, with its real format, if that is not
    supported.
    """
    head = open_head(path)
    if not head.strip():
        raise FileBroken(message("{file} is empty. Export it again from the shop's system.", file=path.name))
    if head.startswith(_ZIP):
        reader = isolated_reader()
        return zipped_kind(path) if reader is None else reader.zipped_kind(path)
    if head.startswith(_COMPOUND):
        return _compound_kind(path)
    if head.startswith(_OLD_BIFF):
        return Kind.XLS
    for mark, what in _OTHERS:
        if head.startswith(mark):
            raise _unsupported(path, what)
    return _text_kind(path, head_text(head))


def _unsupported(path: Path, what: Sentence) -> FileBroken:
    return FileBroken(
        message(
            "{file} is {what}, which is not read. Export it as CSV, XLSX, XLS, ODS or JSON.", file=path.name, what=what
        )
    )


def zipped_kind(path: Path) -> Kind:
    """XLSX or ODS, by the names of its parts; FileBroken when it is neither."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise FileBroken(
            message("{file} is cut off or damaged. Export it again from the shop's system.", file=path.name)
        ) from error
    if "xl/workbook.bin" in names:
        raise _unsupported(path, message("an Excel binary workbook (.xlsb)"))
    if "[Content_Types].xml" in names and any(name.startswith("xl/") for name in names):
        return Kind.XLSX
    if "content.xml" in names:
        return Kind.ODS
    raise _unsupported(path, message("a zip archive without a workbook in it"))


def _compound_kind(path: Path) -> Kind:
    if _ENCRYPTED_PACKAGE in open_head(path, _COMPOUND_HEAD):
        raise FileBroken(message("{file} is protected with a password. Save it without one.", file=path.name))
    return Kind.XLS


def _text_kind(path: Path, text: str) -> Kind:
    start = text.lstrip("\ufeff \t\r\n")
    marked = document_kind(start)
    if marked is not None:
        return marked
    if start.startswith("<"):
        raise _unsupported(path, message("an XML document"))
    if start.startswith("["):
        # A printed sheet may start with "[Stock list]", JSON rows start with an object or nothing.
        return Kind.JSON if start[1:].lstrip()[:1] in ("{", "]", "") else Kind.DELIMITED
    if start.startswith("{"):
        return _object_kind(start)
    return Kind.DELIMITED


def _object_kind(start: str) -> Kind:
    """JSON lines if the first line is a complete object, except one that wraps an `items` array."""
    try:
        members = _decode_members(start.partition("\n")[0].rstrip().rstrip(","))
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return Kind.JSON
    return Kind.JSON if bytes(members.get("items", b"")).startswith(b"[") else Kind.JSON_LINES
