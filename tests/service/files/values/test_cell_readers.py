"""Values of pull §1: exact money and quantities, codes that stay codes, words."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.files.source import DateCell, NumberCell
from service.files.values.cell_readers import Reading, read_price, read_quantity, reader
from service.files.values.options import DecimalSign, MoneyUnit, Options

BHD = Options()
COMMA = Options(decimal=DecimalSign.COMMA)
FILS = Options(money=MoneyUnit.FILS)
VAT = Options(vat_percent=10)


def price(text: str, options: Options = BHD) -> Reading:
    return reader("price_fils", options)(text)


@pytest.mark.parametrize(
    ("text", "fils"),
    [
        ("12", 12_000),
        ("12.5", 12_500),
        ("0.005", 5),
        (".5", 500),
        ("5.", 5_000),
        ("1,234.500", 1_234_500),
        ("1.234,500", 1_234_500),
        ("1,234", 1_234_000),
        ("12,5", 12_500),
        ("0,500", 500),
        ("1 234.5", 1_234_500),
        ("1\u00a0234,50", 1_234_500),
        ("1'234.50", 1_234_500),
        ("12,34,567.5", 1_234_567_500),
        ("BD 12.500", 12_500),
        ("BHD12.5", 12_500),
        ("B.D. 12.500", 12_500),
        ("12.500 BD", 12_500),
        ("4.250/Nos", 4_250),
        ("4.250 PCS", 4_250),
        ("12.500 د.ب", 12_500),
        ("١٢٫٥٠٠ د.ب.", 12_500),
        ("١٬٢٣٤٫٥٠٠", 1_234_500),
        ("۱۲٫۵", 12_500),
        ("١٢.٥", 12_500),
        ("دينار 7", 7_000),
        ("12.500/-", 12_500),
        ("500 fils", 500),
        ("فلس 250", 250),
        (" 3 ", 3_000),
    ],
)
def test_money(text: str, fils: int) -> None:
    assert price(text) == Reading(fils)


@pytest.mark.parametrize(("text", "fils"), [("SAR 39.131", 39_131), ("$ 9.99", 9_990), ("€9,99", 9_990)])
def test_money_of_another_currency_counts_only_where_the_owner_says_so(text: str, fils: int) -> None:
    found = price(text)
    assert (found.value, "another currency" in str(found.note)) == (None, True)
    assert price(text, Options(foreign_prices=True)) == Reading(fils)


@pytest.mark.parametrize(
    ("text", "fils"),
    [("1.234", 1_234_000), ("1,234", 1_234), ("1.234,5", 1_234_500), ("12.5", 12_500), (NumberCell("1.234"), 1_234)],
)
def test_money_with_decimal_commas(text: str, fils: int) -> None:
    assert price(text, COMMA) == Reading(fils)


@pytest.mark.parametrize(
    ("text", "options", "fils"),
    [("1,2340", BHD, 1_234), ("1.2340", COMMA, 1_234), ("1,23400", BHD, 1_234), ("1234,567", BHD, 1_234_567)],
)
def test_the_other_sign_parts_thousands_only_before_exactly_three_digits(
    text: str, options: Options, fils: int
) -> None:
    assert price(text, options) == Reading(fils)


@pytest.mark.parametrize(
    "text", ["variable", "Out of Stock", "N/A", "-", "1.2.3", "12abc", "1e5", "on request 5", "COM1", "..", "#REF!"]
)
def test_a_price_that_is_no_number_leaves_the_held_one(text: str) -> None:
    assert said(price(text)) == (None, f'price_fils: "{text}" is no price, the held one stays', None)


@pytest.mark.parametrize("text", ["-5.000", "(5.000)", "5-", "BD -1"])
def test_a_price_below_zero_leaves_the_held_one(text: str) -> None:
    assert said(price(text)) == (None, f'price_fils: "{text}" is below zero, the held price stays', None)


def test_finer_than_a_fils_is_rounded_half_up_and_said() -> None:
    assert said(price("1.2345")) == (1235, 'price_fils: "1.2345" is finer than a fils and was rounded', None)
    assert price("1.2344").value == 1234
    assert price("1.23400") == Reading(1234)


def test_fils_by_choice() -> None:
    assert price("1500", FILS) == Reading(1500)
    assert price("1,500", FILS) == Reading(1500)
    assert price("1500.5", FILS).value == 1501


@pytest.mark.parametrize(("text", "fils"), [("11.000", 10_000), ("1.000", 909), ("0.005", 5), ("0.0055", 5), ("0", 0)])
def test_vat_is_taken_off(text: str, fils: int) -> None:
    assert price(text, VAT).value == fils


@given(st.integers(0, 10**12), st.integers(0, 6), st.sampled_from([BHD, FILS, VAT]))
def test_money_is_what_exact_arithmetic_says(digits: int, places: int, options: Options) -> None:
    amount = Decimal(digits).scaleb(-places)
    unit = 1 if options.money is MoneyUnit.FILS else 1000
    exact = amount * unit * 100 / (100 + options.vat_percent)
    assert price(f"{amount:f}", options).value == int(exact.quantize(Decimal(1), ROUND_HALF_UP))


@given(
    st.integers(0, 10**9), st.sampled_from(["{}", "BD {}", "{} BHD", "SAR {}", " {} "]), st.booleans(), st.booleans()
)
def test_money_is_read_however_it_is_dressed(fils: int, dress: str, grouped: bool, arabic: bool) -> None:
    text = f"{fils // 1000:,}.{fils % 1000:03d}" if grouped else f"{fils // 1000}.{fils % 1000:03d}"
    if arabic:
        text = text.translate(str.maketrans("0123456789.,", "٠١٢٣٤٥٦٧٨٩٫٬"))
    assert price(dress.format(text), Options(foreign_prices=True)).value == fils


@given(st.text(max_size=30))
def test_any_text_is_a_price_or_is_not(text: str) -> None:
    found = read_price(text, "price_fils", BHD)
    assert (found.value is None) == (found.note is not None and "stays" in str(found.note))


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("3", 3),
        ("3.0", 3),
        ("2.5", Decimal("2.5")),
        ("12 pcs", 12),
        ("٣", 3),
        ("1,200", 1200),
        ("٥ حبة", 5),
        ("007", 7),
    ],
)
def test_quantities(text: str, units: object) -> None:
    assert read_quantity(text, BHD) == Reading(units)


def test_stock_below_zero_counts_as_none() -> None:
    assert said(read_quantity("-3", BHD)) == (0, 'quantity: "-3" is below zero and counts as 0', None)


def test_quantities_finer_than_thousandths_are_rounded() -> None:
    assert said(read_quantity("0.0005", BHD)) == (
        Decimal("0.001"),
        'quantity: "0.0005" has more than 3 decimals and was rounded',
        None,
    )


def test_a_quantity_that_is_no_number_leaves_the_held_one() -> None:
    assert said(read_quantity("in stock", BHD)) == (
        None,
        'quantity: "in stock" is no number, the held quantity stays',
        None,
    )


def said(reading: Reading) -> tuple[object, str | None, str | None]:
    """The value, and the remark and the fault as they are read."""
    note, fault = reading.note, reading.fault
    return reading.value, None if note is None else str(note), None if fault is None else str(fault)


def sku(text: str) -> Reading:
    return reader("sku", BHD)(text)


@pytest.mark.parametrize("code", ["00123", "8E0820191", "2443E4", "1E5", "04465-33471", "A+B", "90915-YZZD4", "كود-١"])
def test_codes_stay_as_they_are(code: str) -> None:
    assert sku(code) == Reading(code)


@pytest.mark.parametrize(
    ("text", "code"), [('="00123"', "00123"), ("'00123", "00123"), ("\u200e00123\ufeff ", "00123")]
)
def test_codes_lose_what_no_one_sees(text: str, code: str) -> None:
    assert sku(text) == Reading(code)


@pytest.mark.parametrize("code", ["4.80001E+12", "4,80001E+12", "5E+12", "1.2e+15", "4.8E-05"])
def test_destroyed_codes_reject_the_row(code: str) -> None:
    assert said(sku(code)) == (
        None,
        None,
        f"sku: a spreadsheet has turned this code into the number {code} and lost digits; keep the column as text",
    )
    assert reader("oem_number", BHD)(code).fault is None
    assert str(reader("oem_number", BHD)(code).note).endswith("it is left out")


def test_codes_that_became_dates_or_errors_reject_the_row() -> None:
    assert said(sku(DateCell("2026-03-15"))) == (
        None,
        None,
        "sku: a spreadsheet has turned this code into a date (2026-03-15)",
    )
    assert said(sku("#N/A")) == (None, None, "sku: the cell holds the spreadsheet error #N/A")
    assert said(sku("AB\ufffd")) == (
        None,
        None,
        'sku: "AB\ufffd" holds a character that could not be read; check the file\'s encoding',
    )


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Used", "used"),
        ("مستعمل", "used"),
        ("Genuine", "new_oem"),
        ("أصلي", "new_oem"),
        ("تجاري", "new_aftermarket"),
        ("After-Market", "new_aftermarket"),
        ("new_oem", "new_oem"),
        ("Reconditioned", "refurbished"),
    ],
)
def test_conditions(text: str, condition: str) -> None:
    assert reader("condition", BHD)(text) == Reading(condition)


def test_an_unclear_condition_is_left_as_held() -> None:
    assert said(reader("condition", BHD)("New")) == (
        None,
        'condition: "New" is none of the four conditions, it is left as held',
        None,
    )


@pytest.mark.parametrize(
    ("text", "yes"), [("TRUE", True), ("نعم", True), ("1", True), ("draft", False), ("لا", False), ("-1", False)]
)
def test_flags(text: str, yes: bool) -> None:
    assert reader("active", BHD)(text) == Reading(yes)


def test_an_unclear_flag_is_left_as_held() -> None:
    assert said(reader("active", BHD)("maybe")) == (
        None,
        'active: "maybe" is neither yes nor no, it is left as held',
        None,
    )


def test_texts() -> None:
    read = reader("name", BHD)
    assert read(" Brake pad ") == Reading("Brake pad")
    assert read("  ") == Reading(None)
    assert read("#REF!").value is None
    assert str(read("Fil\ufffdter").note).startswith("name: ")
    assert reader("fit", BHD)('[{"make":"Kia","model":"Rio"}]') == Reading([{"make": "Kia", "model": "Rio"}])
    assert reader("fit", BHD)("Kia Rio").value is None
    assert reader("fit", BHD)(DateCell("2024-01-02")).value is None
