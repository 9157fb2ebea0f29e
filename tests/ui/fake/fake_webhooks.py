"""The fake's port for webhooks: four targets, their deliveries, a test receiver."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from service.domain.changes import ChangeKind
from service.domain.times import MINUTE, Millis
from service.domain.webhooks.events import Attempt, Delivery, DeliveryState, EventKind, SwitchOnChoice, Target
from service.domain.webhooks.signing import SignatureFault
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData
from tests.ui.fake.shop_data import LIVE
from ui.backend import OnProgress, Progress
from ui.backend.webhooks_port import (
    DeliveryDetail,
    DeliveryPage,
    DeliveryRow,
    Health,
    NewTarget,
    Received,
    ReceiverState,
    TargetRow,
    TargetSecret,
)

FULL_SECRET = "whsec_Zm9yIHRoZSBwaWN0dXJlIG9ubHksIG5vIHNlY3JldA=="
_EVENTS = frozenset({EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED})


def targets() -> list[TargetRow]:
    """The targets of the live shop."""

    def target(number: int, url: str, *, on: bool = True, failures: int = 0) -> Target:
        made = moment(2, 9, 10)
        trouble = moment(15, 14, 25, 2) if failures else None
        return Target(number, LIVE, url, _EVENTS, on, True, made, f"webhook-{number}", None, failures, trouble)

    well = (True,) * 12
    return [
        TargetRow(target(1, "http://192.168.1.20:9000/hook"), "Till 1", Health.WELL, well, moment(15, 14, 25), 0, 200),
        TargetRow(
            target(2, "http://192.168.1.21:9000/hook", failures=3),
            "Till 2",
            Health.REFUSING,
            (True,) * 9 + (False,) * 3,
            moment(15, 14, 28, 2),
            5,
            403,
            "signature mismatch",
            moment(15, 14, 32, 2),
            moment(15, 14, 20),
        ),
        TargetRow(
            target(3, "https://board.sitraparts.bh/in"),
            "Stock board",
            Health.WELL,
            (True,) * 4 + (False,) + (True,) * 7,
            moment(15, 14, 22),
            0,
            200,
        ),
        TargetRow(
            target(4, "http://192.168.1.9/events", on=False),
            "Old ERP",
            Health.OFF,
            (),
            moment(8, 16, 0),
            0,
            recorded_while_off=37,
        ),
    ]


def _delivery(number: int, kind: EventKind, subject: str, at: Millis, state: DeliveryState, attempts: int) -> Delivery:
    following = moment(15, 14, 32, 2) if state is DeliveryState.WAITING else None
    return Delivery(f"8c1f{number:04d}e2", 2, f"evt_{number}", kind, subject, at, state, attempts, following)


DELIVERIES = (
    DeliveryRow(
        _delivery(1, EventKind.ORDER_PLACED, "ORD-2026-000123", moment(15, 14, 25, 2), DeliveryState.WAITING, 3), ""
    ),
    DeliveryRow(
        _delivery(2, EventKind.STOCK_CHANGED, "48531-80605", moment(15, 14, 26), DeliveryState.WAITING, 2),
        "Main · count 2",
    ),
    DeliveryRow(
        _delivery(3, EventKind.ORDER_STATUS, "ORD-2026-000123", moment(15, 14, 25), DeliveryState.WAITING, 3),
        "confirm_fitment",
    ),
    DeliveryRow(
        _delivery(4, EventKind.ORDER_PLACED, "ORD-2026-000122", moment(15, 14, 7), DeliveryState.DELIVERED, 1), ""
    ),
    DeliveryRow(
        _delivery(5, EventKind.STOCK_CHANGED, "90915-YZZD4", moment(15, 13, 58), DeliveryState.DELIVERED, 1),
        "Riffa · −2",
    ),
    DeliveryRow(
        _delivery(6, EventKind.ORDER_STATUS, "ORD-2026-000118", moment(15, 9, 12), DeliveryState.FAILED, 6), "ready"
    ),
)


class FakeWebhooks:
    """Targets and deliveries; asking changes little, but every request is noted."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.rows = targets()
        self._receiver = ReceiverState(False)
        self.has_attempted = True

    def targets(self, shop: int) -> Future[tuple[TargetRow, ...]]:
        return self._answers.answer("webhooks.targets", lambda: tuple(self.rows) if shop == LIVE else (), shop)

    def add(self, shop: int, new: NewTarget) -> Future[TargetSecret]:
        def make() -> TargetSecret:
            made = self._data.clock.now()
            target = Target(9, shop, new.url, new.events, True, True, made, "webhook-9")
            self.rows.append(TargetRow(target, new.name or new.url, Health.NEW, (), None, 0))
            self._data.publish(ChangeKind.TARGETS)
            return TargetSecret(9, FULL_SECRET)

        return self._answers.answer("webhooks.add", make, shop, new)

    def edit(self, shop: int, target: int, new: NewTarget) -> Future[None]:
        def edit() -> None:
            self._alter(target, url=new.url, events=new.events)
            self.rows = [replace(row, name=new.name) if row.target.id == target else row for row in self.rows]

        return self._answers.answer("webhooks.edit", edit, shop, target, new)

    def switch_on(self, shop: int, target: int, choice: SwitchOnChoice) -> Future[None]:
        def switch() -> None:
            self._switch(target, on=True)

        return self._answers.answer("webhooks.switch_on", switch, shop, target, choice)

    def switch_off(self, shop: int, target: int) -> Future[None]:
        def switch() -> None:
            self._switch(target, on=False)

        return self._answers.answer("webhooks.switch_off", switch, shop, target)

    def set_catch_up(self, shop: int, target: int, on: bool) -> Future[None]:
        def switch() -> None:
            self._alter(target, catch_up=on)

        return self._answers.answer("webhooks.set_catch_up", switch, shop, target, on)

    def remove(self, shop: int, target: int) -> Future[None]:
        def remove() -> None:
            self.rows = [row for row in self.rows if row.target.id != target]
            self._data.publish(ChangeKind.TARGETS)

        return self._answers.answer("webhooks.remove", remove, shop, target)

    def rotate(self, shop: int, target: int) -> Future[TargetSecret]:
        def rotate() -> TargetSecret:
            self._alter(target, next_secret_name=f"webhook-{target}-next")
            return TargetSecret(target, FULL_SECRET)

        return self._answers.answer("webhooks.rotate", rotate, shop, target)

    def finish_rotation(self, shop: int, target: int) -> Future[None]:
        def finish() -> None:
            self._alter(target, next_secret_name=None)

        return self._answers.answer("webhooks.finish_rotation", finish, shop, target)

    def send_test(self, shop: int, target: int, kind: EventKind) -> Future[str]:
        return self._answers.answer("webhooks.send_test", lambda: DELIVERIES[3].delivery.id, shop, target, kind)

    def deliveries(
        self, shop: int, target: int, state: DeliveryState | None, before: str | None, limit: int
    ) -> Future[DeliveryPage]:
        def make() -> DeliveryPage:
            rows = tuple(row for row in DELIVERIES if state in (None, row.delivery.state)) if target == 2 else ()
            return DeliveryPage(rows, False)

        return self._answers.answer("webhooks.deliveries", make, shop, target, state, before, limit)

    def delivery(self, shop: int, delivery: str) -> Future[DeliveryDetail]:
        def find() -> DeliveryDetail:
            found = _detail(next(row for row in DELIVERIES if row.delivery.id == delivery))
            return found if self.has_attempted else replace(found, attempts=())

        return self._answers.answer("webhooks.delivery", find, shop, delivery)

    def resend(self, shop: int, delivery: str) -> Future[None]:
        return self._answers.answer("webhooks.resend", lambda: None, shop, delivery)

    def resend_waiting(self, shop: int, target: int) -> Future[int]:
        def send() -> int:
            self._data.troubles = ()
            self._data.publish(ChangeKind.DELIVERIES)
            return 5

        return self._answers.answer("webhooks.resend_waiting", send, shop, target)

    def count_since(self, shop: int, target: int, since: Millis) -> Future[int]:
        return self._answers.answer("webhooks.count_since", lambda: 14, shop, target, since)

    def resend_since(self, shop: int, target: int, since: Millis, progress: OnProgress) -> Future[int]:
        def send() -> int:
            progress(Progress(14, 14))
            return 14

        return self._answers.answer("webhooks.resend_since", send, shop, target, since)

    def start_receiver(self, secret: str | None) -> Future[None]:
        def start() -> None:
            body = b'{"event":"order.placed","test":true}'
            got = (
                Received(moment(15, 14, 28), "order.placed", "8c1f0001e2", "", body),
                Received(
                    moment(15, 14, 27),
                    "order.status",
                    "8c1f0003e2",
                    "x-service-signature is made with another secret",
                    body,
                    (SignatureFault.WRONG_SECRET,),
                ),
            )
            self._receiver = ReceiverState(True, "http://127.0.0.1:8790/", got)

        return self._answers.answer("webhooks.start_receiver", start, secret is not None)

    def receiver(self) -> Future[ReceiverState]:
        return self._answers.answer("webhooks.receiver", lambda: self._receiver)

    def stop_receiver(self) -> Future[None]:
        def stop() -> None:
            self._receiver = ReceiverState(False)

        return self._answers.answer("webhooks.stop_receiver", stop)

    def _switch(self, number: int, *, on: bool) -> None:
        self._alter(number, on=on)
        health = Health.WELL if on else Health.OFF
        self.rows = [replace(row, health=health) if row.target.id == number else row for row in self.rows]

    def _alter(self, number: int, **fields: Any) -> None:  # noqa: ANN401
        self.rows = [
            replace(row, target=replace(row.target, **fields)) if row.target.id == number else row for row in self.rows
        ]
        self._data.publish(ChangeKind.TARGETS)


def _detail(row: DeliveryRow) -> DeliveryDetail:
    first = row.delivery.created_at
    tries = []
    if row.delivery.state is not DeliveryState.DELIVERED:
        for number, after in enumerate((0, 1, 3)):
            at = first + after * MINUTE
            answer = b'{"error": "signature mismatch"}'
            tries.append(Attempt(row.delivery.id, number + 1, at, 403, None, 41, answer))
    else:
        tries.append(Attempt(row.delivery.id, 1, first, 200, None, 23, b'{"ok": true}'))
    to_come = tuple(first + after * MINUTE for after in (7, 15, 31)) if len(tries) == 3 else ()
    body = b'{"id":"evt_1","event":"order.placed","shop":"Sitra Auto Parts","test":false,"data":{"order":{}}}'
    return DeliveryDetail(row.delivery, body, tuple(tries), to_come)
