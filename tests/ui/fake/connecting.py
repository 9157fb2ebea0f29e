"""The fake's rooms for keys, the pull, and webhooks."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import Family
from service.domain.events import Attempt, Delivery, DeliveryState, EventKind, SwitchOn, Target
from service.domain.keys import ApiKey, NewKey
from service.domain.times import MINUTE, Millis
from tests.ui.fake.clock import moment
from tests.ui.fake.shop import LIVE, STAGING
from tests.ui.fake.world import LAST_RUN, RECOGNISED, World
from ui.backend import BackendError, ErrorCode, OnProgress, Progress
from ui.backend.keys import KeyRow, PushState
from ui.backend.pulls import (
    ColumnGuess,
    FileForm,
    FilePreview,
    PreviewRow,
    PullMapping,
    PullRun,
    PullSetup,
    PullState,
    RowFault,
    RunState,
)
from ui.backend.webhooks import (
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

FULL_KEY = "cp_live_pW3xTn6kR9vBd2LqZs8HyMf4Jc7Ga5uXe0V1"
FULL_SECRET = "whsec_Zm9yIHRoZSBwaWN0dXJlIG9ubHksIG5vIHNlY3JldA=="
_EVENTS = frozenset({EventKind.ORDER_PLACED, EventKind.ORDER_STATUS, EventKind.STOCK_CHANGED})


def keys() -> list[KeyRow]:
    """The keys of the live shop."""
    second = moment(2, 9, 5)
    return [
        KeyRow(ApiKey(1, LIVE, "Till 1", "cp_live_8fK2", second, moment(15, 14, 29, 7)), 412),
        KeyRow(ApiKey(2, LIVE, "Till 2", "cp_live_Qm71", second, moment(15, 14, 29, 4)), 86),
        KeyRow(ApiKey(3, LIVE, "ERP", "cp_live_Xa9d", moment(8, 10, 0), moment(15, 14, 27, 40)), 14),
        KeyRow(ApiKey(4, LIVE, "Old tablet", "cp_live_t0Bz", moment(11, 10, 0, month=3), moment(3, 9, 0, month=10)), 0),
    ]


class FakeKeys:
    """Keys that can be made and revoked."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers
        self._rows = keys()

    def list(self, shop: int) -> Future[tuple[KeyRow, ...]]:
        return self._answers.give("keys.list", lambda: tuple(self._rows) if shop != STAGING else (), shop)

    def create(self, shop: int, name: str) -> Future[NewKey]:
        def make() -> NewKey:
            if any(row.key.name == name for row in self._rows):
                raise BackendError("This name is in use.", code=ErrorCode.NAME_TAKEN)
            key = ApiKey(9, shop, name, FULL_KEY[:12], self._world.clock.now())
            self._rows.append(KeyRow(key, 0))
            self._world.tell(Family.KEYS)
            return NewKey(key, FULL_KEY)

        return self._answers.give("keys.create", make, shop, name)

    def rename(self, shop: int, key: int, name: str) -> Future[None]:
        return self._answers.give("keys.rename", lambda: None, shop, key, name)

    def revoke(self, shop: int, key: int) -> Future[None]:
        def revoke() -> None:
            now = self._world.clock.now()
            self._rows = [
                replace(row, key=replace(row.key, revoked_at=now)) if row.key.id == key else row for row in self._rows
            ]
            self._world.tell(Family.KEYS)

        return self._answers.give("keys.revoke", revoke, shop, key)

    def push_state(self, shop: int) -> Future[PushState]:
        state = PushState(moment(15, 14, 27, 40), 998, "ERP") if shop == LIVE else PushState(None, 0, "")
        return self._answers.give("keys.push_state", lambda: state, shop)


