"""A code that a command leaves for the running service."""

from __future__ import annotations

import asyncio
from pathlib import Path

from service.api.pairing.code_handover import HandedCode, hand_over, is_waiting, take_over
from service.domain.host.pairing import PairingState, derive_pairing_key
from service.domain.times import MINUTE
from service.store.settings import write_setting
from tests.fakes.clock import START
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.running_service import run_service

CODE = HandedCode(3, "sha256//mine", b"\x00\xff" * 16, START)


def test_it_is_taken_once_and_leaves_nothing(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    floor = ShopFixture.fresh(store)
    assert floor.write(lambda tx: take_over(tx, START)) is None
    floor.write(lambda tx: hand_over(tx, CODE))
    assert floor.read(is_waiting)
    assert floor.write(lambda tx: take_over(tx, START)) == CODE
    assert not floor.read(is_waiting)
    store.close()


def test_one_that_was_left_long_ago_or_is_damaged_is_dropped(tmp_path: Path) -> None:
    store = new_store(tmp_path)
    floor = ShopFixture.fresh(store)
    for now in (START + MINUTE + 1, START - MINUTE - 1):
        floor.write(lambda tx: hand_over(tx, CODE))
        assert floor.write(lambda tx, now=now: take_over(tx, now)) is None  # type: ignore[misc]
    floor.write(lambda tx: write_setting(tx, "pairing_handover", "no json"))
    assert floor.write(lambda tx: take_over(tx, START)) is None
    assert not floor.read(is_waiting)
    store.close()


async def test_a_running_service_takes_it_and_pairs_a_till_with_it(tmp_path: Path) -> None:
    async with run_service(tmp_path) as stand:
        handed = HandedCode(stand.shop.id, "", derive_pairing_key("K7QM3XRD", ""), stand.clock.now())
        taken = asyncio.Event()
        stand.service.on_settings_applied = taken.set
        await stand.store.write(lambda tx: hand_over(tx, handed))
        async with asyncio.timeout(20):
            while stand.service.pairing.status().state is not PairingState.WAITING:
                await taken.wait()
                taken.clear()
        reply = await stand.call("POST", "/v1/pair", key=None, body={"name": "Till 2", "code": "k7qm-3xrd"})
        assert (reply.status, reply.json["pin"], reply.json["shop"]) == (200, None, stand.shop.name)
        assert (await stand.call("GET", "/v1/items", key=reply.json["key"])).status == 200
        assert not await stand.store.read(is_waiting)
