"""What is queued for an alert address, once each, and what never is."""

from __future__ import annotations

import pytest

from service.alerts.alert_watch import ASLEEP_AFTER, WATCH_EVERY, AlertWatch
from service.domain.alerts.alert_channels import MAX_WAITING, AlertKind
from service.domain.alerts.alert_news import SHORT_BEFORE
from service.domain.link.link_state import Link
from service.domain.marketplace.orders import ACCEPT_WINDOW, Action
from service.domain.sentences import message
from service.domain.times import DAY, MINUTE
from service.domain.webhooks.events import EventKind
from service.store.alerts import alert_queue
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.link import links
from service.store.webhooks import targets
from service.usecases.alerts.raise_alerts import SILENT_AFTER
from tests.fakes.alert_fixture import AlertFixture
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def alerts(shop: ShopFixture) -> AlertFixture:
    shop.add("A", 1000)
    return AlertFixture(shop)


@pytest.fixture
def watch(store: Store, clock: FakeClock) -> AlertWatch:
    return AlertWatch(store, clock)


def _waiting(alerts: AlertFixture, channel_id: int = 1) -> list[tuple[str, str]]:
    listed = alerts.shop.read(lambda db: alert_queue.list_alerts(db, channel_id, 1000))
    return [(alert.mark.kind.value, alert.mark.subject) for alert in listed]


async def test_without_an_address_nothing_is_written(alerts: AlertFixture, watch: AlertWatch) -> None:
    alerts.shop.place("A")
    await watch.step()
    assert alerts.shop.count("alerts") == 0
    assert alerts.shop.count("alert_position") == 0


async def test_an_address_hears_of_what_comes_after_it(
    alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    alerts.shop.place("A")
    await alerts.add()
    await watch.step()
    assert _waiting(alerts) == []
    order = alerts.shop.place("A")
    assert await watch.step() == clock.now() + WATCH_EVERY
    await watch.step()
    assert _waiting(alerts) == [("new_order", order.reference)]


async def test_an_order_alerts_when_time_is_short_and_when_it_lapsed(
    alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    await alerts.add(AlertKind.TIME_SHORT, AlertKind.LAPSED_ORDER)
    order = alerts.shop.place("A")
    clock.advance(ACCEPT_WINDOW - SHORT_BEFORE - 1)
    assert await watch.step() == clock.now() + 1
    assert _waiting(alerts) == []
    clock.advance(1)
    await watch.step()
    await watch.step()
    assert _waiting(alerts) == [("time_short", order.reference)]
    clock.advance(SHORT_BEFORE)
    alerts.shop.expire()
    await watch.step()
    assert _waiting(alerts) == [("time_short", order.reference), ("lapsed_order", order.reference)]


async def test_a_test_order_and_an_accepted_one_alert_nobody(
    alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    await alerts.add()
    alerts.shop.act(alerts.shop.place("A"), Action.ACCEPT)
    staging = alerts.shop.paired()
    staging.add("A")
    staging.place("A")
    clock.advance(ACCEPT_WINDOW - MINUTE)
    await watch.step()
    assert _waiting(alerts) == []


async def test_each_address_gets_what_it_wants(alerts: AlertFixture, watch: AlertWatch) -> None:
    await alerts.add(AlertKind.NEW_ORDER, name="Phone")
    await alerts.add(AlertKind.FAILED_NIGHT, name="Mail")
    order = alerts.shop.place("A")
    runs = [("time", "failed"), ("owner", "failed"), ("time", "held"), ("time", "done")]
    ids = [alerts.shop.write(lambda tx, run=run: _add_run(tx, alerts.shop, *run)) for run in runs]  # type: ignore[misc]
    await watch.step()
    assert _waiting(alerts, 1) == [("new_order", order.reference)]
    assert _waiting(alerts, 2) == [("failed_night", str(ids[0])), ("failed_night", str(ids[2]))]


async def test_a_target_in_trouble_alerts_once_until_it_is_well_again(alerts: AlertFixture, watch: AlertWatch) -> None:
    shop = alerts.shop
    target = shop.write(
        lambda tx: targets.insert_target(tx, shop.shop.id, "http://127.0.0.1:9/", [EventKind.ORDER_PLACED], "s", 1)
    )
    await alerts.add()
    for trouble_since, expected in ((5, 1), (5, 1), (None, 1), (9, 2)):
        shop.write(lambda tx, since=trouble_since: tx.update("UPDATE targets SET trouble_since = ?", (since,)))  # type: ignore[misc]
        await watch.step()
        assert _waiting(alerts) == [("target_trouble", str(target.id))] * expected


async def test_a_link_alerts_when_nothing_answers_for_ten_minutes_or_its_key_is_refused(
    alerts: AlertFixture, watch: AlertWatch, clock: FakeClock
) -> None:
    shop, now = alerts.shop, clock.now()
    link = Link(shop.shop.id, "https://far.test", "s", True, True, False, False, now - DAY, last_answer_at=now - DAY)
    shop.write(lambda tx: links.put_link(tx, link))
    await alerts.add()
    for expected in (0, 0, 1):
        await watch.step()
        assert [kind for kind, _ in _waiting(alerts)] == ["link_trouble"] * expected
        clock.advance(SILENT_AFTER // 2)
    clock.advance(ASLEEP_AFTER)
    await watch.step()
    shop.write(lambda tx: links.change_link(tx, shop.shop.id, refused=message("The key is refused.")))
    await watch.step()
    assert [kind for kind, _ in _waiting(alerts)] == ["link_trouble"] * 2


async def test_more_than_fit_push_the_oldest_out_and_are_counted(alerts: AlertFixture, watch: AlertWatch) -> None:
    await alerts.add()
    references = [alerts.shop.place("A").reference for _ in range(MAX_WAITING + 3)]
    await watch.step()
    assert [subject for _, subject in _waiting(alerts)] == references[:2:-1]
    assert alerts.channel().dropped == 3


def _add_run(tx: Tx, shop: ShopFixture, actor: str, state: str) -> int:
    return tx.insert(
        "INSERT INTO pull_runs (shop_id, at, state, file, actor, path, plan, missing) "
        "VALUES (?, 1, ?, 'x.csv', ?, '/x.csv', '{}', 'stay')",
        (shop.shop.id, state, actor),
    )
