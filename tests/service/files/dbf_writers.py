"""Writes dBASE and FoxPro tables.

No program of Debian writes these with chosen contents, so their bytes are built here from the
formats' descriptions. When this was written, dbfread read the same cells in them.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
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
