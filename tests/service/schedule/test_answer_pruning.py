"""Kept answers go when they are a day old, many in steps."""

from __future__ import annotations

from service.domain.call_log.calls import Call
from service.domain.idempotency import RETENTION, RepeatableCall
from service.domain.times import HOUR
from service.schedule.answer_pruning import ANSWERS_PER_STEP, AnswerPruning
from service.store import keys
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.kept_answers import keep_answer
from tests.fakes.shop_fixture import ShopFixture


async def test_old_answers_go_and_newer_ones_stay(shop: ShopFixture) -> None:
    key = shop.write(lambda tx: keys.add_key(tx, shop.shop.id, "T", "text", 0))

    def keep(first: int, count: int) -> None:
        def work(tx: Tx) -> None:
            for number in range(first, first + count):
                keep_answer(tx, RepeatableCall(key.id, b"%d" % number, b""), 200, b"{}", shop.clock.now())

        shop.write(work)

    keep(0, ANSWERS_PER_STEP + 5)
    shop.clock.advance(1)
    keep(ANSWERS_PER_STEP + 5, 3)
    shop.clock.advance(RETENTION - 1)
    assert await AnswerPruning(shop.store, shop.clock).step() == shop.clock.now() + HOUR
    assert shop.count("kept_answers") == 3


async def test_a_clock_that_jumped_drops_nothing(shop: ShopFixture) -> None:
    """The call of an hour ago is not a day old, whatever the clock shows."""
    key = shop.write(lambda tx: keys.add_key(tx, shop.shop.id, "T", "text", 0))
    at = shop.clock.now()
    call = Call(0, at - HOUR, shop.shop.id, key.id, "T", "127.0.0.1", "POST", "/v1/items", 200, 100, 2, 10)
    shop.write(lambda tx: add_call(tx, call, PackedBodies()))
    shop.write(lambda tx: keep_answer(tx, RepeatableCall(key.id, b"digest", b""), 200, b"{}", at))
    shop.clock.advance(400 * RETENTION)
    await AnswerPruning(shop.store, shop.clock).step()
    assert shop.count("kept_answers") == 1
