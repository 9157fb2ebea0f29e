"""The sender as the service runs it, over real sockets on loopback and a real database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from service.delivery.secret_stores import SecretCache
from service.delivery.webhook_sender import ClockTimer, LogBugReporter, SenderOptions, WebhookSender
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.times import SystemClock
from service.domain.webhooks.events import DeliveryState, EventKind, SwitchOnChoice, Target
from service.domain.webhooks.signing import verify_delivery
from service.domain.webhooks.webhook_secrets import SecretStoreState
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.webhooks import targets
from service.usecases import edit_target, manage_secrets
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.certificates import openssl_trust
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import count_stock, list_written, read_target
from tests.service.delivery.delivery_fakes import START, FakeClock
from tests.service.delivery.raw_receivers import RawReceiver, answer, receiving

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
NO = b"HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
W, D, F = DeliveryState.WAITING, DeliveryState.DELIVERED, DeliveryState.FAILED
LIMIT_S = 20.0


async def test_a_signal_ends_the_wait() -> None:
    signal = asyncio.Event()
    waiting = asyncio.create_task(ClockTimer(FakeClock()).wait(signal, None))
    await asyncio.sleep(0)
    assert not waiting.done()
    signal.set()
    await asyncio.wait_for(waiting, 30)


async def test_a_moment_that_has_come_takes_no_time() -> None:
    waiting = asyncio.create_task(ClockTimer(FakeClock()).wait(asyncio.Event(), START))
    for _ in range(3):
        await asyncio.sleep(0)
    assert waiting.done()


async def test_a_moment_that_has_come_ends_it_at_once() -> None:
    alarm = ClockTimer(FakeClock())
    waits = [alarm.wait(asyncio.Event(), START - 1), alarm.wait(asyncio.Event(), START + 1), alarm.sleep(1)]
    assert await asyncio.wait_for(asyncio.gather(*waits), 5) == [None, None, None]


class Hanging:
    """A script that never answers; `arrived` is set with the first request."""

    def __init__(self) -> None:
        self.arrived = asyncio.Event()

    async def __call__(self, receiver: RawReceiver, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await receiver.read_request(reader)
        self.arrived.set()
        await receiver.let_go.wait()


class Mailroom:
    """A running sender, its shop, and its secrets."""

    def __init__(self, store: Store, shop: ShopFixture) -> None:
        self.store = store
        self.shop = shop
        self.vault = FakeSecretStore()
        self.cache = SecretCache(self.vault)
        self.clock = SystemClock()
        options = SenderOptions(openssl_trust(), (20, 40), restart_delay_s=0.01, stop_timeout_s=0.01)
        self.sender = WebhookSender(store, self.cache, self.clock, options)
        self._loop = asyncio.get_running_loop()
        self._stirred = asyncio.Event()
        store.subscribe(self._hear)

    def _hear(self, changes: Changes) -> None:
        self._loop.call_soon_threadsafe(self._changed, changes)

    def _changed(self, changes: Changes) -> None:
        self.sender.on_changes(changes)
        self._stirred.set()

    async def add(self, port: int, events: tuple[EventKind, ...] = tuple(EventKind)) -> manage_secrets.NewSecret:
        url = f"http://127.0.0.1:{port}/in"
        return await manage_secrets.add_target(
            self.store, self.vault, self.shop.shop, url, events, now=self.clock.now()
        )

    async def write(self, work: Callable[..., object]) -> None:
        await self.store.write(work)

    async def until(self, true: Callable[[], bool]) -> None:
        """Looks again after each commit."""
        async with asyncio.timeout(LIMIT_S):
            while not await asyncio.to_thread(true):
                self._stirred.clear()
                if not await asyncio.to_thread(true):
                    await self._stirred.wait()

    def states(self) -> list[DeliveryState]:
        return [delivery.state for delivery in list_written(self.shop)]

    async def stock(self, *levels: int) -> None:
        await asyncio.to_thread(count_stock, self.shop, "A", *levels)

    def target(self, number: int) -> Target:
        return read_target(self.shop, number)


@pytest.fixture
async def room(store: Store, shop: ShopFixture) -> AsyncIterator[Mailroom]:
    shop.add("A", 100)
    made = Mailroom(store, shop)
    made.sender.start()
    yield made
    await made.sender.stop()


def headers_of(receiver: RawReceiver, place: int = -1) -> dict[str, str]:
    head = receiver.requests[place][0].decode().split("\r\n")[1:]
    return {line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in head if line}


async def test_a_commit_is_posted_signed(room: Mailroom) -> None:
    async with receiving(answer(OK)) as receiver:
        made = await room.add(receiver.port)
        await room.stock(50)
        await room.until(lambda: room.states() == [D])
        head, body = headers_of(receiver), receiver.requests[0][1]
        assert verify_delivery(head, body, made.secret, room.clock.now()).is_genuine
        assert head["x-service-event"] == "stock.changed"
        assert head["user-agent"].startswith("Counterpart/")


async def test_every_retry_sends_the_same_bytes_and_id_until_it_has_failed(room: Mailroom) -> None:
    async with receiving(answer(NO)) as receiver:
        await room.add(receiver.port)
        await room.stock(50)
        await room.until(lambda: room.states() == [F])
        assert len(receiver.requests) == 3
        assert len({body for _, body in receiver.requests}) == 1
        assert len({headers_of(receiver, place)["x-service-delivery"] for place in range(3)}) == 1
        assert room.target(1).trouble_since is not None


async def test_a_new_address_is_used_at_once_for_what_waits(room: Mailroom) -> None:
    hanging = Hanging()
    async with receiving(hanging) as old, receiving(answer(OK)) as new, asyncio.timeout(LIMIT_S):
        goal = (await room.add(old.port)).target.id
        await room.stock(*range(1, 41))
        await hanging.arrived.wait()
        edit = edit_target.TargetEdit(url=f"http://127.0.0.1:{new.port}/in")
        await room.write(lambda tx: edit_target.edit_target(tx, room.shop.shop, goal, edit))
        await room.until(lambda: room.states().count(D) >= 39)
        assert (len(old.requests), len(new.requests)) == (1, 39), "nothing waits for the one that hangs"
        old.let_go.set()


async def test_after_a_switch_the_next_secret_signs_and_the_old_one_is_let_go(room: Mailroom) -> None:
    async with receiving(answer(OK)) as receiver:
        goal = (await room.add(receiver.port)).target
        await room.stock(1)
        await room.until(lambda: room.states() == [D])
        upcoming = await manage_secrets.rotate_secret(room.store, room.vault, room.shop.shop, goal.id)
        await room.stock(2)
        await room.until(lambda: room.states() == [D] * 2)
        assert "x-service-signature-next" in headers_of(receiver)
        await manage_secrets.switch_secret(room.store, room.vault, room.shop.shop, goal.id)
        await room.stock(3)
        await room.until(lambda: room.states() == [D] * 3)
        assert verify_delivery(
            headers_of(receiver), receiver.requests[-1][1], upcoming.secret, room.clock.now()
        ).is_genuine
        await room.until(lambda: goal.secret_name not in room.cache._secrets)


async def test_a_removed_target_gets_nothing_more(room: Mailroom) -> None:
    async with receiving(answer(NO)) as receiver:
        goal = (await room.add(receiver.port)).target.id
        await manage_secrets.remove_target(room.store, room.vault, room.shop.shop, goal, now=1)
        await room.stock(1, 2)
        assert (receiver.requests, room.states()) == ([], [])


@pytest.mark.parametrize("is_removed", [True, False])
async def test_the_connection_of_a_target_that_is_removed_or_moves_is_closed(room: Mailroom, is_removed: bool) -> None:
    async with receiving(answer(OK)) as receiver, asyncio.timeout(LIMIT_S):
        goal = (await room.add(receiver.port)).target.id
        await room.stock(1)
        await room.until(lambda: room.states() == [D])
        connections = room.sender._poster._connected[goal]
        if is_removed:
            await manage_secrets.remove_target(room.store, room.vault, room.shop.shop, goal, now=1)
        else:
            edit = edit_target.TargetEdit(url=f"http://127.0.0.1:{receiver.port}/other")
            await room.write(lambda tx: edit_target.edit_target(tx, room.shop.shop, goal, edit))
        while not connections.is_closed:
            await room.store.read(targets.read_endpoints)
        assert len(receiver.requests) == 1


async def test_a_sender_that_is_not_started_ignores_what_it_is_informed_of(store: Store, shop: ShopFixture) -> None:
    sender = Mailroom(store, shop).sender
    sender.on_resumed()
    sender.on_secrets_changed()
    sender.on_changes(Changes(frozenset({ChangeKind.DELIVERIES})))
    await sender.stop()


async def test_a_secret_that_cannot_be_read_is_told_and_nothing_goes_unsigned(room: Mailroom) -> None:
    async with receiving(answer(OK)) as receiver:
        goal = (await room.add(receiver.port)).target.id
        room.vault.state = SecretStoreState.LOCKED
        await room.stock(1)
        await room.until(lambda: str(room.target(goal).note) == "locked")
        assert (receiver.requests, room.states()) == ([], [W])
        room.vault.state = SecretStoreState.WORKS
        # A rotation changes the target's secrets, which ends the hold.
        await manage_secrets.rotate_secret(room.store, room.vault, room.shop.shop, goal)
        await room.until(lambda: room.states() == [D])
        await room.until(lambda: room.target(goal).note is None)


async def test_a_bug_while_a_secret_is_read_is_found_by_its_reference(
    room: Mailroom, caplog: pytest.LogCaptureFixture
) -> None:
    async with receiving(answer(OK)) as receiver:
        goal = (await room.add(receiver.port)).target.id
        room.vault.error = LookupError("a bug")
        await room.stock(1)
        await room.until(lambda: room.target(goal).note is not None)
        assert (receiver.requests, room.states()) == ([], [W])
        text, _, reference = str(room.target(goal).note).rpartition(" ")
        assert text == "The program met a fault of its own; its log has it under"
        assert f"Reference {reference}: reading the secret of target {goal}" in caplog.messages


async def test_off_and_on(room: Mailroom) -> None:
    async with receiving(answer(OK)) as receiver:
        goal = (await room.add(receiver.port)).target.id
        await room.write(lambda tx: edit_target.switch_off(tx, room.shop.shop, goal))
        await room.stock(1, 2, 3)
        assert (receiver.requests, room.states()) == ([], [W, W, W])
        await room.write(lambda tx: edit_target.switch_on(tx, room.shop.shop, goal, SwitchOnChoice.NEWEST, now=1))
        await room.until(lambda: room.states()[2] is D)
        assert len(receiver.requests) == 1


class Watch(logging.Handler):
    """Sets an event once a message was logged."""

    def __init__(self, message: str) -> None:
        super().__init__()
        self._message = message
        self.seen = asyncio.Event()
        self.text = ""

    def emit(self, record: logging.LogRecord) -> None:
        if self._message in record.msg:
            self.text = record.getMessage()
            self.seen.set()


_BREAKS_CLAIMING = """
    CREATE TRIGGER breaks_claiming BEFORE UPDATE OF state ON deliveries WHEN new.state = 'sending'
    BEGIN SELECT RAISE(ABORT, 'as a bug would'); END
