"""A key is looked up once, and a revoked one fails on the next call, whichever process revoked it
(contract §5).
"""

from __future__ import annotations

from service.api.checks.authentication import CallerCache
from service.store import keys
from service.store.engine.connection import connect
from service.store.engine.transaction import Tx
from tests.fakes.shop_fixture import WAIT_S
from tests.service.api.running_service import RunningService


async def test_a_key_that_another_process_revoked_stops_on_the_very_next_call(stand: RunningService) -> None:
    assert (await stand.call("GET", "/v1/items")).status == 200
    elsewhere = connect(stand.store.path, writes=True)
    elsewhere.execute("UPDATE api_keys SET last_used_at = 1")
    for _ in range(2):  # the first notices the other process, the second looks the key up again
        assert (await stand.call("POST", "/v1/items", body=b'{"items": []}')).status == 200, "the key is valid"
    elsewhere.execute("UPDATE api_keys SET revoked_at = 1")
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
    first = known.identify(headers)
    assert first.caller is not None
    assert known.identify(headers) is first
    assert known.identify([f"bEARER   {stand.key} "]) is first
    key = first.caller.key

    def revoke(tx: Tx) -> None:
        keys.revoke_key(tx, key, stand.clock.now())

    stand.store.submit(revoke).result(WAIT_S)
    assert known.identify(headers).caller is None


async def test_a_caller_is_looked_up_again_with_the_store_s_epoch(stand: RunningService) -> None:
    cache = CallerCache(stand.store, stand.clock.now)
    headers = [f"Bearer {stand.key}"]
    found = cache.identify(headers)
    assert found.epoch == stand.store.epoch
    other = stand.make_key(stand.shop, "Till 2")
    again = cache.identify(headers)
    assert again.epoch == stand.store.epoch > found.epoch
    assert cache.identify(headers) is again, "one look-up for each change"
    second = cache.identify([f"Bearer {other}"]).caller
    assert second is not None
    assert second.key.name == "Till 2"
    assert cache.identify(["Bearer unknown"]) is not cache.identify(["Bearer unknown"])
