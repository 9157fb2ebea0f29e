"""PINs: what one is, what is stored of it, and how long wrong tries wait."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.people import (
    LONGEST_WAIT_S,
    check_pin,
    compute_wait,
    describe_wait,
    hash_pin,
    matches,
    refuse_wrong,
)


@pytest.mark.usefixtures("real_costs")
def test_what_is_stored_has_no_pin_in_it_and_is_different_each_time() -> None:
    first, second = hash_pin("471100"), hash_pin("471100")
    assert first != second
    assert first.startswith("scrypt$32768$8$1$")
    assert "471100" not in first
    assert matches("471100", first)
    assert not matches("471101", first)


@pytest.mark.parametrize("stored", ["", "x", "scrypt$1$2$3$zz$yy", "scrypt$0$8$1$00$00", "scrypt$32768$8$1$00"])
def test_a_hash_that_cannot_be_read_matches_nothing(stored: str) -> None:
    assert not matches("4711", stored)


def test_digits_of_every_script_are_the_same_pin() -> None:
    assert check_pin("٤٧١١") == check_pin("۴۷۱۱") == check_pin("4711") == "4711"


@pytest.mark.parametrize("text", ["", "123", "1234567890123", "12a4", "12-4", " 1234", "12²4½"])
def test_what_is_no_pin(text: str) -> None:
    with pytest.raises(Refused, match="A PIN has 4 to 12 digits") as raised:
        check_pin(text)
    assert raised.value.code == "bad_pin"


@pytest.mark.parametrize("text", ["1234", "123456789012"])
def test_a_pin_has_4_to_12_digits(text: str) -> None:
    assert check_pin(text) == text


@pytest.mark.parametrize(
    ("wrong_tries", "sentence"),
    [
        (1, "This PIN is wrong. 4 tries are left before a wait."),
        (4, "This PIN is wrong. 1 tries are left before a wait."),
        (5, "This PIN is wrong. Try again in 1 minutes."),
        (7, "This PIN is wrong. Try again in 4 minutes."),
    ],
)
def test_a_wrong_pin_says_how_many_tries_are_left_or_how_long_to_wait(wrong_tries: int, sentence: str) -> None:
    refusal = refuse_wrong(wrong_tries)
    assert (refusal.code, refusal.message) == ("bad_pin", sentence)


def test_waits_double_from_a_minute_to_an_hour() -> None:
    assert [compute_wait(tries) for tries in (0, 4, 5, 6, 7)] == [0, 0, 60, 120, 240]
    assert compute_wait(11) == compute_wait(1_000_000) == LONGEST_WAIT_S
    assert [str(describe_wait(left)) for left in (0, 0.5, 60, 60.4, 121, 3600)] == [
        "Try again in 1 minutes.", "Try again in 1 minutes.", "Try again in 1 minutes.", "Try again in 2 minutes.",
        "Try again in 3 minutes.", "Try again in 60 minutes.",
    ]  # fmt: skip
