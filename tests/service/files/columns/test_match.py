"""The layouts of pull §1 by their column names, and what is never mapped."""

from __future__ import annotations

import pytest

from service.files.columns.mapping import BranchColumn, Carry, FitRule
from service.files.columns.match import match_columns

ODOO = "ID,Name,Product Type,Internal Reference,Barcode,Sales Price,Cost,Weight,Quantity On Hand"
ODOO_TECHNICAL = "id,default_code,name,categ_id,list_price,standard_price,qty_available,type"
WOOCOMMERCE = "ID,Type,SKU,Name,Published,Description,In stock?,Stock,Sale price,Regular price,Categories,Tags"
SHOPIFY = (
    "Handle,Title,Vendor,Type,Published,Variant SKU,Variant Inventory Qty,Variant Price,"
    "Variant Compare At Price,Google Shopping / MPN,Google Shopping / Condition,Cost per item"
)
ZOHO = (
    "Item ID,Item Name,Item Name(Secondary Language),SKU,Brand,Category Name,Part Number,"
    "Selling Price,Purchase Price,Stock On Hand,Warehouse Name"
)
LOYVERSE = "Handle|SKU|Name|Category|Track stock|Cost|Price [Manama]|In stock [Manama]|Price [Sitra]|In stock [Sitra]"
LOYVERSE_SPANISH = "Handle|REF|Nombre|Categoria|Coste|Precio [Centro]|En stock [Centro]"
VEND = "id,handle,sku,name,type,supply_price,retail_price,brand_name,active,inventory_Main_Outlet,inventory_Sitra"
QUICKBOOKS = "Item Number,Item Name,Manufacturer,Department Name,Average Unit Cost,Regular Price,Qty 1,Qty 2"


@pytest.mark.parametrize(
    ("layout", "header", "expected"),
    [
        (
            "Odoo",
            ODOO,
            {
                "sku": "Internal Reference",
                "name": "Name",
                "barcode": "Barcode",
                "price_fils": "Sales Price",
                "quantity": "Quantity On Hand",
            },
        ),
        (
            "Odoo",
            ODOO_TECHNICAL,
            {
                "sku": "default_code",
                "name": "name",
                "category": "categ_id",
                "price_fils": "list_price",
                "quantity": "qty_available",
            },
        ),
        (
            "WooCommerce",
            WOOCOMMERCE,
            {
                "sku": "SKU",
                "name": "Name",
                "category": "Categories",
                "price_fils": "Regular price",
                "online_price_fils": "Sale price",
                "quantity": "Stock",
            },
        ),
        (
            "Shopify",
            SHOPIFY,
            {
                "sku": "Variant SKU",
                "name": "Title",
                "oem_number": "Google Shopping / MPN",
                "brand": "Vendor",
                "category": "Type",
                "price_fils": "Variant Price",
                "quantity": "Variant Inventory Qty",
            },
        ),
        (
            None,
            ZOHO,
            {
                "sku": "SKU",
                "name": "Item Name",
                "name_ar": "Item Name(Secondary Language)",
                "oem_number": "Part Number",
                "brand": "Brand",
                "category": "Category Name",
                "price_fils": "Selling Price",
                "quantity": "Stock On Hand",
                "branch": "Warehouse Name",
            },
        ),
        ("Loyverse", LOYVERSE, {"sku": "SKU", "name": "Name", "category": "Category", "price_fils": "Price [Manama]"}),
        (
            "Loyverse",
            LOYVERSE_SPANISH,
            {"sku": "REF", "name": "Nombre", "category": "Categoria", "price_fils": "Precio [Centro]"},
        ),
        (
            "Vend / Lightspeed",
            VEND,
            {
                "sku": "sku",
                "name": "name",
                "brand": "brand_name",
                "category": "type",
                "price_fils": "retail_price",
                "active": "active",
            },
        ),
        (
            "QuickBooks POS",
            QUICKBOOKS,
            {
                "sku": "Item Number",
                "name": "Item Name",
                "brand": "Manufacturer",
                "category": "Department Name",
                "price_fils": "Regular Price",
            },
        ),
        (
            None,
            "الكود,الوصف,الماركة,الفئة,السعر,سعر الجملة,التكلفة,الكمية,الفرع",
            {
                "sku": "الكود",
                "name": "الوصف",
                "brand": "الماركة",
                "category": "الفئة",
                "price_fils": "السعر",
                "wholesale_price_fils": "سعر الجملة",
                "quantity": "الكمية",
                "branch": "الفرع",
            },
        ),
        (
            None,
            "رقم الصنف,باركود,اسم الصنف,Name,المخزون,المستودع",
            {
                "sku": "رقم الصنف",
                "barcode": "باركود",
                "name": "Name",
                "name_ar": "اسم الصنف",
                "quantity": "المخزون",
                "branch": "المستودع",
            },
        ),
        (None, "باركود,الوصف,الموقع", {"sku": "باركود", "name": "الوصف", "branch": "الموقع"}),
        (
            None,
            "SKU,Part Number,Description,Price (BHD),Dealer Price BD,Web Price,On Hand",
            {
                "sku": "SKU",
                "oem_number": "Part Number",
                "name": "Description",
                "price_fils": "Price (BHD)",
                "wholesale_price_fils": "Dealer Price BD",
                "online_price_fils": "Web Price",
                "quantity": "On Hand",
            },
        ),
        (None, "Part Number,Name", {"sku": "Part Number", "name": "Name"}),
    ],
)
def test_columns_of_known_systems(layout: str | None, header: str, expected: dict[str, str]) -> None:
    matched = match_columns(header.split("|" if "|" in header else ","), [])
    assert {bound.field: bound.column for bound in matched.mapping.columns} == expected
    assert matched.layout == layout


