"""The heartbeat: called at once, then every few minutes, sooner after a failure."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from service.alerts.heartbeat_caller import HeartbeatCaller, call_address
from service.domain.alerts.alert_channels import Heartbeat
from service.domain.times import MINUTE
from service.domain.webhooks.webhook_secrets import SecretStoreState
from service.store.alerts import heartbeat_row
from service.store.engine.store import Store
from service.usecases.alerts.edit_alerts import remove_heartbeat, set_heartbeat
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.certificates import openssl_trust
from tests.fakes.clock import FakeClock

URL = "https://hc.test/secret-uuid"


class FakeAddress:
    """Answers with `status`; notes the calls."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.status: int | None = 200

    async def call(self, url: str) -> int | None:
        self.calls.append(url)
        return self.status


@pytest.fixture
def secrets() -> FakeSecretStore:
    return FakeSecretStore()


@pytest.fixture
def address() -> FakeAddress:
    return FakeAddress()


@pytest.fixture
def caller(store: Store, clock: FakeClock, secrets: FakeSecretStore, address: FakeAddress) -> HeartbeatCaller:
    return HeartbeatCaller(store, clock, secrets, address.call)


async def _read(store: Store) -> Heartbeat:
    found = await store.read(heartbeat_row.find_heartbeat)
    assert found is not None
    return found


async def test_it_is_called_at_once_and_then_every_few_minutes(
    store: Store, clock: FakeClock, secrets: FakeSecretStore, address: FakeAddress, caller: HeartbeatCaller
) -> None:
    await caller.step()
    assert address.calls == []
    await set_heartbeat(store, secrets, URL, 5)
    await caller.step()
    await caller.step()
    assert address.calls == [URL]
    assert (await _read(store)).last_answer_at == clock.now()
    clock.advance(5 * MINUTE - 1)
    await caller.step()
    assert len(address.calls) == 1
    clock.advance(1)
    await caller.step()
    assert len(address.calls) == 2


@pytest.mark.parametrize(("status", "words"), [(404, "answered 404"), (302, "answered 302"), (None, "not be reached")])
async def test_a_failure_is_said_and_tried_again_after_a_minute(
    store: Store,
    clock: FakeClock,
    secrets: FakeSecretStore,
    address: FakeAddress,
    caller: HeartbeatCaller,
    status: int | None,
    words: str,
) -> None:
    await set_heartbeat(store, secrets, URL, 60)
    address.status = status
    await caller.step()
    found = await _read(store)
    assert words in str(found.fault)
    assert "secret-uuid" not in str(found)
    address.status = 204
    clock.advance(MINUTE)
    await caller.step()
    assert (await _read(store)).fault is None
    assert len(address.calls) == 2


async def test_another_address_is_called_at_once_and_the_earlier_secret_is_gone(
    store: Store, secrets: FakeSecretStore, address: FakeAddress, caller: HeartbeatCaller
) -> None:
    await set_heartbeat(store, secrets, URL, 60)
    await caller.step()
    await set_heartbeat(store, secrets, "https://other.test/x", 60)
    await caller.step()
    assert address.calls[-1] == "https://other.test/x"
    assert len(secrets.secrets) == 1
    assert await remove_heartbeat(store, secrets)
    assert not await remove_heartbeat(store, secrets)
    await caller.step()
    assert len(address.calls) == 2
    assert secrets.secrets == {}


async def test_a_locked_secret_store_is_said(
    store: Store, secrets: FakeSecretStore, address: FakeAddress, caller: HeartbeatCaller
) -> None:
    await set_heartbeat(store, secrets, URL, 60)
    secrets.state = SecretStoreState.LOCKED
    await caller.step()
    assert (await _read(store)).fault
    assert address.calls == []


async def test_a_real_call_gives_its_status_and_follows_no_redirect() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(status=int(request.match_info["status"]), headers={"Location": "/200"})

    application = web.Application()
    application.router.add_get("/{status}", answer)
    tls = openssl_trust()
    async with TestServer(application, host="127.0.0.1") as server:
        assert await call_address(str(server.make_url("/200")), tls) == 200
        assert await call_address(str(server.make_url("/302")), tls) == 302
        gone = str(server.make_url("/200"))
    assert await call_address(gone, tls) is None
