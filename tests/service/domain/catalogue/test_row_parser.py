"""One row of an upload (contract §3.2): what is accepted, what is rejected, and with which
sentences.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec import UNSET

from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from tests.fakes.shop_fixture import parse
from tests.fakes.upload_strategies import ROWS

MAX = 2**53 - 1
TEXTS = ("name_ar", "oem_number", "brand", "category")
PRICES = ("price_fils", "wholesale_price_fils", "online_price_fils")
FLAGS = ("list_on_marketplace", "active")
KINDS: dict[str, object] = {
    "number": 5,
    "fraction": 5.5,
    "text": "5",
    "flag": True,
    "array": [],
    "object": {},
    "null": None,
}
ALLOWED = {
    "sku": {"text"},
    "name": {"text"},
    **{name: {"text", "null"} for name in TEXTS},
    "condition": {"null"},
    **{name: {"number", "null"} for name in PRICES},
    **{name: {"flag"} for name in FLAGS},
    "quantity": {"number", "fraction"},
    "expected_quantity": {"number", "fraction"},
    "branch": {"text"},
    "fit": {"array", "null"},
}


def told(row: object) -> tuple[str | None, str]:
    """A rejected row's SKU and its error."""
    taken = one(row)
    assert isinstance(taken, RowFault), taken
    return taken.sku, taken.error


def one(row: object) -> Row | RowFault:
    return parse(row).rows[0]


def fault_of(row: object) -> str:
    taken = one(row)
    assert isinstance(taken, RowFault), taken
    return taken.error


def value_of(row: Row, field: str) -> Any:  # noqa: ANN401 - of any field
    return row.values[FIELDS.index(field)]


def row_of(row: object) -> Row:
    taken = one(row)
    assert isinstance(taken, Row), taken
    return taken


def test_a_number_counts_as_it_is_written() -> None:
    """A program that computes in binary sends 2.9999999999999996 for 3: it has to round first."""
    assert fault_of('{"sku": "A", "quantity": 2.9999999999999996}') == "quantity: must have at most 3 decimals"
    assert row_of('{"sku": "A", "quantity": 3.000000}').milli == 3_000


def test_an_expected_quantity_needs_a_quantity() -> None:
    taken = row_of({"sku": "A", "quantity": 7, "expected_quantity": 8.5})
    assert (taken.milli, taken.expected) == (7_000, 8_500)
    assert row_of({"sku": "A", "quantity": 7}).expected is None
    needs = "expected_quantity: needs a quantity next to it, which replaces that level"
    assert fault_of({"sku": "A", "expected_quantity": 8}) == needs
    assert fault_of({"sku": "A", "quantity": 7, "expected_quantity": None}).startswith("expected_quantity: must be a ")
    both = fault_of({"sku": "A", "quantity": "7", "expected_quantity": -1})
    assert both.startswith("quantity: ")
    assert "; expected_quantity: " in both


@pytest.mark.parametrize("field", ALLOWED)
@pytest.mark.parametrize("kind", KINDS)
def test_every_field_takes_its_own_types_only(field: str, kind: str) -> None:
    taken = one({"sku": "A", "name": "Pad", "quantity": 1, field: KINDS[kind]})
    if kind in ALLOWED[field]:
        assert isinstance(taken, Row)
    else:
        assert isinstance(taken, RowFault)
        assert taken.error.startswith(f"{field}: must be ")
        assert "; " not in taken.error


@pytest.mark.parametrize("field", PRICES)
@pytest.mark.parametrize(
    ("token", "value"),
    [("5.0", 5), ("5e0", 5), ("50e-1", 5), ("0", 0), ("-0", 0), ("-0.0", 0), (str(MAX), MAX), (f"{MAX}.000", MAX)],
)
def test_an_integral_value_is_an_integer(field: str, token: str, value: int) -> None:
    assert value_of(row_of(f'{{"sku": "A", "{field}": {token}}}'), field) == value


@pytest.mark.parametrize("field", PRICES)
@pytest.mark.parametrize(
    "token",
    [
        "-1",
        "-1.0",
        str(MAX + 1),
        f"{MAX + 1}.0",
        "5.5",
        "2.9999999999999996",
        "1e-400",
        "1e400",
        "1e-99999999999999999999",
        "9" * 500,
        "0." + "0" * 500 + "1",
        "[5]",
    ],
)
def test_no_other_number_is_a_price(field: str, token: str) -> None:
    assert fault_of(f'{{"sku": "A", "{field}": {token}}}').startswith(f"{field}: must be ")


