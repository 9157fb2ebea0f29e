"""API keys: form, checksum, and what is stored of them (contract §5)."""

from __future__ import annotations

import hashlib
import re
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.keys import (
    ALPHABET,
    ApiKey,
    KeyForm,
    NewKey,
    classify_key,
    compute_checksum,
    compute_digest,
    generate_key,
    get_prefix,
)

KEY = generate_key(staging=False)


@pytest.mark.parametrize(("staging", "prefix"), [(False, "cp_live_"), (True, "cp_test_")])
def test_a_new_key_is_well_formed_and_like_no_other(staging: bool, prefix: str) -> None:
    keys = {generate_key(staging=staging) for _ in range(200)}
    assert len(keys) == 200
    for key in keys:
        assert re.fullmatch(rf"{prefix}[0-9A-Za-z]{{36}}", key)
        assert classify_key(key) is KeyForm.WELL_FORMED


@given(st.text(ALPHABET, min_size=30, max_size=30))
def test_the_checksum_is_the_crc_32_in_base_62(random: str) -> None:
    number = 0
    for digit in compute_checksum("cp_live_" + random):
        number = number * 62 + ALPHABET.index(digit)
    assert number == zlib.crc32(b"cp_live_" + random.encode())


@given(st.integers(8, len(KEY) - 1), st.sampled_from(ALPHABET))
def test_one_wrong_character_is_a_typing_error(place: int, char: str) -> None:
    typed = KEY[:place] + char + KEY[place + 1 :]
    assert classify_key(typed) is (KeyForm.WELL_FORMED if typed == KEY else KeyForm.MISTYPED)


@pytest.mark.parametrize(
    "text",
    [
        KEY[:-1],
        KEY + "A",
        KEY + "\n",
        KEY[:20],
        KEY.replace("live", "test"),
        "cp_live_",
        KEY[:-1] + "é",
        KEY[:-1] + "\udcff",
    ],
    ids=["short", "long", "newline", "cut", "other shop", "prefix", "accent", "surrogate"],
)
def test_what_begins_like_a_key_is_mistyped(text: str) -> None:
    assert classify_key(text) is KeyForm.MISTYPED


@pytest.mark.parametrize(
    "text",
    ["", "secret", " " + KEY, "CP_LIVE_" + KEY[8:], "cp_prod_" + KEY[8:], "\udcff"],
    ids=["empty", "word", "blank first", "capitals", "no such kind", "surrogate"],
)
def test_what_never_was_a_key(text: str) -> None:
    assert classify_key(text) is KeyForm.NOT_A_KEY


def test_only_a_digest_and_twelve_characters_are_kept() -> None:
    assert compute_digest(KEY) == hashlib.sha256(KEY.encode()).digest()
    assert get_prefix(KEY) == KEY[:12]
    assert len(compute_digest("\udcff")) == 32


def test_a_new_key_does_not_show_in_a_log() -> None:
    new = NewKey(ApiKey(1, 1, "Till", KEY[:12], 0), KEY)
    assert KEY not in f"{new} {new!r} {[new]}"
