"""Fakes of the ports of service/delivery, for tests of the dispatcher and the poster."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from service.delivery.attempt_result import AttemptFault, AttemptResult, make_answered_result
from service.delivery.delivery_ports import AttemptRecord, ClaimResult
from service.delivery.worker_thread import NoAnswerError, WorkerThread
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence, verbatim
from service.domain.times import Millis
from service.domain.webhooks.events import ClaimedDelivery, DeliveryState, EventKind
from service.domain.webhooks.retries import NextStep, Outcome, TargetHealth, find_catch_up_start
from service.domain.webhooks.signing import make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing, SecretStoreState, SecretsUnavailable

T = TypeVar("T")
START: Millis = 1_800_000_000_000
ACCEPTED = make_answered_result(200, 5, b"ok")
REFUSED = make_answered_result(500, 5, b"broken")
NO_NETWORK = AttemptResult(
    None, AttemptFault.NETWORK_DOWN, verbatim("This computer has no network; sent when it is back"), 1
)


class FakeClock:
    """Turned by hand."""

    def __init__(self, now: Millis = START) -> None:
        self.at = now

    def now(self) -> Millis:
        return self.at

    def monotonic(self) -> float:
        return self.at / 1000

    def since_boot(self) -> float:
        return self.at / 1000


class FakeTimer:
    """Nobody waits for real: `advance` moves the clock and wakes the tasks that are due."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._waiting: list[tuple[Millis, asyncio.Event]] = []
        self.sleeps: list[Millis] = []

    async def wait(self, signal: asyncio.Event, until: Millis | None) -> None:
        if until is not None and until <= self._clock.now():
            await asyncio.sleep(0)
            return
        ring = asyncio.Event()
        if until is not None:
            self._waiting.append((until, ring))
        waits = {asyncio.ensure_future(one.wait()) for one in (signal, ring)}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in waits:
                one.cancel()

    async def sleep(self, span: Millis) -> None:
        self.sleeps.append(span)
        await asyncio.sleep(0)

    def advance(self, span: Millis) -> None:
        self._clock.at += span
        for until, ring in self._waiting:
            if until <= self._clock.at:
                ring.set()
        self._waiting = [(until, ring) for until, ring in self._waiting if not ring.is_set()]


class SilentThread(WorkerThread):
    """A thread whose calls never end in time; notes how long each was waited for."""

    def __init__(self) -> None:
        super().__init__("silent")
        self.limits: list[float] = []

    async def call(self, function: Callable[[], T], limit_s: float) -> T:
        del function
        self.limits.append(limit_s)
        raise NoAnswerError("no answer")


class FakeBugReporter:
    def __init__(self) -> None:
        self.reported: list[BaseException] = []
        self.activities: list[str] = []

    def report(self, activity: str, error: BaseException) -> str:
        self.reported.append(error)
        self.activities.append(activity)
        return f"ref{len(self.reported)}"


class FakeSecrets:
    """A secret store in memory; `broken` is raised by every read while set."""

    def __init__(self, *names: str) -> None:
        self.secrets = {name: make_secret() for name in names}
        self.error: Exception | None = None
        self.reads = 0

    async def read(self, name: str) -> Secret:
        self.reads += 1
        if self.error is not None:
            raise self.error
        if name not in self.secrets:
            raise SecretMissing(SecretStoreState.WORKS)
        return self.secrets[name]

    def lock(self) -> None:
        self.error = SecretsUnavailable(SecretStoreState.LOCKED, verbatim("The keyring is locked; unlock it"))


Answer = AttemptResult | Exception | Callable[[], Awaitable[AttemptResult]]


@dataclass(slots=True)
class Sent:
    target_id: int
    url: str
    headers: Mapping[str, str]
    body: bytes


class FakePoster:
    """Answers as set per target (200 unless set),
    and keeps what was posted and how many were out at once.
    """

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.answers: dict[int, Answer] = {}
        self.out: dict[int, int] = {}
        self.most_out: dict[int, int] = {}

    async def post(self, target_id: int, url: str, headers: Mapping[str, str], body: bytes) -> AttemptResult:
        self.sent.append(Sent(target_id, url, headers, body))
        self.out[target_id] = self.out.get(target_id, 0) + 1
        self.most_out[target_id] = max(self.most_out.get(target_id, 0), self.out[target_id])
        try:
            await asyncio.sleep(0)
            answer = self.answers.get(target_id, ACCEPTED)
            if isinstance(answer, Exception):
                raise answer
            return answer if isinstance(answer, AttemptResult) else await answer()
        finally:
            self.out[target_id] -= 1

    def ids(self, target_id: int | None = None) -> list[str]:
        return [one.headers["webhook-id"] for one in self.sent if target_id in (None, one.target_id)]


@dataclass(slots=True)
class FakeTarget:
    id: int
    on: bool = True
    catch_up: bool = False
    health: TargetHealth = field(default_factory=TargetHealth)
    note: Sentence | None = None
    next_secret_name: str | None = None


@dataclass(slots=True)
class FakeRow:
    id: str
    target_id: int
    sequence: int
    due: Millis | None
    order: str | None
    created_at: Millis
    state: DeliveryState = DeliveryState.WAITING
    attempts: int = 0


