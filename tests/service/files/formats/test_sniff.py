"""Formats and encodings by content (pull §1)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from service.files.file_errors import FileBroken
from service.files.formats.sniff import sniff
from service.files.formats.text_encoding import guess_encoding
from service.files.source import Kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("SKU,Name\n1,Pad\n", Kind.DELIMITED),
        ("ID;Price\nP1;2\n", Kind.DELIMITED),
        ("[Stock list]\nSKU,Name\n", Kind.DELIMITED),
        ('[{"sku": "1"}]', Kind.JSON),
        ("[]", Kind.JSON),
        ('{"data": {"products": [{"code": "1"}]}}', Kind.JSON),
        ('{"A1": {"name": "Pad"}, "A2": {"name": "Disc"}}', Kind.JSON),
        ("<?xml version='1.0'?><list/>", Kind.XML),
        ("<items><item><sku>1</sku></item></items>", Kind.XML),
        ("<SKU>;<Name>\n1;Pad\n", Kind.DELIMITED),
        ('{"sku": "1", "fit": [{"make": "Kia"}]}', Kind.JSON_LINES),
        ('{"items": [{"sku": "1"}]}', Kind.JSON),
        ('{\n  "items": []\n}', Kind.JSON),
        ('{"sku": "1"}\n{"sku": "2"}\n', Kind.JSON_LINES),
        ('{"sku": "1"}', Kind.JSON_LINES),
        ('{"sku": "items", "fit": [{}]}\n{}', Kind.JSON_LINES),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_kinds_of_text(tmp_path: Path, text: str, kind: Kind, encoding: str) -> None:
    path = tmp_path / "list.xls"
    path.write_bytes(text.encode(encoding))
    assert sniff(path) is kind


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "is empty"),
        (b" \n ", "is empty"),
        (b"%PDF-1.7", "a PDF document"),
        (b'<?xml version="1.0"?><d xmlns="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>', "a flat OpenDocument"),
        (b"Rar!\x1a", "a RAR archive, which is not read. Pack the list as zip or gzip"),
        (b"stock.csv" + bytes(248) + b"ustar\x0000", "a tar archive"),
        (b"\x00\x01\x00\x00Standard ACE DB\x00", "an Access database"),
        (b"PAR1\x15", "a Parquet file"),
        (b"ID;PWXL;N;E\r\nP;PGeneral\r\n", "a SYLK file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"), "a text document"),
        (b"\x01\x00\x00\x00\x05\x00\x00\x07" * 40, "a file of another program"),
        (b"PK\x03\x04 cut", "cut off or damaged"),
        (b"MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n", "a web archive"),
        (b"From: <Saved by Excel>\r\nSubject: list\r\nContent-Type: text/html\r\n", "a web archive"),
    ],
)
def test_what_is_not_read_is_named(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(content)
    with pytest.raises(FileBroken, match=what):
        sniff(path)


def test_a_binary_workbook_is_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("xl/workbook.bin", b"")
    with pytest.raises(FileBroken, match=r"binary Excel workbook \(XLSB\), which is not read\. Export it as CSV, XLSX"):
        sniff(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "windows-1251", "utf-16"])
def test_what_1c_writes_in_commerceml_is_named(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "offers.xml"
    path.write_text(f'<?xml version="1.0" encoding="{encoding}"?>\n<КоммерческаяИнформация/>', encoding=encoding)
    with pytest.raises(FileBroken, match="a CommerceML file of 1C, which is not read"):
        sniff(path)


@pytest.mark.parametrize(
    ("text", "written", "encoding"),
    [
        ("SKU,Name\n1,Pad\n", "ascii", "utf-8"),
        ("SKU,الاسم\n1,فحمات\n", "utf-8", "utf-8"),
        ("SKU,الاسم\n1,فحمات\n", "utf-8-sig", "utf-8"),
        ("SKU,الاسم\n1,فحمات\n", "cp1256", "windows-1256"),
        ("SKU,Désignation\n1,Filtre à huile\n", "cp1252", "windows-1252"),
        ("SKU,Descripción\n1,Año\n", "cp1252", "windows-1252"),
        ("SKU,الاسم\n1,فحمات\n", "utf-16-le", "utf-16-le"),
        ("SKU,الاسم\n1,فحمات\n", "utf-16-be", "utf-16-be"),
        ("الكود;الاسم\n١;فحمات\n", "utf-16", "utf-16-le"),
    ],
)
def test_encodings(tmp_path: Path, text: str, written: str, encoding: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(text.encode(written))
    assert guess_encoding(path) == encoding


def test_a_few_broken_characters_do_not_spoil_utf8(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes("SKU,الاسم\n".encode() + "فحمات فرامل\n".encode() * 50 + b"\xd9\n")
    assert guess_encoding(path) == "utf-8"


def test_far_into_the_file_counts_too(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(b"SKU,Name\n" + b"1,Pad\n" * 400_000 + "2,فحمات\n".encode("cp1256"))
    assert guess_encoding(path) == "windows-1256"
