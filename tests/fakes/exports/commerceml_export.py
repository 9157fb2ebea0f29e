"""The files that 1C writes for a site, built from the public description of CommerceML."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

_HEAD: Final = '<?xml version="1.0" encoding="{0}"?>\n<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2">{1}</{2}>'
_FIRST_CHANGE: Final = 1_800_000_000

GOODS: Final = (
    "<Классификатор><Ид>c</Ид><Группы><Группа><Ид>g0</Ид><Наименование>Запчасти</Наименование><Группы><Группа>"
    "<Ид>g1</Ид><Наименование>Тормоза</Наименование></Группа></Группы></Группа></Группы></Классификатор>"
    "<Каталог><Ид>c</Ид><Товары>"
    "<Товар><Ид>a1</Ид><Артикул>A-1</Артикул><Наименование>Колодки</Наименование><Группы><Ид>g1</Ид></Группы>"
    "<Изготовитель><Ид>m</Ид><Наименование>Bosch</Наименование></Изготовитель>"
    "<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>Вес</Наименование><Значение>0</Значение>"
    "</ЗначениеРеквизита></ЗначенияРеквизитов></Товар>"
    "<Товар><Ид>a2</Ид><Артикул>A-2</Артикул><Наименование>Диск</Наименование></Товар>"
    '<Товар Статус="Удален"><Ид>a9</Ид><Артикул>A-9</Артикул><Наименование>Старое</Наименование></Товар>'
    "<Товар><Ид>a3</Ид><Артикул>A-3</Артикул><Наименование>Ремень</Наименование></Товар>"
    "</Товары></Каталог>"
)
"""Four parts, of which one is deleted and A-3 is not offered."""


def offers_of(first: str, before: str = "", second: str = "") -> str:
    """Offers of A-1 with a characteristic and of A-2, with what is in them."""
    return (
        f"<ПакетПредложений><Ид>p</Ид>{before}<Предложения><Предложение><Ид>a1#x</Ид>{first}</Предложение>"
        f"<Предложение><Ид>a2</Ид>{second}</Предложение></Предложения></ПакетПредложений>"
    )


def _price(amount: str, currency: str = "BHD") -> str:
    return (
        f"<Цены><Цена><Представление>{amount} за шт</Представление><ИдТипаЦены>t</ИдТипаЦены><ЦенаЗаЕдиницу>{amount}"
        f"</ЦенаЗаЕдиницу><Валюта>{currency}</Валюта><Единица>шт</Единица></Цена></Цены>"
    )


def _stock(**quantities: str) -> str:
    stocks = "".join(
        f"<Остаток><Склад><Ид>{key}</Ид><Количество>{count}</Количество></Склад></Остаток>"
        for key, count in quantities.items()
    )
    return f"<Остатки>{stocks}</Остатки>"


WAREHOUSES: Final = (
    "<Склады><Склад><Ид>w1</Ид><Наименование>Манама</Наименование></Склад><Склад><Ид>w2</Ид><Наименование>Ситра"
    "</Наименование></Склад></Склады>"
)
OFFERS: Final = offers_of(
    f"{_price('1.50')}<Количество>3</Количество>", second=f"{_price('0.85')}<Количество>0</Количество>"
)
PRICES: Final = offers_of(_price("1.50"), second=_price("0.85"))
RUBLES: Final = offers_of(_price("900.00", "RUB"), second=_price("700.50", "RUB"))
RESTS: Final = offers_of(_stock(w1="5", w2="2"), WAREHOUSES, _stock(w2="2"))


def write_export(folder: Path, files: Mapping[str, str], encoding: str = "utf-8", apart_s: int = 1) -> None:
    """Writes the files so many seconds one after the other."""
    for place, (name, body) in enumerate(files.items()):
        text = _HEAD.format(encoding, body, "КоммерческаяИнформация")
        (folder / name).write_bytes(text.encode(encoding))
        os.utime(folder / name, (_FIRST_CHANGE + place * apart_s,) * 2)
