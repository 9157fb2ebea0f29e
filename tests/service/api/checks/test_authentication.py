"""Keys: the same 401 for every invalid one, with the reason in the log (contract §2.2 and §5)."""

from __future__ import annotations

import asyncio
from datetime import UTC, date

import pytest

from service.api.checks.authentication import CallerCache, identify
from service.domain.errors import Unavailable
from service.domain.keys import ApiKey, classify_key, compute_digest, generate_key
from service.domain.times import DAY, MINUTE
from service.store import keys
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.keys import list_keys
from service.usecases.issue_key import change_expiry, issue_key, revoke_key
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.service.api.running_service import RunningService
from tests.service.api.wire_client import exchange, request_bytes

UNKNOWN = generate_key(staging=False)
MISTYPED = UNKNOWN[:-1] + ("0" if UNKNOWN[-1] != "0" else "1")


async def test_a_key_that_another_process_revoked_stops_on_the_very_next_call(stand: RunningService) -> None:
    assert (await stand.call("GET", "/v1/items")).status == 200
    elsewhere = new_store(stand.store.path.parent)
    other = ShopFixture(elsewhere, stand.shop, stand.clock)
    other.write(lambda tx: tx.update("UPDATE api_keys SET last_used_at = 1"))
    for _ in range(2):  # the first notices the other process, the second looks the key up again
        assert (await stand.call("POST", "/v1/items", body=b'{"items": []}')).status == 200, "the key is valid"
    other.write(lambda tx: tx.update("UPDATE api_keys SET revoked_at = 1"))
    elsewhere.close()
    late = await stand.call("POST", "/v1/items", body=b'{"items": [{"sku": "A", "name": "n"}]}')
    assert late.status == 401
    again = await stand.call("GET", "/v1/items")
    assert {name for name in late.headers if name.startswith("ratelimit")} == set()
    own = {"date": "", "x-request-id": ""}
    assert (late.body, {**late.headers, **own}) == (again.body, {**again.headers, **own})
    refused = stand.log()[1]
    assert (refused.status, refused.key) == (401, "Till 1")
    assert refused.notes == ("revoked key: the owner has switched it off",)
    assert stand.floor.count("items") == 0


async def test_a_caller_is_remembered_until_a_key_changes(stand: RunningService) -> None:
    known = CallerCache(stand.store, stand.clock.now)
    headers = [f"Bearer {stand.key}"]
    first = await known.identify(headers)
    assert first.caller is not None
    assert await known.identify(headers) is first
    assert await known.identify([f"bEARER   {stand.key} "]) is first
    key = first.caller.key

    def revoke(tx: Tx) -> None:
        keys.revoke_key(tx, key, stand.clock.now())

    stand.store.submit(revoke).result(WAIT_S)
    assert (await known.identify(headers)).caller is None


async def test_a_caller_is_looked_up_again_with_the_store_s_epoch(stand: RunningService) -> None:
    cache = CallerCache(stand.store, stand.clock.now)
    headers = [f"Bearer {stand.key}"]
    found = await cache.identify(headers)
    assert found.epoch == stand.store.epoch
    other = stand.make_key(stand.shop, "Till 2")
    again = await cache.identify(headers)
    assert again.epoch == stand.store.epoch > found.epoch
    assert await cache.identify(headers) is again, "one look-up for each change"
    second = (await cache.identify([f"Bearer {other}"])).caller
    assert second is not None
    assert second.key.name == "Till 2"
    assert await cache.identify(["Bearer unknown"]) is not await cache.identify(["Bearer unknown"])


def issued(shop: ShopFixture) -> str:
    return shop.write(lambda tx: issue_key(tx, shop.shop, "Till 1", now=0)).text


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER", "bEaReR"])
@pytest.mark.parametrize("gap", [" ", "   "])
def test_a_key_is_found_however_the_scheme_is_spelled(store: Store, shop: ShopFixture, scheme: str, gap: str) -> None:
    key = issued(shop)
    found = asyncio.run(identify(store, [f" {scheme}{gap}{key} "]))
    assert found.caller is not None
    assert found.caller.shop == shop.shop
    assert found.caller.key.name == "Till 1"