class FakePulls:
    """A pull that reads one sheet."""

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers

    def state(self, shop: int) -> Future[PullState]:
        return self._answers.give("pulls.state", lambda: self._world.pull_of(shop), shop)

    def recognise(self, shop: int, path: str, form: FileForm) -> Future[FilePreview]:
        return self._answers.give("pulls.recognise", lambda: _preview(path, form), shop, path, form)

    def preview(self, shop: int, setup: PullSetup) -> Future[FilePreview]:
        return self._answers.give("pulls.preview", lambda: _preview(setup.path, setup.form), shop, setup)

    def save(self, shop: int, setup: PullSetup) -> Future[PullState]:
        def keep() -> PullState:
            self._world.pull = replace(self._world.pull, setup=setup, on=True)
            self._world.tell(Family.PULLS)
            return self._world.pull

        return self._answers.give("pulls.save", keep, shop, setup)

    def forget(self, shop: int) -> Future[None]:
        return self._answers.give("pulls.forget", lambda: None, shop)

    def run(self, shop: int, progress: OnProgress, *, even_if_unchanged: bool = False) -> Future[PullRun]:
        def run() -> PullRun:
            progress(Progress(1245, 1245))
            done = replace(LAST_RUN, id=10, at=self._world.clock.now(), by_hand=True)
            self._world.pull = replace(self._world.pull, last=done)
            self._world.tell(Family.PULLS)
            return done

        return self._answers.give("pulls.run", run, shop, even_if_unchanged)

    def let_through(self, shop: int, run: int, progress: OnProgress) -> Future[PullRun]:
        return self._answers.give("pulls.let_through", lambda: LAST_RUN, shop, run)

    def history(self, shop: int, before: int | None, limit: int) -> Future[tuple[PullRun, ...]]:
        runs = (
            LAST_RUN,
            replace(LAST_RUN, id=8, at=moment(14, 2, 0), created=3, rejected=0, noted=0),
            PullRun(7, moment(13, 2, 0), RunState.FAILED, LAST_RUN.file, fault="The file is open in another program."),
            PullRun(6, moment(12, 2, 0), RunState.UNCHANGED, LAST_RUN.file, 1240),
        )
        return self._answers.give("pulls.history", lambda: runs if shop == LIVE else (), shop, before, limit)

    def faults(self, shop: int, run: int, limit: int) -> Future[tuple[RowFault, ...]]:
        rows = (
            RowFault(412, "48609-0K040", "price_fils: 14,5OO is no number", rejected=True),
            RowFault(731, None, "sku: is missing", rejected=True),
            RowFault(88, "21460-1LB0A", "quantity: -1 counts as 0", rejected=False),
        )
        return self._answers.give("pulls.faults", lambda: rows, shop, run, limit)

    def export_faults(self, shop: int, run: int, path: str) -> Future[int]:
        return self._answers.give("pulls.export_faults", lambda: 3, shop, run, path)

    def undo(self, shop: int, run: int) -> Future[PullRun]:
        return self._answers.give("pulls.undo", lambda: replace(LAST_RUN, state=RunState.UNDONE), shop, run)

    def load_file(self, shop: int, setup: PullSetup, progress: OnProgress) -> Future[PullRun]:
        return self._answers.give("pulls.load_file", lambda: LAST_RUN, shop, setup)


