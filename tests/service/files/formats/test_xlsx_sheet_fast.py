"""Elements read from their text, and all else by the parser,
give what the parser alone gives (pull §1).
"""

from __future__ import annotations

from xml.parsers.expat import ExpatError

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from service.files.file_errors import FileBroken
from service.files.formats.bounded_xml import BoundedParser
from service.files.formats.number_format import make_date_formatter, make_number_formatter, plain_number
from service.files.formats.package import Parse
from service.files.formats.xlsx_sheet import SheetReader
from service.files.formats.xlsx_sheet_fast import PlainRows, PlainXml

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<worksheet xmlns="http://x"><sheetData>'
TAIL = "</sheetData></worksheet>"
FIRST = '<row r="1"><c r="A1" t="s"><v>0</v></c></row>'
SHARED = ["SKU", "", "فحمات"]

CELLS = [
    '<c r="{col}{row}"><v>12.50</v></c>',
    '<c r="{col}{row}" s="1"><v>45</v></c>',
    '<c r="{col}{row}" s="2" t="n"><v>45600</v></c>',
    '<c r="{col}{row}" s="1" t="s"><v>2</v></c>',
    '<c r="{col}{row}" t="s"><v>1</v></c>',
    '<c r="{col}{row}" t="b"><v>1</v></c>',
    '<c r="{col}{row}" t="str"><f>A1&amp;"x"</f><v>Nuts &amp; bolts &lt;M8&gt;</v></c>',
    '<c r="{col}{row}" t="inlineStr"><is><t xml:space="preserve"> 5&quot; _x000D_ hose ]] </t></is></c>',
    '<c r="{col}{row}" t="e"><v>#N/A</v></c>',
    '<c r="{col}{row}" t="d"><v>2024-01-02</v></c>',
    '<c r="{col}{row}" s="1"/>',
    '<c r="{col}{row}"><v></v></c>',
]
STRANGE_CELLS = [
    '<c r="{col}{row}" t="inlineStr"><is><r><t>Two </t></r><r><t>runs</t></r></is></c>',
    '<c r="{col}{row}" t="inlineStr"><is><t>と</t><rPh sb="0" eb="1"><t>to</t></rPh></is></c>',
    '<c r="{col}{row}" t="inlineStr"><is><t>a&#10;b&#x41;</t></is></c>',
    '<c r="{col}{row}" t="inlineStr"><is><t><![CDATA[<row r="9"></row>]]></t></is></c>',
    '<!-- <c r="{col}{row}"><v>1</v></c></row> --><c r="{col}{row}"><v>3</v></c>',
    "<c r='{col}{row}'><v>7</v></c>",
    '<c t="n" r="{col}{row}"><v>7</v></c>',
    "<c><v>8</v></c>",
    '<x:c xmlns:x="http://x" r="{col}{row}"><x:v>9</x:v></x:c>',
    '<c r="{col}{row}" t="inlineStr"><is><t>a\r\nb</t></is></c>',
    '\n  <c r="{col}{row}"><v>6</v></c>',
    '<c r="A{row}"><v>back</v></c>',
    '<c r="ZZZ{row}"><v>far</v></c>',
    "<?php </row> ?>",
]
UNSOUND_CELLS = [
    '<c r="{col}{row}"><v>1</v>',
    '<c r="{col}{row}" r="{col}{row}"><v>1</v></c>',
    '<c r="{col}{row}"><v>&nbsp;</v></c>',
    '<c r="{col}{row}"><v>a & b</v></c>',
    '<c r="{col}{row}"><v>]]></v></c>',
    '<c r="{col}{row}"><v>\x01</v></c>',
    '<c r="{col}{row}"><v>\ufffe</v></c>',
    '<c r="{col}{row}"><is><t>1</v></c>',
    '<c r="{col}{row}" t="s"><v>77</v></c>',
    '<c r="{col}{row}" t="s"><v>x</v></c>',
    "</row>",
    "<row>",
    "<!-- ",
]
ROWS = ['<row r="{row}">', '<row r="{row}" spans="1:4" ht="15.75">', '<row r="{row}" spans="1:4" hidden="1">']
STRANGE_ROWS = ["<row>", '<row r="{row}"/><row r="{row}">', '\n<row r="{row}" >', '<row spans="1:3" r="{row}">']
UNSOUND_ROWS = ['<row r="{row}" x:y="1">', '<row r="{row}" ht="1" ht="1">', '<row r="x">', '<row r="1"/>']


def sheets(rows: list[str], cells: list[str]) -> st.SearchStrategy[str]:
    row = st.tuples(st.sampled_from(rows), st.lists(st.sampled_from(cells), max_size=5))
    return st.lists(row, max_size=8).map(lambda drawn: HEAD + FIRST + "".join(map(xml, enumerate(drawn, 2))) + TAIL)


