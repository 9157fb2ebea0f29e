"""How large the fields of an item may be: each bound, and just within it (contract §3.2)."""

from __future__ import annotations

import json

import pytest
from msgspec import UNSET, Raw

from service.domain.catalogue.row_parser_fast import parse_body, parse_rows
from service.domain.catalogue.row_types import (
    MAX_CARS,
    MAX_ITEM_BYTES,
    SURELY_FITS,
    Row,
    RowFault,
    find_size_fault,
    limit_reasons,
)
from service.domain.sentences import message

CAR = {"make": "Toyota", "model": "Hilux"}


def parse(**fields: object) -> Row | RowFault:
    """A row, read by both ways that an upload may take."""
    row = {"sku": "A", "name": "n", **fields}
    (slow,) = parse_rows([Raw(json.dumps(row).encode())]).rows
    quick = parse_body(json.dumps({"items": [row]}).encode(), 1000)
    if quick is not None:
        assert quick.rows == [slow]
    return slow


def error_of(**fields: object) -> str:
    row = parse(**fields)
    assert isinstance(row, RowFault)
    return row.error


@pytest.mark.parametrize(
    ("field", "most"), [("name", 2000), ("name_ar", 2000), ("oem_number", 500), ("brand", 500), ("category", 500)]
)
def test_texts(field: str, most: int) -> None:
    assert isinstance(parse(**{field: "ق" * most}), Row)
    told = f"{field}: must be at most {most} characters, this has {most + 1}"
    assert error_of(**{field: "ق" * (most + 1)}) == told
    assert error_of(**{field: "ق" * (most + 1), "price_fils": -1}).startswith(told)


@pytest.mark.parametrize("field", ["make", "model"])
def test_texts_of_cars(field: str) -> None:
    assert isinstance(parse(fit=[{**CAR, field: "x" * 200}]), Row)
    assert error_of(fit=[CAR, {**CAR, field: "x" * 201}]) == (
        f"fit[1].{field}: must be at most 200 characters, this has 201"
    )


def test_cars() -> None:
    shortest = {"make": "T", "model": "x"}
    assert isinstance(parse(fit=[shortest] * 4_500), Row)
    assert isinstance(parse(fit=[CAR] * 2_626), Row), "the longest list of a real file"
    assert error_of(fit=[shortest] * MAX_CARS) == "fit: makes the item larger than 256 KB"
    assert error_of(fit=[CAR] * (MAX_CARS + 1)) == "fit: must have at most 5000 cars, this has 5001"
    assert error_of(fit=[{}] * 60_000) == "fit: must have at most 5000 cars, this has 60000"


def test_the_whole_item() -> None:
    empty = len(json.dumps([{"make": "T", "model": ""}] * 1_300, separators=(",", ":")))
    room = (MAX_ITEM_BYTES - empty) // 1_300
    assert isinstance(parse(fit=[{"make": "T", "model": "x" * (room - 40)}] * 1_300), Row)
    assert error_of(fit=[{"make": "T", "model": "x" * room}] * 1_300) == "fit: makes the item larger than 256 KB"


def test_the_faults_of_many_cars_do_not_fill_the_answer() -> None:
    for car in ({"make": "", "model": ""}, {"make": 5}):
        error = error_of(fit=[car] * MAX_CARS)
        assert "; fit: has 9980 more faults" in error
        assert len(error) < 2_000


def test_a_whole_item_is_too_large_by_one_byte_more_than_the_bound() -> None:
    values = ("A" * 100, UNSET, None)
    rest = len(json.dumps(["A" * 100, None], separators=(",", ":")))
    assert find_size_fault(values, "x" * (MAX_ITEM_BYTES - rest)) is None
    assert str(find_size_fault(values, "x" * (MAX_ITEM_BYTES - rest + 1))) == ("fit: makes the item larger than 256 KB")
    assert find_size_fault(values, UNSET) is None
    assert find_size_fault(("x" * MAX_ITEM_BYTES,), "x" * SURELY_FITS) is None


@pytest.mark.parametrize(
    ("faults", "last"), [(20, "wrong"), (21, "has 1 more faults"), (5_000, "has 4980 more faults")]
)
def test_twenty_faults_of_a_list_and_the_number_of_the_others(faults: int, last: str) -> None:
    limited = limit_reasons([(f"[{at}]", message("wrong")) for at in range(faults)])
    assert len(limited) == min(faults, 21)
    assert str(limited[-1][1]) == last
    assert limited[19][0] == "[19]"