def _preview(path: str, form: FileForm) -> FilePreview:
    samples = {
        "sku": ("04465-60320", "90915-YZZD4"),
        "name": ("Front brake pads, LC200", "Oil filter"),
        "price_fils": ("28.500", "2.750"),
        "quantity": ("14", "126"),
        "branch": ("Main", "Main"),
    }
    columns = tuple(ColumnGuess(header, samples[field], field) for header, field in RECOGNISED)
    rows = tuple(
        PreviewRow(
            at + 2, {field: samples[field][at % 2] for field in samples}, "price: is no number" if at == 4 else ""
        )
        for at in range(6)
    )
    known = replace(form, kind=form.kind or "xlsx", sheet=form.sheet or "Prices", header_row=form.header_row or 1)
    extra = ColumnGuess("Cost", ("21.000", "1.900"), "", sure=False)
    mapping = PullMapping(columns=dict(RECOGNISED))
    return FilePreview(path, 184_320, 1245, known, "", ("Prices", "Notes"), (*columns, extra), mapping, rows)


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

    def __init__(self, world: World) -> None:
        self._world, self._answers = world, world.answers
        self.rows = targets()
        self._receiver = ReceiverState(False)

    def targets(self, shop: int) -> Future[tuple[TargetRow, ...]]:
        return self._answers.give("webhooks.targets", lambda: tuple(self.rows) if shop == LIVE else (), shop)

    def add(self, shop: int, new: NewTarget) -> Future[TargetSecret]:
        def make() -> TargetSecret:
            made = self._world.clock.now()
            target = Target(9, shop, new.url, new.events, True, True, made, "webhook-9")
            self.rows.append(TargetRow(target, new.name or new.url, Health.NEW, (), None, 0))
            self._world.tell(Family.TARGETS)
            return TargetSecret(9, FULL_SECRET)

        return self._answers.give("webhooks.add", make, shop, new)

    def edit(self, shop: int, target: int, new: NewTarget) -> Future[None]:
        return self._answers.give("webhooks.edit", lambda: None, shop, target, new)

    def switch_on(self, shop: int, target: int, choice: SwitchOn) -> Future[None]:
        return self._answers.give("webhooks.switch_on", lambda: self._switch(target, True), shop, target, choice)

    def switch_off(self, shop: int, target: int) -> Future[None]:
        return self._answers.give("webhooks.switch_off", lambda: self._switch(target, False), shop, target)

    def set_catch_up(self, shop: int, target: int, on: bool) -> Future[None]:
        return self._answers.give("webhooks.set_catch_up", lambda: None, shop, target, on)

    def remove(self, shop: int, target: int) -> Future[None]:
        def remove() -> None:
            self.rows = [row for row in self.rows if row.target.id != target]
            self._world.tell(Family.TARGETS)

        return self._answers.give("webhooks.remove", remove, shop, target)

    def rotate(self, shop: int, target: int) -> Future[TargetSecret]:
        return self._answers.give("webhooks.rotate", lambda: TargetSecret(target, FULL_SECRET), shop, target)

    def finish_rotation(self, shop: int, target: int) -> Future[None]:
        return self._answers.give("webhooks.finish_rotation", lambda: None, shop, target)

    def send_test(self, shop: int, target: int, kind: EventKind) -> Future[DeliveryDetail]:
        return self._answers.give("webhooks.send_test", lambda: _detail(DELIVERIES[3]), shop, target, kind)

    def deliveries(
        self, shop: int, target: int, state: DeliveryState | None, before: str | None, limit: int
    ) -> Future[DeliveryPage]:
        def make() -> DeliveryPage:
            rows = tuple(row for row in DELIVERIES if state in (None, row.delivery.state)) if target == 2 else ()
            return DeliveryPage(rows, False)

        return self._answers.give("webhooks.deliveries", make, shop, target, state, before, limit)

    def delivery(self, shop: int, delivery: str) -> Future[DeliveryDetail]:
        def find() -> DeliveryDetail:
            return _detail(next(row for row in DELIVERIES if row.delivery.id == delivery))

        return self._answers.give("webhooks.delivery", find, shop, delivery)

    def resend(self, shop: int, delivery: str) -> Future[None]:
        return self._answers.give("webhooks.resend", lambda: None, shop, delivery)

    def resend_waiting(self, shop: int, target: int) -> Future[int]:
        def send() -> int:
            self._world.troubles = ()
            self._world.tell(Family.DELIVERIES)
            return 5

        return self._answers.give("webhooks.resend_waiting", send, shop, target)

    def count_since(self, shop: int, target: int, since: Millis) -> Future[int]:
        return self._answers.give("webhooks.count_since", lambda: 14, shop, target, since)

    def resend_since(self, shop: int, target: int, since: Millis, progress: OnProgress) -> Future[int]:
        return self._answers.give("webhooks.resend_since", lambda: 14, shop, target, since)

    def start_receiver(self, secret: str | None) -> Future[ReceiverState]:
        def start() -> ReceiverState:
            body = b'{"event":"order.placed","test":true}'
            got = (
                Received(moment(15, 14, 28), "order.placed", "8c1f0001e2", "", body),
                Received(moment(15, 14, 27), "order.status", "8c1f0003e2", "x-service-signature: another secret", body),
            )
            self._receiver = ReceiverState(True, "http://127.0.0.1:8790/", got)
            return self._receiver

        return self._answers.give("webhooks.start_receiver", start)

    def receiver(self) -> Future[ReceiverState]:
        return self._answers.give("webhooks.receiver", lambda: self._receiver)

    def stop_receiver(self) -> Future[None]:
        return self._answers.give("webhooks.stop_receiver", lambda: None)

    def _switch(self, number: int, on: bool) -> None:
        self.rows = [
            replace(row, target=replace(row.target, on=on)) if row.target.id == number else row for row in self.rows
        ]
        self._world.tell(Family.TARGETS)


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
