"""A catalogue in any format, locale and encoding reads back equal, or a question is asked."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from service.domain.pull.pull_choices import FileForm, PullChoices
from service.files.reader import preview_rows, recognise
from service.files.unpack import unpack
from service.pull.plans import mapping_of
from service.pull.settle import settle
from tests.service.files.binary_writers import write_dbf, write_xlsb
from tests.service.files.document_writers import write_html, write_mhtml, write_spreadsheet_xml, write_xml_list
from tests.service.files.writers import Rows, write_delimited, write_fixed_width, write_json

HEADERS = {
    "utf-8": ("SKU", "الاسم", "السعر", "الكمية"),
    "windows-1256": ("رقم القطعة", "اسم القطعة", "سعر البيع", "الكمية"),
    "windows-1251": ("Артикул", "Наименование", "Цена", "Остаток"),
    "windows-1254": ("STOK KODU", "STOK ADI", "SATIŞ FİYATI", "MİKTAR"),
    "windows-1252": ("Référence", "Désignation", "Prix de vente", "Quantité"),
}
NAMES = {
    "utf-8": "فلتر زيت مكابح أمامية 机油滤清器",
    "windows-1256": "فلتر زيت مكابح أمامية",
    "windows-1251": "Фильтр масляный передний",
    "windows-1254": "Yağ filtresi ışık şanzıman",
    "windows-1252": "Plaquette de frein arrière côté élève",
}
LATIN = ("SKU", "NAME", "PRICE", "QTY")
"""Names of fields, which dBASE and elements of XML have without letters beyond ASCII."""

Read = list[tuple[object, ...]]


def wrapped(path: Path, rows: Rows, _encoding: str) -> Path:
    objects = [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]
    path.write_text(json.dumps({"ok": True, "data": {"products": objects}}, ensure_ascii=False), encoding="utf-8")
    return path


def keyed(path: Path, rows: Rows, _encoding: str) -> Path:
    names = [str(name) for name in rows[0][1:]]
    members = {str(row[0]): dict(zip(names, row[1:], strict=True)) for row in rows[1:]}
    path.write_text(json.dumps(members, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def zipped(path: Path, rows: Rows, encoding: str) -> Path:
    inner = write_delimited(path.with_suffix(".csv"), rows, delimiter=";", encoding=encoding)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(inner, "list.csv")
    return path


def gzipped(path: Path, rows: Rows, encoding: str) -> Path:
    path.write_bytes(gzip.compress(write_html(path.with_suffix(".html"), rows, encoding=encoding).read_bytes()))
    return path


def wide(path: Path, rows: Rows, encoding: str, mark: str = "||") -> Path:
    path.write_text("".join(mark.join(map(str, row)) + "\r\n" for row in rows), encoding=encoding, newline="")
    return path


TEXTS: dict[str, Callable[[Path, Rows, str], Path]] = {
    "html": lambda path, rows, encoding: write_html(path, rows, encoding=encoding),
    "html without its encoding": lambda path, rows, encoding: write_html(path, rows, encoding=encoding, named=False),
    "mhtml": lambda path, rows, encoding: write_mhtml(path, rows, encoding=encoding),
    "xml": lambda path, rows, encoding: write_xml_list(path, [LATIN, *rows[1:]], encoding=encoding),
    "json lines": lambda path, rows, _: write_json(path, rows, "lines"),
    "json in wrappers": wrapped,
    "json by part number": keyed,
    "zip": zipped,
    "gzip": gzipped,
    "||": wide,
    "tab|tab": lambda path, rows, encoding: wide(path, rows, encoding, "\t|\t"),
    "~": lambda path, rows, encoding: write_delimited(path, rows, delimiter="~", encoding=encoding),
    "^": lambda path, rows, encoding: write_delimited(path, rows, delimiter="^", encoding=encoding),
    "fixed width": lambda path, rows, encoding: write_fixed_width(path, rows, encoding=encoding),
}
"""Formats that have numbers as texts."""

NUMBERS: dict[str, Callable[[Path, Rows, str], Path]] = {
    "spreadsheet_xml": lambda path, rows, encoding: write_spreadsheet_xml(path, {"S": rows}, encoding=encoding),
    "dbf": lambda path, rows, encoding: write_dbf(path, [LATIN, *rows[1:]], encoding=encoding),
    "xlsb": lambda path, rows, _: write_xlsb(path, {"S": rows}),
}


def read_back(path: Path, folder: Path, *, takes_widths: bool = False) -> Read | None:
    """The rows as they would be saved; None if a question is asked or the part number is missing,
    which the owner has to choose. With `takes_widths` the one
    about columns of a fixed width is answered with the proposal.
    """
    found = recognise(unpack(path, folder).path, FileForm())
    choices = PullChoices()
    if found.source.breaks and not takes_widths:
        return None
    settled = settle(choices, found, mapping_of(choices, found), ())
    if any(not question.optional for question in settled.questions) or settled.mapping.column_of("sku") is None:
        return None
    return [
        (
            row.fields.get("sku"),
            row.fields.get("name"),
            row.fields.get("price_fils"),
            Decimal(str(row.fields.get("quantity"))),
        )
        for row in preview_rows(found, settled.mapping, settled.options)
        if row.skipped is None
    ]


def _number(fils: int, decimal: str, group: str) -> str:
    return f"{fils // 1000:,}".replace(",", group) + decimal + f"{fils % 1000:03d}"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(st.integers(50, 9_999_999), st.integers(0, 5_000)), min_size=3, max_size=12),
    locale=st.sampled_from([(".", ""), (".", ","), (",", "."), (",", " ")]),
    encoding=st.sampled_from(sorted(NAMES)),
    kind=st.sampled_from([*TEXTS, *NUMBERS]),
)
def test_what_is_written_is_read_back_or_asked(
    tmp_path: Path, rows: list[tuple[int, int]], locale: tuple[str, str], encoding: str, kind: str
) -> None:
    assume(not (kind == "dbf" and encoding == "utf-8"))
    name = NAMES[encoding]
    expected = [(f"P-{place}", name, price, Decimal(count)) for place, (price, count) in enumerate(rows)]
    if kind in NUMBERS:
        table: Rows = [
            HEADERS[encoding],
            *((sku, name, price / 1000, int(count)) for sku, name, price, count in expected),
        ]
        path = NUMBERS[kind](tmp_path / "list", table, encoding)
    else:
        table = [
            HEADERS[encoding],
            *((sku, name, _number(price, *locale), str(count)) for sku, name, price, count in expected),
        ]
        path = TEXTS[kind](tmp_path / "list", table, encoding)
    read = read_back(path, tmp_path / "unpacked")
    assert read is None or read == expected


def test_most_are_read_without_a_question(tmp_path: Path) -> None:
    rows = [(1500, 3), (850, 12), (12_340, 7)]
    asked = []
    for kind, write in {**TEXTS, **NUMBERS}.items():
        native = kind in NUMBERS
        table: Rows = [
            HEADERS["windows-1256"],
            *(
                (
                    f"P-{at}",
                    NAMES["windows-1256"],
                    price / 1000 if native else f"{price / 1000:.2f}",
                    count if native else str(count),
                )
                for at, (price, count) in enumerate(rows)
            ),
        ]
        read = read_back(write(tmp_path / "list", table, "windows-1256"), tmp_path / "unpacked", takes_widths=True)
        if read is None:
            asked.append(kind)
        else:
            assert [(row[0], row[2]) for row in read] == [(f"P-{at}", price) for at, (price, _) in enumerate(rows)]
    assert asked == []