def test_branch_columns_are_taken_for_branches_that_the_shop_has() -> None:
    assert match_columns(LOYVERSE.split("|"), [], ["manama", "Sitra"]).mapping.branches == (
        BranchColumn("In stock [Manama]", "Manama"),
        BranchColumn("In stock [Sitra]", "Sitra"),
    )
    assert match_columns(VEND.split(","), [["1"] * 11], ["Main Outlet", "Sitra"]).mapping.branches == (
        BranchColumn("inventory_Main_Outlet", "Main Outlet"),
        BranchColumn("inventory_Sitra", "Sitra"),
    )
    assert match_columns(QUICKBOOKS.split(","), [list("12345678")], ["Store 1", "Store 2"]).mapping.branches == (
        BranchColumn("Qty 1", "Store 1"),
        BranchColumn("Qty 2", "Store 2"),
    )
    headers = ["الكود", "الكمية - سترة", "الكمية (المحرق)", "الكمية"]
    arabic = match_columns(headers, [], ["سترة", "المحرق"]).mapping
    assert arabic.branches == (BranchColumn("الكمية - سترة", "سترة"), BranchColumn("الكمية (المحرق)", "المحرق"))
    assert arabic.column_of("quantity") is None


def test_the_only_stock_column_of_vend_is_offered_and_a_recipe_count_is_no_stock() -> None:
    headers = ["id", "handle", "sku", "composite_sku", "composite_quantity", "name", "supply_price", "retail_price"]
    matched = match_columns([*headers, "inventory_Main_Outlet"], [["2"] * 9], ["Main"])
    assert matched.branch_offer == (BranchColumn("inventory_Main_Outlet", "Main Outlet"),)
    assert matched.mapping.column_of("quantity") is None
    known = match_columns([*headers, "inventory_Main_Outlet"], [["2"] * 9], ["Main Outlet"]).mapping
    assert known.branches == (BranchColumn("inventory_Main_Outlet", "Main Outlet"),)


def test_columns_with_a_branch_of_the_shop_go_before_more_columns_without_one() -> None:
    headers = ["SKU", "Stock Sitra", "Qty Box", "Qty Pallet"]
    assert match_columns(headers, [["A-1", "3", "1", "2"]], ["Sitra"]).mapping.branches == (
        BranchColumn("Stock Sitra", "Sitra"),
    )


