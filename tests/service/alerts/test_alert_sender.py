"""Sending: newest orders first, as one message, with pauses after failures; what is late is dropped
and counted.
"""

from __future__ import annotations

import asyncio

import pytest

from service.alerts.alert_sender import AlertSender
from service.alerts.alert_watch import AlertWatch
from service.domain.alerts.alert_channels import MAX_AGE, AlertKind, retry_delay
from service.domain.alerts.alert_results import PostOutcome, PostResult
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action
from service.domain.times import HOUR, MINUTE
from service.domain.webhooks.webhook_secrets import SecretStoreState
from service.store.engine.store import Store
from service.usecases.alerts.edit_alerts import remove_channel
from tests.fakes.alert_fixture import ADDRESS, AlertFixture, speak
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture

OFFLINE = PostResult(PostOutcome.UNREACHABLE)


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
    body = f"Total BHD 1.000\n30 minutes left to accept it\n{alerts.shop.shop.name}"
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