"""


@pytest.mark.sqlite
async def test_a_bug_that_ends_the_dispatcher_is_logged_and_a_new_one_goes_on(room: Mailroom) -> None:
    watch = Watch("Sending webhooks went wrong")
    log = logging.getLogger("service.delivery.webhook_sender")
    log.addHandler(watch)
    async with receiving(answer(OK)) as receiver, asyncio.timeout(LIMIT_S):
        await room.add(receiver.port)
        await room.stock(1)
        await room.until(lambda: room.states() == [D])
        await room.write(lambda tx: tx.execute(_BREAKS_CLAIMING))
        await room.write(_wait_again)
        await watch.seen.wait()
        log.removeHandler(watch)
        await room.write(lambda tx: tx.execute("DROP TRIGGER breaks_claiming"))
        await room.until(lambda: room.states() == [D])
        assert len(receiver.requests) == 2


def _wait_again(tx: Tx) -> None:
    tx.update("UPDATE deliveries SET state = 'waiting', attempts = 0, next_attempt_at = 1")
    tx.mark_changed(ChangeKind.DELIVERIES)


async def test_what_is_cut_off_at_the_end_waits_for_the_next_start(store: Store, shop: ShopFixture) -> None:
    shop.add("A", 100)
    room, hanging = Mailroom(store, shop), Hanging()
    room.sender.start()
    async with receiving(hanging) as receiver, asyncio.timeout(LIMIT_S):
        await room.add(receiver.port)
        await room.stock(1)
        await hanging.arrived.wait()
        await room.sender.stop()
    (delivery,) = list_written(shop)
    assert (delivery.state, delivery.attempts) == (W, 0)
    assert str(delivery.note) == "The program ended during the attempt"


async def test_headers_that_are_no_text_keep_no_other_target_from_its_events(room: Mailroom) -> None:
    elsewhere = b"HTTP/1.1 302 Found\r\nLocation: http://x/\xff\xfe\r\nContent-Length: 0\r\n\r\n"
    async with receiving(answer(elsewhere)) as odd, receiving(answer(OK)) as sound:
        await room.add(odd.port)
        await room.add(sound.port)
        await room.stock(50)
        await room.until(lambda: sorted(room.states()) == [D, F])
        assert len(odd.requests) == 3


@pytest.mark.sqlite
async def test_a_look_at_the_targets_that_the_disk_refuses_is_logged_with_its_reason(
    room: Mailroom, tmp_path: Path
) -> None:
    watch = Watch("Targets could not be looked at: ")
    log = logging.getLogger("service.delivery.webhook_sender")
    log.addHandler(watch)
    room.store.save_and_refuse(tmp_path / "saved.db", Unavailable(verbatim("The file is gone; restore a backup")))
    room.sender.on_changes(Changes(frozenset({ChangeKind.TARGETS})))
    async with asyncio.timeout(LIMIT_S):
        await watch.seen.wait()
    log.removeHandler(watch)
    assert watch.text == "Targets could not be looked at: The file is gone; restore a backup"


@pytest.mark.sqlite
async def test_a_look_at_the_targets_that_went_wrong_is_made_again(room: Mailroom) -> None:
    watch = Watch("Targets could not be looked at")
    log = logging.getLogger("service.delivery.webhook_sender")
    log.addHandler(watch)

    def breaks(tx: Tx) -> None:
        tx.execute("ALTER TABLE targets RENAME COLUMN next_secret_name TO away")
        tx.mark_changed(ChangeKind.TARGETS)

    def mends(tx: Tx) -> None:
        tx.execute("ALTER TABLE targets RENAME COLUMN away TO next_secret_name")
        tx.execute("UPDATE targets SET removed_at = 1")

    async with receiving(answer(OK)) as receiver, asyncio.timeout(LIMIT_S):
        goal = (await room.add(receiver.port)).target
        await room.stock(1)
        await room.until(lambda: room.states() == [D])
        assert goal.secret_name in room.cache._secrets
        await room.write(breaks)
        await watch.seen.wait()
        log.removeHandler(watch)
        await room.write(mends)
        while goal.secret_name in room.cache._secrets:
            await room.store.read(targets.read_endpoints)


def test_the_log_has_the_traceback_under_the_reference(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise RuntimeError("broken")
    except RuntimeError as error:
        reference = LogBugReporter().report("posting delivery dlv_1", error)
    assert f"Reference {reference}: posting delivery dlv_1" in caplog.text
    assert "RuntimeError: broken" in caplog.text
    assert LogBugReporter().report("x", ValueError()) != reference