class FakeOutbox:
    """The Outbox port in memory, keeping the rules that its docstrings set;
    wakes the dispatcher on commit.
    """

    def __init__(self, clock: FakeClock, targets: Sequence[int] = (1,)) -> None:
        self._clock = clock
        self.targets = {number: FakeTarget(number) for number in targets}
        self.rows: dict[str, FakeRow] = {}
        self.attempts: list[AttemptRecord] = []
        self.notes: list[tuple[int, Sentence | None]] = []
        self.mode_on = True
        self.full = False
        self.broken: set[str] = set()
        self.unmovable: set[str] = set()
        self.steps_only: list[tuple[str, str]] = []
        self.writes: list[str] = []
        self.on_commit: Callable[[], None] = lambda: None

    def add(self, delivery_id: str, target_id: int = 1, *, order: str | None = None, due: Millis | None = None) -> None:
        at = self._clock.now() if due is None else due
        self.rows[delivery_id] = FakeRow(delivery_id, target_id, len(self.rows), at, order, at)
        self.on_commit()

    def states(self) -> dict[str, DeliveryState]:
        return {row.id: row.state for row in self.rows.values()}

    async def recover_claims(self, now: Millis) -> tuple[int, ...]:
        self._write("take_back")
        for row in self.rows.values():
            if row.state is DeliveryState.SENDING:
                row.state = DeliveryState.WAITING
                step = NextStep(row.state, row.attempts, row.due)
                cut = AttemptResult(None, AttemptFault.INTERRUPTED, verbatim("The program ended during the attempt"), 0)
                self.attempts.append(AttemptRecord(row.id, row.target_id, now, now, cut, step))
        overdue = sorted((row for row in self.rows.values() if self._due(row, now)), key=lambda row: row.due or 0)
        return tuple(dict.fromkeys(row.target_id for row in overdue))

    async def claim(self, now: Millis, capacity: Mapping[int, int], default_capacity: int) -> ClaimResult:
        await asyncio.sleep(0)
        if self.full:
            raise Unavailable(verbatim("The disk is full; make room"))
        taken: list[FakeRow] = []
        later: list[Millis] = []
        for number in self.targets:
            space = capacity.get(number, default_capacity)
            mine = [row for row in self.rows.values() if row.target_id == number and self._allowed(row)]
            due = [row for row in mine if self._due(row, now)]
            firsts = sorted((row for row in due if row.attempts == 0), key=lambda row: row.sequence)
            others = sorted((row for row in due if row.attempts), key=lambda row: row.due or 0)
            taken += (firsts + others)[:space]
            later += [row.due for row in mine if space and row.due is not None and row.due > now]
        if taken:
            self._write("claim")
        for row in taken:
            row.state = DeliveryState.SENDING
        return ClaimResult(tuple(self._claimed(row) for row in taken), min(later, default=None))

    async def record_attempts(self, records: Sequence[AttemptRecord]) -> None:
        await asyncio.sleep(0)
        if {record.delivery_id for record in records} & self.broken:
            raise ValueError("a bug")
        self._write("record")
        for record in records:
            self.attempts.append(record)
            row, target = self.rows[record.delivery_id], self.targets[record.target_id]
            if row.state is DeliveryState.SENDING:
                row.state, row.attempts, row.due = record.step.state, record.step.attempts, record.step.next_attempt_at
            outcome = record.result.outcome
            target.health = target.health.apply_outcome(outcome, record.ended_at)
            since = find_catch_up_start(catches_up=target.catch_up, outcome=outcome, now=record.ended_at)
            if since is not None:
                self._catch_up(target.id, since)

    async def apply_step_only(self, record: AttemptRecord, note: Sentence) -> None:
        await asyncio.sleep(0)
        if record.delivery_id in self.unmovable:
            raise ValueError("another bug")
        self._write("set_aside")
        self.steps_only.append((record.delivery_id, str(note)))
        row = self.rows[record.delivery_id]
        if row.state is DeliveryState.SENDING:
            row.state, row.attempts, row.due = record.step.state, record.step.attempts, record.step.next_attempt_at

    async def release_claims(self, delivery_ids: Collection[str]) -> None:
        await asyncio.sleep(0)
        self._write("give_back")
        for delivery_id in delivery_ids:
            assert self.rows[delivery_id].state is DeliveryState.SENDING
            self.rows[delivery_id].state = DeliveryState.WAITING

    async def set_note(self, target_id: int, reason: Sentence | None) -> None:
        await asyncio.sleep(0)
        if self.targets[target_id].note != reason:
            self._write("note")
            self.notes.append((target_id, reason))
            self.targets[target_id].note = reason

    async def filter_sendable(self, target_ids: Collection[int]) -> frozenset[int]:
        return frozenset(number for number in target_ids if self.mode_on and self.targets[number].on)

    def outcomes(self, delivery_id: str) -> list[Outcome]:
        return [record.result.outcome for record in self.attempts if record.delivery_id == delivery_id]

    def _catch_up(self, target_id: int, since: Millis) -> None:
        for row in self.rows.values():
            if row.target_id == target_id and row.state is DeliveryState.FAILED and row.created_at >= since:
                row.state, row.attempts, row.due = DeliveryState.WAITING, 0, self._clock.now()

    def _write(self, name: str) -> None:
        if self.full:
            raise Unavailable(verbatim("The disk is full; make room"))
        self.writes.append(name)
        self.on_commit()

    def _allowed(self, row: FakeRow) -> bool:
        return row.state is DeliveryState.WAITING and self.mode_on and self.targets[row.target_id].on

    def _due(self, row: FakeRow, now: Millis) -> bool:
        return self._allowed(row) and row.due is not None and row.due <= now

    def _claimed(self, row: FakeRow) -> ClaimedDelivery:
        target = self.targets[row.target_id]
        return ClaimedDelivery(
            delivery_id=row.id,
            target_id=row.target_id,
            url=f"http://127.0.0.1:9/{row.target_id}",
            secret_name=f"webhook-{row.target_id}",
            next_secret_name=target.next_secret_name,
            kind=EventKind.ORDER_STATUS if row.order else EventKind.STOCK_CHANGED,
            body=row.id.encode(),
            attempts=row.attempts,
            order=row.order,
            failures=target.health.failures,
        )
