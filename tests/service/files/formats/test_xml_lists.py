"""Lists in XML of any system."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.pull.pull_choices import FileForm
from service.files.file_errors import FileBroken, FileTooLarge
from service.files.formats.sniff import sniff
from service.files.formats.xml_lists import MAX_PATHS, xml_lists, xml_rows
from service.files.reader import recognise
from service.files.source import MAX_CELL_CHARS, MAX_COLUMNS, Kind
from tests.fakes.read_rows import convert_rows, read_rows

PLAIN = "<parts><part><sku>00123</sku><name>Pad &amp; disc</name><price>1.500</price><qty>3</qty></part>%s</parts>"
YML = """<?xml version="1.0" encoding="windows-1251"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd">
<yml_catalog date="2026-01-02"><shop><name>Магазин</name><currencies><currency id="BHD" rate="1"/>
<currency id="USD" rate="0.376"/></currencies><categories><category id="1">Тормоза</category>
<category id="2" parentId="1">Диски</category></categories><offers>
<offer id="11" available="true"><price>1.500</price><vendorCode>A-1</vendorCode><name>Колодки&nbsp;передние</name>
<vendor>Toyota</vendor><quantity_in_stock>3</quantity_in_stock><picture>a</picture><picture>b</picture>
<param name="Цвет">синий</param></offer>
<offer id="12" available="false"><price>0.850</price><vendorCode>A-2</vendorCode><name><![CDATA[Диск <R15>]]></name>
<vendor>Kia</vendor><quantity_in_stock>0</quantity_in_stock></offer></offers></shop></yml_catalog>"""
KASPI = """<?xml version="1.0" encoding="utf-8"?><kaspi_catalog xmlns="kaspiShopping" date="x"><company>Shop</company>
<offers><offer sku="A-1"><model>Pad</model><brand>Kia</brand><availabilities>
<availability available="yes" storeId="PP1" stockCount="3"/><availability available="no" storeId="PP2" stockCount="0"/>
</availabilities><price>1.500</price></offer><offer sku="A-2"><model>Disc</model><brand>Kia</brand><availabilities>
<availability available="yes" storeId="PP1" stockCount="4"/></availabilities><price>0.850</price></offer></offers>
</kaspi_catalog>"""


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_text(text, encoding=encoding)
    return path


def table(path: Path, sheet: str) -> list[list[str]]:
    return [row.cells for row in xml_rows(path, sheet)]


def test_the_element_that_repeats_is_the_row(tmp_path: Path) -> None:
    second = "<part><sku>A2</sku><name>فحمات</name><qty>4</qty></part>"
    path = written(tmp_path / "list.xml", PLAIN % second)
    assert sniff(path) is Kind.XML
    found = recognise(path)
    assert (found.source.sheet, found.head.sheets, found.head.lists.rivals) == ("parts/part", ("parts/part",), ())
    assert [row.fields for row in convert_rows(path, found)] == [
        {"sku": "00123", "name": "Pad & disc", "price_fils": 1500, "quantity": 3},
        {"sku": "A2", "name": "فحمات", "quantity": 4},
    ]


def test_a_list_of_one_row_is_a_list(tmp_path: Path) -> None:
    assert [row.fields["sku"] for row in read_rows(written(tmp_path / "list.xml", PLAIN % ""))] == ["00123"]


def test_a_yml_catalogue_of_prom(tmp_path: Path) -> None:
    path = written(tmp_path / "list.xml", YML, "windows-1251")
    sheet = "yml_catalog/shop/offers/offer"
    assert next(iter(xml_lists(path))) == sheet
    rows = table(path, sheet)
    assert rows[0] == [
        "id", "available", "price", "vendorCode", "name", "vendor", "quantity_in_stock", "picture", "picture (2)",
        "Цвет",
    ]  # fmt: skip
    assert rows[1] == ["11", "true", "1.500", "A-1", "Колодки\xa0передние", "Toyota", "3", "a", "b", "синий"]
    assert rows[2] == ["12", "false", "0.850", "A-2", "Диск <R15>", "Kia", "0", "", "", ""]
    assert recognise(path).source.sheet == sheet


def test_a_catalogue_of_kaspi(tmp_path: Path) -> None:
    path = written(tmp_path / "list.xml", KASPI)
    rows = table(path, "kaspi_catalog/offers/offer")
    assert rows[0] == [
        "sku", "model", "brand", "availability PP1/available", "availability PP1/stockCount",
        "availability PP2/available", "availability PP2/stockCount", "price",
    ]  # fmt: skip
    assert rows[2] == ["A-2", "Disc", "Kia", "yes", "4", "", "", "0.850"]


def test_what_repeats_is_in_the_column_of_its_key_whatever_its_place(tmp_path: Path) -> None:
    stock = '<r><sku>A</sku><s id="1">5</s><s id="2">7</s></r><r><sku>B</sku><s id="2">9</s></r>'
    path = written(tmp_path / "a.xml", f"<l>{stock}</l>")
    assert table(path, "l/r") == [["sku", "s 1", "s 2"], ["A", "5", "7"], ["B", "", "9"]]
    price = "<price><sum>%s</sum><type>%s</type></price>"
    rows = f"<r><sku>A</sku>{price % ('1', 'shop')}{price % ('2', 'web')}</r><r><sku>B</sku>{price % ('3', 'web')}</r>"
    path = written(tmp_path / "b.xml", f"<l>{rows}</l>")
    assert table(path, "l/r") == [["sku", "price shop/sum", "price web/sum"], ["A", "1", "2"], ["B", "", "3"]]


def test_a_key_of_its_own_for_each_part_makes_no_columns(tmp_path: Path) -> None:
    row = '<r><sku>A</sku><image id="{0}1">x</image><image id="{0}2">y</image><qty>3</qty></r>'
    path = written(tmp_path / "a.xml", "<l>" + "".join(row.format(number) for number in range(60)) + "</l>")
    assert table(path, "l/r")[0] == ["sku", "id", "image", "id (2)", "image (2)", "qty"]


def test_rows_of_named_fields(tmp_path: Path) -> None:
    row = '<doc><field name="SKU">A1</field><field name="Price">1.5</field></doc>'
    path = written(tmp_path / "a.xml", f"<add>{row}{row}</add>")
    assert table(path, "add/doc") == [["SKU", "Price"], ["A1", "1.5"], ["A1", "1.5"]]


def test_names_are_as_long_as_needed(tmp_path: Path) -> None:
    row = "<r><name>a</name><group><name>b</name><code>1</code></group><maker><code>2</code></maker></r>"
    path = written(tmp_path / "a.xml", f"<l>{row}{row}</l>")
    assert table(path, "l/r")[:2] == [["name", "group/name", "group/code", "maker/code"], ["a", "b", "1", "2"]]


def test_of_two_lists_the_owner_chooses_and_one_that_is_gone_is_named(tmp_path: Path) -> None:
    part = "<part><sku>%s</sku><name>Pad</name><price>1.250</price></part>"
    text = f"<x><old>{part % 'A'}{part % 'B'}</old><new>{part % 'C'}{part % 'D'}{part % 'E'}</new></x>"
    path = written(tmp_path / "a.xml", text)
    assert recognise(path).head.lists.rivals == ("x/new/part", "x/old/part")
    assert read_rows(path, FileForm(sheet="x/old/part"))[0].fields["sku"] == "A"
    with pytest.raises(FileBroken, match=r"no sheet 'x/gone'\. Choose one of: x/new/part"):
        recognise(path, FileForm(sheet="x/gone"))


def test_letters_of_two_bytes(tmp_path: Path) -> None:
    text = f'<?xml version="1.0" encoding="GB2312"?>{PLAIN}'.replace("Pad &amp; disc", "机油滤清器") % ""
    assert read_rows(written(tmp_path / "a.xml", text, "gb2312"))[0].fields["name"] == "机油滤清器"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (PLAIN.removesuffix("</parts>") % "", "cut off or damaged"),
        ('<!DOCTYPE list [<!ENTITY b "c">]><list><r><x>&b;</x><y>1</y></r></list>', "document type"),
        ("<?xml version='1.0'?><note><body>text</body></note>", "XML without a list"),
    ],
)
def test_what_is_damaged_or_no_list_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(FileBroken, match=fault):
        recognise(written(tmp_path / "a.xml", text))


def test_paths_columns_and_cells_are_bounded(tmp_path: Path) -> None:
    kinds = "".join(f"<k{number // 200}><n{number}/></k{number // 200}>" for number in range(MAX_PATHS + 1))
    many = f"<a>{kinds}</a>"
    with pytest.raises(FileTooLarge, match=r"more (?:kinds of elements|names of tags)"):
        xml_lists(written(tmp_path / "a.xml", many))
    row = f"<r>{'<p>1</p>' * (MAX_COLUMNS + 50)}</r>"
    assert {len(cells) for cells in table(written(tmp_path / "b.xml", f"<l>{row}{row}</l>"), "l/r")} == {MAX_COLUMNS}
    long = f"<l><r><a>1</a><b>{'x' * (MAX_CELL_CHARS + 1)}</b></r></l>"
    with pytest.raises(FileTooLarge, match="more than a million characters"):
        table(written(tmp_path / "c.xml", long), "l/r")


def test_a_blank_value_stays_in_its_column(tmp_path: Path) -> None:
    text = PLAIN.replace("<qty>", "<price>9.000</price><qty>") % (
        "<part><sku>B</sku><name>Disc</name><price/><price>7.000</price><qty>4</qty></part>"
        "<part><sku>C</sku><name/><price> </price><price/><qty>5</qty></part>"
    )
    assert table(written(tmp_path / "a.xml", text), "parts/part") == [
        ["sku", "name", "price", "price (2)", "qty"],
        ["00123", "Pad & disc", "1.500", "9.000", "3"],
        ["B", "Disc", "", "7.000", "4"],
        ["C", "", "", "", "5"],
    ]
