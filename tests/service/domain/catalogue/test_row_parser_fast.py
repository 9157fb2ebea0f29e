"""The fast path of an upload's rows agrees with the reference, and leaves it all that is not plain
(docs/decisions/0005).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import Raw

from service.domain.catalogue import row_parser, row_parser_fast
from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from tests.fakes.upload_strategies import ROWS


@settings(max_examples=400)
@given(ROWS)
@example({"sku": "A", "price_fils": 5.0})
@example({"sku": "A", "fit": [{"make": "T", "model": "L"}], "quantity": 1.5})
@example({"sku": "A", "branch": "\x01"})
def test_the_fast_path_agrees_with_the_reference_and_the_field_by_field_path(row: dict[str, object]) -> None:
    raw = Raw(json.dumps(row).encode())
    fast = row_parser_fast.parse_rows([raw])
    assert fast == row_parser.parse_rows([raw])
    assert fast.rows[0] == row_parser._parse_by_field(raw, {})


def _has_point(sent: list[dict[str, object]]) -> bool:
    """Whether a price or a year was sent as a number with a point."""
    return any(isinstance(value, float) for row in sent for value in _leaves(row))


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _leaves(inner)
    else:
        yield value


@settings(max_examples=300)
@given(st.lists(ROWS, max_size=4))
@example([{"sku": "A", "fit": [{"make": " ", "model": "L"}]}, {"sku": "B", "quantity": 1.5, "name": " "}])
@example([{"sku": "A", "fit": [{"make": "T", "model": "L", "year_from": 2015, "year_to": 2010}], "branch": "\x01"}])
@example([{"sku": "A", "fit": [{"make": "T", "model": "L", "yaer": 1}]}, {"sku": "B", "brand": ""}])
@example([{"sku": "A"}, {"sku": " é\u200b", "fit": None}])
def test_a_body_taken_in_one_go_has_the_same_rows(sent: list[dict[str, object]]) -> None:
    body = row_parser_fast.parse_body(json.dumps({"items": sent}).encode(), 1000)
    alone = row_parser.parse_rows([Raw(json.dumps(row).encode()) for row in sent])
    if body is not None:
        assert body.rows == alone.rows
        assert body.unknown == alone.unknown
    else:
        # What an integer written as 5.0 is, only the row by itself tells.
        assert any(isinstance(row, RowFault) for row in alone.rows) or alone.unknown or _has_point(sent)


@pytest.mark.parametrize(
    "body",
    [
        b'{"items": [{"sku": "A"}, {"sku": "B"}]}',
        b'{"items": [{"sku": "A", "fit": [' + b",".join([b'{"make": "T", "model": "L"}'] * 50_000) + b"]}]}",
        b'{"items": [{"sku": "\xff"}]}',
        b'{"items": [{"sku": "A"}], "more": 1}',
        b'{"items": [{"sku": "A", "fit": ' + b"[" * 100_000,
        b'{"items": 5}',
        b'{"items": [{"sku": "A"}]',
    ],
    ids=["more rows", "very many objects", "no UTF-8", "another field", "deep", "no list", "cut off"],
)
def test_any_other_body_is_left_to_be_taken_apart(body: bytes) -> None:
    assert row_parser_fast.parse_body(body, 1) is None


def test_a_body_may_have_as_many_rows_as_are_taken_in_one_go() -> None:
    parsed = row_parser_fast.parse_body(b'{"items": [{"sku": "A"}, {"sku": "B"}]}', 2)
    assert parsed is not None
    assert len(parsed.rows) == 2


def test_a_long_list_of_cars_is_not_remembered() -> None:
    cars = [{"make": "Toyota", "model": f"Model {number}", "year_from": 2000} for number in range(100)]
    before = row_parser_fast._encode_short_fit.cache_info().currsize
    (row,) = row_parser_fast.parse_rows([Raw(json.dumps({"sku": "A", "fit": cars}).encode())]).rows
    assert isinstance(row, Row)
    assert json.loads(row.values[FIELDS.index("fit")])[99]["model"] == "Model 99"
    assert row_parser_fast._encode_short_fit.cache_info().currsize == before
