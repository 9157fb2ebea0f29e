"""Every form of export file: its writer, and what it can hold."""

from __future__ import annotations

import gzip
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.fakes.exports import system_lists
from tests.fakes.exports.export_catalogues import LANGUAGES
from tests.service.files.dbf_writers import write_dbf
from tests.service.files.document_writers import write_html, write_spreadsheet_xml, write_xml_list
from tests.service.files.writers import (
    Rows,
    write_delimited,
    write_fixed_width,
    write_json,
    write_ods,
    write_xls,
    write_xlsx,
)

Write = Callable[[Path, Rows, str], Path]
"""Writes rows, the names of the columns first, in an encoding."""


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A form of file. `numbers`: its cells may be numbers. `cells`: a cell may hold any text, also
    delimiters and quotes. `free`: it may have further columns, in any order.
    """

    write: Write
    numbers: bool = False
    cells: bool = True
    free: bool = True
    encodings: tuple[str, ...] = tuple(LANGUAGES)


UNICODE: Final = ("utf-8",)
DECLARED: Final = ("utf-8", "utf-16", "windows-1256", "windows-1251", "windows-1254", "windows-1252")
"""Encodings of documents that name theirs."""

BYTES: Final = tuple(encoding for encoding in LANGUAGES if not encoding.startswith("utf"))
LATIN: Final = ("SKU", "NAME", "PRICE", "QTY")
"""Names of fields, which dBASE and elements of XML have without letters beyond ASCII."""


def write_marked(path: Path, rows: Rows, encoding: str, mark: str) -> Path:
    """Text with a delimiter of several signs, never quoted."""
    path.write_text("".join(mark.join(map(str, row)) + "\r\n" for row in rows), encoding=encoding, newline="")
    return path


def _delimited(delimiter: str) -> ExportForm:
    return ExportForm(lambda path, rows, encoding: write_delimited(path, rows, delimiter=delimiter, encoding=encoding))


def _marked(mark: str) -> ExportForm:
    return ExportForm(lambda path, rows, encoding: write_marked(path, rows, encoding, mark), cells=False)


FORMS: Final[dict[str, ExportForm]] = {
    ",": _delimited(","),
    ";": _delimited(";"),
    "tab": _delimited("\t"),
    "|": _delimited("|"),
    "~": _delimited("~"),
    "^": _delimited("^"),
    "||": _marked("||"),
    ";;": _marked(";;"),
    "tab|tab": _marked("\t|\t"),
    "fixed width": ExportForm(
        lambda path, rows, encoding: write_fixed_width(path, rows, encoding=encoding), cells=False
    ),
    "xlsx": ExportForm(lambda path, rows, _: write_xlsx(path, {"Stock": rows}), numbers=True, encodings=UNICODE),
    "xls": ExportForm(lambda path, rows, _: write_xls(path, {"Stock": rows}), numbers=True, encodings=UNICODE),
    "ods": ExportForm(lambda path, rows, _: write_ods(path, {"Stock": rows}), numbers=True, encodings=UNICODE),
    "spreadsheet_xml": ExportForm(
        lambda path, rows, encoding: write_spreadsheet_xml(path, {"Stock": rows}, encoding=encoding),
        numbers=True,
        encodings=DECLARED,
    ),
    "html": ExportForm(lambda path, rows, encoding: write_html(path, rows, encoding=encoding), encodings=DECLARED),
    "html without its encoding": ExportForm(
        lambda path, rows, encoding: write_html(path, rows, encoding=encoding, named=False)
    ),
    "xml": ExportForm(
        lambda path, rows, encoding: write_xml_list(path, [LATIN, *rows[1:]], encoding=encoding),
        free=False,
        encodings=DECLARED,
    ),
    "prom.ua": ExportForm(system_lists.write_prom, free=False, encodings=DECLARED),
    "kaspi": ExportForm(system_lists.write_kaspi, free=False, encodings=DECLARED),
    "dbf": ExportForm(
        lambda path, rows, encoding: write_dbf(path, [LATIN, *rows[1:]], encoding=encoding),
        numbers=True,
        free=False,
        encodings=BYTES,
    ),
    "json": ExportForm(lambda path, rows, _: write_json(path, rows, "array"), numbers=True, encodings=UNICODE),
    "json lines": ExportForm(lambda path, rows, _: write_json(path, rows, "lines"), numbers=True, encodings=UNICODE),
    "json in wrappers": ExportForm(system_lists.write_wrapped_json, numbers=True, encodings=UNICODE),
    "json by part number": ExportForm(system_lists.write_keyed_json, numbers=True, free=False, encodings=UNICODE),
}


def pack(path: Path, way: str) -> Path:
    """The file itself, or in a `zip` or `gzip` archive."""
    if way == "zip":
        packed = path.with_suffix(".zip")
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, "list.dat")
        return packed
    if way == "gzip":
        packed = path.with_suffix(".gz")
        packed.write_bytes(gzip.compress(path.read_bytes()))
        return packed
    return path
