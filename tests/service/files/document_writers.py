"""Writes tables as documents of marks: web pages, Excel XML of 2003.

No program of Debian or of the checks writes these, so their bytes are built here from the formats'
descriptions.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.service.files.writers import Cell, Rows

EXCEL = "urn:schemas-microsoft-com:office:excel"
SPREADSHEET = "urn:schemas-microsoft-com:office:spreadsheet"


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
