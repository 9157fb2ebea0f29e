"""Joins the files of one CommerceML export by Id to one list, written as JSON lines.

A row is a part with its part number, its prices by type and its stock by warehouse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import IO, Final, NamedTuple

import msgspec

from service.domain.sentences import Sentence, message
from service.files.commerceml.record_file import KeyedRecord, RecordFile
from service.files.formats.documents import commerceml_records as records
from service.files.formats.registry import sheet_rows
from service.files.source import Kind

PRICE_COLUMN, STOCK_COLUMN = "Цена", "Остаток"
_COLUMNS: Final = ("Ид", "Артикул", "Наименование", "Производитель", "Группа")
_QUANTITY: Final = "Количество"
_MOST_GROUPS: Final = 20_000
_DINARS: Final = ("", "BHD", "048", "BD")
_VARIANT: Final = "#"
"""In the Id of an offer, what follows is a characteristic of the product."""
_NO_NAME: Final = "?"
_ONE_UNIT = re.compile(r"(?:1(?:[.,]0+)?)?")
_PLAIN_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,9})?")
_encode = msgspec.json.Encoder().encode


class Product(KeyedRecord):
    """What import.xml says of a part."""

    article: str = ""
    name: str = ""
    brand: str = ""
    group: str = ""
    is_deleted: bool = False
    is_offered: bool = False


class Offer(KeyedRecord):
    """What the other files say of it; prices and stocks by the Id of their type and warehouse."""

    article: str = ""
    name: str = ""
    quantity: str = ""
    prices: dict[str, str] = msgspec.field(default_factory=dict)
    rests: dict[str, str] = msgspec.field(default_factory=dict)
    is_deleted: bool = False


class Joined(NamedTuple):
    """Remarks about a joined list, and whether 1C wrote only what has changed."""

    remarks: tuple[Sentence, ...]
    has_changes_only: bool


def join_files(files: Sequence[Path], target: Path) -> Joined:
    """Writes the joined list to `target`. Of what several files say, the last one counts. Raises
    FileBroken, FileTooLarge.
    """
    folder = target.parent
    with (
        RecordFile(folder / "products", Product) as products,
        RecordFile(folder / "offers", Offer) as offers,
        target.open("wb") as output,
    ):
        join = _Join(products, offers)
        for path in files:
            for row in sheet_rows(path, Kind.XML, records.COMMERCEML):
                join.take(row.cells)
        join.write(output)
    return Joined(join.remarks(files), join.has_changes_only)


class _Join:
    """The records of an export as far as they were read."""

    def __init__(self, products: RecordFile[Product], offers: RecordFile[Offer]) -> None:
        self._products = products
        self._offers = offers
        self._types: dict[str, str] = {}
        self._currencies: dict[str, str] = {}
        self._warehouses: dict[str, str] = {}
        self._groups: dict[str, str] = {}
        self._used_types: dict[str, None] = {}
        self._used_warehouses: dict[str, None] = {}
        self.has_changes_only = False
        self._without_product = 0
        self._without_key = 0
        self._take: Final[dict[str, Callable[[list[str]], None]]] = {
            records.PRODUCT: self._take_product,
            records.OFFER: self._take_offer,
            records.PRICE_TYPE: self._take_type,
            records.WAREHOUSE: lambda cells: _name(self._warehouses, cells, records.MOST_NAMES),
            records.GROUP: lambda cells: _name(self._groups, cells, _MOST_GROUPS),
            records.CHANGES: self._note_changes,
        }

    def take(self, cells: list[str]) -> None:
        """Takes one row of a file."""
        self._take[cells[0]](cells[1:])

    def _note_changes(self, _cells: list[str]) -> None:
        self.has_changes_only = True

    def _take_type(self, cells: list[str]) -> None:
        _name(self._types, cells, records.MOST_NAMES)
        self._currencies[cells[0]] = cells[2]

    def _take_product(self, cells: list[str]) -> None:
        key, article, name, brand, group, deleted = cells
        self._products.put(Product(self._own_key(key), article, name, brand, group, is_deleted=bool(deleted)))

    def _take_offer(self, cells: list[str]) -> None:
        named, article, name, quantity, deleted, *values = cells
        key = self._own_key(named)
        held = self._offers.find(key) or Offer(key)
        prices, rests = _values_of(values)
        self._note_used(prices, rests)
        offer = Offer(
            key,
            article or held.article,
            name or held.name,
            quantity or (held.quantity if not rests else ""),
            {**held.prices, **prices},
            rests or ({} if quantity else held.rests),
            # Files of prices and stocks do not say that an offer is deleted, nor that it is back.
            is_deleted=bool(deleted) or (held.is_deleted and not (article or name)),
        )
        self._offers.put(offer)

    def _own_key(self, key: str) -> str:
        """The Id of a record; records without one stay apart."""
        if key:
            return key
        self._without_key += 1
        return f"{_VARIANT}{self._without_key}"

    def _note_used(self, prices: dict[str, str], rests: dict[str, str]) -> None:
        warehouses = [key for key in rests if key]
        for used, keys in ((self._used_types, list(prices)), (self._used_warehouses, warehouses)):
            used.update(dict.fromkeys(keys))
            _check_bound(used, records.MOST_NAMES)

    def write(self, output: IO[bytes]) -> None:
        """Writes the list: offers, then products that nobody offers. The first row has every
        column.
        """
        columns = dict.fromkeys((*_COLUMNS, *map(self._price_column, self._used_types), _QUANTITY), "")
        if len(self._used_warehouses) > 1:
            columns |= dict.fromkeys(map(self._stock_column, self._used_warehouses), "")
        for row in self._rows():
            output.write(_encode(columns | row))
            output.write(b"\n")
            columns = {}

    def _rows(self) -> Iterator[dict[str, str]]:
        for offer in self._offers:
            product = self._find_product(offer.key)
            if offer.is_deleted or (product is not None and product.is_deleted):
                continue
            self._without_product += product is None and not offer.article
            yield self._row(product or Product(""), offer)
        for product in self._products:
            if not (product.is_deleted or product.is_offered):
                yield self._row(product, Offer(product.key))

    def _find_product(self, key: str) -> Product | None:
        """The product of an offer, which is marked as offered."""
        product = self._products.find(key) or self._products.find(key.partition(_VARIANT)[0])
        if product is not None and not product.is_offered:
            product.is_offered = True
            self._products.put(product)
        return product

    def _row(self, product: Product, offer: Offer) -> dict[str, str]:
        fixed = (
            offer.key,
            offer.article or product.article,
            offer.name or product.name,
            product.brand,
            self._groups.get(product.group, ""),
        )
        row = dict(zip(_COLUMNS, fixed, strict=True))
        row[_QUANTITY] = offer.quantity or _add_up(offer.rests)
        for key, text in offer.prices.items():
            row[self._price_column(key)] = self._price(key, text)
        if len(self._used_warehouses) > 1 and any(offer.rests):
            # 1C leaves out the warehouses in which a part is not.
            row |= {self._stock_column(key): offer.rests.get(key, "0") for key in self._used_warehouses}
        return row

    def _price_column(self, key: str) -> str:
        """With the name of its type, so that a night with another type is no other price."""
        is_named = bool(self._types.get(key)) or len(self._used_types) > 1
        return f"{PRICE_COLUMN} ({_label(self._types, key)})" if is_named else PRICE_COLUMN

    def _stock_column(self, key: str) -> str:
        return f"{STOCK_COLUMN} ({_label(self._warehouses, key)})"

    def _price(self, key: str, text: str) -> str:
        """A price with its currency, if that is no dinar: it must be seen as one."""
        amount, _, currency = text.partition(" ")
        currency = currency or self._currencies.get(key, "")
        return amount if not amount or currency.upper() in _DINARS else f"{amount} {currency}"

    def remarks(self, files: Sequence[Path]) -> tuple[Sentence, ...]:
        """What the owner has to know about the joined list."""
        names = ", ".join(path.name for path in files)
        found = [message("The files {files} of 1C are read as one list, joined by {column}.", files=names, column="Ид")]
        if self._without_product:
            text = message(
                "{n:,} offers belong to no part of the catalogue and have no part number: they are not saved.",
                n=self._without_product,
            )
            found.append(text)
        if self.has_changes_only:
            found.append(
                message("1C wrote only what has changed: parts that are not in the file are not gone. Export them all.")
            )
        return tuple(found)


def _name(names: dict[str, str], cells: list[str], most: int) -> None:
    names[cells[0]] = cells[1]
    _check_bound(names, most)


def _check_bound(names: Collection[str], most: int) -> None:
    if len(names) > most:
        raise records.too_many_names(most)


def _label(names: dict[str, str], key: str) -> str:
    """The name of a type or a warehouse; with its Id if another has the same."""
    name = names.get(key, "")
    return name if name and list(names.values()).count(name) == 1 else f"{name} {key}".strip() or _NO_NAME


def _values_of(values: list[str]) -> tuple[dict[str, str], dict[str, str]]:
    """The prices, with their currency after a blank, and the stocks of an offer."""
    prices: dict[str, str] = {}
    rests: dict[str, str] = {}
    place = 0
    while place < len(values):
        if values[place] == records.PRICE:
            key, amount, currency, units = values[place + 1 : place + 5]
            price = f"{''.join(amount.split())} {currency}".rstrip()
            _put(prices, key, price if _ONE_UNIT.fullmatch(units) else f"{price} / {units}")
            place += 5
        else:
            key, quantity = values[place + 1 : place + 3]
            _put(rests, key, quantity)
            place += 3
    return prices, rests


def _put(values: dict[str, str], key: str, text: str) -> None:
    """Adds a value; two that differ become a text that is no number, so that neither is saved."""
    held = values.get(key, text)
    values[key] = text if held == text else f"{held} / {text}"


def _add_up(rests: dict[str, str]) -> str:
    """The sum of the stocks of warehouses; a stock without a warehouse next to them is their sum.
    A text that is no number where the sum is not certain; blank if there are none.
    """
    named = [text for key, text in rests.items() if key and text]
    whole = rests.get("", "")
    if not named or not all(map(_PLAIN_NUMBER.fullmatch, named)):
        return " + ".join([*([whole] if whole else []), *named])
    total = str(sum(map(Decimal, named), Decimal(0)))
    return total if whole in ("", total) else f"{whole} / {total}"
