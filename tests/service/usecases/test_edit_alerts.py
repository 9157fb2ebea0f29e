"""Adding, changing, trying and removing alert addresses."""

from __future__ import annotations

import pytest

from service.domain.alerts import MAX_CHANNELS, AlertKind, PostOutcome, PostResult
from service.domain.errors import NotFound, Refused
from service.domain.webhooks.webhook_secrets import SecretStoreState, SecretsUnavailable
from service.store.audit_log import list_entries
from service.store.engine.store import Store
from service.usecases.edit_alerts import (
    change_channel,
    remove_channel,
    remove_heartbeat,
    set_heartbeat,
    try_channel,
)
from tests.fakes.alert_fixture import ADDRESS, AlertFixture, speak
from tests.fakes.shop_fixture import ShopFixture


@pytest.fixture
def alerts(shop: ShopFixture) -> AlertFixture:
    return AlertFixture(shop)


async def test_an_address_is_stored_with_its_secret_and_removed_with_it(alerts: AlertFixture, store: Store) -> None:
    made = await alerts.add(AlertKind.NEW_ORDER, with_buyer=True)
    assert (made.name, made.masked, made.service, made.with_buyer) == ("Phone", "ntfy://…", "ntfy", True)
    assert [secret.text for secret in alerts.secrets.secrets.values()] == [ADDRESS]
    await remove_channel(store, alerts.secrets, made.id)
    assert alerts.secrets.secrets == {}
    with pytest.raises(NotFound, match="no alert address 1"):
        await remove_channel(store, alerts.secrets, made.id)


async def test_an_address_that_the_library_does_not_read_is_refused(alerts: AlertFixture) -> None:
    alerts.post.answers[f"check {ADDRESS}"] = PostResult(PostOutcome.BAD_ADDRESS)
    with pytest.raises(Refused, match="cannot be read"):
        await alerts.add()
    assert alerts.secrets.secrets == {}


async def test_a_name_is_used_once_and_addresses_have_a_bound(alerts: AlertFixture) -> None:
    for number in range(MAX_CHANNELS):
        await alerts.add(name=f"Phone {number}")
    with pytest.raises(Refused, match="There are 20 alert addresses"):
        await alerts.add(name="One more")
    await remove_channel(alerts.shop.store, alerts.secrets, 1)
    with pytest.raises(Refused, match="address PHONE 3 already"):
        await alerts.add(name="PHONE 3")
    assert len(alerts.secrets.secrets) == MAX_CHANNELS - 1


async def test_without_a_secret_store_nothing_is_stored(alerts: AlertFixture) -> None:
    alerts.secrets.state = SecretStoreState.ABSENT
    with pytest.raises(SecretsUnavailable):
        await alerts.add()
    assert alerts.shop.count("alert_channels") == 0


async def test_the_events_of_an_address_change(alerts: AlertFixture) -> None:
    made = await alerts.add()
    changed = alerts.shop.write(lambda tx: change_channel(tx, made.id, {AlertKind.LINK_TROUBLE}, with_buyer=True))
    assert (changed.kinds, changed.with_buyer) == (frozenset({AlertKind.LINK_TROUBLE}), True)
    with pytest.raises(Refused, match="at least one event"):
        alerts.shop.write(lambda tx: change_channel(tx, made.id, (), with_buyer=True))


async def test_the_audit_says_what_was_done_and_has_no_address(alerts: AlertFixture, store: Store) -> None:
    made = await alerts.add(AlertKind.NEW_ORDER)
    for kinds in ({AlertKind.NEW_ORDER}, {AlertKind.LINK_TROUBLE}):
        alerts.shop.write(lambda tx, kinds=kinds: change_channel(tx, made.id, kinds, with_buyer=False))  # type: ignore[misc]
    await remove_channel(store, alerts.secrets, made.id)
    await set_heartbeat(store, alerts.secrets, "https://hc.test/secret-uuid", 5)
    await remove_heartbeat(store, alerts.secrets)
    entries = alerts.shop.read(list_entries)
    done = [(entry.action, entry.subject) for entry in reversed(entries)][-5:]
    assert done == [
        ("alert_added", "Phone"),
        ("alert_changed", "Phone"),
        ("alert_removed", "Phone"),
        ("heartbeat_set", "https://hc.test/…"),
        ("heartbeat_removed", "https://hc.test/…"),
    ]
    assert "secret" not in str(entries)


async def test_a_test_says_how_it_ended(alerts: AlertFixture, store: Store) -> None:
    made, now = await alerts.add(), alerts.shop.clock.now
    result = await try_channel(store, alerts.secrets, alerts.post, made.id, speak, now)
    assert result.is_sent
    assert alerts.post.sent == [(ADDRESS, "Test from Counterpart", "Alerts will arrive here.")]
    alerts.post.answers[ADDRESS] = PostResult(PostOutcome.TOO_SLOW)
    assert not (await try_channel(store, alerts.secrets, alerts.post, made.id, speak, now)).is_sent
    assert str(alerts.channel().fault) == "The receiver did not answer within 30 seconds."