def test_other_branches_are_offered_and_a_plain_quantity_stays() -> None:
    headers = ["الكود", "الكمية - سترة", "الكمية (المحرق)", "الكمية"]
    matched = match_columns(headers, [], ["Main"])
    assert matched.mapping.branches == ()
    assert [column.branch for column in matched.branch_offer] == ["سترة", "المحرق"]
    assert matched.mapping.column_of("quantity") == "الكمية"


@pytest.mark.parametrize(
    "header", ["Stock - value", "Qty (min)", "Qty (Reorder level)", "Stock [reserved]", "Qty - sold", "Qty (2)"]
)
def test_what_counts_something_else_is_no_branch(header: str) -> None:
    matched = match_columns(["SKU", "Qty", header], [])
    assert matched.branch_offer == ()
    assert matched.mapping.column_of("quantity") == "Qty"


def test_a_unit_in_brackets_is_no_branch() -> None:
    mapping = match_columns(["SKU", "Qty (pcs)"], []).mapping
    assert mapping.branches == ()
    assert mapping.column_of("quantity") == "Qty (pcs)"


@pytest.mark.parametrize(
    "cost",
    ["Cost", "standard_price", "supply_price", "Purchase Price", "التكلفة", "Unit Cost", "سعر الشراء", "Cost Price"],
)
def test_what_the_shop_pays_is_never_a_price(cost: str) -> None:
    matched = match_columns(["SKU", "Name", cost], [["1", "Pad", "5.000"]])
    assert {bound.column for bound in matched.mapping.columns} == {"SKU", "Name"}
    assert tuple(map(str, matched.remarks)) == (f"Cost columns are left out: {cost}.",)


def test_shopify_titles_are_carried_down_by_handle() -> None:
    carry = match_columns(SHOPIFY.split(","), []).mapping.carry
    assert carry == Carry("Handle", ("Title", "Vendor", "Type", "Google Shopping / MPN"))


def test_fit_is_offered_and_never_taken() -> None:
    matched = match_columns(["SKU", "Make", "Model", "Year From", "Year To"], [])
    assert matched.mapping.fit is None
    assert matched.fit_offer == FitRule("Make", "Model", "Year From", "Year To")
    assert match_columns(["SKU", "Fitment"], []).fit_offer == FitRule(text="Fitment")


def test_values_decide_where_a_name_may_mean_two_things() -> None:
    used = match_columns(["الكود", "الحالة"], [["1", "مستعمل"]]).mapping
    assert used.column_of("condition") == "الحالة"
    stocked = match_columns(["SKU", "Status"], [["1", "In stock"]]).mapping
    assert stocked.column_of("active") is None
    shelves = match_columns(["SKU", "Location"], [[str(place), f"A-{place}"] for place in range(60)]).mapping
    assert shelves.column_of("branch") is None


def test_a_price_with_vat_is_taken_only_where_there_is_no_other() -> None:
    for header in ("Price incl. VAT", "السعر شامل الضريبة"):
        assert match_columns(["SKU", header], []).mapping.column_of("price_fils") == header
    both = match_columns(["SKU", "Price incl. VAT", "Price excl. VAT"], [])
    assert both.mapping.column_of("price_fils") == "Price excl. VAT"
    assert both.rivals == {}


def test_a_blank_sku_column_is_remarked() -> None:
    matched = match_columns(["SKU", "Name"], [["", "Pad"]])
    assert tuple(map(str, matched.remarks)) == (
        "SKU is blank in every row; parts without it are not saved. Fill it in, or choose another.",
    )


def test_kaspi_names_a_part_by_its_model_and_says_yes_next_to_its_stock() -> None:
    """`available` is "yes", and no quantity."""
    headers = ["sku", "model", "brand", "available", "storeId", "stockCount", "price"]
    matched = match_columns(headers, [["A-1", "Brake pad", "Kia", "yes", "PP1", "3", "1.500"]])
    fed = {bound.field: bound.column for bound in matched.mapping.columns}
    assert (matched.layout, fed["name"], fed["quantity"]) == ("Kaspi", "model", "stockCount")


def test_what_says_yes_or_no_is_no_quantity() -> None:
    rows = [["A-1", "yes", "3"], ["A-2", "no", "0"]]
    assert match_columns(["SKU", "Available", "Stock"], rows).mapping.column_of("quantity") == "Stock"
    assert match_columns(["SKU", "Available"], [["A-1", "4"]]).mapping.column_of("quantity") == "Available"


