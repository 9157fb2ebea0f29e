"""Catalogues with their values, and how a system writes them into cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from typing import Final, NamedTuple

from tests.service.files.writers import Cell, Rows


class Language(NamedTuple):
    """Names of the columns part number, name, price and quantity, and names of parts."""

    header: tuple[str, str, str, str]
    names: tuple[str, ...]


_ARABIC: Final = ("فلتر زيت مكابح أمامية", "طقم فحمات فرامل", "مساعد أمامي يمين")
_RUSSIAN: Final = ("Фильтр масляный передний", "Колодки тормозные", "Амортизатор задний левый")
_FRENCH: Final = ("Plaquette de frein arrière côté élève", "Filtre à huile", "Amortisseur arrière gauche")
_GERMAN: Final = ("Ölfilter für Größe groß", "Bremsbeläge vorne", "Stoßdämpfer hinten")
_HEADERS_ARABIC: Final = ("رقم القطعة", "اسم القطعة", "سعر البيع", "الكمية")
_HEADERS_RUSSIAN: Final = ("Артикул", "Наименование", "Цена", "Остаток")
_HEADERS_FRENCH: Final = ("Référence", "Désignation", "Prix de vente", "Quantité")

LANGUAGES: Final[dict[str, Language]] = {
    "utf-8": Language(("SKU", "الاسم", "السعر", "الكمية"), (*_ARABIC, "机油滤清器", "Oil filter")),
    "utf-8-sig": Language(("Item code", "Description", "Selling price", "Qty"), ("Ölfilter", "Brake pads")),
    "utf-16": Language(("SKU", "Name", "Price BHD", "Quantity"), (*_ARABIC, "Pad")),
    "windows-1256": Language(_HEADERS_ARABIC, _ARABIC),
    "iso-8859-6": Language(_HEADERS_ARABIC, _ARABIC),
    "cp720": Language(_HEADERS_ARABIC, _ARABIC),
    "windows-1251": Language(_HEADERS_RUSSIAN, _RUSSIAN),
    "koi8-r": Language(_HEADERS_RUSSIAN, _RUSSIAN),
    "cp866": Language(_HEADERS_RUSSIAN, _RUSSIAN),
    "windows-1254": Language(
        ("STOK KODU", "STOK ADI", "SATIŞ FİYATI", "MİKTAR"), ("Yağ filtresi ışık şanzıman", "Ön fren balatası")
    ),
    "windows-1252": Language(_HEADERS_FRENCH, (*_FRENCH, *_GERMAN)),
    "cp850": Language(_HEADERS_FRENCH, (*_FRENCH, *_GERMAN)),
    "windows-1253": Language(("SKU", "Name", "Price", "Qty"), ("Φίλτρο λαδιού εμπρός", "Τακάκια φρένων")),
    "gb18030": Language(("商品编码", "商品名称", "零售价", "库存数量"), ("机油滤清器前刹车片", "后减震器总成")),
}
"""By encoding."""

_AWKWARD: Final = ("{0}", "{0}", '{0} 3/4"', "{0}, {0}", "{0}; {0}", "A & B <{0}>", "{0} | {0}", "'{0}'")


class Part(NamedTuple):
    """A part as it is to be saved: its price in fils, its quantity in thousandths."""

    sku: str
    name: str
    fils: int
    milli: int


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How a system writes numbers: its decimal sign and separator of thousands, the decimals of
    prices and quantities, Arabic digits, and a currency after each price.
    """

    decimal: str = "."
    group: str = ""
    price_places: int = 3
    count_places: int = 0
    arabic: bool = False
    currency: str = ""

    def write_price(self, fils: int) -> str:
        return self._write(fils, self.price_places) + self.currency

    def write_count(self, milli: int) -> str:
        return self._write(milli, self.count_places)

    def _write(self, thousandths: int, places: int) -> str:
        whole, rest = divmod(thousandths, 1000)
        text = f"{whole:,}".replace(",", self.group)
        text += f"{self.decimal}{f'{rest:03d}'[:places]}" if places else ""
        return text.translate(_ARABIC_DIGITS) if self.arabic else text