@pytest.mark.parametrize(
    ("headers", "note"),
    [
        ([], "no key was sent"),
        ([""], "no key was sent"),
        (["Bearer"], "no key was sent"),
        (["Bearer "], "no key was sent"),
        (["Basic dXNlcjpwYXNz"], "no key was sent"),
        ([UNKNOWN], "no key was sent"),
        (["Bearer a", "Bearer b"], "no key was sent"),
        (["Bearer nothing"], "what was sent is no key of this program"),
        (["Bearer \udcff\udcfe"], "what was sent is no key of this program"),
        ([f"Bearer {UNKNOWN} x"], "mistyped key: its checksum does not match"),
        ([f"Bearer {MISTYPED}"], "mistyped key: its checksum does not match"),
        ([f"Bearer {UNKNOWN[:-1]}"], "mistyped key: its checksum does not match"),
        ([f"Bearer {UNKNOWN.swapcase()}"], "what was sent is no key of this program"),
        ([f"Bearer {UNKNOWN}"], "unknown key: no shop here has made it"),
    ],
)
def test_what_is_no_key_of_ours_is_noted_for_what_it_is(
    store: Store, shop: ShopFixture, headers: list[str], note: str
) -> None:
    issued(shop)
    found = asyncio.run(identify(store, headers))
    assert (found.caller, found.revoked, found.note) == (None, None, note)


def test_a_revoked_key_is_known_as_the_shops(store: Store, shop: ShopFixture) -> None:
    key = issued(shop)
    key_id = shop.read(lambda db: list_keys(db, shop.shop.id))[0].id
    shop.write(lambda tx: revoke_key(tx, shop.shop, key_id, now=1))
    found = asyncio.run(identify(store, [f"Bearer {key}"]))
    assert found.caller is None
    assert found.revoked is not None
    assert found.revoked.shop == shop.shop
    assert found.note is not None
    assert found.note.startswith("revoked key")


def test_keys_that_begin_alike_are_told_apart_by_their_digest(store: Store, shop: ShopFixture) -> None:
    key, other = issued(shop), generate_key(staging=False)
    prefix = other[:12]
    shop.write(lambda tx: tx.update("UPDATE api_keys SET prefix = ? WHERE digest = ?", (prefix, compute_digest(key))))
    assert asyncio.run(identify(store, [f"Bearer {other}"])).caller is None


def test_a_database_that_does_not_answer_is_no_401(store: Store, shop: ShopFixture) -> None:
    key = issued(shop)
    shop.write(lambda tx: tx.execute("ALTER TABLE api_keys RENAME TO api_keys_elsewhere"))
    with pytest.raises((Unavailable, Exception), match=r"api_keys|database"):
        asyncio.run(identify(store, [f"Bearer {key}"]))


async def test_a_caller_sees_the_same_401_for_every_reason(stand: RunningService) -> None:
    revoked = stand.make_key(stand.shop, "Old till")
    key_id = stand.floor.read(lambda db: list_keys(db, stand.shop.id))[-1].id
    stand.floor.write(lambda tx: revoke_key(tx, stand.shop, key_id, now=1))
    tried = [None, "nothing", MISTYPED, UNKNOWN, revoked]
    replies = [await stand.call("GET", "/v1/items", key=key) for key in tried]
    assert {reply.status for reply in replies} == {401}
    assert len({reply.body for reply in replies}) == 1
    assert len({tuple(sorted({**reply.headers, "date": "", "x-request-id": ""}.items())) for reply in replies}) == 1
    assert replies[0].headers["www-authenticate"] == "Bearer"
    notes = [call.notes[0].split(" key")[0] for call in reversed(stand.log())]
    assert notes == ["no", "what was sent is no", "mistyped", "unknown", "revoked"]
    assert [call.key for call in reversed(stand.log())] == [None] * 4 + ["Old till"]
    assert [call.shop_id for call in reversed(stand.log())] == [None] * 4 + [stand.shop.id]