def test_stock_by_point_of_sale_in_xml_is_offered_as_branches() -> None:
    headers = [
        "sku",
        "model",
        "availability PP1/available",
        "availability PP1/stockCount",
    ]
    assert match_columns(headers, []).branch_offer == (BranchColumn("availability PP1/stockCount", "PP1"),)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("ITEMNO,ITEMNAME,SPRICE,BALQTY", {"sku": "ITEMNO", "name": "ITEMNAME", "price_fils": "SPRICE"}),
        ("PartCode,PartName,SellPrice,InStock", {"sku": "PartCode", "name": "PartName", "price_fils": "SellPrice"}),
        ("STOCK_CODE,PART_NAME,SALES_PRICE,QTY_IN_STOCK,STOCK_CAT", {"sku": "STOCK_CODE", "price_fils": "SALES_PRICE"}),
        ("EAN,Custom SKU,Item,Price,Qty.", {"sku": "Custom SKU", "name": "Item", "price_fils": "Price"}),
    ],
)
def test_names_of_exports_in_any_spelling(header: str, expected: dict[str, str]) -> None:
    """They were left out, and a column such as STOCK_CAT was offered as a branch."""
    names = header.split(",")
    matched = match_columns(names, [["A-1"] + ["5"] * (len(names) - 1)])
    assert {bound.field: bound.column for bound in matched.mapping.columns}.items() >= expected.items()
    assert matched.mapping.column_of("quantity") in ("BALQTY", "InStock", "QTY_IN_STOCK", "Qty.")
    assert matched.branch_offer == ()


@pytest.mark.parametrize(
    ("header", "quantity"),
    [
        ("Item,Item Name,Balance Qty,In Qty,Out Qty,Opening Qty", "Balance Qty"),
        ("SKU,Title,Available (not editable),On hand (new)", "Available (not editable)"),
        ("SKU,Name,Qty (Box),Price", "Qty (Box)"),
    ],
)
def test_columns_next_to_the_quantity_name_no_branches(header: str, quantity: str) -> None:
    names = header.split(",")
    matched = match_columns(names, [["A-1", "Pad", *["3"] * (len(names) - 2)]], ["Main"])
    assert (matched.branch_offer, matched.mapping.branches) == ((), ())
    assert matched.mapping.column_of("quantity") == quantity


def test_a_column_with_the_name_of_a_branch_alone_has_its_stock() -> None:
    matched = match_columns(
        ["SKU", "Price", "Main", "Sitra", "Total"], [["A-1", "4.000", "3", "5", "8"]], ["Main", "sitra"]
    )
    assert matched.mapping.branches == (BranchColumn("Main", "Main"), BranchColumn("Sitra", "Sitra"))


def test_a_price_is_no_stock_of_a_branch_with_its_name() -> None:
    headers = ["SKU", "Name", "Retail", "Wholesale", "Qty"]
    mapping = match_columns(headers, [["A-1", "Pad", "5.000", "4.000", "3"]], ["Retail", "Wholesale", "Main"]).mapping
    assert mapping.branches == ()
    assert mapping.column_of("price_fils") == "Retail"
    assert mapping.column_of("wholesale_price_fils") == "Wholesale"
    assert mapping.column_of("quantity") == "Qty"


def test_one_column_with_the_name_of_a_branch_takes_no_quantity_away() -> None:
    mapping = match_columns(["SKU", "Price", "Qty", "Sitra"], [["A-1", "4.000", "3", "5"]], ["Main", "Sitra"]).mapping
    assert (mapping.branches, mapping.column_of("quantity")) == ((), "Qty")


def test_a_column_of_units_in_words_is_no_quantity() -> None:
    """Its name is one of the quantity's, too."""
    matched = match_columns(["Part No", "Units", "Closing Qty"], [["A-1", "Nos", "3 Nos"], ["A-2", "Nos", "4 Nos"]])
    assert matched.mapping.column_of("quantity") == "Closing Qty"