def xml(numbered: tuple[int, tuple[str, list[str]]]) -> str:
    number, (start, cells) = numbered
    filled = "".join(cell.format(col="ABCDEF"[place], row=number) for place, cell in enumerate(cells))
    return f"{start.format(row=number)}{filled}</row>"


def read(data: bytes, *, plain: bool, step: int) -> list[tuple[int, list[tuple[type[str], str]]]] | None:
    """The rows of a sheet with the kinds of their cells; None when it is found unsound."""
    reader = SheetReader(SHARED, [plain_number, make_number_formatter("00000"), make_date_formatter(since_1904=False)])
    parser = BoundedParser("list.xlsx", reader.start, reader.end, reader.text)
    parse: Parse = PlainXml(parser, PlainRows(reader).take).parse if plain else parser.parse
    try:
        for start in range(0, len(data), step):
            parse(data[start : start + step], False)
        parse(b"", True)
    except (ExpatError, LookupError, ValueError, FileBroken):
        return None
    return [(line, [(type(cell), str(cell)) for cell in cells]) for line, cells in reader.done]


@given(sheets(ROWS, CELLS), st.sampled_from([7, 100, 1 << 16]))
def test_plain_rows_are_read_as_the_parser_reads_them(sheet: str, step: int) -> None:
    expected = read(sheet.encode(), plain=False, step=step)
    assert expected is not None
    assert read(sheet.encode(), plain=True, step=step) == expected


@given(
    st.one_of(
        sheets([*ROWS, *STRANGE_ROWS], [*CELLS, *STRANGE_CELLS]),
        sheets([*ROWS, *STRANGE_ROWS, *UNSOUND_ROWS], [*CELLS, *STRANGE_CELLS, *UNSOUND_CELLS]),
    ),
    st.sampled_from([7, 100, 1 << 16]),
)
@example(HEAD + FIRST + '<!-- <row r="2"><c r="A2"><v>1</v></c></row> -->' + TAIL, 1 << 16)
@example(HEAD + "<!-- " + FIRST + FIRST + " -->" + TAIL, 1 << 16)
@example("<!DOCTYPE worksheet>" + HEAD + FIRST + TAIL, 1 << 16)
@example(HEAD + FIRST + '<row r="2"><c r="A2"><v>1</v></c></row>', 1 << 16)
def test_any_other_sheet_is_read_or_found_unsound_as_by_the_parser(sheet: str, step: int) -> None:
    assert read(sheet.encode(), plain=True, step=step) == read(sheet.encode(), plain=False, step=step)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1", "windows-1252"])
def test_sheets_of_other_encodings_are_the_parsers(encoding: str) -> None:
    name = {"utf-8-sig": "utf-8", "utf-16": "UTF-16"}.get(encoding, encoding)
    row = '<row r="2"><c r="A2" t="inlineStr"><is><t>caf\u00e9</t></is></c></row>'
    sheet = (HEAD.replace("UTF-8", name) + FIRST + row * 3 + TAIL).encode(encoding)
    assert read(sheet, plain=True, step=1 << 16) == read(sheet, plain=False, step=1 << 16) is not None


def test_most_rows_never_reach_the_parser() -> None:
    reader = SheetReader(SHARED, [])
    seen: list[str] = []
    parser = BoundedParser("list.xlsx", lambda name, _: seen.append(name), lambda _: None, lambda _: None)
    plain = PlainXml(parser, PlainRows(reader).take)
    rows = "".join(f'<row r="{number}"><c r="A{number}"><v>1</v></c></row>' for number in range(1, 1_001))
    plain.parse((HEAD + rows + TAIL).encode(), True)
    assert len(reader.done) == 998
    assert sum(name.endswith(" row") for name in seen) == 2


def test_a_first_row_longer_than_any_text_that_is_kept_is_the_parsers() -> None:
    first = '<row r="1">' + "".join(f"<c><v>{place}</v></c>" for place in range(60_000)) + "</row>"
    sheet = (HEAD + first + '<row r="2"><c r="A2"><v>1</v></c></row>' * 3 + TAIL).encode()
    for step in (1 << 16, 1 << 22):
        rows = read(sheet, plain=True, step=step)
        assert rows == read(sheet, plain=False, step=step)
        assert rows is not None
        assert len(rows) == 4


def test_a_row_without_end_is_the_parsers_and_is_not_kept() -> None:
    reader = SheetReader(SHARED, [])
    parser = BoundedParser("list.xlsx", reader.start, reader.end, reader.text)
    plain = PlainXml(parser, PlainRows(reader).take)
    plain.parse((HEAD + FIRST + '<row r="2">').encode(), False)
    for _ in range(200):
        plain.parse(b'<c r="ZZZ2"><v>1</v></c>' * 1_000, False)
    assert len(plain._rest) < 1 << 21
    plain.parse(("</row>" + TAIL).encode(), True)
    assert [row.line for row in reader.done] == [1, 2]