def test_a_price_that_is_too_large_says_how_large_it_may_be() -> None:
    assert fault_of({"sku": "A", "price_fils": MAX + 1}) == f"price_fils: must be at most {MAX}"
    assert fault_of({"sku": "A", "price_fils": -1}) == "price_fils: must be an integer of 0 or more"


def test_all_faults_of_a_row_are_named_each_led_by_its_field() -> None:
    row: dict[str, object] = {field: {} for field in ALLOWED if field != "fit"} | {"fit": 5}
    faults = fault_of(row).split("; ")
    assert sorted(fault.split(":")[0] for fault in faults) == sorted(ALLOWED)


def test_faults_of_type_and_of_rule_are_told_together() -> None:
    row = {
        "sku": "A" * 61, "name": "  ", "price_fils": "5", "quantity": 0.0001, "branch": " ",
        "fit": [{"make": 5, "model": " "}, 7, {"make": "", "model": "X", "year_from": 2020, "year_to": 2010}, {}],
    }  # fmt: skip
    assert fault_of(row).split("; ") == [
        "price_fils: must be an integer of 0 or more",
        "fit[0].make: must be a text",
        "fit[0].model: must not be blank",
        "fit[1]: must be an object with make and model",
        "fit[2].make: must not be blank",
        "fit[2].year_from: must not be after year_to (2020 > 2010)",
        "fit[3].make: is required",
        "fit[3].model: is required",
        "sku: must be at most 60 characters, this has 61",
        "name: must not be blank",
        "branch: must not be blank",
        "quantity: must have at most 3 decimals",
    ]


@pytest.mark.parametrize("row", ["null", "5", "[]", '"A"', "true"])
def test_what_is_no_object_is_rejected_without_a_sku(row: str) -> None:
    assert told(row) == (None, "row: must be an object with at least a sku")


@pytest.mark.parametrize(("row", "sku", "fault"), [
    ({}, None, "sku: is required"),
    ({"sku": None}, None, "sku: must be a text"),
    ({"sku": 5, "name": ""}, None, "sku: must be a text; name: must not be blank"),
    ({"sku": ""}, None, "sku: must not be blank"),
    ({"sku": " \t"}, None, "sku: must not be blank"),
    ({"sku": "a\u0000b"}, "a\u0000b", "sku: must not hold control characters"),
    ({"sku": "a\u0085b"}, "a\u0085b", "sku: must not hold control characters"),
    ({"sku": "A", "branch": "B\u0007C"}, "A", "branch: must not hold control characters"),
    ({"sku": "A", "branch": "B" * 61}, "A", "branch: must be at most 60 characters, this has 61"),
])  # fmt: skip
def test_the_sku_of_a_rejected_row_is_told_as_far_as_it_has_one(row: object, sku: str | None, fault: str) -> None:
    assert told(row) == (sku, fault)


def test_null_clears_what_may_be_empty() -> None:
    row = row_of({"sku": "A", **dict.fromkeys([*TEXTS, *PRICES, "condition"]), "fit": None})
    assert [value_of(row, name) for name in (*TEXTS, *PRICES, "condition")] == [None] * 8
    assert value_of(row, "fit") == "[]"
    car = row_of({"sku": "A", "fit": [{"make": "T", "model": "L", "year_from": None, "year_to": None}]})
    assert value_of(car, "fit") == '[{"make":"T","model":"L","year_from":null,"year_to":null}]'


def test_a_row_has_its_quantity_in_thousandths_and_its_branch() -> None:
    row = one({"sku": "A", "quantity": 1.5, "branch": " Muharraq "})
    assert isinstance(row, Row)
    assert (row.milli, row.branch) == (1_500, "Muharraq")


def test_omitted_is_not_null() -> None:
    row = row_of({"sku": "A"})
    assert row.values == ("A", *[UNSET] * (len(FIELDS) - 1))
    assert (row.milli, row.branch) == (None, None)


