"""Recognises the format of a file by its content, never by its name."""

from __future__ import annotations

import re
import stat
import zipfile
from pathlib import Path

import msgspec

from service.domain.sentences import Sentence, message
from service.files.file_errors import FileBroken, FileTooLarge, cannot_read, cut_off, protected
from service.files.format_reader import Fact, finds
from service.files.formats.dbf import read_layout
from service.files.formats.spreadsheet_xml import NAMESPACE
from service.files.formats.text_encoding import head_text
from service.files.source import MAX_FILE_BYTES, MAX_FILE_MB, Kind, Source

_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode

_ZIP = b"PK\x03\x04"
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD_BIFF = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00", b"\x09\x08\x08\x00", b"\x09\x08\x10\x00")
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_COMPOUND_HEAD = 8 * 1024 * 1024

_PICTURE, _PROGRAM_FILE = message("a picture"), message("a file of another program")
_OTHERS = (
    (b"%PDF", message("a PDF document")),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"II*\x00", _PICTURE),
    (b"MM\x00*", _PICTURE),
    (b"SQLite format 3\x00", message("a database")),
    (b"\x00\x01\x00\x00Standard Jet DB", message("an Access database")),
    (b"\x00\x01\x00\x00Standard ACE DB", message("an Access database")),
    (b"{\\rtf", message("a text document")),
    (b"MZ\x90", message("a program")),
    (b"PAR1\x15", message("a Parquet file")),
    (b"ARROW1", message("an Arrow file")),
    (b"\x00\x00\x1a\x00", message("a Lotus 1-2-3 workbook")),
    (b"\x00\x00\x02\x00", message("a Lotus 1-2-3 workbook")),
    (b"TABLE\r\n0,1", message("a DIF file")),
    (b"TABLE\n0,1", message("a DIF file")),
    (b"UNA:+", message("an EDIFACT message")),
    (b"UNB+", message("an EDIFACT message")),
    (b"-----BEGIN PGP", message("an encrypted file")),
)
_PACKED = (
    (b"Rar!", message("a RAR archive")),
    (b"7z\xbc\xaf", message("a 7-Zip archive")),
    (b"BZh91AY&SY", message("a bzip2 archive")),
    (b"\xfd7zXZ", message("an xz archive")),
    (b"\x28\xb5\x2f\xfd", message("a Zstandard archive")),
    (b"\x1f\x9d", message("a compress archive")),
    (b"\x1f\x8b", message("a gzip archive in another archive")),
    (b"MSCF\x00\x00\x00\x00", message("a cabinet archive")),
)
_COMMERCEML = tuple(
    "<КоммерческаяИнформация".encode(encoding) for encoding in ("utf-8", "windows-1251", "utf-16-le", "utf-16-be")
)
"""The root element of what 1C writes: several files, which make a list only together."""

_SYLK = re.compile(rb"ID;P\w*(?:;\w*)*\r?\n[BCFOP];")
"""A first line and the beginning of a record; a list may begin with `ID;Price`."""

