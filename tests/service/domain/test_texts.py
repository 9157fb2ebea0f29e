"""Invisible text is empty text, and U+0000 is in none (contract §2.4)."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.catalogue.row_types import Row, RowFault
from service.domain.errors import BadRequest
from service.domain.marketplace.order_requests import parse_order, parse_rfq
from service.domain.texts import drop_blank, has_nul, is_blank
from tests.fakes.shop_fixture import parse

BLANK = ["", " ", "\t\n", "\u00a0", "\u200b", "\u200f", "\u2800", "\ufeff", "\u00ad", "\x7f", "\u202e \u2060"]
TEXTS = ("name_ar", "oem_number", "brand", "category")


@pytest.mark.parametrize("text", BLANK)
def test_what_nobody_sees_is_blank(text: str) -> None:
    assert is_blank(text)
    assert drop_blank(text) is None


@pytest.mark.parametrize("text", ["a", " a", "ر", "\u200fر", "-", "\u0301", "😀", "\u2801", "0"])
def test_what_somebody_sees_is_not_blank(text: str) -> None:
    assert not is_blank(text)
    assert drop_blank(text) == text


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("".join(BLANK))), max_size=5))
def test_the_rule_said_again(text: str) -> None:
    seen = [c for c in text if not (c.isspace() or c == "\u2800" or unicodedata.category(c) in {"Cc", "Cf"})]
    assert is_blank(text) == (not seen)


@given(st.text(alphabet=st.sampled_from("\0u\\0a"), max_size=8))
def test_a_nul_is_found_in_the_json_of_a_text(text: str) -> None:
    assert has_nul(json.dumps({"x": text}).encode()) == ("\0" in text)


@pytest.mark.parametrize("text", BLANK)
def test_a_blank_text_of_a_row_is_an_empty_one(text: str) -> None:
    (row,) = parse({"sku": "A", "name": "Pad", **dict.fromkeys(TEXTS, text)}).rows
    assert isinstance(row, Row)
    assert row.values[2:6] == (None, None, None, None)
    fit = [{"make": text, "model": text}]
    (fault,) = parse({"sku": text, "name": text, "branch": text, "quantity": 1, "fit": fit}).rows
    assert isinstance(fault, RowFault)
    assert fault.error == (
        "sku: must not be blank; name: must not be blank; branch: must not be blank; "
        "fit[0].make: must not be blank; fit[0].model: must not be blank"
    )


def test_a_row_with_a_nul_is_rejected_with_its_fields_and_the_others_are_saved() -> None:
    fit = [{"make": "Kia\0", "model": "Rio"}]
    fields = {"sku": "A", **dict.fromkeys(("name", *TEXTS), "x\0y"), "fit": fit}
    fault, row = parse(fields, {"sku": "B", "name": "a \\u0000 in words"}).rows
    assert isinstance(fault, RowFault)
    refused = "must not hold the character U+0000"
    assert fault.error.split("; ") == [f"{name}: {refused}" for name in ("name", *TEXTS, "fit[0].make")]
    assert isinstance(row, Row)


@pytest.mark.parametrize("text", BLANK)
def test_a_blank_text_of_an_order_or_a_request_is_an_empty_one(text: str) -> None:
    line = {"sku": "A", "quantity": 1}
    assert parse_order(json.dumps({"lines": [line], "branch": text}).encode()).branch is None
    wish = {"description": "Mirror", "quantity": 1, "sku": text}
    request = parse_rfq(json.dumps({"items": [wish], "text": text}).encode())
    assert (request.text, request.items[0].sku) == (None, None)
    for body in (
        {"lines": [{**line, "sku": text}]},
        {"lines": [line], "vehicle": {"make": text, "model": "Rio"}},
        {"lines": [line], "vehicle": {"make": "Kia", "model": text}},
    ):
        with pytest.raises(BadRequest):
            parse_order(json.dumps(body).encode())
    with pytest.raises(BadRequest):
        parse_rfq(json.dumps({"items": [{**wish, "description": text}]}).encode())


def test_a_nul_in_an_order_is_refused() -> None:
    with pytest.raises(BadRequest, match="U\\+0000"):
        parse_order(json.dumps({"lines": [{"sku": "A\0", "quantity": 1}]}).encode())
