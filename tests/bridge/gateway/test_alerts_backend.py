"""Alerts for the window, over a real store and a receiver in memory."""

from __future__ import annotations

import pytest

from bridge.gateway.alerts_backend import AlertsBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.alerts import AlertKind, PostOutcome, PostResult
from tests.bridge.gateway.gateway_fakes import LoopThread
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.alert_fixture import ADDRESS, FakeAlertPost, speak
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S
from ui.backend import BackendError
from ui.backend.alerts_port import Alerts, NewChannel

KINDS = frozenset({AlertKind.NEW_ORDER})


@pytest.fixture
def secrets() -> FakeSecretStore:
    return FakeSecretStore()


@pytest.fixture
def post() -> FakeAlertPost:
    return FakeAlertPost()


@pytest.fixture
def backend(
    asking: StoreGateway, clock: FakeClock, thread: LoopThread, secrets: FakeSecretStore, post: FakeAlertPost
) -> Alerts:
    return AlertsBackend(asking, thread, secrets, lambda: post, speak)


def test_an_address_is_added_tried_changed_and_removed(
    backend: Alerts, secrets: FakeSecretStore, post: FakeAlertPost
) -> None:
    backend.add(NewChannel("Phone", ADDRESS, KINDS, with_buyer=False)).result(WAIT_S)
    (channel,) = backend.read().result(WAIT_S).channels
    assert (channel.name, channel.masked, channel.kinds) == ("Phone", "ntfy://…", KINDS)
    assert backend.test(channel.id).result(WAIT_S) == PostResult(PostOutcome.SENT, "ntfy")
    assert post.sent[0][1] == "Test from Counterpart"
    backend.change(channel.id, frozenset(AlertKind), with_buyer=True).result(WAIT_S)
    (changed,) = backend.read().result(WAIT_S).channels
    assert (changed.kinds, changed.with_buyer) == (frozenset(AlertKind), True)
    backend.remove(channel.id).result(WAIT_S)
    assert backend.read().result(WAIT_S).channels == ()
    assert secrets.secrets == {}


def test_what_is_refused_is_a_sentence(backend: Alerts) -> None:
    with pytest.raises(BackendError, match="cannot be read"):
        backend.add(NewChannel("Phone", "nonsense", KINDS, with_buyer=False)).result(WAIT_S)
    with pytest.raises(BackendError, match="must begin with https"):
        backend.set_heartbeat("http://far.test", 5).result(WAIT_S)


def test_the_heartbeat_is_set_and_removed(backend: Alerts) -> None:
    backend.set_heartbeat("https://hc.test/uuid", 15).result(WAIT_S)
    heartbeat = backend.read().result(WAIT_S).heartbeat
    assert heartbeat is not None
    assert (heartbeat.masked, heartbeat.minutes) == ("https://hc.test/…", 15)
    backend.remove_heartbeat().result(WAIT_S)
    assert backend.read().result(WAIT_S).heartbeat is None
