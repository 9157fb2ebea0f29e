"""The owner adds, changes, tries and removes alert addresses."""

from __future__ import annotations

from collections.abc import Callable, Collection

from service.domain import alerts
from service.domain.audit import OwnerAction
from service.domain.errors import Refused
from service.domain.sentences import Sentence
from service.domain.times import Millis
from service.domain.webhooks.webhook_secrets import Secret, SecretStore, new_secret_name
from service.store import alert_channels
from service.store.audit_log import record_action
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.usecases.send_alerts import begin_here, postpone
from service.usecases.write_secrets import Writer, forget_secrets, write_with_secret

Speak = Callable[[Sentence], str]
"""Puts a sentence into the owner's language."""


async def add_channel(
    db: Writer,
    secrets: SecretStore,
    post: alerts.AlertPost,
    name: str,
    address: str,
    kinds: Collection[alerts.AlertKind],
    *,
    with_buyer: bool,
    now: Millis,
) -> alerts.AlertChannel:
    """Adds an address. Raises Refused, SecretsUnavailable, Unavailable; then nothing is stored."""
    chosen_name, chosen, text = (
        alerts.check_name(name),
        alerts.check_kinds(kinds),
        Secret(alerts.check_address(address)),
    )
    checked = await post.check(text)
    if not checked.is_sent:
        raise Refused(alerts.CODE, alerts.describe_result(checked))
    secret_name = new_secret_name()
    channel = alerts.AlertChannel(
        0, chosen_name, alerts.mask_address(text.text), checked.service, chosen, with_buyer, secret_name, now
    )

    def insert(tx: Tx) -> alerts.AlertChannel:
        present = alert_channels.list_channels(tx)
        if len(present) >= alerts.MAX_CHANNELS:
            raise Refused.saying(
                alerts.CODE, "There are {n} alert addresses already; remove one first.", n=alerts.MAX_CHANNELS
            )
        if any(one.name.casefold() == chosen_name.casefold() for one in present):
            raise Refused.saying(alerts.CODE, "There is an alert address {name} already.", name=chosen_name)
        if not present:
            begin_here(tx, now)
        added = alert_channels.insert_channel(tx, channel)
        _record(tx, OwnerAction.ALERT_ADDED, added)
        return added

    return await write_with_secret(db, secrets, secret_name, text, insert)


def change_channel(
    tx: Tx, channel_id: int, kinds: Collection[alerts.AlertKind], *, with_buyer: bool
) -> alerts.AlertChannel:
    """Changes what an address gets. Raises NotFound, Refused."""
    before = alert_channels.get_channel(tx, channel_id)
    alert_channels.change_channel(tx, channel_id, kinds=alerts.check_kinds(kinds), with_buyer=with_buyer)
    after = alert_channels.get_channel(tx, channel_id)
    if (after.kinds, after.with_buyer) != (before.kinds, before.with_buyer):
        _record(tx, OwnerAction.ALERT_CHANGED, after)
    return after


async def remove_channel(db: Writer, secrets: SecretStore, channel_id: int) -> alerts.AlertChannel:
    """Removes an address with what waits for it. Raises NotFound, Unavailable."""

    def remove(tx: Tx) -> alerts.AlertChannel:
        channel = alert_channels.get_channel(tx, channel_id)
        alert_channels.delete_channel(tx, channel_id)
        _record(tx, OwnerAction.ALERT_REMOVED, channel)
        return channel

    channel = await db.write(remove)
    await forget_secrets(secrets, channel.secret_name)
    return channel


async def try_channel(
    db: Store, secrets: SecretStore, post: alerts.AlertPost, channel_id: int, speak: Speak, clock: Callable[[], Millis]
) -> alerts.PostResult:
    """Sends a test now and notes how it ended. Raises NotFound, SecretsUnavailable, Unavailable."""
    channel = await db.read(lambda tx: alert_channels.get_channel(tx, channel_id))
    address, text = await alerts.read_address(secrets, channel.secret_name), alerts.compose_test()
    result = await post.post(address, speak(text.title), "\n".join(speak(line) for line in text.lines))

    def note(tx: Tx) -> None:
        if result.is_sent:
            alert_channels.mark_sent(tx, channel_id, clock())
        else:
            postpone(tx, channel, alerts.describe_result(result), clock())

    await db.write(note)
    return result


async def set_heartbeat(db: Writer, secrets: SecretStore, address: str, minutes: int) -> alerts.Heartbeat:
    """Sets the heartbeat address. Raises Refused, SecretsUnavailable, Unavailable."""
    text, pause = Secret(alerts.check_heartbeat_address(address)), alerts.check_minutes(minutes)
    heartbeat = alerts.Heartbeat(alerts.mask_heartbeat(text.text), pause, new_secret_name())

    def put(tx: Tx) -> alerts.Heartbeat | None:
        before = alert_channels.find_heartbeat(tx)
        alert_channels.put_heartbeat(tx, heartbeat)
        record_action(tx, OwnerAction.HEARTBEAT_SET, heartbeat.masked, minutes=str(heartbeat.minutes))
        return before

    before = await write_with_secret(db, secrets, heartbeat.secret_name, text, put)
    if before is not None:
        await forget_secrets(secrets, before.secret_name)
    return heartbeat


async def remove_heartbeat(db: Writer, secrets: SecretStore) -> bool:
    """Ends the heartbeat; False if there was none."""

    def remove(tx: Tx) -> alerts.Heartbeat | None:
        before = alert_channels.find_heartbeat(tx)
        alert_channels.put_heartbeat(tx, None)
        if before is not None:
            record_action(tx, OwnerAction.HEARTBEAT_REMOVED, before.masked)
        return before

    before = await db.write(remove)
    if before is not None:
        await forget_secrets(secrets, before.secret_name)
    return before is not None


def _record(tx: Tx, action: OwnerAction, channel: alerts.AlertChannel) -> None:
    """Adds an address to the audit, without its secret."""
    kinds = ", ".join(kind.value for kind in alerts.AlertKind if kind in channel.kinds)
    buyer = "on" if channel.with_buyer else "off"
    record_action(tx, action, channel.name, service=channel.service, events=kinds, with_buyer=buyer)
