"""Every error that a caller may see has one sentence, and its code."""

from __future__ import annotations

import re

from service.domain.errors import (
    BadRequest,
    CounterpartError,
    Refused,
    Unavailable,
    UnavailableCode,
    make_error_reference,
)
from service.domain.sentences import message


def test_a_reference_has_eight_digits_and_is_another_each_time() -> None:
    made = {make_error_reference() for _ in range(20)}
    assert len(made) == 20
    assert all(re.fullmatch(r"[0-9A-F]{8}", reference) for reference in made)


def test_an_error_has_its_sentence_in_english_and_for_translation() -> None:
    sentence = message("Order {order} is unknown.", order="ORD-2026-000001")
    error = Refused("not_known", sentence)
    assert (error.code, error.sentence) == ("not_known", sentence)
    assert error.message == str(error) == "Order ORD-2026-000001 is unknown."


def test_a_plain_text_is_a_sentence_too() -> None:
    error = BadRequest("The body is no JSON.")
    assert isinstance(error, CounterpartError)
    assert error.message == str(error) == str(error.sentence) == "The body is no JSON."


def test_a_fault_of_the_environment_has_a_code_of_its_own_where_one_is_known() -> None:
    full = Unavailable(message("The disk is full."), UnavailableCode.DISK_FULL)
    assert (full.code, full.message) == (UnavailableCode.DISK_FULL, "The disk is full.")
    assert Unavailable(message("Try again.")).code is UnavailableCode.OTHER
