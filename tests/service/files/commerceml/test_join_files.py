"""The files of one export of 1C as one list."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices
from service.domain.pull.pulls import PullSetup
from service.files.commerceml.companion_files import find_companions
from service.files.file_errors import FileBroken, FileTooLarge
from service.files.prepare_file import find_parts, prepare_file
from service.pull.inspect_file import inspect_file
from tests.fakes.exports.commerceml_export import GOODS, OFFERS, PRICES, RESTS, RUBLES, offers_of, write_export


def inspect(path: Path, answers: dict[str, str] | None = None) -> FileInspection:
    return inspect_file(PullSetup(str(path), ""), PullChoices(answers=answers or {}))


def fields_of(found: FileInspection) -> list[dict[str, object]]:
    return [row.fields for row in found.rows]


BOTH = [
    {"sku": "A-1", "name": "Колодки", "brand": "Bosch", "category": "Тормоза", "price_fils": 1500, "quantity": 3},
    {"sku": "A-2", "name": "Диск", "price_fils": 850, "quantity": 0},
    {"sku": "A-3", "name": "Ремень"},
]


@pytest.mark.parametrize("named", ["import.xml", "offers.xml"])
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1251"])
def test_two_files_in_a_folder_are_one_list(tmp_path: Path, named: str, encoding: str) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": OFFERS}, encoding)
    found = inspect(tmp_path / named)
    assert (found.form.kind, found.open_questions, fields_of(found)) == ("xml", (), BOTH)
    assert "The files import.xml, offers.xml of 1C are read as one list" in str(found.remarks[0])


def test_the_files_of_newer_versions_in_a_zip_are_one_list(tmp_path: Path) -> None:
    export = {"import0_1.xml": GOODS, "offers0_1.xml": offers_of(""), "prices0_1.xml": PRICES, "rests0_1.xml": RESTS}
    write_export(tmp_path, export)
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for name in export:
            archive.write(tmp_path / name, f"webdata/{name}")
        archive.writestr("webdata/import_files/a1.jpg", b"picture")
    found = inspect(tmp_path / "export.zip")
    assert [question.key for question in found.open_questions] == ["branch-columns"]
    assert fields_of(found) == [
        {"sku": "A-1", "name": "Колодки", "brand": "Bosch", "category": "Тормоза", "price_fils": 1500, "quantity": 7},
        {"sku": "A-2", "name": "Диск", "price_fils": 850, "quantity": 2},
        {"sku": "A-3", "name": "Ремень"},
    ]
    per_branch = inspect(tmp_path / "export.zip", {"branch-columns": "yes"})
    assert [row["quantity"] for row in fields_of(per_branch) if row["sku"] == "A-2"] == [0, 2]


def test_of_several_price_types_the_owner_chooses(tmp_path: Path) -> None:
    two = (
        "<ТипыЦен><ТипЦены><Ид>r</Ид><Наименование>Для витрины</Наименование></ТипЦены><ТипЦены><Ид>w</Ид>"
        "<Наименование>Для СТО</Наименование></ТипЦены></ТипыЦен>"
    )
    prices = (
        "<Цены><Цена><ИдТипаЦены>r</ИдТипаЦены><ЦенаЗаЕдиницу>1.50</ЦенаЗаЕдиницу></Цена><Цена><ИдТипаЦены>w"
        "</ИдТипаЦены><ЦенаЗаЕдиницу>1.25</ЦенаЗаЕдиницу></Цена></Цены>"
    )
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(prices, two)})
    found = inspect(tmp_path / "offers.xml")
    (asked,) = found.open_questions
    assert asked.key == "column-price_fils"
    assert [reading.answer for reading in asked.readings] == ["Цена (Для витрины)", "Цена (Для СТО)"]
    chosen = inspect(tmp_path / "offers.xml", {"column-price_fils": "Цена (Для СТО)"})
    assert (chosen.open_questions, fields_of(chosen)[0]["price_fils"]) == ((), 1250)


def test_a_price_of_another_currency_is_asked(tmp_path: Path) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": RUBLES})
    found = inspect(tmp_path / "import.xml")
    assert [question.key for question in found.open_questions] == ["currency"]


def test_the_last_change_counts(tmp_path: Path) -> None:
    write_export(
        tmp_path, {"offers0_2.xml": OFFERS.replace("1.50", "9.99"), "import0_1.xml": GOODS, "offers0_1.xml": OFFERS}
    )
    assert fields_of(inspect(tmp_path / "import0_1.xml"))[0]["price_fils"] == 1500


def test_offers_of_no_part_are_named_and_rejected(tmp_path: Path) -> None:
    write_export(tmp_path, {"import.xml": GOODS.replace("<Ид>a2</Ид>", "<Ид>b2</Ид>"), "offers.xml": OFFERS})
    found = inspect(tmp_path / "import.xml")
    assert "1 offers belong to no part" in str(found.remarks[1])
    assert [row.fields.get("sku") for row in found.rows] == ["A-1", None, "A-2", "A-3"]


def test_an_export_of_changes_only_is_named(tmp_path: Path) -> None:
    changed = OFFERS.replace("<ПакетПредложений>", '<ПакетПредложений СодержитТолькоИзменения="true">')
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": changed})
    assert "only what has changed" in " ".join(map(str, inspect(tmp_path / "import.xml").remarks))


def test_a_cut_file_of_an_export_stops_all(tmp_path: Path) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": OFFERS[:-30]})
    with pytest.raises(FileBroken, match=r"offers\.xml is cut off or damaged"):
        inspect(tmp_path / "import.xml")


def test_files_of_other_systems_are_not_joined(tmp_path: Path) -> None:
    for name in ("import.xml", "offers.xml"):
        (tmp_path / name).write_text("<parts><part/></parts>")
    write_export(tmp_path, {"import0_1.xml": GOODS, "list.xml": OFFERS})
    assert find_companions(tmp_path / "import.xml") == ()
    assert find_companions(tmp_path / "list.xml") == ()
    assert find_parts(tmp_path / "import0_1.xml") == ()


def test_all_files_of_an_export_are_bounded_together(tmp_path: Path) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": OFFERS})
    for name in ("import.xml", "offers.xml"):
        os.truncate(tmp_path / name, 110 << 20)
    with pytest.raises(FileTooLarge, match="more than 200 MB"):
        prepare_file(tmp_path / "import.xml", tmp_path / "work")


def test_warehouses_of_one_name_stay_apart(tmp_path: Path) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "rests.xml": RESTS.replace("Ситра", "Манама")})
    headers = [column.header for column in inspect(tmp_path / "rests.xml").columns]
    assert headers[-2:] == ["Остаток (Манама w1)", "Остаток (Манама w2)"]


def test_characteristics_of_one_part_repeat_its_number(tmp_path: Path) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": OFFERS.replace("<Ид>a2</Ид>", "<Ид>a1#y</Ид>")})
    found = inspect(tmp_path / "offers.xml")
    assert [row.fields["sku"] for row in found.rows] == ["A-1", "A-1", "A-2", "A-3"]
    assert any("name a part number again" in str(remark) for remark in found.remarks)


def price_of(key: str, amount: str, more: str = "") -> str:
    return f"<Цена><ИдТипаЦены>{key}</ИдТипаЦены><ЦенаЗаЕдиницу>{amount}</ЦенаЗаЕдиницу>{more}</Цена>"


def type_of(name: str) -> str:
    return f"<ТипыЦен><ТипЦены><Ид>t</Ид><Наименование>{name}</Наименование></ТипЦены></ТипыЦен>"


@pytest.mark.parametrize(
    ("prices", "named"),
    [
        (price_of("t", "1.50") + price_of("t", "1.20", "<МинКоличество>10</МинКоличество>"), "1.50 / 1.20"),
        (price_of("t", "15.0", "<Единица>уп</Единица><Коэффициент>10</Коэффициент>"), "15.0 / 10"),
        (price_of("t", "900", '<Валюта Код="643">RUB</Валюта>'), None),
    ],
)
def test_a_price_that_is_not_of_one_part_in_dinars_is_asked_or_named(
    tmp_path: Path, prices: str, named: str | None
) -> None:
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(f"<Цены>{prices}</Цены>")})
    found = inspect(tmp_path / "import.xml")
    if named is None:
        assert "currency" in [question.key for question in found.open_questions]
    else:
        assert "price_fils" not in fields_of(found)[0]
        assert f'"{named}"' in " ".join(map(str, found.remarks))


def test_a_price_of_one_unit_says_so_and_is_read(tmp_path: Path) -> None:
    prices = f"<Цены>{price_of('t', '1.50', '<Коэффициент>1.00</Коэффициент>')}</Цены>"
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(prices)})
    assert fields_of(inspect(tmp_path / "import.xml"))[0]["price_fils"] == 1500


def test_a_price_without_a_type_next_to_others_is_asked(tmp_path: Path) -> None:
    prices = f"<Цены>{price_of('t', '1.50')}{price_of('', '2.50')}</Цены>"
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(prices)})
    (asked,) = inspect(tmp_path / "import.xml").open_questions
    assert (asked.key, [reading.answer for reading in asked.readings]) == (
        "column-price_fils",
        ["Цена (?)", "Цена (t)"],
    )


@pytest.mark.parametrize(
    ("name", "field"), [("Розничная", "price_fils"), ("Основная", "price_fils"), ("Оптовая", "wholesale_price_fils")]
)
def test_the_only_type_of_prices_has_its_name(tmp_path: Path, name: str, field: str) -> None:
    prices = f"<Цены>{price_of('t', '1.50')}</Цены>"
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(prices, type_of(name))})
    found = inspect(tmp_path / "import.xml")
    assert f"Цена ({name})" in [column.header for column in found.columns]
    assert fields_of(found)[0][field] == 1500


@pytest.mark.parametrize(
    ("first", "named"), [("9e999999", "9e999999 + 2"), ("1_0", "1_0 + 2"), ("1,000", "1,000 + 2"), ("NaN", "NaN + 2")]
)
def test_stocks_that_cannot_be_added_up_are_named(tmp_path: Path, first: str, named: str) -> None:
    rests = RESTS.replace("<Количество>5</Количество>", f"<Количество>{first}</Количество>")
    write_export(tmp_path, {"import.xml": GOODS, "rests.xml": rests})
    found = inspect(tmp_path / "import.xml")
    assert "quantity" not in fields_of(found)[0]
    assert f'"{named}"' in " ".join(map(str, found.remarks))


def test_a_stock_of_all_warehouses_is_not_added_to_theirs(tmp_path: Path) -> None:
    whole = "<Остатки><Остаток><Количество>7</Количество></Остаток>"
    write_export(tmp_path, {"import.xml": GOODS, "rests.xml": RESTS.replace("<Остатки>", whole)})
    found = inspect(tmp_path / "import.xml")
    assert fields_of(found)[0]["quantity"] == 7
    assert '"7 / 2"' in " ".join(map(str, found.remarks))


def test_a_stock_of_no_warehouse_is_not_nothing_in_each(tmp_path: Path) -> None:
    rests = RESTS.partition("<Предложение><Ид>a2</Ид>")[0]
    whole = "<Предложение><Ид>a2</Ид><Остатки><Остаток><Количество>7</Количество></Остаток></Остатки></Предложение>"
    write_export(tmp_path, {"import.xml": GOODS, "rests.xml": f"{rests}{whole}</Предложения></ПакетПредложений>"})
    found = inspect(tmp_path / "import.xml", {"branch-columns": "yes"})
    assert [row.get("quantity") for row in fields_of(found) if row["sku"] == "A-2"] == [None]


def test_offers_without_an_id_stay_apart(tmp_path: Path) -> None:
    offers = OFFERS.replace("<Ид>a1#x</Ид>", "<Артикул>A-1</Артикул>").replace("<Ид>a2</Ид>", "<Артикул>A-2</Артикул>")
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers})
    found = fields_of(inspect(tmp_path / "import.xml"))
    assert [(row["sku"], row.get("price_fils")) for row in found[:2]] == [("A-1", 1500), ("A-2", 850)]


DELETED = [
    ('Статус="Удален"', ""),
    ('Статус="Удалён"', ""),
    ("", "<ПометкаУдаления>true</ПометкаУдаления>"),
    ("", "<Статус>Удален</Статус>"),
]


@pytest.mark.parametrize(("attribute", "element"), DELETED)
def test_an_offer_that_is_deleted_is_not_in_the_list(tmp_path: Path, attribute: str, element: str) -> None:
    offers = OFFERS.replace("<Предложение><Ид>a2</Ид>", f"<Предложение {attribute}><Ид>a2</Ид>{element}")
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers})
    assert [row["sku"] for row in fields_of(inspect(tmp_path / "import.xml"))] == ["A-1", "A-3"]


def test_a_part_with_a_deleted_offer_and_another_one_is_in_the_list(tmp_path: Path) -> None:
    gone = '<Предложение Статус="Удален"><Ид>a1#y</Ид></Предложение></Предложения>'
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": OFFERS.replace("</Предложения>", gone)})
    assert fields_of(inspect(tmp_path / "import.xml")) == BOTH


@pytest.mark.parametrize(
    ("more", "skus"), [("", ["A-1", "A-3"]), ("<Наименование>Диск</Наименование>", ["A-1", "A-2", "A-3"])]
)
def test_only_a_later_file_of_offers_brings_a_deleted_offer_back(tmp_path: Path, more: str, skus: list[str]) -> None:
    deleted = OFFERS.replace("<Предложение><Ид>a2", '<Предложение Статус="Удален"><Ид>a2')
    later = PRICES.replace("<Ид>a2</Ид>", f"<Ид>a2</Ид>{more}")
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": deleted, "prices.xml": later})
    assert sorted(str(row["sku"]) for row in fields_of(inspect(tmp_path / "import.xml"))) == skus


@pytest.mark.parametrize("name", ["offers.xml", "list.xml"])
def test_a_deleted_offer_of_a_file_alone_is_not_in_the_list(tmp_path: Path, name: str) -> None:
    offers = OFFERS.replace("<Ид>a1#x</Ид>", "<Артикул>A-1</Артикул>")
    offers = offers.replace("<Предложение><Ид>a2</Ид>", '<Предложение Статус="Удален"><Артикул>A-2</Артикул>')
    more = "<Предложение><Артикул>A-3</Артикул><Количество>1</Количество></Предложение></Предложения>"
    write_export(tmp_path, {name: offers.replace("</Предложения>", more)})
    assert [row["sku"] for row in fields_of(inspect(tmp_path / name))] == ["A-1", "A-3"]


@pytest.mark.parametrize("element", ["ТипЦены", "Склад"])
def test_more_types_of_prices_than_are_remembered_are_refused(tmp_path: Path, element: str) -> None:
    outer = {"ТипЦены": "ТипыЦен", "Склад": "Склады"}[element]
    names = "".join(f"<{element}><Ид>{n}</Ид><Наименование>N {n}</Наименование></{element}>" for n in range(501))
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of("", f"<{outer}>{names}</{outer}>")})
    with pytest.raises(FileTooLarge, match="more than 500 types of prices"):
        inspect(tmp_path / "import.xml")


def test_the_currency_of_the_last_type_of_prices_is_asked_about(tmp_path: Path) -> None:
    names = "".join(f"<ТипЦены><Ид>t{n}</Ид><Валюта>BHD</Валюта></ТипЦены>" for n in range(499))
    types = f"<ТипыЦен>{names}<ТипЦены><Ид>t</Ид><Валюта>USD</Валюта></ТипЦены></ТипыЦен>"
    prices = f"<Цены>{price_of('t', '12.50')}</Цены>"
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(prices, types)})
    assert "currency" in [question.key for question in inspect(tmp_path / "import.xml").open_questions]


def test_prices_of_more_types_than_columns_are_refused(tmp_path: Path) -> None:
    prices = "".join(price_of(f"t{n}", "1.50") for n in range(501))
    write_export(tmp_path, {"import.xml": GOODS, "offers.xml": offers_of(f"<Цены>{prices}</Цены>")})
    with pytest.raises(FileTooLarge, match="more than 500 types of prices"):
        inspect(tmp_path / "import.xml")
