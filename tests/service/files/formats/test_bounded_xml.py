"""XML that is made to need much memory is refused at a bound."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.bounded_xml import MAX_DEPTH, MAX_NAMES, MAX_TOKEN_BYTES, BoundedParser
from service.files.formats.registry import raw_rows, sheet_names
from service.files.formats.xlsx_texts import SharedTexts
from service.files.source import MAX_ROW_CHARS, MAX_SHEETS, Kind, RawRow, Source, check_size
from tests.service.files.writers import write_xlsx

PIECE = 1 << 16


def parser() -> BoundedParser:
    return BoundedParser("list.xlsx", lambda _, __: None, lambda _: None, lambda _: None)


def feed(head: bytes, piece: bytes, times: int) -> None:
    """Raises what the parser raises within `times` pieces."""
    bounded = parser()
    bounded.parse(head, False)
    for _ in range(times):
        bounded.parse(piece, False)


def test_an_attribute_that_does_not_end_is_refused_after_256_kb() -> None:
    feed(b'<a b="', b"x" * PIECE, MAX_TOKEN_BYTES // PIECE - 1)
    with pytest.raises(FileTooLarge, match="a tag that does not end"):
        feed(b'<a b="', b"x" * PIECE, MAX_TOKEN_BYTES // PIECE + 1)


@pytest.mark.parametrize("head", [b"<", b"<a><!--", b"<a><?b ", b"<a><![CDATA[", b"<a>&"])
def test_what_does_not_end_is_refused_or_comes_in_pieces(head: bytes) -> None:
    if b"CDATA" in head:
        feed(head, b"x" * PIECE, 20)
        return
    with pytest.raises(FileTooLarge, match="a tag that does not end"):
        feed(head, b"x" * PIECE, 20)


def test_text_may_be_longer_than_a_tag() -> None:
    texts: list[str] = []
    bounded = BoundedParser("list.xlsx", lambda _, __: None, lambda _: None, texts.append)
    bounded.parse(b"<a>", False)
    for _ in range(20):
        bounded.parse(b"x" * PIECE, False)
    bounded.parse(b"</a>", True)
    text = "".join(texts)
    assert len(text) == 20 * PIECE > MAX_TOKEN_BYTES
    assert set(text) == {"x"}


def test_tags_in_tags_are_refused_past_256() -> None:
    feed(b"", b"<a>", MAX_DEPTH)
    with pytest.raises(FileTooLarge, match="tags in tags"):
        feed(b"", b"<a>", MAX_DEPTH + 1)
    feed(b"<r>", b"<a></a>", MAX_DEPTH * 2)


def test_names_are_refused_past_10_000_or_a_million_characters() -> None:
    few = b"".join(b"<n%d/>" % number for number in range(MAX_NAMES - 10))
    feed(b"<r>", few, 3)
    with pytest.raises(FileTooLarge, match="more names of tags"):
        feed(b"<r>", few + b"".join(b'<a b%d="1"/>' % number for number in range(20)), 1)
    long = b"".join(b"<%s%d/>" % (b"x" * 100_000, number) for number in range(11))
    with pytest.raises(FileTooLarge, match="more names of tags"):
        feed(b"<r>", long, 1)


def with_sheet(path: Path, sheet: str) -> Path:
    """A workbook whose sheet is replaced."""
    plain = write_xlsx(path.with_name("plain.xlsx"), {"Stock": [["SKU", "Price"], ["A1", 1.5]]})
    with zipfile.ZipFile(plain) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            if name == "xl/worksheets/sheet1.xml":
                new.writestr(name, f'<worksheet xmlns="http://x"><sheetData>{sheet}')
            else:
                new.writestr(name, old.read(name))
    return path


@pytest.mark.parametrize("sheet", ['<row r="' + "9" * 5_000_000, "<a>" * 1_000_000, "<row>" * 1_000_000])
def test_a_sheet_that_is_made_to_fill_memory(tmp_path: Path, sheet: str) -> None:
    with pytest.raises(FileTooLarge):
        list(raw_rows(with_sheet(tmp_path / "list.xlsx", sheet), Source(Kind.XLSX, sheet="Stock")))


def test_shared_texts_are_counted() -> None:
    texts = SharedTexts("list.xlsx", most_texts=1_000)
    for _ in range(1_000):
        texts.end("x si")
    with pytest.raises(FileTooLarge, match="more text than can be read"):
        texts.end("x si")


@pytest.mark.parametrize(
    ("cells", "reference"),
    [('<c r="C1"><v>1</v></c><c r="C1"><v>2</v></c>', "C1"), ('<c r="0"><v>1</v></c>', "0"), ('<c r="1"/>', "1")],
)
def test_a_cell_that_comes_twice_or_is_numbered_is_named(tmp_path: Path, cells: str, reference: str) -> None:
    path = with_sheet(tmp_path / "list.xlsx", f"<row>{cells}</row></sheetData></worksheet>")
    with pytest.raises(FileBroken, match=f"The cell reference {reference} comes twice"):
        list(raw_rows(path, Source(Kind.XLSX, sheet="Stock")))


def test_cells_out_of_order_stay_in_their_columns(tmp_path: Path) -> None:
    cells = '<c r="C1"><v>3</v></c><c r="A1"><v>1</v></c>'
    path = with_sheet(tmp_path / "list.xlsx", f"<row>{cells}</row></sheetData></worksheet>")
    assert [row.cells for row in raw_rows(path, Source(Kind.XLSX, sheet="Stock"))] == [["1", "", "3"]]


def test_sheets_past_a_thousand_are_not_offered(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", {f"S{number}": [] for number in range(MAX_SHEETS + 5)})
    assert len(sheet_names(path, Source(Kind.XLSX))) == MAX_SHEETS


def test_a_row_holds_4_million_characters_at_most() -> None:
    cell = "x" * 1_000_000
    fits = [RawRow(1, [cell] * (MAX_ROW_CHARS // len(cell)))]
    assert list(check_size(fits, "f")) == fits
    with pytest.raises(FileTooLarge, match="line 2: a row holds more"):
        list(check_size([*fits, RawRow(2, [cell] * 5)], "f"))


def test_the_cells_of_a_sheet_are_counted() -> None:
    row = RawRow(1, [""] * 100)
    assert sum(1 for _ in check_size([row] * 10, "f", most_cells=1_000)) == 10
    with pytest.raises(FileTooLarge, match="100 million cells"):
        list(check_size([row] * 11, "f", most_cells=1_000))