async def test_revoking_works_on_the_very_next_call_of_an_open_connection(stand: RunningService) -> None:
    assert (await stand.call("GET", "/v1/items")).status == 200
    key_id = stand.floor.read(lambda db: list_keys(db, stand.shop.id))[0].id
    stand.floor.write(lambda tx: revoke_key(tx, stand.shop, key_id, now=1))
    assert (await stand.call("GET", "/v1/items")).status == 401


async def test_two_authorization_headers_are_no_key(stand: RunningService) -> None:
    request = request_bytes("GET", "/v1/items", key=stand.key).replace(
        b"\r\n\r\n", f"\r\nAuthorization: Bearer {stand.key}\r\n\r\n".encode()
    )
    assert (await exchange(stand.address, request)).status == 401


async def test_when_a_key_was_last_used_is_kept_to_the_minute(stand: RunningService) -> None:
    for span in (0, 30_000, 31_000):
        stand.clock.advance(span)
        assert (await stand.call("GET", "/v1/items")).status == 200
    assert classify_key(stand.key) == "well_formed"
    assert stand.floor.read(lambda db: list_keys(db, stand.shop.id))[0].last_used_at == stand.clock.now()


def end_key(stand: RunningService, last_day: date) -> ApiKey:
    """Gives the key of the running service a last day, in UTC."""
    made = stand.floor.read(lambda db: list_keys(db, stand.shop.id))[0]
    now = stand.clock.now()
    return stand.floor.write(lambda tx: change_expiry(tx, stand.shop, made.id, last_day, now=now, zone=UTC))


async def test_an_expired_key_is_refused_with_its_end_and_what_helps(stand: RunningService) -> None:
    key = end_key(stand, date(2026, 11, 20))
    assert key.expires_at is not None
    stand.clock.advance(key.expires_at - stand.clock.now())
    assert (await stand.call("GET", "/v1/items")).status == 200
    stand.clock.advance(1)
    refused = await stand.call("POST", "/v1/items", body={"items": [{"sku": "A", "name": "n"}]})
    assert refused.status == 401
    assert refused.headers["www-authenticate"] == "Bearer"
    assert refused.json["error"] == "unauthorized"
    assert refused.json["message"].startswith("This key expired at 2026-11-20T23:59:59.999Z.")
    assert "counterpart keys expiry" in refused.json["message"]
    assert stand.floor.count("items") == 0
    entry = stand.log()[0]
    assert (entry.status, entry.key, entry.notes) == (401, "Till 1", ("expired key: its last day is over",))
    end_key(stand, date(2026, 11, 21))
    assert (await stand.call("GET", "/v1/items")).status == 200


async def test_a_key_that_was_refused_stays_expired_when_the_clock_goes_back(stand: RunningService) -> None:
    key = end_key(stand, date(2026, 11, 20))
    assert key.expires_at is not None
    stand.clock.advance(key.expires_at - stand.clock.now() + 1)
    assert (await stand.call("GET", "/v1/items")).status == 401
    stand.clock.set(key.expires_at - 2 * MINUTE)
    assert (await stand.call("GET", "/v1/items")).status == 401
    assert stand.floor.read(lambda db: list_keys(db, stand.shop.id))[0].expired_at == key.expires_at + 1


@pytest.mark.parametrize(("moved", "status"), [(3 * 365 * DAY, 200), (-365 * DAY, 401)])
async def test_a_jump_of_the_clock_neither_ends_a_key_nor_revives_one(
    stand: RunningService, moved: int, status: int
) -> None:
    key = end_key(stand, date(2026, 11, 20))
    assert key.expires_at is not None
    if status == 401:
        stand.clock.advance(key.expires_at - stand.clock.now() + 1)
    stand.clock.set(stand.clock.now() + moved)
    assert (await stand.call("GET", "/v1/items")).status == status


async def test_a_key_says_where_it_was_used_last(stand: RunningService) -> None:
    assert (await stand.call("GET", "/v1/items")).status == 200
    assert stand.floor.read(lambda db: list_keys(db, stand.shop.id))[0].last_used_from == "127.0.0.1"