def test_unknown_fields_are_ignored_and_named_once() -> None:
    taken = parse(
        {"sku": "A", "price_fil": 5, "fit": [{"make": "T", "model": "L", "year": 5}]},
        {"sku": "B", "price_fil": 6, "colour": {"deep": [1]}},
        {"sku": "C"},
    )
    assert all(isinstance(row, Row) for row in taken.rows)
    assert taken.unknown == ["price_fil", "fit.year", "colour"]


@pytest.mark.parametrize("name", ["name_ar", "oem_number", "brand", "category"])
def test_an_empty_text_clears_an_optional_field_as_null_does(name: str) -> None:
    assert row_of({"sku": "A", name: ""}).values == row_of({"sku": "A", name: None}).values


@pytest.mark.parametrize(
    "years", [{"year_from": -1}, {"year_to": 10000}, {"year_from": "2010"}, {"year_to": True}, {"year_from": 2010.5}]
)
def test_years_are_integers_from_0_to_9999(years: dict[str, object]) -> None:
    name = next(iter(years))
    row = {"sku": "A", "fit": [{"make": "T", "model": "L", **years}]}
    assert fault_of(row) == f"fit[0].{name}: must be an integer from 0 to 9999"


def test_years_of_integral_value_are_taken() -> None:
    car = row_of('{"sku": "A", "fit": [{"make": "T", "model": "L", "year_from": 2010.0, "year_to": 2010}]}')
    assert value_of(car, "fit") == '[{"make":"T","model":"L","year_from":2010,"year_to":2010}]'


def test_the_last_of_two_members_of_one_name_counts() -> None:
    assert row_of('{"sku": 5, "sku": "A", "quantity": "x", "quantity": 2}').milli == 2000


def test_a_row_that_nests_without_end_is_a_fault_not_a_crash() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    assert isinstance(one(f'{{"sku": "A", "fit": {deep}}}'), RowFault)


@settings(max_examples=300)
@given(ROWS)
def test_each_fault_of_a_rejected_row_is_led_by_a_field_it_has_and_a_field_without_fault_is_not_named(
    row: dict[str, object],
) -> None:
    taken = one(row)
    if not isinstance(taken, RowFault):
        return
    led_by = {fault.split(":")[0].split("[")[0] for fault in taken.error.split("; ")}
    for name, value in row.items():
        if name == "extra":
            continue
        with_it = {"quantity": 1} if name == "expected_quantity" and "quantity" in row else {}
        alone = one({"sku": "A", **with_it, name: value})
        assert (name in led_by) == isinstance(alone, RowFault), (name, taken.error)


@pytest.mark.parametrize(
    ("row", "has_name"),
    [
        ({"sku": "A", "price_fils": "x"}, False),
        ({"sku": "A", "price_fils": "x", "name": "Pad"}, True),
        ({"sku": "A", "name": 5}, True),
        ({"sku": "A", "name": " "}, True),
    ],
)
def test_a_rejected_row_knows_whether_a_new_item_would_lack_its_name_too(
    row: dict[str, object], has_name: bool
) -> None:
    taken = one(row)
    assert isinstance(taken, RowFault)
    assert taken.has_name is has_name
    assert taken.readable_row is not None
    assert taken.readable_row.folded == "a"


def test_a_row_whose_sku_is_wrong_can_not_be_held_against_an_item() -> None:
    taken = one({"sku": "a\u0000b", "price_fils": "x"})
    assert isinstance(taken, RowFault)
    assert taken.readable_row is None


def test_a_list_of_cars_is_an_array_of_5000_at_most() -> None:
    car = {"make": "T", "model": "L", "year_from": 1, "year_to": 2}
    assert fault_of({"sku": "A", "fit": 5}) == "fit: must be an array of cars"
    assert fault_of({"sku": "A", "fit": [car] * 5_001}) == "fit: must have at most 5000 cars, this has 5001"
    assert isinstance(one({"sku": "A", "fit": [car] * 5_000}), Row)


def test_an_item_of_more_than_256_kb_is_a_fault_of_its_cars() -> None:
    cars = [{"make": "T" * 180, "model": "L" * 180} for _ in range(700)]
    assert fault_of({"sku": "A", "fit": cars}) == "fit: makes the item larger than 256 KB"
    assert isinstance(one({"sku": "A", "fit": cars[:600]}), Row)
