"""The call log: filters compared with a naive one, pages without gaps or repeats, pruning that
frees space.
"""

from __future__ import annotations

import dataclasses
import random
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from service.domain.call_log.calls import STATUSES, Bodies, Call, CallFilter, Cursor
from service.domain.clock_trust import Cutoff
from service.domain.errors import NotFound
from service.domain.times import DAY, HOUR
from service.store import keys
from service.store.call_log import calls, pruning
from service.store.call_log.body_compression import pack_body, unpack_body
from service.store.call_log.call_search import BodySearch, search_bodies
from service.store.call_log.calls import (
    LastIds,
    PackedBodies,
    add_call,
    count_statuses,
    find_bodies,
    find_last_ids,
    get_call,
    iterate_calls,
    list_calls,
    list_calls_after,
)
from service.store.call_log.pruning import prune_step
from service.store.engine.connection import MIN_FREE_PAGES
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from tests.fakes.clock import START
from tests.fakes.shop_fixture import ShopFixture

PATHS = ("/v1/items", "/v1/items?limit=5", "/v1/orders", "/v1/orders/ORD-2026-000001/accept", "/V1/odd%_\\path")
KEYS = (None, "Till", "Web")
A_CALL = Call(0, START, None, None, None, "127.0.0.1", "GET", "/v1/items", 200, 900, 0, 10)


def keep(floor: ShopFixture, *entries: Call, packed: PackedBodies | None = None) -> list[Call]:
    """Writes entries and gives them back with their ids."""

    def work(tx: Tx) -> list[Call]:
        return [replace(entry, id=add_call(tx, entry, packed or PackedBodies())) for entry in entries]

    return floor.write(work)


def listed(floor: ShopFixture, narrow: CallFilter | None = None, **how: object) -> list[Call]:
    arguments = {"sees_unknown": not floor.shop.staging, **how}
    return floor.read(lambda db: list_calls(db, floor.shop.id, narrow or CallFilter(), **arguments))  # type: ignore[arg-type]


def followed(floor: ShopFixture, narrow: CallFilter) -> list[Call]:
    return floor.read(lambda db: list_calls_after(db, floor.shop.id, narrow, LastIds(), sees_unknown=True, limit=100))


def test_an_entry_that_another_service_commits_late_is_followed(shop: ShopFixture) -> None:
    """Its id may be lower than one of the shop that was read."""
    own = keep(shop, replace(A_CALL, shop_id=shop.shop.id))
    shop.write(lambda tx: tx.update("UPDATE calls SET id = id + 1000"))
    seen = LastIds(own[0].id + 1000, 0)
    keep(shop, A_CALL)
    shop.write(lambda tx: tx.update("UPDATE calls SET id = ? WHERE shop_id = 0", (own[0].id + 1,)))
    page = shop.read(lambda db: list_calls_after(db, shop.shop.id, CallFilter(), seen, sees_unknown=True, limit=9))
    assert [call.shop_id for call in page] == [None]
    assert seen.pass_by(page) == LastIds(own[0].id + 1000, own[0].id + 1)


def test_entries_of_others_are_not_read_again_while_a_log_is_followed(shop: ShopFixture) -> None:
    """Each look read the whole log of a shop without callers that nobody knows."""
    entries = keep(shop, *[replace(A_CALL, shop_id=shop.shop.id + 1)] * 3)
    last, is_shared = shop.read(lambda db: (find_last_ids(db, shop.shop.id), db.is_shared))
    assert last == (LastIds() if is_shared else LastIds(entries[-1].id, entries[-1].id)), "of one writer, those of all"
    keep(shop, replace(A_CALL, shop_id=shop.shop.id), A_CALL)
    page = shop.read(lambda db: list_calls_after(db, shop.shop.id, CallFilter(), last, sees_unknown=True, limit=9))
    assert [call.shop_id for call in page] == [shop.shop.id, None]


def one(floor: ShopFixture, call_id: int) -> tuple[Call, Bodies]:
    return floor.read(lambda db: get_call(db, floor.shop.id, call_id, sees_unknown=not floor.shop.staging))


def add_keys(floor: ShopFixture) -> dict[str | None, int | None]:
    def add(tx: Tx) -> dict[str | None, int | None]:
        return {name: keys.add_key(tx, floor.shop.id, name, f"{floor.shop.id}{name}", 0).id for name in ("Till", "Web")}

    return {None: None, **floor.write(add)}