_TAR, _TAR_PLACE = b"ustar", 257
_WORD = "WordDocument".encode("utf-16-le")
_FLAT = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_MOST_CONTROLS = 0.01
_BINARY_WORKBOOK = "xl/workbook.bin"
_HEAD_LINE = re.compile(r"(?:mime-version|from|subject|date|content-[\w-]+|x-[\w-]+)\s*:", re.IGNORECASE)
_PARTS = re.compile(r"^content-type\s*:\s*(?:multipart/|text/html)", re.IGNORECASE | re.MULTILINE)
_MIME_HEAD = 4000
_PROLOG = re.compile(
    r"\s+|<!--.*?-->|<\?.*?\?>|<!\[.*?\]>|<!doctype[^>\[]*(?:\[[^\]]*\]\s*)?>", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile("<([\\w:.\ufffd-]+)([^>]{0,4000})")
"""A beginning with letters of one byte, has signs of replacement instead."""

_HTML_TAG = re.compile(
    r"html|head|body|table|thead|tbody|tr|td|div|style|script|meta|link|title|base|center|font|span|p|b|i|u|h[1-6]|br|"
    r"hr|img|form|input|section|main|article|header|nav|ul|ol|pre|strong|small|caption|noscript|label|a",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"</[\w:.-]+\s*>|/>")
_ROWS = re.compile(r"<t[dr][\s>]", re.IGNORECASE)


def open_head(path: Path, count: int = 64 * 1024) -> bytes:
    """A file's first bytes; FileUnavailable if it cannot be opened, FileTooLarge above 200 MB."""
    try:
        status = path.stat()
        if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
            raise FileBroken.saying("{file} is a pipe or a device, no file. Name the export file.", file=path.name)
        if status.st_size > MAX_FILE_BYTES:
            raise FileTooLarge.saying(
                "{file} is larger than {most} MB. Export fewer columns, or split it.",
                file=path.name,
                most=MAX_FILE_MB,
            )
        with path.open("rb") as file:
            return file.read(count)
    except OSError as error:
        raise cannot_read(path, error) from error


def sniff(path: Path) -> Kind:
    """A file's format by its first bytes; FileBroken, with its real format, if not supported."""
    head = open_head(path)
    if not head.strip():
        raise FileBroken.saying("{file} is empty. Export it again from the shop's system.", file=path.name)
    if head.startswith(_ZIP):
        return Kind(*zipped_kind(path, Source(Kind.XLSX)))
    if head.startswith(_COMPOUND):
        return _compound_kind(path)
    if head.startswith(_OLD_BIFF):
        return Kind.XLS
    if read_layout(head) is not None:
        return Kind.DBF
    _refuse_others(path, head)
    text = head_text(head).replace("\x00", "")
    odd = sum(1 for char in text if char < " " and char not in "\t\n\r\f\x1a")
    if odd > _MOST_CONTROLS * len(text) or (b"\x00" in head and text.count("\ufffd") > _MOST_CONTROLS * len(text)):
        raise _unsupported(path, _PROGRAM_FILE)
    return _text_kind(path, text)


def _refuse_others(path: Path, head: bytes) -> None:
    """Raises FileBroken, with the format's name and the way out, for what is known and not read."""
    for mark, what in _OTHERS:
        if head.startswith(mark):
            raise _unsupported(path, what)
    if _SYLK.match(head):
        raise _unsupported(path, message("a SYLK file"))
    if any(mark in head for mark in _COMMERCEML):
        raise _unsupported(path, message("a CommerceML file of 1C"))
    for mark, what in _PACKED:
        if head.startswith(mark):
            raise _packed(path, what)
    if head[_TAR_PLACE:].startswith(_TAR):
        raise _packed(path, message("a tar archive"))


def _packed(path: Path, what: Sentence) -> FileBroken:
    return FileBroken.saying(
        "{file} is {what}, which is not read. Pack the list as zip or gzip, or leave it unpacked.",
        file=path.name,
        what=what,
    )


def _unsupported(path: Path, what: Sentence) -> FileBroken:
    return FileBroken.saying(
        "{file} is {what}, which is not read. Export it as CSV, XLSX, XLS, ODS or JSON.", file=path.name, what=what
    )


@finds(Fact.KIND)
def zipped_kind(path: Path, _: Source) -> tuple[str, ...]:
    """XLSX or ODS, by the names of its parts; FileBroken when it is neither."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = {name.replace("\\", "/").lower() for name in archive.namelist()}
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise cut_off(path.name) from error
    if _BINARY_WORKBOOK in names:
        raise _unsupported(path, message("a binary Excel workbook (XLSB)"))
    if "[content_types].xml" in names and any(name.startswith("xl/") for name in names):
        return (Kind.XLSX,)
    if "content.xml" in names:
        return (Kind.ODS,)
    if any(name.endswith(".iwa") for name in names):
        raise _unsupported(path, message("an Apple Numbers document"))
    if any(name.startswith(("word/", "ppt/")) for name in names):
        raise _unsupported(path, message("a text document"))
    raise _unsupported(path, message("a zip archive without a workbook in it"))


def _compound_kind(path: Path) -> Kind:
    head = open_head(path, _COMPOUND_HEAD)
    if _WORD in head:
        raise _unsupported(path, message("a text document"))
    if _ENCRYPTED_PACKAGE in head:
        raise protected(path.name)
    return Kind.XLS


def _text_kind(path: Path, text: str) -> Kind:
    start = text.lstrip("\ufeff \t\r\n")
    if _HEAD_LINE.match(start) and _PARTS.search(start[:_MIME_HEAD]):
        raise _unsupported(path, message("a web archive (MHTML)"))
    marked = _document_kind(start)
    if marked is Kind.XML and _FLAT in text:
        raise _unsupported(path, message("a flat OpenDocument file"))
    if marked is not None:
        return marked
    if start.startswith("["):
        # A printed sheet may start with "[Stock list]", JSON rows start with an object or nothing.
        return Kind.JSON if start[1:].lstrip()[:1] in ("{", "[", "]", "") else Kind.DELIMITED
    if start.startswith("{"):
        return _object_kind(start)
    return Kind.DELIMITED


def _object_kind(start: str) -> Kind:
    """JSON lines if the first line is a complete object, except one that holds lists: one with an
    `items` array, or the only one, without a part number of its own.
    """
    first, _, others = start.partition("\n")
    try:
        members = _decode_members(first.rstrip().rstrip(","))
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return Kind.JSON
    if bytes(members.get("items", b"")).startswith(b"["):
        return Kind.JSON
    holds = [bytes(value).startswith((b"{", b"[")) for value in members.values()]
    is_document = any(holds) and not others.strip() and ("sku" not in members or all(holds))
    return Kind.JSON if is_document else Kind.JSON_LINES


def _document_kind(start: str) -> Kind | None:
    """The format of a web page or XML by its beginning without blanks; None for other texts."""
    if not start.startswith("<"):
        return None
    doctype_html = False
    place = 0
    while (prolog := _PROLOG.match(start, place)) is not None:
        doctype_html = doctype_html or "<!doctype html" in prolog[0].lower()
        place = prolog.end()
    root = _ROOT.match(start, place)
    if root is None:
        # A comment or a document type that is longer than the beginning.
        return Kind.HTML if doctype_html or start.startswith("<!--") else None
    name = root[1].rpartition(":")[2]
    if name == "Workbook" and NAMESPACE in root[2]:
        return Kind.SPREADSHEET_XML
    is_xml = start.startswith("<?xml") and not _ROWS.search(start)
    if doctype_html or name.lower() == "html" or (_HTML_TAG.fullmatch(name) and not is_xml):
        return Kind.HTML
    # A text table may begin with a name in angle brackets.
    return Kind.XML if start.startswith("<?xml") or _CLOSED.search(start, root.end()) else None
