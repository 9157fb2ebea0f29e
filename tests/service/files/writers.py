"""Writes tables in every supported format, as other programs do."""

from __future__ import annotations

import csv
import json
import struct
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import xlsxwriter  # type: ignore[import-untyped, unused-ignore]
import xlwt

Cell = str | int | float | None
Rows = Sequence[Sequence[Cell]]

_ODS_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
)
Field = tuple[str, str, int, int]
"""Name, letter of the type, length, decimals."""

DBASE_3, DBASE_3_MEMO, VISUAL_FOXPRO = 0x03, 0x83, 0x30
_BACKLINK = 263
_BLOCK = 512
EXCEL = "urn:schemas-microsoft-com:office:excel"
SPREADSHEET = "urn:schemas-microsoft-com:office:spreadsheet"


def write_delimited(path: Path, rows: Rows, *, delimiter: str = ",", encoding: str = "utf-8", end: str = "\n") -> Path:
    """CSV in any dialect; `utf-8-sig`, `utf-16` and the like write their mark."""
    with path.open("w", encoding=encoding, newline="") as file:
        csv.writer(file, delimiter=delimiter, lineterminator=end).writerows(
            ["" if cell is None else cell for cell in row] for row in rows
        )
    return path


def write_xlsx(path: Path, sheets: Mapping[str, Rows], formats: dict[tuple[int, int], str] | None = None) -> Path:
    """A workbook; `formats` gives number formats to cells of the first
    sheet by (row, column) from 0.
    """
    book = xlsxwriter.Workbook(str(path))
    for place, (name, rows) in enumerate(sheets.items()):
        sheet = book.add_worksheet(name)
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                code = (formats or {}).get((row, column)) if place == 0 else None
                style = book.add_format({"num_format": code}) if code else None
                if isinstance(cell, str):
                    sheet.write_string(row, column, cell, style)
                elif cell is not None:
                    sheet.write_number(row, column, cell, style)
    book.close()
    return path


def write_xls(path: Path, sheets: Mapping[str, Rows], formats: dict[tuple[int, int], str] | None = None) -> Path:
    """A workbook of Excel 97 to 2003."""
    book = xlwt.Workbook(encoding="utf-8")
    for place, (name, rows) in enumerate(sheets.items()):
        sheet = book.add_sheet(name)
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                code = (formats or {}).get((row, column)) if place == 0 else None
                if cell is not None:
                    sheet.write(row, column, cell, xlwt.easyxf(num_format_str=code or "General"))
    book.save(str(path))
    return path


def ods_cell(cell: Cell, shown: str | None = None) -> str:
    """One cell; `shown` is how its number looks."""
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str):
        lines = "".join(f"<text:p>{_spaced(line)}</text:p>" for line in cell.split("\n"))
        return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
    text = shown if shown is not None else f"{cell}"
    return (
        f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>{text}</text:p></table:table-cell>'
    )


def _spaced(line: str) -> str:
    return escape(line).replace("  ", ' <text:s text:c="1"/>').replace("\t", "<text:tab/>")


def write_ods(path: Path, sheets: Mapping[str, Rows]) -> Path:
    """An OpenDocument spreadsheet."""
    tables = ""
    for name, rows in sheets.items():
        body = "".join(f"<table:table-row>{''.join(map(ods_cell, cells))}</table:table-row>" for cells in rows)
        tables += f"<table:table table:name={quoteattr(name)}>{body}</table:table>"
    return write_ods_content(path, tables)


def write_ods_content(path: Path, tables: str) -> Path:
    """An OpenDocument spreadsheet of tables that are XML already."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "content.xml", f"{_ODS_HEAD}{tables}</office:spreadsheet></office:body></office:document-content>"
        )
    return path


def write_json(path: Path, rows: Rows, shape: str) -> Path:
    """The first row names the fields; `shape` is array, items or lines."""
    names = [str(name) for name in rows[0]]
    objects = [{name: cell for name, cell in zip(names, row, strict=False) if cell is not None} for row in rows[1:]]
    if shape == "lines":
        text = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in objects)
    else:
        text = json.dumps({"items": objects} if shape == "items" else objects, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def write_fixed_width(path: Path, rows: Rows, *, encoding: str = "utf-8") -> Path:
    """Text whose columns begin at fixed places, two blanks apart."""
    texts = [["" if cell is None else str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) + 2 for column in zip(*texts, strict=True)]
    lines = ("".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in texts)
    path.write_text("".join(f"{line}\r\n" for line in lines), encoding=encoding, newline="")
    return path


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


def html_table(rows: Rows, more: str = "") -> str:
    """A table whose first row has the column names."""
    lines = []
    for place, cells in enumerate(rows):
        tag = "td" if place else "th"
        lines.append("<tr>" + "".join(f"<{tag}>{escape(_text(cell))}</{tag}>" for cell in cells) + "</tr>")
    return f"<table{more}>{''.join(lines)}</table>"


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)


def write_html(path: Path, rows: Rows, *, encoding: str = "utf-8", named: bool = True) -> Path:
    """A web page; `named`: it says its encoding."""
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={encoding}">' if named else ""
    page = f"<html><head>{meta}<style>td {{ color: red }}</style></head><body>{html_table(rows)}</body></html>"
    path.write_bytes(page.encode(encoding))
    return path


def spreadsheet_cell(cell: Cell, more: str = "") -> str:
    """One cell of Excel XML."""
    kind = "String" if isinstance(cell, str) else "Number"
    data = "" if cell is None else f'<Data ss:Type="{kind}">{escape(str(cell))}</Data>'
    return f"<Cell{more}>{data}</Cell>"


def write_spreadsheet_xml(path: Path, sheets: Mapping[str, Rows], *, encoding: str = "utf-8") -> Path:
    """A workbook in one XML file."""
    tables = {
        name: "".join(f"<Row>{''.join(map(spreadsheet_cell, cells))}</Row>" for cells in rows)
        for name, rows in sheets.items()
    }
    return write_spreadsheet_tables(path, tables, encoding=encoding)


def write_spreadsheet_tables(path: Path, tables: Mapping[str, str], *, encoding: str = "utf-8") -> Path:
    """A workbook of rows that are XML already."""
    sheets = "".join(
        f"<Worksheet ss:Name={quoteattr(name)}><Table>{rows}</Table></Worksheet>" for name, rows in tables.items()
    )
    style = '<Styles><Style ss:ID="code"><NumberFormat ss:Format="00000"/></Style>'
    style += '<Style ss:ID="percent"><NumberFormat ss:Format="Percent"/></Style></Styles>'
    path.write_bytes(
        (
            f'<?xml version="1.0" encoding="{encoding}"?>\n<?mso-application progid="Excel.Sheet"?>\n'
            f'<Workbook xmlns="{SPREADSHEET}" xmlns:ss="{SPREADSHEET}" xmlns:x="{EXCEL}">{style}{sheets}</Workbook>'
        ).encode(encoding)
    )
    return path


def write_xml_list(path: Path, rows: Rows, *, encoding: str = "utf-8") -> Path:
    """A list whose rows are elements `part`; the first row has the names in them."""
    names = [str(name) for name in rows[0]]
    parts = "".join(
        "<part>"
        + "".join(f"<{name}>{escape(_text(cell))}</{name}>" for name, cell in zip(names, row, strict=True))
        + "</part>"
        for row in rows[1:]
    )
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?><shop><parts>{parts}</parts></shop>'.encode(encoding))
    return path
