"""Targets, deliveries and the test receiver for the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from bridge.gateway.store_gateway import ServiceBackend, ShopWrite
from service.domain.shops import Shop
from service.domain.times import Clock, Millis
from service.domain.webhooks.events import Delivery, DeliveryState, EventKind, SwitchOnChoice, Target
from service.domain.webhooks.retries import RETRY_AFTER
from service.domain.webhooks.webhook_secrets import Secret, SecretStore
from service.store import shops
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks import deliveries, targets
from service.store.webhooks.deliveries import TargetStats
from service.usecases import edit_target, manage_secrets, send_events
from service.usecases.edit_target import TargetEdit
from service.usecases.send_events import send_test_event
from ui.backend.progress import OnProgress, Progress
from ui.backend.webhooks_port import (
    DeliveryDetail,
    DeliveryPage,
    DeliveryRow,
    Health,
    NewTarget,
    Received,
    ReceiverState,
    SwitchedOn,
    TargetRow,
    TargetSecret,
    TargetTrouble,
)

if TYPE_CHECKING:
    from service.delivery.trial_receiver import ReceivedDelivery, TrialReceiver
    from service.service import Service
    from service.store.engine.store import Store

_MAX_RECEIVED = 50


class ReceiverSession:
    """One receiver at a time; everything runs in the service's loop."""

    __test__ = False

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._receiver: TrialReceiver | None = None
        self._url = ""
        self._received: deque[Received] = deque(maxlen=_MAX_RECEIVED)

    async def start(self, secret: str | None) -> None:
        """Listens, or checks with another secret: the address stays. Raises Unavailable."""
        checked_with = Secret(secret.strip()) if secret and secret.strip() else None
        if self._receiver is not None:
            self._receiver.check_with(checked_with)
            return
        from service.delivery.trial_receiver import TrialReceiver  # noqa: PLC0415 - an HTTP server, for a trial only

        self._received.clear()
        receiver = TrialReceiver(checked_with, self._clock, self._record)
        self._url = await receiver.start()
        self._receiver = receiver

    async def state(self) -> ReceiverState:
        """What arrived, newest first."""
        return ReceiverState(self._receiver is not None, self._url, tuple(reversed(self._received)))

    async def stop(self) -> None:
        receiver, self._receiver, self._url = self._receiver, None, ""
        if receiver is not None:
            await receiver.stop()

    def _record(self, arrival: ReceivedDelivery) -> None:
        findings = () if arrival.verdict is None else arrival.verdict.findings
        genuine = arrival.verdict is None or arrival.verdict.is_genuine
        self._received.append(
            Received(
                at=arrival.at,
                event=arrival.event,
                delivery=arrival.delivery_id,
                fault="" if genuine else " ".join(finding.sentence for finding in findings),
                body=arrival.body,
                faults=() if genuine else tuple(finding.fault for finding in findings),
                checked=arrival.verdict is not None,
            )
        )


@dataclass(frozen=True)
class WebhooksBackend(ServiceBackend):
    """Carries out ui.backend.webhooks_port.Webhooks."""

    secrets: SecretStore

    @cached_property
    def _receiver(self) -> ReceiverSession:
        return ReceiverSession(self.gateway.clock)

    def targets(self, shop: int) -> Future[tuple[TargetRow, ...]]:
        return self.gateway.read(lambda db: tuple(_target_row(db, target) for target in targets.list_targets(db, shop)))

    def add(self, shop: int, new: NewTarget) -> Future[TargetSecret]:
        async def work(service: Service, owner: Shop) -> TargetSecret:
            now = self.gateway.clock.now()
            made = await manage_secrets.add_target(
                service.store, self.secrets, owner, new.url, new.events, now=now, name=new.name
            )
            return TargetSecret(made.target.id, made.secret.text)

        return self._call_about(shop, work)

    def edit(self, shop: int, target: int, new: NewTarget) -> Future[None]:
        change = TargetEdit(new.url, new.events, new.catch_up, new.name)
        return self.gateway.change(shop, lambda w: edit_target.edit_target(w.tx, w.shop, target, change))

    def switch_on(self, shop: int, target: int, choice: SwitchOnChoice) -> Future[SwitchedOn]:
        def work(w: ShopWrite) -> SwitchedOn:
            done = edit_target.switch_on(w.tx, w.shop, target, choice, now=w.now)
            return SwitchedOn(done.to_send, done.skipped)

        return self.gateway.write_shop(shop, work)

    def switch_off(self, shop: int, target: int) -> Future[None]:
        return self.gateway.change(shop, lambda w: edit_target.switch_off(w.tx, w.shop, target))

    def set_catch_up(self, shop: int, target: int, on: bool) -> Future[None]:
        change = TargetEdit(catch_up=on)
        return self.gateway.change(shop, lambda w: edit_target.edit_target(w.tx, w.shop, target, change))

    def remove(self, shop: int, target: int) -> Future[str]:
        async def work(service: Service, owner: Shop) -> str:
            now = self.gateway.clock.now()
            gone = await manage_secrets.remove_target(service.store, self.secrets, owner, target, now=now)
            return gone.remaining_reason or ""

        return self._call_about(shop, work)

    def rotate(self, shop: int, target: int, *, again: bool = True) -> Future[TargetSecret]:
        async def work(service: Service, owner: Shop) -> TargetSecret:
            made = await manage_secrets.rotate_secret(service.store, self.secrets, owner, target, again=again)
            return TargetSecret(target, made.secret.text)

        return self._call_about(shop, work)

    def finish_rotation(self, shop: int, target: int) -> Future[str]:
        async def work(service: Service, owner: Shop) -> str:
            gone = await manage_secrets.switch_secret(service.store, self.secrets, owner, target)
            return gone.remaining_reason or ""

        return self._call_about(shop, work)

    def send_test(self, shop: int, target: int, kind: EventKind) -> Future[str]:
        return self.gateway.write_shop(shop, lambda w: send_test_event(w.tx, w.shop, target, kind, now=w.now).id)

    def deliveries(
        self, shop: int, target: int, state: DeliveryState | None, before: str | None, limit: int
    ) -> Future[DeliveryPage]:
        """Reads one more than asked, to know whether there are more."""

        def read(db: ReadTx) -> DeliveryPage:
            listed = deliveries.list_deliveries(db, shop, target_id=target, state=state, before=before, limit=limit + 1)
            rows = tuple(
                DeliveryRow(delivery, _describe_body(deliveries.read_event_body(db, delivery)))
                for delivery in listed[:limit]
            )
            more = len(listed) > limit
            return DeliveryPage(rows, more, rows[-1].delivery.id if more else None)

        return self.gateway.read(read)

    def delivery(self, shop: int, delivery: str) -> Future[DeliveryDetail]:
        return self.gateway.read(lambda db: _delivery_detail(db, deliveries.get_delivery(db, shop, delivery)))

    def resend(self, shop: int, delivery: str) -> Future[None]:
        return self.gateway.change(shop, lambda w: send_events.send_again(w.tx, w.shop, delivery, now=w.now))

    def resend_waiting(self, shop: int, target: int) -> Future[int]:
        return self.gateway.write_shop(shop, lambda w: send_events.send_waiting_now(w.tx, w.shop, target, now=w.now))

    def count_since(self, shop: int, target: int, since: Millis) -> Future[int]:
        def read(db: ReadTx) -> int:
            return deliveries.count_failed(db, targets.get_target(db, shop, target).id, since)

        return self.gateway.read(read)

    def resend_since(self, shop: int, target: int, since: Millis, progress: OnProgress) -> Future[int]:
        """Some hundreds per write, so that calls go on meanwhile."""

        def work(store: Store, cancelled: Callable[[], bool]) -> int:
            def some(tx: Tx) -> int:
                owner = shops.get_shop(tx, shop)
                return send_events.send_failed_again(tx, owner, target, since, now=self.gateway.clock.now())

            done = 0
            while not cancelled() and (resent := store.submit(some).result()):
                done += resent
                progress(Progress(done))
            return done

        return self.gateway.run_long(work)

    def start_receiver(self, secret: str | None) -> Future[None]:
        return self._call(lambda _: self._receiver.start(secret))

    def receiver(self) -> Future[ReceiverState]:
        return self._call(lambda _: self._receiver.state())

    def stop_receiver(self) -> Future[None]:
        return self._call(lambda _: self._receiver.stop())


