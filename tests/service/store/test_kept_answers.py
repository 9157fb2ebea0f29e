"""Answers kept for repetitions, against a plain dictionary (contract §9.6)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.domain.clock_trust import Cutoff
from service.domain.errors import BadRequest, Refused
from service.domain.idempotency import (
    RETENTION,
    KeptAnswer,
    RepeatableCall,
    check_same_call,
    is_final,
    parse_repeatable_call,
)
from service.domain.times import DAY, Millis
from service.store import keys
from service.store.engine.store import Store
from service.store.kept_answers import drop_old_answers, find_kept_answer, keep_answer
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

BODY_BYTES, ROW_BYTES, ROWS_KEPT = 100, 200, 6
MAX_BYTES = ROWS_KEPT * (BODY_BYTES + 1 + ROW_BYTES)
STEPS = st.lists(
    st.tuples(st.sampled_from([0, 1]), st.sampled_from("abcdefghij"), st.sampled_from([0, 1, DAY // 3]), st.booleans()),
    max_size=30,
)


class TwoTills:
    """Two API keys of one shop, and what each of them did with its Idempotency-Keys."""

    def __init__(self, store: Store) -> None:
        self.floor = ShopFixture.fresh(store)
        self.ids = [self._add_key("T0"), self._add_key("T1")]
        self.now = START
        self.model: dict[tuple[int, str], tuple[Millis, bytes]] = {}

    def _add_key(self, name: str) -> int:
        shop_id = self.floor.shop.id
        return self.floor.write(lambda tx: keys.add_key(tx, shop_id, name, f"{shop_id}{name}", 0)).id

    def call(self, till: int, name: str) -> RepeatableCall:
        call = parse_repeatable_call([name], self.ids[till], "/v1/items?", b"")
        assert call is not None
        return call

    def keep(self, till: int, name: str, body: bytes) -> None:
        call = self.call(till, name)
        self.floor.write(lambda tx: keep_answer(tx, call, 200, body, self.now, max_bytes=MAX_BYTES))
        self.model.pop((till, name), None)
        self.model[till, name] = (self.now, body)

    def prune(self) -> None:
        self.floor.write(lambda tx: drop_old_answers(tx, Cutoff(self.now - RETENTION), limit=100))

    def list_certain(self, till: int) -> dict[str, KeptAnswer | None]:
        """By the name of a call what must be found: the newest answers. Of older ones, and of those
        that are a day old, both is right.
        """
        mine = [(name, answer) for (owner, name), answer in self.model.items() if owner == till]
        certain: dict[str, KeptAnswer | None] = {}
        for place, (name, (at, body)) in enumerate(reversed(mine)):
            if place < ROWS_KEPT // 2 and at > self.now - RETENTION:
                certain[name] = KeptAnswer(self.call(till, name).fingerprint, at, 200, body)
        return certain

    def find(self, till: int, name: str) -> KeptAnswer | None:
        call = self.call(till, name)
        return self.floor.read(lambda db: find_kept_answer(db, call))

    def count_bytes(self, till: int) -> int:
        return self.floor.read(lambda db: db.scalar(_SUM_BYTES, (ROW_BYTES, self.ids[till]))) or 0


_SUM_BYTES = "SELECT sum(length(body) + ?) FROM kept_answers WHERE key_id = ?"


@settings(max_examples=25)
@given(STEPS)
def test_each_key_finds_its_own_newest_answers_for_a_day(
    shared_store: Store, steps: list[tuple[int, str, Millis, bool]]
) -> None:
    tills = TwoTills(shared_store)
    for number, (till, name, pause, prunes) in enumerate(steps):
        tills.now += pause
        tills.keep(till, name, str(number).encode().ljust(BODY_BYTES))
        if prunes:
            tills.prune()
        for one in (0, 1):
            certain = tills.list_certain(one)
            assert {name: tills.find(one, name) for name in certain} == certain
            assert tills.count_bytes(one) <= MAX_BYTES


def test_the_newest_is_kept_even_where_it_is_larger_than_the_bound(shop: ShopFixture) -> None:
    key = shop.write(lambda tx: keys.add_key(tx, shop.shop.id, "T", "text", 0))
    call = parse_repeatable_call(["a"], key.id, "/", b"")
    assert call is not None
    shop.write(lambda tx: keep_answer(tx, call, 200, b"x" * 500, START, max_bytes=10))
    assert shop.read(lambda db: find_kept_answer(db, call)) is not None


@given(st.binary(max_size=20), st.binary(max_size=20), st.text(max_size=5), st.text(max_size=5))
def test_only_the_same_path_and_body_are_the_same_call(one: bytes, two: bytes, path: str, other: str) -> None:
    first = parse_repeatable_call(["k"], 1, path, one)
    second = parse_repeatable_call(["k"], 1, other, two)
    assert first is not None
    assert second is not None
    kept = KeptAnswer(first.fingerprint, START, 200, b"")
    if "\n" not in path + other and (one, path) != (two, other):
        with pytest.raises(Refused, match="used for another call"):
            check_same_call(second, kept)
    elif (one, path) == (two, other):
        check_same_call(second, kept)


@given(st.text(max_size=300))
def test_a_header_is_taken_or_refused_by_name(text: str) -> None:
    fits = 0 < len(text) <= 255 and all(" " <= char <= "~" for char in text)
    if fits:
        assert parse_repeatable_call([text], 1, "/", b"") is not None
    else:
        with pytest.raises(BadRequest, match=r"^Idempotency-Key "):
            parse_repeatable_call([text], 1, "/", b"")


@pytest.mark.parametrize(
    ("status", "kept"),
    [
        (200, True),
        (204, True),
        (400, True),
        (401, False),
        (404, True),
        (409, False),
        (422, True),
        (429, False),
        (500, False),
        (503, False),
    ],
)
def test_which_answers_are_final(status: int, kept: bool) -> None:
    assert is_final(status) is kept
