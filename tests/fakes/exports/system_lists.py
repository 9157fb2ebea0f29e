"""Writes lists as prom.ua and kaspi export them, and JSON in the shapes of web services.

Their bytes are built from each system's public description.
"""

from __future__ import annotations

import json
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.service.files.writers import Cell, Rows


def _text(cell: Cell) -> str:
    return escape("" if cell is None else str(cell))


def _write_xml(path: Path, body: str, encoding: str, doctype: str = "") -> Path:
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{doctype}\n{body}'.encode(encoding))
    return path


def write_prom(path: Path, rows: Rows, encoding: str) -> Path:
    """The YML of prom.ua; a row is part number, name, price, quantity."""
    offers = "".join(
        f'<offer id="{place}" available="true"><price>{_text(price)}</price><currencyId>BHD</currencyId>'
        f"<vendorCode>{_text(sku)}</vendorCode><name>{_text(name)}</name>"
        f"<quantity_in_stock>{_text(count)}</quantity_in_stock></offer>"
        for place, (sku, name, price, count) in enumerate(rows[1:], start=901)
    )
    return _write_xml(
        path,
        f'<yml_catalog date="2026-01-02"><shop><name>Shop</name><currencies><currency id="BHD" rate="1"/>'
        f'</currencies><categories><category id="1">Parts</category><category id="2">Oil</category></categories>'
        f"<offers>{offers}</offers></shop></yml_catalog>",
        encoding,
        '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">',
    )


def write_kaspi(path: Path, rows: Rows, encoding: str) -> Path:
    """The XML of kaspi.kz with one point of sale."""
    offers = "".join(
        f"<offer sku={quoteattr('' if sku is None else str(sku))}><model>{_text(name)}</model><brand>Bosch</brand>"
        f'<availabilities><availability available="yes" storeId="PP1" stockCount="{_text(count)}"/></availabilities>'
        f"<price>{_text(price)}</price></offer>"
        for sku, name, price, count in rows[1:]
    )
    body = f'<kaspi_catalog xmlns="kaspiShopping" date="x"><company>Shop</company><offers>{offers}</offers>'
    return _write_xml(path, f"{body}</kaspi_catalog>", encoding)


def _objects(rows: Rows) -> list[dict[str, Cell]]:
    return [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]


def write_wrapped_json(path: Path, rows: Rows, _encoding: str) -> Path:
    """Rows inside two objects."""
    text = json.dumps({"ok": True, "data": {"products": _objects(rows)}}, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def write_keyed_json(path: Path, rows: Rows, _encoding: str) -> Path:
    """Rows by part number, which is not in the rows."""
    names = [str(name) for name in rows[0][1:]]
    members = {str(row[0]): dict(zip(names, row[1:], strict=True)) for row in rows[1:]}
    path.write_text(json.dumps(members, ensure_ascii=False, indent=1), encoding="utf-8")
    return path
