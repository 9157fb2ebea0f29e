"""A pairing code that a command asks for: readable by that command alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from service.api.pairing.code_request import (
    NAME,
    CodeAsker,
    MadeCode,
    answer_request,
    delete_leftover,
    delete_request,
    find_waiting,
    has_leftover,
    read_request,
    seal_code,
    write_request,
)
from service.domain.host.pairing import derive_pairing_key
from service.domain.times import MINUTE
from service.store.settings import read_settings, write_setting
from tests.fakes.clock import START
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture

MADE = MadeCode("K7QM3XRD", "sha256//mine")


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


def test_the_database_and_its_files_hold_nothing_of_the_code(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    floor = ShopFixture.fresh(store)
    asker = CodeAsker(floor.shop.id, START)
    floor.write(lambda tx: write_request(tx, asker.request))
    assert floor.read(lambda db: find_waiting(db, START)) == asker.request
    answer = seal_code(MADE, asker.request)
    floor.write(lambda tx: answer_request(tx, asker.request, answer))
    assert floor.read(lambda db: find_waiting(db, START)) is None
    answered = floor.read(read_request)
    assert answered is not None
    assert answered.answer == answer
    key = derive_pairing_key(MADE.code, MADE.pin, 1)
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
    stored = "".join(floor.read(read_settings).values())
    assert asker.request.id.encode() in raw
    for secret in (MADE.code, MADE.pin, key.hex(), msgspec.json.encode(key).decode().strip('"')):
        assert secret.encode() not in raw
        assert secret not in stored
    store.close()


def test_an_answer_to_a_request_that_was_replaced_is_dropped(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    floor = ShopFixture.fresh(store)
    first, second = CodeAsker(1, START), CodeAsker(1, START)
    floor.write(lambda tx: write_request(tx, first.request))
    floor.write(lambda tx: write_request(tx, second.request))
    floor.write(lambda tx: answer_request(tx, first.request, seal_code(MADE, first.request)))
    floor.write(lambda tx: delete_request(tx, first.request.id))
    assert floor.read(read_request) == second.request
    floor.write(lambda tx: delete_request(tx, second.request.id))
    assert NAME not in floor.read(read_settings)
    store.close()


@pytest.mark.parametrize("late", [MINUTE + 1, -MINUTE - 1])
def test_what_a_killed_command_left_is_not_answered(tmp_path: Path, late: int) -> None:
    store = new_store(tmp_path)
    floor = ShopFixture.fresh(store)
    request = CodeAsker(1, START).request
    floor.write(lambda tx: write_request(tx, request))
    assert floor.read(lambda db: find_waiting(db, START + late)) is None
    assert floor.read(lambda db: find_waiting(db, START + late // abs(late) * MINUTE)) == request
    store.close()


def test_damaged_text_is_no_request(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    floor = ShopFixture.fresh(store)
    floor.write(lambda tx: write_setting(tx, NAME, "no json"))
    assert floor.read(lambda db: find_waiting(db, START)) is None
    assert floor.read(has_leftover)
    floor.write(delete_leftover)
    assert not floor.read(has_leftover)
    store.close()
