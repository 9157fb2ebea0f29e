"""Adding and revoking further counters."""

from __future__ import annotations

import pytest

from service.domain.changes import ChangeKind
from service.domain.counters import MAX_COUNTERS
from service.domain.errors import NotFound, Refused
from service.domain.settings import find_setting
from service.domain.times import MINUTE
from service.store import counters
from service.store.engine.transaction import Tx
from service.usecases.edit_counters import add_counter, revoke_counter
from service.usecases.edit_settings import change_own_setting, change_setting, read_settings
from service.usecases.issue_key import MAX_NAME
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture


def test_there_are_few_counters_at_a_time(shop: ShopFixture) -> None:
    def fill(tx: Tx) -> None:
        for number in range(MAX_COUNTERS):
            add_counter(tx, f"Counter {number}", START)
        with pytest.raises(Refused, match="Revoke one first"):
            add_counter(tx, "One more", START)
        revoke_counter(tx, "counter 3", START)
        add_counter(tx, "One more", START)

    shop.write(fill)


def test_a_name_that_is_taken_gets_a_number(shop: ShopFixture) -> None:
    def add(name: str) -> str:
        return shop.write(lambda tx: add_counter(tx, name, START))[0].name

    assert [add(name) for name in ("Desk", "DESK", " desk ")] == ["Desk", "DESK 2", "desk 3"]
    with pytest.raises(NotFound, match="There is no counter Till"):
        shop.write(lambda tx: revoke_counter(tx, "Till", START))
    long = "x" * MAX_NAME
    assert [add(long), add(long)] == [long, "x" * (MAX_NAME - 3) + " 2"]


def test_a_name_that_histories_would_read_as_another_is_refused(shop: ShopFixture) -> None:
    with pytest.raises(Refused, match="Desk: left has a meaning in histories; choose another name"):
        shop.write(lambda tx: add_counter(tx, "Desk: left", START))


def test_only_a_digest_of_the_key_is_stored(shop: ShopFixture) -> None:
    made, key = shop.write(lambda tx: add_counter(tx, "Desk", START))
    assert shop.read(lambda db: counters.match_counter(db, key)) == made
    assert shop.read(lambda db: counters.match_counter(db, key[:-1])) is None
    (row,) = shop.read(lambda db: db.all("SELECT * FROM counters"))
    assert key not in map(str, row)


def test_a_use_is_stored_and_reported_once_in_a_minute(shop: ShopFixture) -> None:
    made, _ = shop.write(lambda tx: add_counter(tx, "Desk", START))

    def use(now: int, address: str) -> bool:
        def record(tx: Tx) -> bool:
            counters.record_use(tx, made.id, now, address)
            return ChangeKind.KEYS in tx.changes.kinds

        return shop.write(record)

    assert [use(START, "10.0.0.1"), use(START + 59_000, "10.0.0.2"), use(START + MINUTE + 1, "10.0.0.3")] == [
        True, False, True,
    ]  # fmt: skip
    (listed,) = shop.read(counters.list_counters)
    assert (listed.last_used_at, listed.last_used_from) == (START + MINUTE + 1, "10.0.0.3")


def test_a_counter_has_some_settings_of_its_own(shop: ShopFixture) -> None:
    first, _ = shop.write(lambda tx: add_counter(tx, "Desk", START))
    other, _ = shop.write(lambda tx: add_counter(tx, "Yard", START))
    shop.write(lambda tx: change_own_setting(tx, first.id, find_setting("language"), "ar"))
    shop.write(lambda tx: change_setting(tx, "ring_volume", "40"))
    with pytest.raises(Refused, match="language must be"):
        shop.write(lambda tx: change_own_setting(tx, first.id, find_setting("language"), "klingon"))

    def read_language(counter: int) -> str:
        return shop.read(lambda db: read_settings(db, counter)).language

    assert [read_language(one) for one in (first.id, other.id, 0)] == ["ar", "system", "system"]
    assert shop.read(lambda db: read_settings(db, first.id)).ring_volume == 40
