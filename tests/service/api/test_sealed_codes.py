"""A sealed code is read by the one who asked, and by nobody else."""

from __future__ import annotations

import msgspec
import pytest

from service.api.pairing_requests import MadeCode
from service.api.sealed_codes import CodeAsker, seal_code
from tests.fakes.clock import START

MADE = MadeCode("K7QM3XRD", "sha256//pin")


def test_only_the_one_who_asked_can_read_the_answer() -> None:
    asker, other = CodeAsker(3, START), CodeAsker(3, START)
    answer = seal_code(MADE, asker.request)
    assert asker.open(answer) == MADE
    assert other.open(answer) is None
    assert asker.open(msgspec.structs.replace(answer, text=answer.text[:-1] + b"\x00")) is None
    assert asker.open(msgspec.structs.replace(answer, public_key=b"\x00" * 32)) is None
    assert asker.open(msgspec.structs.replace(answer, public_key=b"short")) is None


def test_no_two_requests_or_answers_are_alike() -> None:
    asker = CodeAsker(3, START)
    assert len(asker.request.id) == 16
    assert CodeAsker(3, START).request.id != asker.request.id
    assert CodeAsker(3, START).request.public_key != asker.request.public_key
    assert seal_code(MADE, asker.request) != seal_code(MADE, asker.request)


@pytest.mark.parametrize("public_key", [b"", b"short", b"\x00" * 32])
def test_a_public_key_that_is_none_is_refused(public_key: bytes) -> None:
    with pytest.raises(ValueError, match=r"X25519|shared key"):
        seal_code(MADE, msgspec.structs.replace(CodeAsker(3, START).request, public_key=public_key))
