"""Which calls count as the same, and which answers are kept for them (contract §9)."""

from __future__ import annotations

import pytest

from service.domain.errors import BadRequest, Refused
from service.domain.idempotency import (
    KeptAnswer,
    RepeatableCall,
    check_same_call,
    is_final,
    parse_repeatable_call,
)

NOW = 1_795_183_509_120


def call(header: str = "sale 4711", key_id: int = 1, target: str = "/v1/items", body: bytes = b"{}") -> RepeatableCall:
    parsed = parse_repeatable_call([header], key_id, target, body)
    assert parsed is not None
    return parsed


def test_a_call_without_the_header_is_not_repeatable() -> None:
    assert parse_repeatable_call([], 1, "/v1/items", b"{}") is None


def test_equal_calls_are_the_same_and_each_part_counts() -> None:
    assert call() == call()
    assert call().name == call(target="/v1/orders", body=b"x").name
    assert call().name != call(key_id=2).name
    assert call().name != call("sale 4712").name
    prints = [call(), call(target="/v1/item"), call(body=b"{ }"), call(target="/v1/items\n", body=b"{}")]
    assert len({one.fingerprint for one in prints}) == 4


def test_nothing_of_a_call_can_be_read_in_what_is_stored() -> None:
    stored = call("cp_live_secret", body=b"cp_live_secret")
    assert (len(stored.digest), len(stored.fingerprint)) == (32, 32)
    assert b"secret" not in stored.digest + stored.fingerprint


def test_a_path_that_is_no_utf_8_can_be_repeated() -> None:
    assert call(target="/v1/items/\udcff").fingerprint != call(target="/v1/items/\udcfe").fingerprint


@pytest.mark.parametrize("header", ["a", " ", "~", "x" * 255])
def test_a_header_has_1_to_255_printable_characters(header: str) -> None:
    assert call(header).key_id == 1


@pytest.mark.parametrize("header", ["", "x" * 256, "a\x7f", "a\x1f", "é"])
def test_another_header_is_refused(header: str) -> None:
    with pytest.raises(BadRequest, match=r"^Idempotency-Key must be 1 to 255 printable ASCII characters"):
        call(header)


def test_two_headers_are_refused() -> None:
    with pytest.raises(BadRequest, match=r"^Idempotency-Key is given more than once; give it once"):
        parse_repeatable_call(["a", "a"], 1, "/v1/items", b"{}")


@pytest.mark.parametrize(
    ("status", "final"),
    [(199, False), (200, True), (204, True), (299, True), (300, False), (304, False), (399, False), (400, True),
     (401, False), (404, True), (409, False), (413, True), (422, True), (429, False), (499, True), (500, False),
     (503, False)],
)  # fmt: skip
def test_an_answer_is_kept_where_the_next_try_would_get_the_same(status: int, final: bool) -> None:
    assert is_final(status) is final


def test_the_same_key_for_another_call_is_refused() -> None:
    kept = KeptAnswer(call().fingerprint, NOW, 200, b"{}")
    check_same_call(call(), kept)
    with pytest.raises(Refused, match=r"was used for another call at 2026-11-20T14:05:09\.120Z\. Use a new") as raised:
        check_same_call(call(body=b"[]"), kept)
    assert raised.value.code == "idempotency_mismatch"