_ARABIC_DIGITS: Final = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")

_SKUS: Final[dict[str, Callable[[int], str]]] = {
    "letters": lambda number: f"PN-{number}",
    "oem": lambda number: f"{number % 99_991:05d}-0K{number % 997:03d}",
    "zeros": lambda number: f"{number:010d}",
    "digits": lambda number: str(44_650_000_000 + number * 7),
    "spaces": lambda number: f"AB {number} 03",
    "slashes": lambda number: f"K{number}/2-B",
    "points": lambda number: f"1.987.{number:06d}",
    "power": lambda number: f"{number}E4",
}

_SIGNS: Final = ((".", ","), (".", ""), (",", "."), (",", " "), (",", "\u00a0"), (",", ""), (".", "'"), ("٫", ""))


def any_style(random: Random, encoding: str) -> NumberStyle:
    """How a system writes numbers in this encoding."""
    is_unicode = encoding.startswith("utf")
    return NumberStyle(
        *random.choice(_SIGNS if is_unicode else _SIGNS[:-1]),
        price_places=random.choice((3, 3, 2, 1, 0)),
        count_places=random.choice((0, 0, 3, 1)),
        arabic=is_unicode and random.random() < 0.3,
        currency=random.choice(("", "", "", " BHD", " BD")),
    )


def any_parts(random: Random, style: NumberStyle, language: Language, *, plain: bool) -> list[Part]:
    """Parts whose values the style can write; `plain` names have no delimiters and quotes."""
    unit, step = 10 ** (3 - style.price_places), 10 ** (3 - style.count_places)
    write_sku = random.choice(list(_SKUS.values()))
    dearest, most = random.choice((9_999, 99_999, 999_999, 9_999_999)), random.choice((60_000, 5_000_000))
    parts = []
    for number in random.sample(range(1_001, 899_999), random.randint(3, 30)):
        name = random.choice(language.names)
        name = name if plain else random.choice(_AWKWARD).format(name)
        fils, milli = max(unit, random.randint(50, dearest)), random.randint(0, most)
        parts.append(Part(write_sku(number), name, fils // unit * unit, milli // step * step))
    return parts


def text_rows(parts: list[Part], style: NumberStyle) -> list[list[Cell]]:
    """The rows with numbers as texts."""
    return [[part.sku, part.name, style.write_price(part.fils), style.write_count(part.milli)] for part in parts]


def number_rows(parts: list[Part]) -> list[list[Cell]]:
    """The rows with numbers as numbers."""
    return [[part.sku, part.name, part.fils / 1000, _number(part.milli)] for part in parts]


def _number(milli: int) -> int | float:
    return milli // 1000 if milli % 1000 == 0 else float(Decimal(milli) / 1000)


_OTHERS: Final[dict[str, Callable[[Random], str]]] = {
    "Barcode": lambda random: f"60{random.randrange(10**10):010d}0",
    "Cost": lambda random: f"{random.randrange(9_999) / 1000:.3f}",
    "Min qty": lambda random: str(random.randrange(20)),
    "Qty sold": lambda random: str(random.randrange(90)),
    "Brand": lambda random: random.choice(("Bosch", "Denso", "NGK")),
    "Unit": lambda _: "PCS",
    "Shelf": lambda random: f"{random.choice('ABC')}-{random.randrange(9)}-{random.randrange(40)}",
    "Last sale": lambda random: f"{random.randrange(1, 29):02d}/03/2026",
}
"""Columns that must not feed the part number, the name, the price or the quantity."""


def add_columns(random: Random, header: Sequence[str], rows: Rows) -> list[list[Cell]]:
    """The table with up to three other columns, in any order."""
    others = random.sample(sorted(_OTHERS), random.randrange(4))
    order = random.sample(range(len(header) + len(others)), len(header) + len(others))
    table: list[list[Cell]] = [
        [*header, *others],
        *([*row, *(_OTHERS[name](random) for name in others)] for row in rows),
    ]
    return [[row[place] for place in order] for row in table]
