"""Texts of a workbook: escapes are decoded, and halves of characters do no harm."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.files.file_errors import FileBroken
from service.files.formats.package import Package, SheetMarks
from service.files.formats.xls import xls_rows, xls_sheets
from service.files.formats.xlsx_texts import shared_texts, unescape

ROWS: list[list[str | float]] = [["SKU", "Name", "Price"], [5218.0, "Pad", 12.5], [5219.0, "Disc", 4.25]]
FORMS = (
    "<si><t>{}</t></si>",
    '<si><t xml:space="preserve">{}</t></si>',
    "\n<si><r><rPr><b/></rPr><t>{}</t></r><r><t></t></r></si>",
    '<si><t>{}</t><rPh sb="0" eb="1"><t>to</t></rPh><phoneticPr fontId="1"/></si>',
    '<x:si xmlns:x="http://y"><x:t>{}</x:t></x:si>',
)
texts = st.text(st.characters(exclude_categories=["C"]) | st.sampled_from("&<>'\"]"), max_size=8)


def write_biff4(path: Path, rows: list[list[str | float]]) -> None:
    """One sheet, with the one format General."""
    found = _record(0x0409, struct.pack("<HHH", 0, 0x10, 0)) + _record(0x0042, struct.pack("<H", 1252))
    found += _record(0x0231, struct.pack("<HHHB", 200, 0, 0x7FFF, 5) + b"Arial")
    found += _record(0x041E, struct.pack("<HB", 0, 7) + b"General")
    found += _record(0x0443, struct.pack("<BBHHHHBB", 0, 0, 1, 0, 0, 0, 0, 0))
    for line, row in enumerate(rows):
        for place, cell in enumerate(row):
            head = struct.pack("<HHH", line, place, 0)
            if isinstance(cell, str):
                found += _record(0x0204, head + struct.pack("<H", len(cell)) + cell.encode("cp1252"))
            else:
                found += _record(0x0203, head + struct.pack("<d", cell))
    path.write_bytes(found + _record(0x000A, b""))


def _record(number: int, body: bytes) -> bytes:
    return struct.pack("<HH", number, len(body)) + body


def test_a_whole_number_is_a_part_number_without_a_point(tmp_path: Path) -> None:
    file = tmp_path / "old.xls"
    write_biff4(file, ROWS)
    (sheet,) = xls_sheets(file)
    assert [row.cells for row in xls_rows(file, sheet, SheetMarks())] == [
        ["SKU", "Name", "Price"], ["5218", "Pad", "12.5"], ["5219", "Disc", "4.25"],
    ]  # fmt: skip


def shared(inside: str) -> list[str]:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("s.xml", f'<?xml version="1.0" encoding="UTF-8"?><sst xmlns="http://x">{inside}</sst>')
    with zipfile.ZipFile(file) as archive:
        return shared_texts(Package(archive, "list.xlsx", 1 << 20), "s.xml")


@given(st.lists(st.tuples(st.sampled_from(FORMS), texts)))
@example([(FORMS[0], "a"), (FORMS[0], '5" & <6>'), (FORMS[1], " b "), (FORMS[0], "")])
def test_shared_texts_are_read_in_any_form(drawn: list[tuple[str, str]]) -> None:
    assert shared("".join(form.format(escape(text)) for form, text in drawn)) == [text for _, text in drawn]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<si><t>a</t></si><!-- <si><t>b</t></si> --><si><t>c</t></si>", ["a", "c"]),
        ("<si><t>a</t></si><si><t><![CDATA[b</t></si>]]></t></si><si><t>c</t></si>", ["a", "b</t></si>", "c"]),
        ("<si><t>a</t></si><si><t>b&#33;&quot;</t></si><si/><si><t>c</t></si>", ["a", 'b!"', "", "c"]),
        ("<si><t>a</t></si>\r\n<si><t>b\r\nc</t></si>", ["a", "b\nc"]),
        ("<si/>", [""]),
    ],
)
def test_what_stands_between_shared_texts_is_no_text(inside: str, expected: list[str]) -> None:
    assert shared(inside) == expected


@pytest.mark.parametrize("text", ["&nbsp;", "a & b", "]]>", "\x01", "\uffff", "<t>"])
def test_shared_texts_that_are_no_xml_are_refused(text: str) -> None:
    with pytest.raises(FileBroken, match="damaged"):
        shared(f"<si><t>a</t></si><si><t>{text}</t></si>")


@pytest.mark.parametrize(
    ("text", "decode_entities"),
    [
        ("a_x000D_b", "a\rb"),
        ("_x005F_x000D_", "_x000D_"),
        ("_xD83D__xDE00_", "\U0001f600"),
        ("a_xD800_b", "a\ufffdb"),
        ("_xDC00__xD800_", "\ufffd\ufffd"),
        ("x_y", "x_y"),
        ("plain", "plain"),
    ],
)
def test_escaped_characters_are_read_and_always_are_text(text: str, decode_entities: str) -> None:
    assert unescape(text) == decode_entities
    unescape(text).encode("utf-8")
