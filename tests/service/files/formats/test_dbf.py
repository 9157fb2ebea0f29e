"""dBASE, FoxPro and Clipper tables."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from service.domain.pull.pull_choices import FileForm
from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.dbf import dbf_encoding, dbf_rows, read_layout
from service.files.formats.sniff import sniff
from service.files.reader import recognise
from service.files.source import MAX_CELL_CHARS, DateCell, Kind, NumberCell
from tests.fakes.read_rows import convert_rows, read_rows
from tests.service.files.writers import (
    DBASE_3_MEMO,
    VISUAL_FOXPRO,
    Rows,
    dbase_memo,
    dbf_bytes,
    foxpro_memo,
    write_dbf,
)

ROWS: Rows = [("SKU", "NAME", "PRICE", "QTY"), ("00123", "فلتر زيت مكابح أمامية", 1.5, 3), ("2443E4", "فحمات", 0.85, 4)]
READ = [
    {"sku": "00123", "name": "فلتر زيت مكابح أمامية", "price_fils": 1500, "quantity": 3},
    {"sku": "2443E4", "name": "فحمات", "price_fils": 850, "quantity": 4},
]


def cells(path: Path, encoding: str | None = None) -> list[list[str]]:
    return [row.cells for row in dbf_rows(path, "Table", encoding)]


@pytest.mark.parametrize(("encoding", "language"), [("cp1256", 0x7E), ("cp1256", 0), ("cp720", 0), ("cp1256", 0x03)])
def test_it_is_read_whatever_its_name_and_its_encoding_are(tmp_path: Path, encoding: str, language: int) -> None:
    path = write_dbf(tmp_path / "list.txt", ROWS, encoding=encoding, language=language)
    assert sniff(path) is Kind.DBF
    found = recognise(path)
    assert [row.fields for row in convert_rows(path, found)] == READ
    assert [row.fields for row in read_rows(path, FileForm(encoding=encoding))] == READ


def test_what_two_encodings_read_is_offered(tmp_path: Path) -> None:
    rows: Rows = [("SKU", "NAME"), ("A1", "Ürün çamurluk ısıtıcı şase")]
    path = write_dbf(tmp_path / "a.dbf", rows, encoding="cp1254")
    found = recognise(path)
    assert found.head.rival_encodings == () or "windows-1254" in dict(found.head.rival_encodings)
    assert next(convert_rows(path, found)).fields["name"] == "Ürün çamurluk ısıtıcı şase"


@pytest.mark.parametrize(
    ("encoding", "language", "text"),
    [("cp866", 0x65, "Фильтр"), ("cp1251", 0xC9, "Фильтр"), ("cp857", 0x6B, "Yağ filtresi"), ("gbk", 0x7A, "机油"),
     ("cp1250", 0xC8, "Półoś"), ("cp737", 0x6A, "Φίλτρο")],
)  # fmt: skip
def test_code_pages_that_the_table_names(tmp_path: Path, encoding: str, language: int, text: str) -> None:
    path = write_dbf(tmp_path / "a.dbf", [("SKU", "NAME"), ("A", text)], encoding=encoding, language=language)
    assert cells(path)[1] == ["A", text]
    assert recognise(path).head.rival_encodings == ()


def test_deleted_rows_are_left_out_and_lines_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "a.dbf"
    path.write_bytes(dbf_bytes([("SKU", "C", 3, 0), ("QTY", "N", 5, 0)], [b" A1     1", b"*A2     2", b" A3 *****"]))
    assert [(row.line, row.cells) for row in dbf_rows(path, "Table")] == [
        (1, ["SKU", "QTY"]), (2, ["A1", "1"]), (4, ["A3", "*****"])
    ]  # fmt: skip


@pytest.mark.parametrize("memo", ["LIST.DBT", "list.dbt"])
def test_long_texts_of_dbase(tmp_path: Path, memo: str) -> None:
    path = tmp_path / "list.dbf"
    fields = [("SKU", "C", 3, 0), ("NAME", "M", 10, 0)]
    path.write_bytes(dbf_bytes(fields, [b" A1          1", b" A2           ", b" A3          2"], DBASE_3_MEMO))
    assert cells(path) == [["SKU"], ["A1"], ["A2"], ["A3"]]
    (tmp_path / memo).write_bytes(dbase_memo([b"x" * 700, b"short"])[:1024] + b"x" * 188 + b"\x1a\x1a" + bytes(322))
    path.write_bytes(dbf_bytes(fields, [b" A1          1", b" A2           "], DBASE_3_MEMO))
    assert cells(path) == [["SKU", "NAME"], ["A1", "x" * 700], ["A2", ""]]


def test_types_of_foxpro(tmp_path: Path) -> None:
    fields = [
        ("SKU", "C", 3, 0), ("NAME", "M", 4, 0), ("N", "I", 4, 0), ("B", "B", 8, 3), ("Y", "Y", 8, 4), ("D", "D", 8, 0),
        ("T", "T", 8, 0), ("L", "L", 1, 0), ("F", "F", 8, 2), ("X", "G", 4, 0),
    ]  # fmt: skip
    row = b" A1 " + struct.pack("<iidq", 8, -7, 1.25, 12500) + b"20240229" + struct.pack("<II", 2460370, 3661000)
    path = tmp_path / "a.dbf"
    path.write_bytes(dbf_bytes(fields, [row + b"T    1.50" + bytes(4)], VISUAL_FOXPRO))
    (tmp_path / "A.FPT").write_bytes(foxpro_memo(["فحمات".encode("cp1256")]))
    names, read = cells(path, "windows-1256")
    assert names == ["SKU", "NAME", "N", "B", "Y", "D", "T", "L", "F"]
    assert read == ["A1", "فحمات", "-7", "1.25", "1.2500", "2024-02-29", "2024-02-29T01:01:01", "true", "1.50"]
    assert [type(read[place]) for place in (3, 4, 5)] == [NumberCell, NumberCell, DateCell]


def test_whole_numbers_of_a_table_that_says_it_is_dbase_3(tmp_path: Path) -> None:
    path = tmp_path / "a.dbf"
    rows = [b" A1 " + struct.pack("<i", number) for number in (7, -7, 70_000)]
    path.write_bytes(dbf_bytes([("SKU", "C", 3, 0), ("N", "I", 4, 0)], [*rows, b" A1   12", b" A1     "]))
    assert [row[1] for row in cells(path)[1:]] == ["7", "-7", "70000", "12", ""]


def test_texts_of_foxpro_that_vary_in_length(tmp_path: Path) -> None:
    path = tmp_path / "a.dbf"
    rows = [b" ABC" + bytes(6) + b"\x03", b" ABCDEFGHIJ", b" " + bytes(10), b" A        \x01"]
    path.write_bytes(dbf_bytes([("SKU", "V", 10, 0)], [row.ljust(11) for row in rows], VISUAL_FOXPRO))
    assert cells(path)[1:] == [["ABC"], ["ABCDEFGHIJ"], [""], ["A"]]


def test_a_table_whose_count_is_behind_its_rows_is_refused(tmp_path: Path) -> None:
    path = write_dbf(tmp_path / "a.dbf", ROWS)
    data = bytearray(path.read_bytes())
    struct.pack_into("<I", data, 4, 1)
    path.write_bytes(data)
    with pytest.raises(FileBroken, match="cut off or damaged"):
        cells(path)


def test_a_table_that_is_cut_off_is_refused(tmp_path: Path) -> None:
    path = write_dbf(tmp_path / "a.dbf", ROWS)
    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(FileBroken, match="cut off or damaged"):
        recognise(path)


@pytest.mark.parametrize(("place", "byte"), [(0, 0x44), (10, 0xFF), (43, ord("?")), (48, 0)])
def test_what_only_looks_like_a_table_is_none(tmp_path: Path, place: int, byte: int) -> None:
    data = bytearray(write_dbf(tmp_path / "a.dbf", ROWS).read_bytes())
    data[place] = byte
    assert read_layout(bytes(data)) is None


def test_a_long_text_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.dbf"
    path.write_bytes(dbf_bytes([("SKU", "C", 3, 0), ("NAME", "M", 10, 0)], [b" A1          1"], DBASE_3_MEMO))
    (tmp_path / "a.dbt").write_bytes(bytes(512) + b"x" * (MAX_CELL_CHARS + 600))
    with pytest.raises(FileTooLarge, match="more than a million characters"):
        cells(path)


def test_plain_letters_need_no_encoding(tmp_path: Path) -> None:
    path = write_dbf(tmp_path / "a.dbf", [("SKU", "NAME"), ("A", "Pad")])
    assert recognise(path).head.rival_encodings == ()
    assert dbf_encoding(path) in ("windows-1256", "utf-8")
