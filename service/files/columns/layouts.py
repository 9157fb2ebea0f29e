"""The words of headers, and the layouts of programs that shops export from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from service.domain.catalogue.row_types import ITEM_FIELDS
from service.files.folding import UNITS, fold_name, fold_text

COSTS: Final = (
    "себестоимость|закупочная|цена закупки|закупка|собівартість|закупівельна ціна|ціна закупівлі|"
    "alış fiyatı|maliyet|maliyeti|costo|prezzo di acquisto|prezzo acquisto|prix d achat|prix achat|pa ht|"
    "coût|coste|precio de costo|precio compra|einkaufspreis|ek preis|ek|ek netto|einstandspreis|selbstkosten"
)
"""What the shop pays, as words in a column name."""

COSTS_WITHOUT_GAPS: Final = "进价|成本|采购价|進價|採購價"
"""The same in Chinese, which has no gaps between words."""


@dataclass(frozen=True, slots=True)
class Layout:
    """One system's export.

    `marks` are sets of column names, any of which identifies the system. `columns` gives for each
    field the columns that feed it, best first. `branch` and `price` are patterns of the columns
    that exist once per branch; `branch_name` makes its name of what `branch` finds. `carried` are
    columns that are blank on the rows below a product's first row, which `carry_key` identifies.
    `ignored` are columns that mean something else here than in other files.
    """

    name: str
    marks: tuple[frozenset[str], ...]
    columns: dict[str, tuple[str, ...]]
    branch: re.Pattern[str] | None = None
    branch_name: str = "{}"
    price: re.Pattern[str] | None = None
    carry_key: str | None = None
    carried: tuple[str, ...] = ()
    ignored: frozenset[str] = frozenset()


def _names(*names: str) -> frozenset[str]:
    return frozenset(map(fold_name, names))


def _columns(**fields: str) -> dict[str, tuple[str, ...]]:
    return {field: tuple(map(fold_name, names.split("|"))) for field, names in fields.items()}


ODOO = Layout(
    "Odoo",
    (
        _names("Internal Reference", "Sales Price"),
        _names("Internal Reference", "Quantity On Hand"),
        _names("default_code"),
    ),
    _columns(
        sku="Internal Reference|default_code",
        name="Name|Product Name",
        category="Product Category|Category|categ_id|categ_id/name|categ_id/complete_name|categ_id/id",
        price_fils="Sales Price|Sale Price|Public Price|list_price|lst_price",
        quantity="Quantity On Hand|qty_available",
        active="Active",
    ),
    ignored=_names(
        "Product Type",
        "type",
        "detailed_type",
        "Sale Description",
        "Forecasted Quantity",
        "virtual_available",
    ),
)

WOOCOMMERCE = Layout(
    "WooCommerce",
    (_names("SKU", "Regular price", "Sale price"), _names("SKU", "Regular price", "Categories")),
    _columns(
        sku="SKU",
        name="Name",
        brand="Brands|Brand",
        category="Categories",
        price_fils="Regular price",
        online_price_fils="Sale price",
        quantity="Stock",
    ),
    ignored=_names("Type", "Description", "Short description", "In stock?", "Published", "Parent", "Position"),
)

SHOPIFY = Layout(
    "Shopify",
    (_names("Handle", "Variant SKU"), _names("Handle", "Variant Price")),
    _columns(
        sku="Variant SKU",
        name="Title",
        brand="Vendor",
        category="Type",
        oem_number="MPN|Google Shopping / MPN",
        price_fils="Variant Price",
        quantity="Variant Inventory Qty",
        active="Status",
        barcode="Variant Barcode",
    ),
    carry_key=fold_name("Handle"),
    carried=("name", "brand", "category", "oem_number", "active"),
    ignored=_names("Product Category", "Published"),
)

LOYVERSE = Layout(
    "Loyverse",
    (
        _names("Handle", "SKU", "Track stock"),
        _names("Handle", "REF", "Nombre"),
        _names("Handle", "SKU", "Sold by weight"),
    ),
    _columns(
        sku="SKU|REF",
        name="Name|Nombre",
        category="Category|Categoria",
        price_fils="Default price|Precio por defecto|Precio predeterminado",
        quantity="In stock|En stock|En inventario",
    ),
    branch=re.compile(r"(?:in stock|en stock|en inventario|inventario|existencias)\s*\[(.+)\]", re.IGNORECASE),
    price=re.compile(r"(?:price|precio)\s*\[(.+)\]", re.IGNORECASE),
    carry_key=fold_name("Handle"),
    carried=("name", "category"),
    ignored=_names("SKU of included item", "REF del artículo incluido", "Description", "Descripción"),
)

VEND = Layout(
    "Vend / Lightspeed",
    (_names("sku", "retail_price"), _names("sku", "supply_price"), _names("handle", "sku", "brand_name")),
    _columns(
        sku="sku",
        name="name",
        brand="brand_name",
        category="type|product_category|product_type",
        price_fils="retail_price",
        active="active",
    ),
    branch=re.compile(r"inventory_(.+)", re.IGNORECASE),
    ignored=_names("description", "composite_sku", "composite_name", "supplier_name", "supplier_code"),
)

QUICKBOOKS = Layout(
    "QuickBooks POS",
    (_names("Item Number", "Item Name", "Regular Price"), _names("Item Number", "Item Name", "Department Name")),
    _columns(
        sku="Item Number",
        name="Item Name",
        brand="Manufacturer",
        category="Department Name",
        price_fils="Regular Price",
        quantity="On-Hand Qty|Qty On Hand",
    ),
    branch=re.compile(r"qty\s*(\d+)", re.IGNORECASE),
    branch_name="Store {}",
    ignored=_names("Item Description", "MSRP"),
)

KASPI = Layout(
    "Kaspi",
    (_names("sku", "model", "stockCount"), _names("sku", "model", "availability PP1/stockCount")),
    _columns(sku="sku", name="model", brand="brand", price_fils="price", quantity="stockCount"),
)

PRESTASHOP = Layout(
    "PrestaShop",
    (_names("Price tax excluded", "Wholesale price"), _names("Price tax included", "Wholesale price")),
    _columns(
        sku="Reference|Reference #", name="Name|Name *", price_fils="Price tax excluded|Price tax included",
        quantity="Quantity", active="Active (0/1)|Active", category="Categories (x,y,z...)",
    ),
    ignored=_names("Wholesale price", "Supplier reference #", "Supplier reference", "EAN13", "Product ID", "ID"),
)  # fmt: skip
"""Its wholesale price is what the shop pays."""

OPEN_SOURCE_POS = Layout(
    "Open Source POS",
    (_names("Barcode", "Item Name", "Wholesale Price", "Retail Price"), _names("Cost Price", "Unit Price", "Barcode")),
    _columns(
        sku="Barcode", name="Item Name", brand="Company Name", category="Category",
        price_fils="Retail Price|Unit Price", quantity="Quantity",
    ),
    ignored=_names("Wholesale Price", "Cost Price", "Tax Category", "Avatar"),
)  # fmt: skip
"""Its wholesale price is what the shop pays."""

ERPNEXT = Layout(
    "ERPNext",
    (_names("item_code", "item_name"), _names("Item Code", "Item Group", "Default Unit of Measure")),
    _columns(
        sku="item_code", name="item_name", brand="brand", category="item_group", price_fils="standard_rate",
        quantity="actual_qty|opening_stock", oem_number="manufacturer_part_no",
    ),
    ignored=_names("name", "ID", "valuation_rate"),
)  # fmt: skip

LAYOUTS = (ODOO, WOOCOMMERCE, SHOPIFY, LOYVERSE, VEND, QUICKBOOKS, KASPI, PRESTASHOP, OPEN_SOURCE_POS, ERPNEXT)

_COMMON_NAMES = _columns(
    **{name: field.about.headers for name, field in ITEM_FIELDS.items()},
    quantity=(
        "quantity|qty|stock|q o h|balance qty|bal qty|qty in hand|net qty|total stock|رصيد المخزن|qty in stock|"
        "unrestricted|unrestr|stock on hand|quantity on hand|qty on hand|on hand|on hand qty|on hand quantity|"
        "in stock|stock qty|stock quantity|available|available qty|qty available|quantity available|stock available|"
        "available quantity|available stock|on hand current|available not editable|warehouse stock on hand|"
        "current stock|closing stock|balance|inventory|units|soh|stock count|quantity in stock|cantidad|existencias|"
        "المخزون|مخزون|الكمية|كمية|الرصيد|رصيد|الكمية المتوفرة|الكمية المتاحة|المتوفر|العدد|количество|кол во|"
        "остаток|остатки|остаток на складе|свободный остаток|в наличии|наличие|количество на складе|доступно|"
        "кількість|к сть|залишок|залишки|залишок на складі|наявність|в наявності|вільний залишок|stok miktarı|"
        "mevcut miktar|eldeki miktar|miktar|adet|stok|mevcut|bakiye|kalan miktar|quantità|qtà|giacenza|esistenza|"
        "disponibilità|quantità disponibile|giacenza magazzino|scorta|quantité|qté|stock disponible|"
        "quantité en stock|qté en stock|stock réel|en stock|disponible|existencia|stock actual|cantidad disponible|"
        "unidades en stock|lagerbestand|bestand|menge|verfügbar|verfügbarer bestand|lagermenge|stückzahl|anzahl|库存|"
        "库存数量|现有库存|可用库存|结存数量|数量|庫存|庫存數量|數量"
    ),
    branch=(
        "branch|branch name|loc|godown|godown name|warehouse|warehouse name|store|store name|outlet|location|"
        "location name|sucursal|almacen|tienda|الفرع|فرع|المستودع|مستودع|المخزن|المعرض|الموقع|موقع|склад|филиал|"
        "магазин|место хранения|название склада|філія|місце зберігання|şube|depo|mağaza|ambar|şube adı|depo adı|"
        "magazzino|deposito|filiale|sede|negozio|punto vendita|dépôt|magasin|entrepôt|agence|succursale|site|bodega|"
        "nombre de sucursal|delegación|lager|lagerort|niederlassung|standort|lagername|仓库|仓库名称|门店|分店|店铺|"
        "倉庫|門店"
    ),
)
_KEYS = (*_COMMON_NAMES["barcode"], "key")
"""The column of barcodes, and that of keys in JSON, if no other is the part number."""

ANY_NAMES = {**_COMMON_NAMES, "sku": (*_COMMON_NAMES["sku"], *_KEYS)}
"""Column names that are recognised in any file, best first."""

FIT_NAMES = _columns(
    make="make|car make|vehicle make|car brand|vehicle brand|نوع السيارة|شركة السيارة|ماركة السيارة",
    model="model|car model|vehicle model|الموديل|موديل|موديل السيارة|طراز|الطراز",
    year_from="year from|from year|year start|start year|year|years|model year|من سنة|سنة من|السنة|سنة|سنة الصنع",
    year_to="year to|to year|year end|end year|إلى سنة|سنة إلى",
    text=(
        "fits|fitment|fitments|compatibility|compatible with|vehicle|vehicles|application|"
        "applications|car|cars|suits|السيارة|السيارات|التوافق|يناسب"
    ),
)
"""Names of the columns from which fit can be read if the owner wants it."""

UNIT_NAMES = _names(
    "uom", "u o m", "unit", "unit of measure", "unit of measurement", "units of measure", "unit name", "sale unit",
    "sales unit", "stock unit", "base unit", "pack", "packing", "الوحدة", "وحدة", "وحدة القياس", "اسم الوحدة", "unidad",
    "unidad de medida", "unità di misura", "unité", "einheit", "birim", "ед изм", "единица", "единица измерения",
    "од вим", "одиниця",
)  # fmt: skip
"""Names of the column with the unit of measure: pieces, cartons."""

BRANCH_QUANTITY = re.compile(
    r"(?:in stock|stock on hand|on hand|stock|qty|quantity|inventory|available|остаток|остатки|количество|"
    r"المخزون|مخزون|الكمية|كمية|الرصيد|رصيد|الكميه|كميه)"
    r"\s*(?:\[\s*(.+?)\s*\]|\(\s*(.+?)\s*\)|\s[-–—]\s(.+)|:\s*(.+)|@\s*(.+))\s*"
    r"|(?:availability|store|stock|warehouse|branch) (.+)/(?:stockcount|stock|quantity|qty)",
    re.IGNORECASE,
)
"""A quantity column of one branch in any file: `Stock [Sitra]`, `Qty (Sitra)`, `الكمية - سترة`, and
in XML `availability PP1/stockCount`.
"""

NO_BRANCH = _names(
    *UNITS, "on hand", "in hand", "available", "total", "current", "not editable", "balance", "net", "stock", "qty",
    "in", "out", "new", "old", "cat", "الإجمالي", "المتوفرة", "المتاحة", "في المخزن",
)  # fmt: skip

NOT_STOCK = re.compile(
    r"\b(?:sold|value|min|max|minimum|maximum|reorder|re order|order|ordered|on order|reserved|committed|allocated|"
    r"incoming|expected|in transit|transit|cost|price|total|weight|last|date|level|alert|uom|unit|diff|difference|"
    r"composite|physical|counted|sales|purchased|purchases|opening|damaged|amount|"
    r"مباع|المباع|القيمه|قيمه|الحد|الادني|الاعلي|محجوز|المحجوز|الطلب|تالف)\b"
)
"""In a folded column name or branch name: it counts something other than stock."""

COST_WORDS = re.compile(
    r"\b(?:cost|costs|costo|coste|standard price|valuation rate|supply price|purchase price|purchase rate|"
    r"buying price|buy price|landed|precio de compra|precio de coste|تكلفه|التكلفه|الكلفه|كلفه|سعر الشراء|الشراء)\b"
)
"""In a folded column name: what the shop pays, which must never be published as a price."""

_OTHER_COSTS = re.compile(rf"\b(?:{'|'.join(map(fold_text, COSTS.split('|')))})\b|{COSTS_WITHOUT_GAPS}")

UNIT_WORDS = re.compile(
    r"\s(?:bhd|bd|b d|fils|usd|sar|aed|kwd|eur|euro|try|tl|rub|руб|uah|грн|kzt|тенге|cny|元|"
    r"د ب|دينار|دينار بحريني|فلس|pcs|units|шт|adet|stk|st|"
    r"inc vat|with vat|tax incl|tax excl|بعد الضريبه|مع الضريبه|"
    r"incl vat|including vat|excl vat|ex vat|vat incl|شامل الضريبه|ttc|ht|iva inclusa|iva esclusa|con iva|sin iva|"
    r"iva incluido|iva incl|inkl mwst|zzgl mwst|netto|с ндс|без ндс|з пдв|без пдв|kdv dahil|kdv haric|含税|不含税)$"
)
"""Endings of a folded column name that do not change its meaning."""


def is_cost(header: str) -> bool:
    """Whether a column's name says that it has what the shop pays."""
    folded = fold_text(header)
    return bool(COST_WORDS.search(folded) or _OTHER_COSTS.search(folded))
