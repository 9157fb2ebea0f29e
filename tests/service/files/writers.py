"""Writes tables in every supported format, as other programs do."""

from __future__ import annotations

import csv
import json
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
