"""Column names in ten languages, alone and two at a time."""

from __future__ import annotations

import pytest

from service.domain.catalogue.row_types import ITEM_FIELDS
from service.files.columns.headers import bilingual_names, find_header, known_names
from service.files.columns.layouts import ANY_NAMES, is_cost
from service.files.columns.match import match_columns
from service.files.evidence.money import name_currencies
from service.files.folding import with_vat
from service.files.source import RawRow

FIELDS = ("sku", "oem_number", "name", "brand", "category", "price_fils", "wholesale_price_fils", "quantity", "branch")
LISTS = {
    "English": "Part No|OEM No|Description|Brand|Category|Retail Price|Wholesale Price|Qty|Warehouse",
    "Arabic": "رقم القطعة|رقم الوكالة|اسم القطعة|الماركة|الفئة|سعر البيع|سعر الجملة|الكمية|المستودع",
    "Russian": "Артикул|Номер OEM|Наименование товара|Производитель|Группа товаров|Цена розничная|Опт|Остаток|Склад",
    "Ukrainian": "Артикул|Оригінальний номер|Назва товару|Виробник|Категорія|Роздрібна ціна|Оптова ціна|Залишок|Склад",
    "Turkish": "STOK KODU|OEM NO|STOK ADI|MARKA|ÜRÜN GRUBU|SATIŞ FİYATI|TOPTAN FİYAT|STOK MİKTARI|DEPO ADI",
    "Italian": "Codice articolo|Codice OEM|Descrizione|Marchio|Famiglia|Prezzo vendita|Prezzo ingrosso|Giacenza|Sede",
    "French": "Réf. article|Réf. constructeur|Désignation|Marque|Famille|Prix de vente HT|Prix de gros|Qté|Dépôt",
    "Spanish": "Código artículo|Referencia OEM|Descripción|Marca|Familia|Precio de venta|Precio por mayor|Existencias|"
    "Almacén",
    "German": "Artikel-Nr.|Originalnummer|Bezeichnung|Hersteller|Warengruppe|Verkaufspreis|Händlerpreis|Bestand|Lager",
    "Chinese": "商品编码|原厂编号|商品名称|品牌|分类|零售价|批发价|库存数量|仓库",
}
ROW = ("A1", "OE1", "Pad", "Kia", "Brakes", "1.250", "1.100", "3", "Main")


@pytest.mark.parametrize("language", LISTS)
def test_a_list_in_any_language_is_mapped(language: str) -> None:
    headers = LISTS[language].split("|")
    assert known_names(headers) == len(headers)
    matched = match_columns(headers, [ROW])
    assert {bound.field: bound.column for bound in matched.mapping.columns} == dict(zip(FIELDS, headers, strict=True))
    assert matched.rivals == {}


@pytest.mark.parametrize("field", ITEM_FIELDS)
def test_no_word_of_a_field_repeats_or_is_a_cost(field: str) -> None:
    words = ITEM_FIELDS[field].about.headers.split("|")
    assert [word for word in words if is_cost(word)] == []
    assert len(set(ANY_NAMES[field])) == len(ANY_NAMES[field])


@pytest.mark.parametrize(
    "header",
    ["Себестоимость", "Закупочная цена, руб.", "Alış Fiyatı", "Maliyet", "Prezzo di acquisto", "Prix d'achat HT",
     "Precio de costo", "EK-Preis", "Einkaufspreis", "进价", "商品成本"],
)  # fmt: skip
def test_costs_are_left_out(header: str) -> None:
    assert is_cost(header)
    assert match_columns(["SKU", header], [("A", "1")]).mapping.column_of("price_fils") is None


@pytest.mark.parametrize(
    ("header", "field"),
    [
        ("Item Code / رمز الصنف", "sku"),
        ("Price (BHD) السعر (د.ب)", "price_fils"),
        ("الكمية\nQty", "quantity"),
        ("Quantité / Quantity", "quantity"),
        ("Наименование / Name", "name"),
        ("品牌 Brand", "brand"),
    ],
)
def test_names_in_two_languages(header: str, field: str) -> None:
    assert bilingual_names(header)
    bounds = match_columns(["A", header, "B"], [("x", "1", "y")]).mapping.columns
    assert [(bound.field, bound.column) for bound in bounds] == [(field, header)]


@pytest.mark.parametrize(
    "header", ["Name المورد", "Price الكمية", "Stock / Value", "Qty sold الكمية", "Brand", "الكمية"]
)
def test_names_that_do_not_agree_are_no_name(header: str) -> None:
    assert bilingual_names(header) == ()


def test_two_prices_of_a_language_are_asked() -> None:
    headers = ["Артикул", "Цена", "Розничная цена", "Остаток", "Количество"]
    rivals = match_columns(headers, [("A", "1.5", "2.5", "3", "4")]).rivals
    assert rivals == {"price_fils": ("Розничная цена", "Цена"), "quantity": ("Количество", "Остаток")}


@pytest.mark.parametrize("header", ["Цена, руб.", "Fiyat (TL)", "Preis EUR", "单价(元)", "السعر بالريال"])
def test_prices_in_another_currency_are_asked_about(header: str) -> None:
    assert name_currencies([header])


@pytest.mark.parametrize(
    ("header", "expected"),
    [("Prix TTC", True), ("Prix HT", False), ("Preis inkl. MwSt", True), ("Цена с НДС", True), ("Цена без НДС", False),
     ("含税单价", True), ("不含税单价", False), ("KDV dahil fiyat", True), ("Precio IVA incluido", True)],
)  # fmt: skip
def test_prices_with_vat(header: str, expected: bool) -> None:
    assert with_vat(header) is expected


def test_the_row_of_names_is_found_below_a_title() -> None:
    rows = [RawRow(1, ["Прайс-лист", "01.02.2026"]), RawRow(2, LISTS["Russian"].split("|")), RawRow(3, list(ROW))]
    assert find_header(rows) == 2
