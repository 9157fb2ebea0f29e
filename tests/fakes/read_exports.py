"""Exports of the systems that shops have, in their languages, written and read by a run."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row
from service.domain.pull.pull_choices import FileForm, PullChoices
from service.domain.pull.pulls import PullSetup
from service.files.columns.mapping import to_json
from service.files.reader import recognise
from service.files.unpack import unpack
from service.pull.open_file import FileBatches
from service.pull.plans import mapping_of
from service.pull.settle import remember, settle, settle_repeats
from tests.service.files.writers import (
    Cell,
    Rows,
    write_dbf,
    write_delimited,
    write_fixed_width,
    write_html,
    write_json,
    write_ods,
    write_spreadsheet_xml,
    write_xls,
    write_xlsx,
    write_xml_list,
)

Write = Callable[[Path, Rows, str], Path]
"""Writes rows, the names of the columns first, in an encoding."""


def _text(cell: Cell) -> str:
    return escape("" if cell is None else str(cell))


def _write_xml(path: Path, body: str, encoding: str, doctype: str = "") -> Path:
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{doctype}\n{body}'.encode(encoding))
    return path


def write_prom(path: Path, rows: Rows, encoding: str) -> Path:
    """The YML of prom.ua; a row is part number, name, price, quantity."""
    offers = "".join(
        f'<offer id="{place}" available="true"><price>{_text(price)}</price><currencyId>BHD</currencyId>'
        f"<vendorCode>{_text(sku)}</vendorCode><name>{_text(name)}</name>"
        f"<quantity_in_stock>{_text(count)}</quantity_in_stock></offer>"
        for place, (sku, name, price, count) in enumerate(rows[1:], start=901)
    )
    return _write_xml(
        path,
        f'<yml_catalog date="2026-01-02"><shop><name>Shop</name><currencies><currency id="BHD" rate="1"/>'
        f'</currencies><categories><category id="1">Parts</category><category id="2">Oil</category></categories>'
        f"<offers>{offers}</offers></shop></yml_catalog>",
        encoding,
        '<!DOCTYPE yml_catalog SYSTEM "shops.dtd">',
    )


def write_kaspi(path: Path, rows: Rows, encoding: str) -> Path:
    """The XML of kaspi.kz with one point of sale."""
    offers = "".join(
        f"<offer sku={quoteattr('' if sku is None else str(sku))}><model>{_text(name)}</model><brand>Bosch</brand>"
        f'<availabilities><availability available="yes" storeId="PP1" stockCount="{_text(count)}"/></availabilities>'
        f"<price>{_text(price)}</price></offer>"
        for sku, name, price, count in rows[1:]
    )
    body = f'<kaspi_catalog xmlns="kaspiShopping" date="x"><company>Shop</company><offers>{offers}</offers>'
    return _write_xml(path, f"{body}</kaspi_catalog>", encoding)


def _objects(rows: Rows) -> list[dict[str, Cell]]:
    return [dict(zip(map(str, rows[0]), row, strict=True)) for row in rows[1:]]


def write_wrapped_json(path: Path, rows: Rows, _encoding: str) -> Path:
    """Rows inside two objects."""
    text = json.dumps({"ok": True, "data": {"products": _objects(rows)}}, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


def write_keyed_json(path: Path, rows: Rows, _encoding: str) -> Path:
    """Rows by part number, which is not in the rows."""
    names = [str(name) for name in rows[0][1:]]
    members = {str(row[0]): dict(zip(names, row[1:], strict=True)) for row in rows[1:]}
    path.write_text(json.dumps(members, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


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


@dataclass(frozen=True, slots=True)
class ExportForm:
    """A form of file. `numbers`: its cells may be numbers. `cells`: a cell may hold any text, also
    delimiters and quotes. `free`: it may have further columns, in any order.
    """

    write: Write
    numbers: bool = False
    cells: bool = True
    free: bool = True
    encodings: tuple[str, ...] = tuple(LANGUAGES)


UNICODE: Final = ("utf-8",)
DECLARED: Final = ("utf-8", "utf-16", "windows-1256", "windows-1251", "windows-1254", "windows-1252")
"""Encodings of documents that name theirs."""

BYTES: Final = tuple(encoding for encoding in LANGUAGES if not encoding.startswith("utf"))
LATIN: Final = ("SKU", "NAME", "PRICE", "QTY")
"""Names of fields, which dBASE and elements of XML have without letters beyond ASCII."""


def write_marked(path: Path, rows: Rows, encoding: str, mark: str) -> Path:
    """Text with a delimiter of several signs, never quoted."""
    path.write_text("".join(mark.join(map(str, row)) + "\r\n" for row in rows), encoding=encoding, newline="")
    return path


def _delimited(delimiter: str) -> ExportForm:
    return ExportForm(lambda path, rows, encoding: write_delimited(path, rows, delimiter=delimiter, encoding=encoding))


def _marked(mark: str) -> ExportForm:
    return ExportForm(lambda path, rows, encoding: write_marked(path, rows, encoding, mark), cells=False)


FORMS: Final[dict[str, ExportForm]] = {
    ",": _delimited(","),
    ";": _delimited(";"),
    "tab": _delimited("\t"),
    "|": _delimited("|"),
    "~": _delimited("~"),
    "^": _delimited("^"),
    "||": _marked("||"),
    ";;": _marked(";;"),
    "tab|tab": _marked("\t|\t"),
    "fixed width": ExportForm(
        lambda path, rows, encoding: write_fixed_width(path, rows, encoding=encoding), cells=False
    ),
    "xlsx": ExportForm(lambda path, rows, _: write_xlsx(path, {"Stock": rows}), numbers=True, encodings=UNICODE),
    "xls": ExportForm(lambda path, rows, _: write_xls(path, {"Stock": rows}), numbers=True, encodings=UNICODE),
    "ods": ExportForm(lambda path, rows, _: write_ods(path, {"Stock": rows}), numbers=True, encodings=UNICODE),
    "spreadsheet_xml": ExportForm(
        lambda path, rows, encoding: write_spreadsheet_xml(path, {"Stock": rows}, encoding=encoding),
        numbers=True,
        encodings=DECLARED,
    ),
    "html": ExportForm(lambda path, rows, encoding: write_html(path, rows, encoding=encoding), encodings=DECLARED),
    "html without its encoding": ExportForm(
        lambda path, rows, encoding: write_html(path, rows, encoding=encoding, named=False)
    ),
    "xml": ExportForm(
        lambda path, rows, encoding: write_xml_list(path, [LATIN, *rows[1:]], encoding=encoding),
        free=False,
        encodings=DECLARED,
    ),
    "prom.ua": ExportForm(write_prom, free=False, encodings=DECLARED),
    "kaspi": ExportForm(write_kaspi, free=False, encodings=DECLARED),
    "dbf": ExportForm(
        lambda path, rows, encoding: write_dbf(path, [LATIN, *rows[1:]], encoding=encoding),
        numbers=True,
        free=False,
        encodings=BYTES,
    ),
    "json": ExportForm(lambda path, rows, _: write_json(path, rows, "array"), numbers=True, encodings=UNICODE),
    "json lines": ExportForm(lambda path, rows, _: write_json(path, rows, "lines"), numbers=True, encodings=UNICODE),
    "json in wrappers": ExportForm(write_wrapped_json, numbers=True, encodings=UNICODE),
    "json by part number": ExportForm(write_keyed_json, numbers=True, free=False, encodings=UNICODE),
}


def pack(path: Path, way: str) -> Path:
    """The file itself, or in a `zip` or `gzip` archive."""
    if way == "zip":
        packed = path.with_suffix(".zip")
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.write(path, "list.dat")
        return packed
    if way == "gzip":
        packed = path.with_suffix(".gz")
        packed.write_bytes(gzip.compress(path.read_bytes()))
        return packed
    return path


@dataclass(frozen=True, slots=True)
class ReadExport:
    """The result of a file: questions that stop a run, or the parts that a night saves and what
    it says about the others.
    """

    asked: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    refused: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def read_export(path: Path, folder: Path, choices: PullChoices | None = None) -> ReadExport:
    """Reads in this process. A part number that was not recognised counts as asked, and so do the
    columns of a fixed width, unless the choices have them.
    """
    choices = choices or PullChoices()
    file = unpack(path, folder, choices.form.member).path
    found = recognise(file, choices.form)
    settled = settle(choices, found, mapping_of(choices, found), ())
    settled = settle_repeats(found, settled, choices.answers)
    asked = [question.key for question in settled.questions if not question.optional]
    if found.source.breaks and not choices.form.breaks:
        asked.append("widths")
    if settled.mapping.column_of("sku") is None:
        asked.append("part number")
    if asked:
        return ReadExport(tuple(asked))
    return _read_night(path, PullSetup(str(path), to_json(remember(choices, found, settled))))


def proposed_form(path: Path, folder: Path) -> FileForm:
    """The form of a file with the proposed columns of a fixed width."""
    source = recognise(unpack(path, folder).path, FileForm()).source
    return FileForm(breaks=source.breaks)


def _read_night(path: Path, setup: PullSetup) -> ReadExport:
    batches = FileBatches(path, setup)
    parts: list[Part] = []
    refused: list[str] = []
    for batch in batches:
        refused += [str(entry.fault) for entry in batch.lines if entry.fault is not None]
        refused += [str(note) for entry in batch.lines for note in entry.notes]
        parts += [_part(row) if isinstance(row, Row) else Part("", str(row), 0, 0) for row in batch.rows]
    batches.check_answered(())
    return ReadExport((), tuple(parts), tuple(refused), tuple(map(str, batches.find_contradictions())))


def _part(row: Row) -> Part:
    values = {field: None if value is UNSET else value for field, value in zip(FIELDS, row.values, strict=True)}
    return Part(str(values["sku"]), str(values["name"]), values["price_fils"] or 0, row.milli or 0)