def matches(call: Call, narrow: CallFilter) -> bool:
    """What CallFilter says, in so many words."""
    return (
        (narrow.since is None or call.at >= narrow.since)
        and (narrow.until is None or call.at < narrow.until)
        and (narrow.key is None or call.key == narrow.key)
        and (not narrow.path or narrow.path.lower() in call.path.lower())
        and (narrow.status is None or call.status == narrow.status)
        and (narrow.status_class is None or {2: 2, 3: 2, 4: 4, 5: 5}[call.status // 100] == narrow.status_class)
        and (not narrow.noted or bool(call.notes))
    )


MOMENTS = st.integers(START - 40, START + 40)
ENTRIES = st.lists(
    st.tuples(MOMENTS, st.sampled_from(KEYS), st.sampled_from(PATHS), st.sampled_from(STATUSES), st.booleans()),
    max_size=40,
)
FILTERS = st.builds(
    CallFilter,
    since=st.none() | MOMENTS,
    until=st.none() | MOMENTS,
    key=st.sampled_from([*KEYS, "Nobody"]),
    path=st.sampled_from([None, "", "items", "ORD-", "ORDERS", "%", "_", "\\", "nowhere"]),
    status=st.none() | st.sampled_from(STATUSES),
    status_class=st.sampled_from([None, None, 2, 4, 5]),
    noted=st.sampled_from([False, False, True]),
).filter(lambda narrow: narrow.status is None or narrow.status_class is None)


@settings(max_examples=200)
@example([(START, None, "/v1/items", 304, False)], [CallFilter(status_class=2)], 1)
@given(ENTRIES, st.lists(FILTERS, min_size=1, max_size=8), st.integers(1, 7))
def test_every_filter_is_a_naive_one_in_pages_both_ways_with_a_clock_that_goes_back(
    shared_store: Store, entries: list[tuple[int, str | None, str, int, bool]], filters: list[CallFilter], limit: int
) -> None:
    floor = ShopFixture.fresh(shared_store)
    ids = add_keys(floor)
    floor.write(lambda tx: (tx.update("DELETE FROM calls"), tx.update("DELETE FROM call_bodies")))
    kept = keep(floor, *(
        replace(A_CALL, at=at, shop_id=None if unknown else floor.shop.id, key=None if unknown else key,
                key_id=None if unknown else ids[key], path=path, status=status, remote=f"10.0.0.{number}",
                notes=("fields ignored: x",) if number % 3 else ())
        for number, (at, key, path, status, unknown) in enumerate(entries)
    ))  # fmt: skip
    for narrow in filters:
        expected = sorted((call for call in kept if matches(call, narrow)), key=lambda c: (c.at, c.id), reverse=True)
        assert listed(floor, narrow, limit=100) == expected
        assert paged(floor, narrow, limit) == expected
        assert paged_back(floor, narrow, limit) == expected
        assert followed(floor, narrow) == sorted(expected, key=lambda call: call.id)
        every = dataclasses.replace(narrow, status=None, status_class=None)
        counts = floor.read(lambda db, every=every: count_statuses(db, floor.shop.id, every, sees_unknown=True))  # type: ignore[misc]
        assert sum(counts.values()) == sum(matches(call, every) for call in kept)


def paged(floor: ShopFixture, narrow: CallFilter, limit: int) -> list[Call]:
    return list(iterate_calls(floor.read, floor.shop.id, narrow, sees_unknown=True, page=limit))


def page_through(floor: ShopFixture, narrow: CallFilter, limit: int, **how: int) -> list[Call]:
    """From the newest to the oldest by `before`."""
    found: list[Call] = []
    before = (2**60, 0)
    while page := listed(floor, narrow, before=before, limit=limit, **how):
        found += page
        before = (page[-1].at, page[-1].id)
    return found


def paged_back(floor: ShopFixture, narrow: CallFilter, limit: int, **how: int) -> list[Call]:
    """From the oldest to the newest by `after`, put in the list's order."""
    found: list[Call] = []
    after = (0, 0)
    while page := listed(floor, narrow, after=after, limit=limit, **how):
        found = page + found
        after = (page[0].at, page[0].id)
    return found


def test_an_empty_path_narrows_nothing(shop: ShopFixture) -> None:
    kept = keep(shop, replace(A_CALL, shop_id=shop.shop.id))
    assert listed(shop, CallFilter(path="")) == kept


def bulk(floor: ShopFixture, rows: list[tuple[int, int, str]]) -> None:
    """Entries as (shop, at, path), fast."""
    floor.write(lambda tx: tx.many(
        "INSERT INTO calls (shop_id, at, path, remote, method, status, duration_us, request_bytes, response_bytes, "
        "size) VALUES (?, ?, ?, 'r', 'GET', 200, 1, 1, 1, 300)", rows,
    ))  # fmt: skip


@pytest.mark.parametrize("limit", [3, 8, 12, 16, 40, 500])
def test_a_rare_path_behind_many_others_is_found_in_order(shop: ShopFixture, limit: int) -> None:
    """The busy shop's scan ends long before the quiet one's;
    what is beyond that end may not be skipped.
    """
    rng = random.Random(7)
    mine = [
        (shop.shop.id, START + rng.randrange(10_000), rng.choice(["/v1/items", "/v1/rare", "/v1/orders"]))
        for _ in range(600)
    ]
    unknown = [
        (0, START + 9_000 + rng.randrange(1_000), rng.choice(["/v1/items"] * 9 + ["/v1/rare"])) for _ in range(600)
    ]
    bulk(shop, mine + unknown)
    rare = sorted((at for _, at, path in mine + unknown if "rare" in path), reverse=True)
    assert [call.at for call in page_through(shop, CallFilter(path="RARE"), limit, dense_scan=50)] == rare
    assert [call.at for call in paged_back(shop, CallFilter(path="rare"), limit, dense_scan=50)] == rare


def test_many_keys_of_one_name_are_one_filter(shop: ShopFixture) -> None:
    ids = shop.write(lambda tx: [keys.add_key(tx, shop.shop.id, "Till", f"k{n}", 0).id for n in range(120)])
    kept = keep(
        shop,
        *(replace(A_CALL, at=START + n, shop_id=shop.shop.id, key_id=id_, key="Till") for n, id_ in enumerate(ids)),
    )
    assert listed(shop, CallFilter(key="Till"), limit=500) == kept[::-1]
    assert listed(shop, CallFilter(key="Till", path="items"), limit=500) == kept[::-1]
    assert listed(shop, CallFilter(key="Till"), limit=5) == kept[::-1][:5]


def test_a_call_with_an_unknown_key_shows_in_every_live_log_and_in_no_staging_one(store: Store) -> None:
    first, second = ShopFixture.fresh(store), ShopFixture.fresh(store)
    body = PackedBodies(pack_body(b'{"items": ["of somebody"]}'), pack_body(b"{}"))
    kept = keep(first, replace(A_CALL, status=401, error="unauthorized"), packed=body)
    for floor in (first, second):
        assert listed(floor) == kept
        assert one(floor, kept[0].id)[1] == Bodies(b"", b"")
        assert listed(floor.paired()) == []
        with pytest.raises(NotFound):
            one(floor.paired(), kept[0].id)
    assert first.count("call_bodies") == 0


def test_a_call_of_one_shop_is_no_other_shops(store: Store) -> None:
    first, second = ShopFixture.fresh(store), ShopFixture.fresh(store)
    kept = keep(first, replace(A_CALL, shop_id=first.shop.id, notes=("unknown field price_fil",), facts='{"saved":1}'))
    assert listed(first) == kept
    for other in (second, second.paired(), first.paired()):
        assert listed(other) == []
        with pytest.raises(NotFound, match=f"There is no call {kept[0].id} in this shop's log"):
            one(other, kept[0].id)


def test_bodies_come_back_byte_for_byte(shop: ShopFixture) -> None:
    request, response = b'{"a":"\xd9\x82"}' * 90_000, b"x" * 10
    kept = keep(
        shop, replace(A_CALL, shop_id=shop.shop.id), packed=PackedBodies(pack_body(request), pack_body(response), True)
    )
    assert shop.read(lambda db: get_call(db, shop.shop.id, kept[0].id, sees_unknown=True)) == (
        kept[0],
        Bodies(request, response, response_cut=True),
    )


@given(st.binary(max_size=2_000))
def test_packing(body: bytes) -> None:
    assert unpack_body(pack_body(body)) == body


def test_bodies_alone_are_those_of_the_shops_own_entries(shop: ShopFixture) -> None:
    packed = PackedBodies(pack_body(b"{1}"), pack_body(b"{2}"), response_cut=True)
    (mine,) = keep(shop, replace(A_CALL, shop_id=shop.shop.id), packed=packed)
    assert shop.read(lambda db: find_bodies(db, shop.shop.id, mine.id)) == Bodies(b"{1}", b"{2}", response_cut=True)
    assert shop.read(lambda db: find_bodies(db, shop.shop.id + 1, mine.id)) is None
    assert shop.read(lambda db: find_bodies(db, shop.shop.id, mine.id + 1)) is None


def search(floor: ShopFixture, before: Cursor | None) -> BodySearch:
    return floor.read(
        lambda db: search_bodies(db, floor.shop.id, CallFilter(), "straße-", sees_unknown=True, before=before, step=4)
    )


def test_search_in_bodies_goes_on_where_it_stopped(shop: ShopFixture) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    hits = []
    for n in range(10):
        packed = PackedBodies(pack_body(b'{"sku": "STRASSE-%d"}' % n)) if n % 3 == 0 else PackedBodies(pack_body(b"{}"))
        kept = keep(shop, replace(mine, at=START + n), packed=packed)
        hits += kept if n % 3 == 0 else []
    found: list[Call] = []
    steps = [search(shop, None)]
    while steps[-1].next_before is not None:
        steps.append(search(shop, steps[-1].next_before))
    for step in steps:
        found += step.found
    assert (found, len(steps)) == (hits[::-1], 3)


def test_hours_are_counted(shop: ShopFixture) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    keep(shop, mine, replace(mine, facts='{"saved":0,"rejected":2,"created":0}'))
    keep(
        shop,
        replace(mine, facts='{"saved":0,"rejected":0,"created":0}'),
        replace(mine, status=422),
        replace(mine, at=START - HOUR),
        replace(A_CALL, status=401),
    )
    now = START // HOUR
    live = shop.read(lambda db: calls.read_hours(db, shop.shop.id, START - DAY, sees_unknown=True))
    assert [(hour.hour, hour.calls, hour.faults) for hour in live] == [(now - 1, 1, 0), (now, 5, 3)]
    assert shop.read(lambda db: calls.count_calls(db, shop.shop.id, sees_unknown=False)) == 5
    newest = shop.read(lambda db: calls.find_newest_call(db, shop.shop.id))
    assert newest is not None
    assert newest.status == 422


def prune(floor: ShopFixture, *, older_than: int = 0, max_bytes: int = 2**40) -> int:
    steps = 0
    while floor.write(lambda tx: prune_step(tx, Cutoff(older_than), max_bytes=max_bytes)):
        steps += 1
    return steps


def test_pruning_by_age_keeps_what_is_young_of_every_shop(store: Store) -> None:
    first, second = ShopFixture.fresh(store), ShopFixture.fresh(store)
    shops = (first.shop.id, second.shop.id, None)
    keep(first, *(replace(A_CALL, at=START + day * DAY, shop_id=id_) for day, id_ in product(range(90), shops)))
    steps = prune(first, older_than=START + 80 * DAY)
    assert steps >= 3, "in steps of 100"
    assert first.read(lambda db: db.one("SELECT min(at), count(*) FROM calls")) == (START + 80 * DAY, 30)
    assert first.read(lambda db: db.scalar("SELECT min(hour) FROM call_hours")) >= (START + 80 * DAY) // HOUR


def test_a_clock_that_once_ran_ahead_keeps_nothing_for_ever(shop: ShopFixture) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    ahead, *_ = keep(shop, replace(mine, at=START + 9_000 * DAY), mine, replace(mine, at=START + 1))
    prune(shop, older_than=START + DAY)
    assert listed(shop) == [ahead]


@pytest.mark.sqlite
def test_pruning_by_size_drops_the_oldest_until_the_rest_fits_and_the_file_shrinks(shop: ShopFixture) -> None:
    rng = random.Random(1)
    mine = replace(A_CALL, shop_id=shop.shop.id)
    kept = [
        keep(shop, replace(mine, at=START + n), packed=PackedBodies(pack_body(rng.randbytes(20_000))))[0]
        for n in range(300)
    ]
    held = shop.read(pruning.count_stored_bytes)
    assert held > 300 * 20_000
    pages = shop.read(lambda db: db.scalar("PRAGMA page_count"))
    prune(shop, max_bytes=held // 10)
    rest = listed(shop, limit=500)
    assert rest == kept[: -len(rest) - 1 : -1], "the newest stay"
    assert 25 <= len(rest) <= 30
    assert shop.read(pruning.count_stored_bytes) <= held // 10
    assert shop.count("call_bodies") == len(rest)
    while shop.write(lambda tx: tx.free_pages()):
        pass
    assert shop.read(lambda db: db.scalar("PRAGMA freelist_count")) <= MIN_FREE_PAGES
    assert shop.read(lambda db: db.scalar("PRAGMA page_count")) < pages / 3


def test_what_is_counted_is_what_the_entries_are_said_to_take(shop: ShopFixture) -> None:
    mine = replace(A_CALL, shop_id=shop.shop.id)
    rng = random.Random(3)
    for n in range(200):
        keep(shop, replace(mine, at=START + n), packed=PackedBodies(rng.randbytes(n * 10), pack_body(b"y")))

    def measured(db: ReadTx) -> int:
        return int(db.scalar("SELECT coalesce(sum(size), 0) FROM calls"))

    assert shop.read(pruning.count_stored_bytes) == shop.read(measured)
    half = shop.read(measured) // 2
    prune(shop, max_bytes=half)
    assert 0 < shop.read(pruning.count_stored_bytes) == shop.read(measured) <= half
