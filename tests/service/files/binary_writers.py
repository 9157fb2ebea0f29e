"""Writes dBASE and FoxPro tables and Excel's binary workbooks.

No program of Debian writes these with chosen contents, so their bytes are built here from the
formats' descriptions. When this was written, dbfread and pyxlsb read the same cells in them.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.service.files.writers import Rows

Field = tuple[str, str, int, int]
"""Name, letter of the type, length, decimals."""

DBASE_3, DBASE_3_MEMO, VISUAL_FOXPRO = 0x03, 0x83, 0x30
_BACKLINK = 263
_BLOCK = 512


def dbf_bytes(fields: Sequence[Field], rows: Sequence[bytes], version: int = DBASE_3, language: int = 0) -> bytes:
    """A table of rows that are bytes already, each with its mark of deletion."""
    body = b"".join(
        struct.pack(
            "<11sc4xBB14x", name.encode(), kind.encode(), length % 256, places if kind != "C" else length // 256
        )
        for name, kind, length, places in fields
    )
    more = bytes(_BACKLINK) if version == VISUAL_FOXPRO else b""
    first = 32 + len(body) + 1 + len(more)
    size = 1 + sum(field[2] for field in fields)
    head = struct.pack("<BBBBIHH17xBH", version, 126, 11, 22, len(rows), first, size, language, 0)
    return head + body + b"\r" + more + b"".join(rows) + b"\x1a"


def write_dbf(path: Path, rows: Rows, *, encoding: str = "cp1256", language: int = 0) -> Path:
    """A dBASE III table of texts and numbers; the first row has the names."""
    names = [str(name).upper()[:10] for name in rows[0]]
    columns = list(zip(*rows[1:], strict=True))
    numeric = [all(isinstance(cell, (int, float)) for cell in column) for column in columns]
    fields: list[Field] = [
        (name, "N", 14, 3) if is_number else (name, "C", 120, 0) for name, is_number in zip(names, numeric, strict=True)
    ]
    lines = []
    for row in rows[1:]:
        cells = [
            f"{cell:14.3f}".encode() if is_number else str(cell).encode(encoding)[:120].ljust(120)
            for cell, is_number in zip(row, numeric, strict=True)
        ]
        lines.append(b" " + b"".join(cells))
    path.write_bytes(dbf_bytes(fields, lines, language=language))
    return path


def dbase_memo(texts: Sequence[bytes]) -> bytes:
    """A memo file of dBASE III; the texts begin at blocks 1, 2, 3."""
    blocks = b"".join((text + b"\x1a\x1a").ljust(_BLOCK, b"\x00") for text in texts)
    return struct.pack("<I", len(texts) + 1).ljust(_BLOCK, b"\x00") + blocks


def foxpro_memo(texts: Sequence[bytes]) -> bytes:
    """A memo file of FoxPro with blocks of 64 bytes; the texts begin at blocks 8, 10, 12."""
    blocks = b"".join(struct.pack(">II", 1, len(text)) + text.ljust(120, b"\x00") for text in texts)
    return struct.pack(">IHH", 20, 0, 64).ljust(_BLOCK, b"\x00") + blocks


def _record(number: int, data: bytes = b"") -> bytes:
    head = bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])
    size, rest = b"", len(data)
    while True:
        size += bytes([rest & 127 | (128 if rest > 127 else 0)])
        rest >>= 7
        if not rest:
            return head + size + data


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text.encode("utf-16-le")) // 2) + text.encode("utf-16-le")


def xlsb_cell(column: int, value: object, style: int = 0) -> bytes:
    """One cell: the text of a formula, a number, a boolean, or `bytes` of a whole record."""
    head = struct.pack("<II", column, style)
    if isinstance(value, bytes):
        return value
    if isinstance(value, bool):
        return _record(4, head + bytes([value]))
    if isinstance(value, str):
        return _record(8, head + _wide(value) + struct.pack("<HII", 0, 0, 0))
    if isinstance(value, int) and abs(value) < 1 << 29:
        return _record(2, head + struct.pack("<I", (value << 2 | 2) & 0xFFFFFFFF))
    return b"" if value is None else _record(5, head + struct.pack("<d", value))


def shared_cell(column: int, number: int) -> bytes:
    """A cell whose text is in the list of shared texts."""
    return _record(7, struct.pack("<III", column, 0, number))


def write_xlsb(
    path: Path,
    sheets: Mapping[str, Rows],
    *,
    hidden: Sequence[str] = (),
    formats: Sequence[str] = (),
    styles: Mapping[tuple[int, int], int] | None = None,
) -> Path:
    """A workbook; `styles` gives by row and column the place of one of `formats` from 1."""
    texts = sorted({cell for rows in sheets.values() for row in rows for cell in row if isinstance(cell, str)})
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    parts = [(f"rId{at}", "worksheet", f"worksheets/sheet{at}.bin") for at in range(1, len(sheets) + 1)]
    parts += [("rIdT", "sharedStrings", "sharedStrings.bin"), ("rIdS", "styles", "styles.bin")]
    relations = "".join(f'<Relationship Id="{key}" Type="{kind}{what}" Target="{part}"/>' for key, what, part in parts)
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    book = _record(131) + _record(153, struct.pack("<I", 0)) + _record(143)
    for at, name in enumerate(sheets, start=1):
        book += _record(156, struct.pack("<II", int(name in hidden), at) + _wide(f"rId{at}") + _wide(name))
    style = b"".join(_record(44, struct.pack("<H", 164 + at) + _wide(code)) for at, code in enumerate(formats))
    kinds = [0, *(164 + at for at in range(len(formats)))]
    style += _record(617) + b"".join(_record(47, struct.pack("<HH12x", 0, each)) for each in kinds) + _record(618)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "[Content_Types].xml", "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"
        )
        archive.writestr("xl/workbook.bin", book + _record(144) + _record(132))
        archive.writestr("xl/_rels/workbook.bin.rels", f'<Relationships xmlns="{space}">{relations}</Relationships>')
        archive.writestr("xl/styles.bin", style)
        archive.writestr("xl/sharedStrings.bin", b"".join(_record(19, b"\x00" + _wide(text)) for text in texts))
        for at, rows in enumerate(sheets.values(), start=1):
            archive.writestr(f"xl/worksheets/sheet{at}.bin", _sheet(rows, styles or {}, texts))
    return path


def _sheet(rows: Rows, styles: Mapping[tuple[int, int], int], texts: list[str]) -> bytes:
    body = _record(129) + _record(148, struct.pack("<IIII", 0, max(len(rows) - 1, 0), 0, 20)) + _record(145)
    for line, cells in enumerate(rows):
        body += _record(0, struct.pack("<IIHBBBI", line, 0, 300, 0, 0, 0, 0))
        for place, cell in enumerate(cells):
            is_text = isinstance(cell, str)
            style = styles.get((line, place), 0)
            body += shared_cell(place, texts.index(cell)) if is_text else xlsb_cell(place, cell, style)  # type: ignore[arg-type]
    return body + _record(146) + _record(130)
