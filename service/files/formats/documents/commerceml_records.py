"""The contents of one CommerceML file of 1C as rows, each with its sort first.

A file has some of them: goods in import.xml, offers with prices and stock in offers.xml, or in
prices.xml and rests.xml of newer versions, and the names of price types, warehouses and groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from service.domain.sentences import message
from service.files.cells import RawRow
from service.files.file_errors import FileTooLarge
from service.files.formats.bounded_xml import BoundedParser
from service.files.formats.documents.xml_file import parse_file
from service.files.formats.package import cell_too_long
from service.files.source import MAX_CELL_CHARS

COMMERCEML: Final = ":commerceml"
"""The name of these rows among the lists of an XML file."""

ROOT: Final = "КоммерческаяИнформация"

PRODUCT, OFFER, PRICE_TYPE, WAREHOUSE, GROUP, CHANGES = (
    "product",
    "offer",
    "price type",
    "warehouse",
    "group",
    "changes",
)
PRICE, REST = "price", "rest"
"""In an offer: before a price (type, amount, currency, units that it is for), and before a stock
(warehouse, quantity).
"""

_NAMED: Final = {"ТипыЦен/ТипЦены": PRICE_TYPE, "Склады/Склад": WAREHOUSE, "Группы/Группа": GROUP}
_PRICE_FIELDS: Final = ("ИдТипаЦены", "ЦенаЗаЕдиницу", "Валюта", "Коэффициент")
_IN_ATTRS: Final = ("Склад", "Товар")
"""Elements that may have all they say in their attributes."""

MOST_NAMES: Final = 500
"""Types of prices, and warehouses."""

_MOST_VALUES: Final = MOST_NAMES * (len(_PRICE_FIELDS) + 1)

_YES: Final = ("true", "1", "да")
_DELETED: Final = ("удален", "удалён")


def commerceml_records(path: Path) -> Iterator[RawRow]:
    """PRODUCT id, part number, name, brand, group, "1" if it is deleted; OFFER id, part number,
    name, quantity, "1" if it is deleted, then prices and stocks; PRICE_TYPE id, name, currency;
    WAREHOUSE and GROUP id, name; CHANGES if the file has changes only. FileBroken if it is no sound
    XML.
    """
    reader = _Reader()
    parser = BoundedParser(path.name, reader.start, reader.end, reader.text, external_type=True)
    line = 0
    with closing(parse_file(path, parser)) as pieces:
        for _ in pieces:
            for cells in reader.done:
                line += 1
                yield RawRow(line, cells)
            reader.done.clear()


class _Element:
    """An element that is open: its attributes, and the texts of those in it without children."""

    __slots__ = ("attrs", "fields", "is_leaf", "name")

    def __init__(self, name: str, attrs: dict[str, str]) -> None:
        self.name = name
        self.attrs = attrs
        self.fields: dict[str, str] = {}
        self.is_leaf = True

    def get(self, name: str) -> str:
        return self.fields.get(name, "")


def too_many_names(most: int) -> FileTooLarge:
    """The error of a file whose names would fill the memory. None is forgotten: a type of prices
    would lose its currency, a part the stock of a warehouse.
    """
    return FileTooLarge(
        message(
            "1C wrote more than {most:,} types of prices, warehouses or groups. Export only those that are sold.",
            most=most,
        )
    )


def is_deleted(status: str, mark: str) -> bool:
    """Whether 1C has deleted a part or an offer, by its `Статус` and `ПометкаУдаления`."""
    return any(word in status.lower() for word in _DELETED) or mark.lower() in _YES


def _deleted_mark(element: _Element) -> str:
    status = f"{element.attrs.get('Статус', '')} {element.get('Статус')}"
    return "1" if is_deleted(status, element.get("ПометкаУдаления")) else ""


class _Reader:
    """Collects rows in `done`."""

    def __init__(self) -> None:
        self.done: list[list[str]] = []
        self._open: list[_Element] = []
        self._values: list[str] = []
        """Prices and stocks of the offer that is open."""

        self._texts: list[str] = []
        self._chars = 0

    def start(self, name: str, attrs: dict[str, str]) -> None:
        own = name.rpartition(" ")[2]
        if self._open:
            self._open[-1].is_leaf = False
        if own == "Предложение":
            self._values = []
        if attrs.get("СодержитТолькоИзменения", "").lower() in _YES or own == "ИзмененияПакетаПредложений":
            self.done.append([CHANGES])
        self._open.append(_Element(own, attrs))
        self._texts, self._chars = [], 0

    def text(self, data: str) -> None:
        self._chars += len(data)
        if self._chars > MAX_CELL_CHARS:
            raise cell_too_long()
        self._texts.append(data)

    def end(self, _name: str) -> None:
        element = self._open.pop()
        outer = self._open[-1] if self._open else _Element("", {})
        if element.is_leaf and not (element.attrs and element.name in _IN_ATTRS):
            outer.fields[element.name] = "".join(self._texts).strip()
        elif element.name == "Товар":
            self._add_product(element)
        elif element.name == "Предложение":
            offer = [OFFER, *map(element.get, ("Ид", "Артикул", "Наименование", "Количество"))]
            self.done.append([*offer, _deleted_mark(element), *self._values])
        elif element.name in ("Цена", "Склад", "Остаток"):
            self._add_value(element, outer)
        elif f"{outer.name}/{element.name}" in _NAMED:
            self._add_name(_NAMED[f"{outer.name}/{element.name}"], element)
        elif element.name in ("Группы", "Изготовитель"):
            outer.fields[f"{element.name}/"] = element.get("Ид" if element.name == "Группы" else "Наименование")
        self._texts = []

    def _add_product(self, element: _Element) -> None:
        names = ("Ид", "Артикул", "Наименование", "Изготовитель/", "Группы/")
        self.done.append([PRODUCT, *map(element.get, names), _deleted_mark(element)])

    def _add_value(self, element: _Element, outer: _Element) -> None:
        """Adds a price, or the stock of a warehouse, in whichever form the version writes it."""
        if element.name == "Склад" and outer.name == "Склады":
            self._add_name(WAREHOUSE, element)
        elif len(self._values) > _MOST_VALUES:
            raise too_many_names(MOST_NAMES)
        elif element.name == "Цена":
            self._values += [PRICE, *map(element.get, _PRICE_FIELDS)]
        elif element.name == "Склад":
            where = element.attrs.get("ИдСклада") or element.get("Ид")
            self._values += [REST, where, element.attrs.get("КоличествоНаСкладе") or element.get("Количество")]
        elif element.get("Количество"):
            self._values += [REST, "", element.get("Количество")]

    def _add_name(self, sort: str, element: _Element) -> None:
        self.done.append([sort, *map(element.get, ("Ид", "Наименование", "Валюта"))])
