"""The call log stays within its size under any traffic, and callers without a key cannot erase the
owner's entries.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from service.domain.call_log.calls import (
    MAX_NOTES,
    MAX_PATH_BYTES,
    Call,
    CallFilter,
    count_repeats,
    cut_call,
    cut_text,
    list_names,
)
from service.domain.times import MINUTE
from service.store.call_log.calls import OWN_ROWS, PackedBodies, add_calls, count_calls, list_calls, read_hours
from service.store.call_log.pruning import STRANGERS_PERCENT, count_stored_bytes
from service.store.engine.transaction import ReadTx
from service.store.settings import write_setting
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

LOG_MIB = 16
BOUND = LOG_MIB * 1024 * 1024
A_CALL = Call(0, START, 1, 1, "Till 1", "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)
A_STRANGER = replace(A_CALL, shop_id=None, key_id=None, key=None, status=401, notes=("no key was sent",))

Entry = tuple[Call, PackedBodies]
rng = random.Random(5)


def upload(size: int) -> Entry:
    return A_CALL, PackedBodies(rng.randbytes(size))


def with_notes(number: int) -> Entry:
    notes = tuple(f"field {number} {'n' * 41_000}" for _ in range(50))
    return cut_call(replace(A_CALL, notes=notes, message="m" * 41_000)), PackedBodies()


def with_path(number: int) -> Entry:
    return cut_call(replace(A_CALL, path=f"/v1/items?{rng.random()}{'x' * 8_000}")), PackedBodies(rng.randbytes(60))


TRAFFIC: dict[str, tuple[int, Callable[[int], Entry]]] = {
    "large uploads": (40, lambda _: upload(1_200_000)),
    "uploads of every size": (1_500, lambda _: upload(rng.randrange(1, 30_000))),
    "bodies that leave half of each page empty": (6_000, lambda number: upload((100, 4_000)[number % 2])),
    "long notes": (2_500, with_notes),
    "long paths": (9_000, with_path),
}


def limit_log(shop: ShopFixture) -> None:
    shop.write(lambda tx: write_setting(tx, "log_mib", str(LOG_MIB)))


def put(shop: ShopFixture, entries: list[Entry]) -> None:
    """Writes entries together."""
    shop.write(lambda tx: add_calls(tx, entries))


def used_pages(db: ReadTx) -> int:
    return int(db.scalar("PRAGMA page_count")) - int(db.scalar("PRAGMA freelist_count"))


@pytest.mark.parametrize("kind", TRAFFIC)
@pytest.mark.sqlite
def test_the_log_is_within_a_tenth_of_its_size_after_each_write(shop: ShopFixture, kind: str) -> None:
    limit_log(shop)
    count, make = TRAFFIC[kind]
    empty = shop.read(used_pages)
    most = 0
    for start in range(0, count, 20):
        made = [make(number) for number in range(start, min(start + 20, count))]
        entries = [(replace(call, shop_id=shop.shop.id), packed) for call, packed in made]
        for some in ([entry] for entry in entries) if count < 100 else (entries,):
            put(shop, some)
        most = max(most, shop.read(used_pages) - empty)
    assert BOUND * 0.8 < most * 4096 < BOUND * 1.1
    assert shop.read(count_stored_bytes) <= BOUND


def test_entries_that_fit_are_kept_whole_after_a_change_of_settings(shop: ShopFixture) -> None:
    limit_log(shop)
    put(shop, [(replace(call, shop_id=shop.shop.id), packed) for call, packed in (upload(1_200_000) for _ in range(8))])
    limit_log(shop)
    put(shop, [(replace(A_CALL, shop_id=shop.shop.id), PackedBodies())])
    assert shop.read(lambda db: count_calls(db, shop.shop.id, sees_unknown=False)) == 9


@pytest.mark.sqlite
def test_strangers_take_their_share_and_erase_nothing_of_the_owners(shop: ShopFixture) -> None:
    limit_log(shop)
    own = [(replace(A_CALL, shop_id=shop.shop.id, at=START - number), PackedBodies()) for number in range(100)]
    shop.write(lambda tx: add_calls(tx, own))
    before = shop.read(used_pages)
    for number in range(400):
        strangers = [
            (replace(A_STRANGER, remote=f"10.0.{number % 200}.{place}", path=f"/v1/{rng.random()}"), PackedBodies())
            for place in range(50)
        ]
        put(shop, strangers)
    grown = (shop.read(used_pages) - before) * 4096
    assert grown < BOUND * STRANGERS_PERCENT / 100 * 1.3
    kept = shop.read(lambda db: list_calls(db, shop.shop.id, CallFilter(), sees_unknown=False, limit=500))
    assert len(kept) == 100


@pytest.mark.sqlite  # elsewhere the leader prunes
def test_a_log_that_is_full_of_the_owners_calls_has_room_for_strangers_and_the_other_way_round(
    shop: ShopFixture,
) -> None:
    limit_log(shop)
    strangers = [(replace(A_STRANGER, remote=f"10.0.0.{place}"), PackedBodies()) for place in range(100)]
    shop.write(lambda tx: add_calls(tx, strangers))
    for _ in range(20):
        shop.write(lambda tx: add_calls(tx, [(replace(A_CALL, shop_id=shop.shop.id), upload(1_000_000)[1])]))
    newest = [(replace(A_STRANGER, remote="10.0.1.1", at=START + MINUTE), PackedBodies())]
    shop.write(lambda tx: add_calls(tx, newest))
    seen = shop.read(lambda db: list_calls(db, shop.shop.id, CallFilter(status=401), sees_unknown=True))
    assert [call.remote for call in seen][:1] == ["10.0.1.1"]
    assert shop.read(count_stored_bytes) <= BOUND


def strangers_rows(shop: ShopFixture) -> list[Call]:
    return shop.read(lambda db: list_calls(db, shop.shop.id, CallFilter(status_class=4), sees_unknown=True, limit=500))


def test_repeats_of_one_address_are_summed_up_and_every_call_is_counted(shop: ShopFixture) -> None:
    for number in range(100):
        calls = [replace(A_STRANGER, at=START + number * 50 + place) for place in range(41)]
        put(shop, [(call, PackedBodies()) for call in calls])
    shop.write(lambda tx: add_calls(tx, [(replace(A_STRANGER, remote="10.0.0.9"), PackedBodies())]))
    shop.write(lambda tx: add_calls(tx, [(replace(A_STRANGER, status=400), PackedBodies())]))
    rows = strangers_rows(shop)
    assert len(rows) == OWN_ROWS + 2
    assert sum(count_repeats(call.facts) for call in rows) == 4_100 - OWN_ROWS
    hours = shop.read(lambda db: read_hours(db, shop.shop.id, START - MINUTE, sees_unknown=True))
    assert sum(hour.calls for hour in hours) == 4_102


def test_a_call_of_an_address_much_later_has_a_row_again(shop: ShopFixture) -> None:
    for at in (START, START + 30 * MINUTE):
        calls = [replace(A_STRANGER, at=at + place) for place in range(OWN_ROWS + 5)]
        put(shop, [(call, PackedBodies()) for call in calls])
    assert len(strangers_rows(shop)) == 2 * OWN_ROWS


def test_what_a_caller_chose_is_cut() -> None:
    call = cut_call(
        replace(A_CALL, path="/v1/" + "ع" * 5_000, notes=("n" * 41_000,) * 500, message="m" * 41_000, key="k" * 9_000)
    )
    assert len(call.path.encode()) <= MAX_PATH_BYTES
    assert call.path.endswith("…")
    assert len(call.notes) == MAX_NOTES
    assert sum(len(text.encode()) for text in (*call.notes, call.message or "", call.key or "")) < 12_000
    assert cut_call(A_CALL) is A_CALL


@pytest.mark.parametrize("text", ["", "abc", "ق" * 20, "🚗" * 12, "a\ud800b" * 30])
def test_a_cut_text_is_a_beginning_within_its_bytes(text: str) -> None:
    cut = cut_text(text, 20)
    assert len(cut.encode("utf-8", "replace")) <= 20
    assert cut == text or text.encode("utf-8", "replace").decode().startswith(cut.removesuffix("…"))


def test_names_are_listed_in_part() -> None:
    assert list_names(["a", "b"]) == "a, b"
    assert len(list_names(["x" * 41_000] * 50)) < 2_000