def list_troubles(db: ReadTx, shop: int) -> tuple[TargetTrouble, ...]:
    """The targets that refuse, or whose deliveries wait for a reason in the note."""
    troubles = []
    for target in targets.list_targets(db, shop):
        if target.on and (target.trouble_since is not None or target.note is not None):
            standing = deliveries.read_target_stats(db, target.id)
            note = target.note if standing.waiting else None
            if note is not None or target.trouble_since is not None:
                name = target.name or _target_host(target)
                answers = standing.last is None or standing.last.status is not None
                troubles.append(
                    TargetTrouble(target.id, name, target.failures, standing.next_try, standing.waiting, note, answers)
                )
    return tuple(troubles)


def _target_row(db: ReadTx, target: Target) -> TargetRow:
    standing = deliveries.read_target_stats(db, target.id)
    last = standing.last
    return TargetRow(
        target=target,
        name=target.name or _target_host(target),
        health=_health(target, standing),
        recent=tuple(state is DeliveryState.DELIVERED for state in standing.recent),
        last_at=None if last is None else last.at,
        waiting=standing.waiting,
        failed=standing.failed,
        last_status=None if last is None else last.status,
        last_fault="" if last is None else last.fault or "",
        next_try=standing.next_try,
        recorded_while_off=0 if target.on else standing.waiting,
    )


def _health(target: Target, standing: TargetStats) -> Health:
    if not target.on:
        return Health.OFF
    if target.note is not None and standing.waiting:
        return Health.WAITING
    if target.failures:
        return Health.REFUSING
    return Health.WELL if standing.recent else Health.NEW


def _target_host(target: Target) -> str:
    """The host of a target, as the name of one without a name."""
    return urlsplit(target.url).netloc


def _delivery_detail(db: ReadTx, delivery: Delivery) -> DeliveryDetail:
    attempts = deliveries.read_attempts(db, [delivery.id]).get(delivery.id, ())
    return DeliveryDetail(delivery, deliveries.read_event_body(db, delivery), attempts, _planned_attempts(delivery))


def _planned_attempts(delivery: Delivery) -> tuple[Millis, ...]:
    """The next attempt, and the later ones if each fails."""
    if delivery.state is not DeliveryState.WAITING or delivery.next_attempt_at is None:
        return ()
    moments = [delivery.next_attempt_at]
    for span in RETRY_AFTER[delivery.attempts :]:
        moments.append(moments[-1] + span)
    return tuple(moments)


class _Data(msgspec.Struct):
    branch: str = ""
    change: Decimal | None = None
    action: str = ""


class _Body(msgspec.Struct):
    data: _Data


_decode_body = msgspec.json.Decoder(_Body).decode


def _describe_body(body: bytes) -> str:
    """What it is about, next to its subject: an order's action, a branch and change of stock."""
    data = _decode_body(body).data
    change = "" if data.change is None else f"{data.change:+f}"
    return " · ".join(part for part in (data.action, data.branch, change) if part)
