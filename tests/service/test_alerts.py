"""What is queued for an alert address, once each, and what never is."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from service.alerts import ASLEEP_AFTER, WATCH_EVERY, AlertSender, AlertWatch, HeartbeatCaller, call_address
from service.domain.alerts import (
    MAX_AGE,
    MAX_WAITING,
    SHORT_BEFORE,
    AlertKind,
    Heartbeat,
    PostOutcome,
    PostResult,
    retry_delay,
)
from service.domain.link.link_state import Link
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action
from service.domain.sentences import message
from service.domain.times import DAY, HOUR, MINUTE
from service.domain.webhooks.events import EventKind
from service.domain.webhooks.webhook_secrets import SecretStoreState
from service.store import alert_channels
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.link import links
from service.store.webhooks import targets
from service.usecases.edit_alerts import remove_channel, remove_heartbeat, set_heartbeat
from service.usecases.edit_settings import change_setting
from service.usecases.send_alerts import SILENT_AFTER
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.alert_fixture import ADDRESS, AlertFixture, speak
from tests.fakes.certificates import openssl_trust
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture

OFFLINE = PostResult(PostOutcome.UNREACHABLE)
URL = "https://hc.test/secret-uuid"


@pytest.fixture
def alerts(shop: ShopFixture) -> AlertFixture:
    shop.add("A", 100)
    return AlertFixture(shop)


@pytest.fixture
def watch(store: Store, clock: FakeClock) -> AlertWatch:
    return AlertWatch(store, clock)


@pytest.fixture
def sender(alerts: AlertFixture, store: Store, clock: FakeClock) -> AlertSender:
    return AlertSender(store, clock, alerts.secrets, alerts.post, speak)


async def test_an_order_reaches_the_phone_once(alerts: AlertFixture, watch: AlertWatch, sender: AlertSender) -> None:
    await alerts.add()
    order = alerts.shop.place("A")
    await watch.step()
    assert await sender.step() is None
    await sender.step()
    body = f"Customer pays BHD 1.100\n30 minutes left to accept it\n{alerts.shop.shop.name}"
    assert alerts.post.sent == [(ADDRESS, f"New order {order.reference}", body)]
    assert alerts.channel().last_sent_at == alerts.shop.clock.now()


async def test_what_waited_while_offline_goes_out_as_one_message_newest_order_first(
    alerts: AlertFixture, watch: AlertWatch, sender: AlertSender, clock: FakeClock
) -> None:
    await alerts.add()
    alerts.post.answers[ADDRESS] = OFFLINE
    first, accepted, last = (alerts.shop.place("A") for _ in range(3))
    await watch.step()
    assert await sender.step() == clock.now() + retry_delay(1)
    clock.advance(retry_delay(1) - 1)
    assert await sender.step() == clock.now() + 1
    clock.advance(1)
    assert await sender.step() == clock.now() + retry_delay(2)
    assert str(alerts.channel().fault).startswith("The receiver could not be reached")
    alerts.shop.act(accepted, Action.ACCEPT)
    alerts.post.answers.clear()
    clock.advance(retry_delay(2))
    assert await sender.step() is None
    ((_address, title, body),) = alerts.post.sent
    assert title == "2 alerts from Counterpart"
    assert [line.split(" · ")[0] for line in body.splitlines()] == [
        f"New order {last.reference}",
        f"New order {first.reference}",
    ]
    channel = alerts.channel()
    assert (channel.fault, channel.failures, channel.waiting) == (None, 0, 0)


async def test_what_is_too_late_is_dropped_and_counted(
    alerts: AlertFixture, watch: AlertWatch, sender: AlertSender, clock: FakeClock
) -> None:
    await alerts.add()
    alerts.post.answers[ADDRESS] = OFFLINE
    alerts.shop.place("A")
    await watch.step()
    await sender.step()
    clock.advance(ACCEPT_WINDOW)
    alerts.shop.expire()
    await watch.step()
    await sender.step()
    assert (alerts.channel().dropped, alerts.channel().waiting) == (1, 1)
    clock.advance(MAX_AGE)
    alerts.post.answers.clear()
    await sender.step()
    assert alerts.post.sent == []
    assert (alerts.channel().dropped, alerts.channel().waiting) == (2, 0)


async def test_a_clock_that_was_set_back_does_not_hold_alerts_back(
    alerts: AlertFixture, watch: AlertWatch, sender: AlertSender, clock: FakeClock
) -> None:
    await alerts.add()
    alerts.post.answers[ADDRESS] = OFFLINE
    alerts.shop.place("A")
    await watch.step()
    await sender.step()
    alerts.post.answers.clear()
    clock.set(clock.now() - HOUR)
    await sender.step()
    assert len(alerts.post.sent) == 1


async def test_a_locked_secret_store_is_said_and_tried_again(
    alerts: AlertFixture, watch: AlertWatch, sender: AlertSender, clock: FakeClock
) -> None:
    await alerts.add()
    alerts.shop.place("A")
    await watch.step()
    alerts.secrets.state = SecretStoreState.LOCKED
    await sender.step()
    assert alerts.channel().fault
    assert alerts.channel().waiting == 1
    alerts.secrets.state = SecretStoreState.WORKS
    clock.advance(MINUTE)
    await sender.step()
    assert len(alerts.post.sent) == 1


async def test_an_address_that_was_removed_while_it_is_tried_is_no_fault(
    alerts: AlertFixture, watch: AlertWatch, sender: AlertSender, store: Store
) -> None:
    channel = await alerts.add()
    alerts.post.may_answer = asyncio.Event()
    alerts.shop.place("A")
    await watch.step()
    step = asyncio.create_task(sender.step())
    await alerts.post.asked.wait()
    await remove_channel(store, alerts.secrets, channel.id)
    alerts.post.may_answer.set()
    await step
    assert alerts.shop.count("alerts") == 0
    assert alerts.secrets.secrets == {}


async def test_the_address_is_in_the_secret_store_only(
    alerts: AlertFixture, watch: AlertWatch, sender: AlertSender, caplog: pytest.LogCaptureFixture
) -> None:
    await alerts.add(AlertKind.NEW_ORDER)
    alerts.post.answers[ADDRESS] = PostResult(PostOutcome.REFUSED, "ntfy", 403)
    alerts.shop.place("A")
    await watch.step()
    await sender.step()
    stored = alerts.shop.read(lambda db: db.all("SELECT * FROM alert_channels"))
    assert "secret-topic" not in f"{stored}{alerts.channel()}{caplog.text}"
    assert "ntfy://…" in str(stored)
    assert str(alerts.channel().fault) == "The receiver refused it with 403. Check the address."


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
    found = await store.read(alert_channels.find_heartbeat)
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


@pytest.fixture
def stocked_alerts(shop: ShopFixture) -> AlertFixture:
    shop.add("A", 1000)
    return AlertFixture(shop)


def _waiting(stocked_alerts: AlertFixture, channel_id: int = 1) -> list[tuple[str, str]]:
    listed = stocked_alerts.shop.read(lambda db: alert_channels.list_alerts(db, channel_id, 1000))
    return [(alert.mark.kind.value, alert.mark.subject) for alert in listed]


async def test_without_an_address_nothing_is_written(stocked_alerts: AlertFixture, watch: AlertWatch) -> None:
    stocked_alerts.shop.place("A")
    await watch.step()
    assert stocked_alerts.shop.count("alerts") == 0
    assert stocked_alerts.shop.count("alert_positions") == 0


async def test_a_shop_whose_entry_is_committed_late_is_heard_of(
    stocked_alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    """Of several services one commits a number while another has a higher one for another shop."""
    await stocked_alerts.add()
    first = stocked_alerts.shop.place("A")
    stocked_alerts.shop.write(lambda tx: tx.update("UPDATE order_history SET position = position + 1000"))
    await watch.step()
    late = ShopFixture.fresh(stocked_alerts.shop.store, clock=clock)
    late.add("A")
    second = late.place("A")
    late.write(lambda tx: tx.update("UPDATE order_history SET position = 1 WHERE shop_id = ?", (late.shop.id,)))
    await watch.step()
    assert _waiting(stocked_alerts) == [("new_order", first.reference), ("new_order", second.reference)]


async def test_an_address_hears_of_what_comes_after_it(
    stocked_alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    stocked_alerts.shop.place("A")
    await stocked_alerts.add()
    await watch.step()
    assert _waiting(stocked_alerts) == []
    order = stocked_alerts.shop.place("A")
    assert await watch.step() == clock.now() + WATCH_EVERY
    await watch.step()
    assert _waiting(stocked_alerts) == [("new_order", order.reference)]


async def test_an_order_alerts_when_time_is_short_and_when_it_lapsed(
    stocked_alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    await stocked_alerts.add(AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER)
    order = stocked_alerts.shop.place("A")
    clock.advance(ACCEPT_WINDOW - SHORT_BEFORE - 1)
    assert await watch.step() == clock.now() + 1
    assert _waiting(stocked_alerts) == []
    clock.advance(1)
    await watch.step()
    await watch.step()
    assert _waiting(stocked_alerts) == [("time_short", order.reference)]
    clock.advance(SHORT_BEFORE)
    stocked_alerts.shop.expire()
    await watch.step()
    assert _waiting(stocked_alerts) == [("time_short", order.reference), ("lapsed_order", order.reference)]


async def test_a_test_order_and_an_accepted_one_alert_nobody(
    stocked_alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    await stocked_alerts.add()
    stocked_alerts.shop.act(stocked_alerts.shop.place("A"), Action.ACCEPT)
    staging = stocked_alerts.shop.paired()
    staging.add("A")
    staging.place("A")
    clock.advance(ACCEPT_WINDOW - MINUTE)
    await watch.step()
    assert _waiting(stocked_alerts) == []


async def test_each_address_gets_what_it_wants(stocked_alerts: AlertFixture, watch: AlertWatch) -> None:
    await stocked_alerts.add(AlertKind.NEW_ORDER, name="Phone")
    await stocked_alerts.add(AlertKind.FAILED_NIGHT, name="Mail")
    order = stocked_alerts.shop.place("A")
    runs = [("time", "failed"), ("owner", "failed"), ("time", "held"), ("time", "done")]
    ids = [stocked_alerts.shop.write(lambda tx, run=run: _add_run(tx, stocked_alerts.shop, *run)) for run in runs]  # type: ignore[misc]
    await watch.step()
    assert _waiting(stocked_alerts, 1) == [("new_order", order.reference)]
    assert _waiting(stocked_alerts, 2) == [("failed_night", str(ids[0])), ("failed_night", str(ids[2]))]


@pytest.mark.parametrize(("nights", "alerted"), [("3", [3]), ("1", [1]), ("0", [])])
async def test_the_same_file_for_so_many_nights_alerts_once(
    alerts: AlertFixture, watch: AlertWatch, nights: str, alerted: list[int]
) -> None:
    await alerts.add(AlertKind.FAILED_NIGHT)
    alerts.shop.write(lambda tx: change_setting(tx, "same_file_nights", nights))
    runs = [("owner", "unchanged"), ("time", "done"), *[("time", "unchanged")] * 4]
    ids = [alerts.shop.write(lambda tx, run=run: _add_run(tx, alerts.shop, *run)) for run in runs]  # type: ignore[misc]
    await watch.step()
    assert _waiting(alerts) == [("failed_night", str(ids[1 + night])) for night in alerted]


async def test_many_nights_that_nobody_is_told_of_hide_no_failed_one(
    stocked_alerts: AlertFixture, watch: AlertWatch
) -> None:
    """They filled the page of nights that is looked at, and the next look read the same page."""
    shop = stocked_alerts.shop
    await stocked_alerts.add(AlertKind.FAILED_NIGHT)
    shop.write(lambda tx: change_setting(tx, "same_file_nights", "0"))
    for _ in range(101):
        shop.write(lambda tx: _add_run(tx, shop, "time", "unchanged"))
    failed = shop.write(lambda tx: _add_run(tx, shop, "time", "failed"))
    await watch.step()
    await watch.step()
    assert _waiting(stocked_alerts) == [("failed_night", str(failed))]


async def test_a_target_in_trouble_alerts_once_until_it_is_well_again(
    stocked_alerts: AlertFixture, watch: AlertWatch
) -> None:
    shop = stocked_alerts.shop
    target = shop.write(
        lambda tx: targets.insert_target(tx, shop.shop.id, "http://127.0.0.1:9/", [EventKind.ORDER_PLACED], "s", 1)
    )
    await stocked_alerts.add()
    for trouble_since, expected in ((5, 1), (5, 1), (None, 1), (9, 2)):
        shop.write(lambda tx, since=trouble_since: tx.update("UPDATE targets SET trouble_since = ?", (since,)))  # type: ignore[misc]
        await watch.step()
        assert _waiting(stocked_alerts) == [("target_trouble", str(target.id))] * expected


async def test_a_link_alerts_when_nothing_answers_for_ten_minutes_or_its_key_is_refused(
    stocked_alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    shop, now = stocked_alerts.shop, clock.now()
    link = Link(shop.shop.id, "https://far.test", "s", True, True, False, False, now - DAY, last_answer_at=now - DAY)
    shop.write(lambda tx: links.put_link(tx, link))
    await stocked_alerts.add()
    for expected in (0, 0, 1):
        await watch.step()
        assert [kind for kind, _ in _waiting(stocked_alerts)] == ["link_trouble"] * expected
        clock.advance(SILENT_AFTER // 2)
    clock.advance(ASLEEP_AFTER)
    await watch.step()
    shop.write(lambda tx: links.change_link(tx, shop.shop.id, refused=message("The key is refused.")))
    await watch.step()
    assert [kind for kind, _ in _waiting(stocked_alerts)] == ["link_trouble"] * 2


async def test_more_than_fit_push_the_oldest_out_and_are_counted(
    stocked_alerts: AlertFixture, watch: AlertWatch
) -> None:
    await stocked_alerts.add()
    references = [stocked_alerts.shop.place("A").reference for _ in range(MAX_WAITING + 3)]
    await watch.step()
    assert [subject for _, subject in _waiting(stocked_alerts)] == references[:2:-1]
    assert stocked_alerts.channel().dropped == 3


def _add_run(tx: Tx, shop: ShopFixture, actor: str, state: str) -> int:
    return tx.insert(
        "INSERT INTO pull_runs (shop_id, at, state, file, actor, path, plan, missing) "
        "VALUES (?, 1, ?, 'x.csv', ?, '/x.csv', '{}', 'stay')",
        (shop.shop.id, state, actor),
    )
