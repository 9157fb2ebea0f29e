"""PINs: what one is, what is stored of it, and how long wrong tries wait."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.people.pins import LONGEST_WAIT_S, check_pin, compute_wait, describe_wait, hash_pin, matches


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
    with pytest.raises(Refused, match="4 to 12 digits"):
        check_pin(text)


def test_waits_double_from_a_minute_to_an_hour() -> None:
    assert [compute_wait(tries) for tries in (0, 4, 5, 6, 7)] == [0, 0, 60, 120, 240]
    assert compute_wait(11) == compute_wait(1_000_000) == LONGEST_WAIT_S
    assert [str(describe_wait(left)) for left in (0.5, 61, 3600)] == [
        "Try again in 1 minutes.", "Try again in 2 minutes.", "Try again in 60 minutes.",
    ]  # fmt: skip
