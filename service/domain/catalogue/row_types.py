"""The types of an upload row: as it is on the wire, and as it is after parsing (contract §3.2)."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from service.domain.catalogue.sku import MAX_SKU
from service.domain.json_bodies import Fils, Year
from service.domain.sentences import Sentence, message, prefix_field

MAX_NAME = 2_000
"""Characters of a name, in either language."""
MAX_TEXT = 500
"""Characters of any other text of an item."""
MAX_SHELF = 40
MAX_BARCODE = 60
MAX_CAR_TEXT = 200
"""Characters of a car's make and of its model."""
MAX_CARS = 5_000
MAX_ITEM_BYTES = 256 * 1024
"""Of an item's fields as they are read back."""

Name = Annotated[str, Meta(max_length=MAX_NAME)]
Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Shelf = Annotated[str, Meta(max_length=MAX_SHELF)]
Barcode = Annotated[str, Meta(max_length=MAX_BARCODE)]
CarText = Annotated[str, Meta(max_length=MAX_CAR_TEXT)]

ConditionWord = Literal["new_oem", "new_aftermarket", "used", "refurbished"]
PlacedReason = tuple[str, Sentence]
"""Where inside a field, such as `.make`, and why."""

TOO_LARGE = message("makes the item larger than {most} KB", most=MAX_ITEM_BYTES // 1024)
_MAX_REASONS = 20
"""Faults of one list of cars that an answer tells."""
SURELY_FITS = 50_000
"""Characters of a list of cars with which no item is too large, whatever its other texts are."""
_encode = msgspec.json.Encoder().encode


class FitRow(Struct, forbid_unknown_fields=True, gc=False):
    """A car that the part fits; the years are inclusive and null where they are open."""

    make: Annotated[CarText, Meta(description="Make of the car, not blank.", examples=["Toyota"])]
    model: Annotated[CarText, Meta(description="Model of the car, not blank.", examples=["Land Cruiser"])]
    year_from: Annotated[Year | None, Meta(description="First model year, 0 to 9999; not after year_to.")] = None
    year_to: Annotated[Year | None, Meta(description="Last model year, 0 to 9999.")] = None


Cars = Annotated[list[FitRow], Meta(max_length=MAX_CARS)]


@dataclass(frozen=True, slots=True)
class About:
    """What else is to know of a field: its name for people, and the names of its column in files,
    best first, with bars between (those of further languages are in service.files.columns.layouts).
    """

    label: Sentence
    headers: str
    most: int = 0
    """The most characters, where its type does not have them."""
    default: bool | str | None = None
    """Of a new item that does not give it."""
    is_code: bool = False
    """Spreadsheets spoil codes: one that is spoilt is left out."""
    is_pushed: bool = True
    """Whether a link sends it to the marketplace."""
    width: int = 14
    """Characters of its column in an exported workbook."""


class ItemRow(Struct, forbid_unknown_fields=True, gc=False):
    """One row of an upload. An omitted field keeps its value; null clears an optional one."""

    # The fields up to `fit` are those of an item: all that the program knows of one begins here,
    # see ITEM_FIELDS.

    sku: Annotated[
        str,
        Meta(
            description="The shop's part number: trimmed, Unicode NFC, 1 to 60 characters, no control characters. "
            "Matched without regard to case and invisible characters; the spelling first saved is kept.",
            examples=["04465-60280"],
        ),
        About(
            message("Part number (SKU)"),
            "sku|item sku|product sku|custom sku|item cd|prod code|item code|item number|item no|product code|"
            "stock code|internal reference|default_code|code|part number|part no|part num|part code|article number|"
            "article no|article|material|reference|ref|item id|codigo|referencia|الكود|كود|كود الصنف|رقم الصنف|"
            "كود القطعة|رقم القطعة|رمز الصنف|رمز المادة|رقم المادة|الرمز|رقم المنتج|كود المنتج|vendorcode|артикул|"
            "артикул товара|код товара|код номенклатуры|номенклатурный номер|код детали|номер детали|код|код товару|"
            "номер деталі|код деталі|stok kodu|ürün kodu|malzeme kodu|parça no|parça numarası|parça kodu|kod|"
            "codice articolo|codice prodotto|cod articolo|cod art|codice ricambio|codice|articolo|réf article|"
            "référence article|code article|code produit|code pièce|numéro de pièce|código artículo|"
            "código de artículo|código producto|código de producto|cod artículo|número de pieza|artikelnummer|"
            "artikel nr|art nr|teilenummer|teile nr|bestellnummer|materialnummer|sachnummer|商品编码|商品编号|货号|"
            "物料编码|物料编号|"
            "零件号|零件编号|配件编码|配件号|产品编码|产品编号|产品型号|编码|编号|商品編號|貨號|料號|零件號",
            most=MAX_SKU,
            is_code=True,
            width=18,
        ),
    ]
    name: Annotated[
        Name | UnsetType,
        Meta(description="Name, not blank; required when the item is new."),
        About(
            message("Name"),
            "name|item name|descript|descrip|item desc|product name|part name|title|display name|item description|"
            "product description|part description|description|item|product|nombre|descripcion|الاسم|اسم الصنف|الصنف|"
            "اسم المنتج|المنتج|اسم القطعة|اسم المادة|الوصف|وصف الصنف|وصف|البيان|наименование|наименование товара|"
            "наименование номенклатуры|полное наименование|название|название товара|номенклатура|товар|назва|"
            "найменування|назва товару|найменування товару|назва позиції|stok adı|ürün adı|malzeme adı|parça adı|"
            "ürün|malzeme|açıklama|ad|descrizione|descrizione articolo|nome|nome prodotto|denominazione|désignation|"
            "libellé|libellé article|désignation article|nom|nom du produit|nombre del producto|denominación|"
            "artículo|bezeichnung|artikelbezeichnung|artikelname|benennung|beschreibung|produktname|商品名称|品名|"
            "产品名称|"
            "物料名称|零件名称|配件名称|名称|商品名稱|產品名稱|名稱",
            width=36,
        ),
    ] = UNSET
    name_ar: Annotated[
        Name | UnsetType | None,
        Meta(description="Arabic name."),
        About(
            message("Arabic name"),
            "name_ar|arabic name|name arabic|name in arabic|item name arabic|description arabic|"
            "item name secondary language|الاسم العربي|الاسم بالعربي|الاسم بالعربية|اسم الصنف عربي|"
            "اسم الصنف بالعربي|الوصف العربي|الوصف بالعربي|الاسم|اسم الصنف|اسم المنتج|اسم القطعة|الوصف",
            width=30,
        ),
    ] = UNSET
    oem_number: Annotated[
        Text | UnsetType | None,
        Meta(description="The car maker's part number."),
        About(
            message("OEM number"),
            "oem_number|oem|oem no|oem code|oem part number|oe number|oe no|oe|genuine number|genuine part number|"
            "genuine no|original number|manufacturer part number|mpn|part number|part no|رقم oem|الرقم الأصلي|"
            "رقم الأصلي|رقم الوكالة|رقم القطعة|oem номер|номер oem|оригинальный номер|оригинальный код|"
            "номер производителя|код производителя|оригінальний номер|номер виробника|код виробника|oem kodu|"
            "orijinal no|orjinal no|üretici kodu|üretici parça no|codice oem|numero oem|codice originale|"
            "codice costruttore|codice produttore|référence oem|référence constructeur|réf constructeur|"
            "référence d origine|référence fabricant|referencia original|número original|código oem|referencia oem|"
            "código fabricante|oem nummer|oe nummer|originalnummer|herstellernummer|hersteller nr|vergleichsnummer|"
            "oem号|oem编号|oe号|原厂编号|原厂号|原厂件号|厂家编码|原廠編號",
            is_code=True,
            width=18,
        ),
    ] = UNSET
    brand: Annotated[
        Text | UnsetType | None,
        Meta(description="Brand of the part."),
        About(
            message("Brand"),
            "brand|brand name|manufacturer|marca|fabricante|الماركة|ماركة|العلامة التجارية|الشركة المصنعة|المصنع|"
            "البراند|الشركة|бренд|марка|производитель|изготовитель|торговая марка|виробник|торгова марка|marka|"
            "üretici|üretici firma|marchio|produttore|costruttore|casa costruttrice|marque|fabricant|constructeur|"
            "marke|hersteller|fabrikat|品牌|制造商|生产厂家|厂家|製造商",
        ),
    ] = UNSET
    category: Annotated[
        Text | UnsetType | None,
        Meta(description="Category, in the shop's own words."),
        About(
            message("Category"),
            "category|category name|categories|product category|item category|item group|group|department|"
            "department name|family|product type|type|categoria|الفئة|فئة|التصنيف|المجموعة|القسم|النوع|категория|"
            "группа|группа товаров|товарная группа|раздел|вид номенклатуры|категорія|група|група товарів|"
            "назва групи|kategori|grup|ürün grubu|stok grubu|malzeme grubu|gruppo|gruppo merceologico|reparto|"
            "famiglia|categoria merceologica|catégorie|famille|sous famille|groupe|rayon|familia|grupo|departamento|"
            "kategorie|warengruppe|artikelgruppe|produktgruppe|gruppe|分类|类别|商品分类|产品类别|类目|組別|分類|類別",
        ),
    ] = UNSET
    condition: Annotated[
        ConditionWord | UnsetType | None,
        Meta(description="Condition of the part."),
        About(
            message("Condition"),
            "condition|item condition|part condition|الحالة|حالة الصنف|حالة القطعة|состояние|стан|durum|ürün durumu|"
            "condizione|stato articolo|état|condición|estado del artículo|zustand|成色|新旧程度",
        ),
    ] = UNSET
    shelf: Annotated[
        Shelf | UnsetType | None,
        Meta(description="Where the part is kept in the shop.", examples=["A-12"]),
        About(
            message("Shelf"),
            "shelf|shelf no|shelf number|shelf location|bin|bin no|bin number|bin location|rack|rack no|aisle|"
            "الرف|رف|رقم الرف|مكان الرف|полка|ячейка|полиця|raf|raf no|scaffale|étagère|rayonnage|estante|"
            "estantería|regal|regalplatz|lagerplatz|货架|货位|貨架",
            is_pushed=False,
            width=10,
        ),
    ] = UNSET
    barcode: Annotated[
        Barcode | UnsetType | None,
        Meta(description="Its barcode: GTIN, EAN or the shop's own.", examples=["4012345678901"]),
        About(
            message("Barcode"),
            "barcode|barcode no|barcode number|ean|ean 13|ean code|gtin|upc|upc code|upc ean|الباركود|باركود|"
            "رقم الباركود|штрихкод|barkod|codice a barre|code barres|code à barres|código de barras|strichcode|条码|"
            "条形码|條碼",
            is_code=True,
            is_pushed=False,
            width=18,
        ),
    ] = UNSET
    price_fils: Annotated[
        Fils | UnsetType | None,
        Meta(description="Shop (retail) price of one unit in fils (1 BHD = 1000), VAT excluded."),
        About(
            message("Shop price"),
            "price_fils|selling price|sales price|retail price|sell price|retail|shop price|public price|"
            "regular price|price|unit price|s p|s price|list price|default price|sale price|rate|precio de venta|"
            "pvp|precio|سعر البيع|سعر المفرق|سعر التجزئة|سعر المستهلك|السعر|سعر|سعر الوحدة|розничная цена|"
            "цена розничная|цена продажи|отпускная цена|розница|цена|цена за единицу|прайс|роздрібна ціна|"
            "ціна роздрібна|ціна продажу|ціна|perakende satış fiyatı|perakende fiyatı|perakende fiyat|satış fiyatı|"
            "liste fiyatı|birim fiyat|birim fiyatı|fiyat|fiyatı|prezzo al pubblico|prezzo di vendita|prezzo vendita|"
            "prezzo al dettaglio|prezzo di listino|prezzo listino|prezzo unitario|prezzo|listino|prix de vente|"
            "prix public|prix de vente ht|prix ht|prix unitaire|prix de détail|tarif|prix|prix unitaire ht|pu ht|"
            "pv ht|precio venta|precio público|precio unitario|precio de lista|tarifa|verkaufspreis|vk preis|vk|"
            "vk netto|endkundenpreis|listenpreis|einzelpreis|ladenpreis|bruttopreis|preis|stückpreis|零售价|销售价|"
            "售价|"
            "销售价格|零售价格|单价|价格|市场价|零售價|售價|單價|價格",
        ),
    ] = UNSET
    wholesale_price_fils: Annotated[
        Fils | UnsetType | None,
        Meta(description="Price of one unit for business buyers in fils, VAT excluded."),
        About(
            message("Wholesale price"),
            "wholesale_price_fils|w sale|w sale price|wholesale price|wholesale|trade price|trade|dealer price|"
            "b2b price|bulk price|precio mayorista|precio al por mayor|سعر الجملة|الجملة|оптовая цена|цена оптовая|"
            "опт|мелкий опт|дилерская цена|оптова ціна|ціна оптова|гуртова ціна|toptan fiyat|toptan fiyatı|"
            "toptan satış fiyatı|bayi fiyatı|prezzo all ingrosso|prezzo ingrosso|prezzo rivenditore|"
            "prezzo grossista|prix de gros|prix grossiste|prix revendeur|tarif revendeur|precio por mayor|"
            "precio mayor|precio distribuidor|großhandelspreis|händlerpreis|wiederverkäuferpreis|批发价|批发价格|"
            "经销价|批發價",
            width=20,
        ),
    ] = UNSET
    online_price_fils: Annotated[
        Fils | UnsetType | None,
        Meta(description="Marketplace price of one unit in fils, VAT excluded, when it differs from price_fils."),
        About(
            message("Online price"),
            "online_price_fils|online price|web price|website price|ecommerce price|marketplace price|سعر الأونلاين|"
            "سعر الموقع|سعر المتجر|цена на сайте|цена для сайта|цена интернет магазина|internet fiyatı|web fiyatı|"
            "site fiyatı|prezzo online|prezzo web|prezzo sito|prix en ligne|prix web|prix internet|precio web|"
            "precio online|precio en línea|onlinepreis|internetpreis|shoppreis|网店价|线上价格|网上价格|網店價",
            width=18,
        ),
    ] = UNSET
    list_on_marketplace: Annotated[
        bool | UnsetType,
        Meta(description="Whether buyers see the item; false for a new item unless sent."),
        About(
            message("On the marketplace"),
            "list_on_marketplace|marketplace|on the marketplace|عرض في السوق|معروض في السوق",
            default=False,
            width=19,
        ),
    ] = UNSET
    active: Annotated[
        bool | UnsetType,
        Meta(description="Whether the item is in use; true for a new item unless sent."),
        About(
            message("Active"),
            "active|is active|status|نشط|فعال|مفعل|активен|активность|aktif|attivo|actif|activo|aktiv|是否启用|启用",
            default=True,
            width=8,
        ),
    ] = UNSET
    fit: Annotated[
        Cars | UnsetType | None,
        Meta(description="Cars the part fits; the list sent replaces the one held."),
        About(
            message("Cars it fits"),
            "fit",
            default="[]",
        ),
    ] = UNSET
    quantity: Annotated[
        Raw | UnsetType,
        Meta(
            description="Units on hand at the branch: an absolute level of 0 to 1,000,000,000 with at most 3 decimals, "
            "never below what open orders hold there.",
            extra_json_schema={"type": "number", "minimum": 0, "maximum": 1_000_000_000, "multipleOf": 0.001},
        ),
    ] = UNSET
    branch: Annotated[
        str | UnsetType,
        Meta(
            description="Branch (warehouse) that quantity is for; the main branch when omitted. An unknown one is "
            "created by the first quantity there."
        ),
    ] = UNSET
    expected_quantity: Annotated[
        Raw | UnsetType,
        Meta(
            description="Next to quantity: the level that the caller believes the branch has. The row is saved only if "
            "it has that level (0 where no quantity was ever set); otherwise the row's error names the level.",
            extra_json_schema={"type": "number", "minimum": 0, "maximum": 1_000_000_000, "multipleOf": 0.001},
        ),
    ] = UNSET


class FieldKind(Enum):
    TEXT = "text"
    CONDITION = "condition"
    PRICE = "price"
    FLAG = "flag"
    CARS = "cars"


@dataclass(frozen=True, slots=True)
class ItemField:
    """A field of an item, as `ItemRow` declares it."""

    name: str
    kind: FieldKind
    about: About
    most: int
    """The most characters of a text."""
    is_clearable: bool
    """Whether null clears it."""


_KINDS: dict[object, FieldKind] = {
    str: FieldKind.TEXT,
    Literal: FieldKind.CONDITION,
    int: FieldKind.PRICE,
    bool: FieldKind.FLAG,
    list[FitRow]: FieldKind.CARS,
}


def _read_field(name: str, annotated: Any) -> ItemField:  # noqa: ANN401 - a type
    about: About = annotated.__metadata__[-1]
    options: tuple[Any, ...] = get_args(annotated.__origin__ | UnsetType)
    kind = options[0]
    bare = getattr(kind, "__origin__", kind)
    bounds: tuple[Any, ...] = getattr(kind, "__metadata__", ())
    most = about.most or (bounds[0].max_length if bare is str else 0)
    return ItemField(name, _KINDS[bare], about, most, is_clearable=type(None) in options)


def _read_fields() -> dict[str, ItemField]:
    hints = get_type_hints(ItemRow, include_extras=True)
    names = ItemRow.__struct_fields__
    return {name: _read_field(name, hints[name]) for name in names[: names.index("fit") + 1]}


ITEM_FIELDS = _read_fields()
"""The fields of an item by name; stock is separate."""

FIELDS = tuple(ITEM_FIELDS)
"""Their names, in the order of an item's values everywhere."""

PRICE_FIELDS = tuple(field.name for field in ITEM_FIELDS.values() if field.kind is FieldKind.PRICE)
FLAG_FIELDS = tuple(field.name for field in ITEM_FIELDS.values() if field.kind is FieldKind.FLAG)


class Row(Struct, frozen=True, array_like=True, gc=False):
    """A row that may be saved: its values in the order of FIELDS, UNSET where the stored value
    stays.

    `sku` is trimmed and normalised, `fit` is JSON; `milli` is the quantity in thousandths, None if
    omitted; `expected` is the level that must be there before it, None for any.
    """

    folded: str
    values: tuple[Any, ...]
    milli: int | None
    branch: str | None
    expected: int | None = None

    @property
    def sku(self) -> str:
        return str(self.values[0])


@dataclass(frozen=True, slots=True)
class RowFault:
    """A rejected row: its SKU where it has one, and all its faults."""

    sku: str | None
    faults: tuple[Sentence, ...]
    readable_row: Row | None = dataclasses.field(default=None, compare=False)
    """What could be read of it, with a good SKU: the stored values may show more faults."""
    has_name: bool = dataclasses.field(default=True, compare=False)

    @property
    def error(self) -> str:
        """All its faults in one sentence, as the answer has them (contract §3.2)."""
        return "; ".join(map(str, self.faults))


@dataclass(slots=True)
class ParsedRows:
    """The rows of an upload in their order, and the names of unknown fields."""

    rows: list[Row | RowFault]
    unknown: list[str]


def limit_reasons(placed: list[PlacedReason]) -> list[PlacedReason]:
    """The first faults of a list of cars, and how many more there are."""
    more = len(placed) - _MAX_REASONS
    return placed if more <= 0 else [*placed[:_MAX_REASONS], ("", message("has {more} more faults", more=more))]


def find_size_fault(values: tuple[Any, ...], fit: str | UnsetType) -> Sentence | None:
    """Why a row is too large for one item, or None. Only a long list of cars makes it so."""
    if fit is UNSET or len(fit) <= SURELY_FITS:
        return None
    size = len(fit.encode()) + len(_encode([value for value in values if value is not UNSET]))
    return prefix_field("fit", TOO_LARGE) if size > MAX_ITEM_BYTES else None
