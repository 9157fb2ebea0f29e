"""Column names in further languages, best first: by language, then by field."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, dict[str, str]]] = {
    "Russian": {
        "sku": "артикул|артикул товара|код товара|код номенклатуры|номенклатурный номер|код детали|номер детали|код",
        "name": "наименование|наименование товара|наименование номенклатуры|полное наименование|название|"
        "название товара|номенклатура|товар",
        "oem_number": "oem номер|номер oem|оригинальный номер|оригинальный код|номер производителя|код производителя",
        "brand": "бренд|марка|производитель|изготовитель|торговая марка",
        "category": "категория|группа|группа товаров|товарная группа|раздел|вид номенклатуры",
        "price_fils": "розничная цена|цена розничная|цена продажи|отпускная цена|розница|цена|цена за единицу|прайс",
        "wholesale_price_fils": "оптовая цена|цена оптовая|опт|мелкий опт|дилерская цена",
        "online_price_fils": "цена на сайте|цена для сайта|цена интернет магазина",
        "quantity": "количество|кол во|колво|остаток|остатки|остаток на складе|свободный остаток|в наличии|наличие|"
        "количество на складе|количествонаскладе|доступно",
        "branch": "склад|филиал|магазин|место хранения|название склада",
        "condition": "состояние",
        "active": "активен|активность",
    },
    "Ukrainian": {
        "sku": "артикул|код товару|номер деталі|код деталі|код",
        "name": "назва|найменування|назва товару|найменування товару|назва позиції|товар",
        "oem_number": "оригінальний номер|oem номер|номер виробника|код виробника",
        "brand": "бренд|марка|виробник|торгова марка",
        "category": "категорія|група|група товарів|назва групи",
        "price_fils": "роздрібна ціна|ціна роздрібна|ціна продажу|ціна",
        "wholesale_price_fils": "оптова ціна|ціна оптова|гуртова ціна|опт",
        "quantity": "кількість|к сть|залишок|залишки|залишок на складі|наявність|в наявності|вільний залишок",
        "branch": "склад|філія|магазин|місце зберігання",
        "condition": "стан",
    },
    "Turkish": {
        "sku": "stok kodu|ürün kodu|malzeme kodu|parça no|parça numarası|parça kodu|kod",
        "name": "stok adı|ürün adı|malzeme adı|parça adı|ürün|malzeme|açıklama|ad",
        "oem_number": "oem no|oem kodu|orijinal no|orjinal no|üretici kodu|üretici parça no",
        "brand": "marka|üretici|üretici firma",
        "category": "kategori|grup|ürün grubu|stok grubu|malzeme grubu",
        "price_fils": "perakende satış fiyatı|perakende fiyatı|perakende fiyat|satış fiyatı|liste fiyatı|birim fiyat|"
        "birim fiyatı|fiyat|fiyatı",
        "wholesale_price_fils": "toptan fiyat|toptan fiyatı|toptan satış fiyatı|bayi fiyatı",
        "online_price_fils": "internet fiyatı|web fiyatı|site fiyatı",
        "quantity": "stok miktarı|mevcut miktar|eldeki miktar|miktar|adet|stok|mevcut|bakiye|kalan miktar",
        "branch": "şube|depo|mağaza|ambar|şube adı|depo adı",
        "condition": "durum|ürün durumu",
        "active": "aktif",
    },
    "Italian": {
        "sku": "codice articolo|codice prodotto|cod articolo|cod art|codice ricambio|codice|articolo",
        "name": "descrizione|descrizione articolo|nome|nome prodotto|denominazione",
        "oem_number": "codice oem|numero oem|codice originale|codice costruttore|codice produttore",
        "brand": "marchio|produttore|costruttore|casa costruttrice",
        "category": "categoria|gruppo|gruppo merceologico|reparto|famiglia|categoria merceologica",
        "price_fils": "prezzo al pubblico|prezzo di vendita|prezzo vendita|prezzo al dettaglio|prezzo di listino|"
        "prezzo listino|prezzo unitario|prezzo|listino",
        "wholesale_price_fils": "prezzo all ingrosso|prezzo ingrosso|prezzo rivenditore|prezzo grossista",
        "online_price_fils": "prezzo online|prezzo web|prezzo sito",
        "quantity": "quantità|qtà|giacenza|esistenza|disponibilità|quantità disponibile|giacenza magazzino|scorta",
        "branch": "magazzino|deposito|filiale|sede|negozio|punto vendita",
        "condition": "condizione|stato articolo",
        "active": "attivo",
    },
    "French": {
        "sku": "référence|réf|réf article|référence article|code article|code produit|code pièce|numéro de pièce",
        "name": "désignation|libellé|libellé article|désignation article|nom|nom du produit|description",
        "oem_number": "référence oem|référence constructeur|réf constructeur|numéro oem|référence d origine|"
        "référence fabricant",
        "brand": "marque|fabricant|constructeur",
        "category": "catégorie|famille|sous famille|groupe|rayon",
        "price_fils": "prix de vente|prix public|prix de vente ht|prix ht|prix unitaire|prix de détail|tarif|prix|"
        "prix unitaire ht|pu ht|pv ht",
        "wholesale_price_fils": "prix de gros|prix grossiste|prix revendeur|tarif revendeur",
        "online_price_fils": "prix en ligne|prix web|prix internet",
        "quantity": "quantité|qté|stock disponible|quantité en stock|qté en stock|stock réel|en stock|disponible",
        "branch": "dépôt|magasin|entrepôt|agence|succursale|site",
        "condition": "état",
        "active": "actif",
    },
    "Spanish": {
        "sku": "código artículo|código de artículo|código producto|código de producto|cod artículo|referencia|"
        "número de pieza|código",
        "name": "descripción|nombre|nombre del producto|denominación|artículo",
        "oem_number": "referencia original|número original|código oem|referencia oem|código fabricante",
        "brand": "marca|fabricante",
        "category": "categoría|familia|grupo|departamento",
        "price_fils": "precio de venta|precio venta|precio público|precio unitario|precio de lista|tarifa",
        "wholesale_price_fils": "precio por mayor|precio mayor|precio distribuidor",
        "online_price_fils": "precio web|precio online|precio en línea",
        "quantity": "existencia|stock actual|disponible|cantidad disponible|unidades en stock",
        "branch": "almacén|depósito|bodega|nombre de sucursal|delegación",
        "condition": "condición|estado del artículo",
        "active": "activo",
    },
    "German": {
        "sku": "artikelnummer|artikel nr|artikelnr|art nr|artnr|teilenummer|teile nr|bestellnummer|materialnummer|"
        "sachnummer",
        "name": "bezeichnung|artikelbezeichnung|artikelname|benennung|beschreibung|produktname",
        "oem_number": "oem nummer|oe nummer|originalnummer|original nummer|herstellernummer|hersteller nr|"
        "vergleichsnummer",
        "brand": "marke|hersteller|fabrikat",
        "category": "kategorie|warengruppe|artikelgruppe|produktgruppe|gruppe",
        "price_fils": "verkaufspreis|vk preis|vk|vk netto|endkundenpreis|listenpreis|einzelpreis|ladenpreis|"
        "bruttopreis|preis|stückpreis",
        "wholesale_price_fils": "großhandelspreis|händlerpreis|wiederverkäuferpreis",
        "online_price_fils": "onlinepreis|online preis|internetpreis|shoppreis",
        "quantity": "lagerbestand|bestand|menge|verfügbar|verfügbarer bestand|lagermenge|stückzahl|anzahl",
        "branch": "lager|filiale|lagerort|niederlassung|standort|lagername",
        "condition": "zustand",
        "active": "aktiv",
    },
    "Chinese": {
        "sku": "商品编码|商品编号|货号|物料编码|物料编号|零件号|零件编号|配件编码|配件号|产品编码|产品编号|产品型号|"
        "编码|编号|商品編號|貨號|料號|零件號",
        "name": "商品名称|品名|产品名称|物料名称|零件名称|配件名称|名称|商品名稱|產品名稱|名稱",
        "oem_number": "oem号|oem编号|oe号|原厂编号|原厂号|原厂件号|厂家编码|原廠編號",
        "brand": "品牌|制造商|生产厂家|厂家|製造商",
        "category": "分类|类别|商品分类|产品类别|类目|組別|分類|類別",
        "price_fils": "零售价|销售价|售价|销售价格|零售价格|单价|价格|市场价|零售價|售價|單價|價格",
        "wholesale_price_fils": "批发价|批发价格|经销价|批發價",
        "online_price_fils": "网店价|线上价格|网上价格|網店價",
        "quantity": "库存|库存数量|现有库存|可用库存|结存数量|数量|庫存|庫存數量|數量",
        "branch": "仓库|仓库名称|门店|分店|店铺|倉庫|門店",
        "condition": "成色|新旧程度",
        "active": "是否启用|启用",
    },
}
"""Words of a field are separated by bars."""

COSTS: Final = (
    "себестоимость|закупочная|цена закупки|закупка|собівартість|закупівельна ціна|ціна закупівлі|"
    "alış fiyatı|maliyet|maliyeti|costo|prezzo di acquisto|prezzo acquisto|prix d achat|prix achat|pa ht|"
    "coût|coste|precio de costo|precio compra|einkaufspreis|ek preis|ek|ek netto|einstandspreis|selbstkosten"
)
"""What the shop pays, as words in a column name."""

COSTS_WITHOUT_GAPS: Final = "进价|成本|采购价|進價|採購價"
"""The same in Chinese, which has no gaps between words."""
