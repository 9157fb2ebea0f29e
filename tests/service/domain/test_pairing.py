"""How codes look, and what their proofs show."""

from __future__ import annotations

import hashlib
import hmac

from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.pairing import (
    ALPHABET,
    LENGTH,
    ROUNDS,
    ProofOf,
    derive_pairing_key,
    format_code,
    generate_code,
    is_same,
    make_proof,
    normalize_code,
)

PIN, OTHER_PIN = "sha256//mine", "sha256//of-somebody-between"


def test_a_code_has_40_bits_and_no_letter_that_is_mistaken_for_another() -> None:
    assert len(ALPHABET) == len(set(ALPHABET)) == 32
    assert not set("ILOU") & set(ALPHABET)
    codes = {generate_code() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)


@given(st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH))
@settings(max_examples=30)
def test_a_code_is_read_as_people_type_it(code: str) -> None:
    shown = format_code(code)
    for typed in (
        shown,
        shown.lower(),
        f" {shown} ",
        shown.replace("-", " "),
        code.replace("0", "o").replace("1", "l"),
    ):
        assert normalize_code(typed) == code


def test_the_derivation_is_the_one_that_is_documented() -> None:
    expected = hashlib.pbkdf2_hmac("sha256", b"K7QM3XRD", b"counterpart pairing sha256//mine", ROUNDS, 32)
    key = derive_pairing_key("k7qm-3xrd", PIN)
    assert key == expected
    assert make_proof(key, ProofOf.TILL) == hmac.new(key, b"till", hashlib.sha256).hexdigest()


def test_another_code_another_pin_and_the_other_side_have_other_proofs() -> None:
    proofs = {
        make_proof(derive_pairing_key(code, pin, 1), of)
        for code in ("K7QM3XRD", "K7QM3XRE")
        for pin in (PIN, OTHER_PIN, "")
        for of in ProofOf
    }
    assert len(proofs) == 12


def test_proofs_are_compared_whole_and_any_text_is_one() -> None:
    assert is_same("ab", "ab")
    assert not is_same("ab", "abc")
    assert not is_same("\ud800", "ab")
    assert not is_same("ab", "\ud800")
    assert not is_same("ab", "aB")
    assert derive_pairing_key("\ud800", PIN, 1) != derive_pairing_key("", PIN, 1)
