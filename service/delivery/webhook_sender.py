"""The sender of webhooks as the service runs it: started, restarted, and informed of changes."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from service.delivery.attempt_result import AttemptFault, AttemptResult, describe_bug
from service.delivery.delivery_ports import AttemptRecord, ClaimResult
from service.delivery.dispatcher import STOP_TIMEOUT_S, Dispatcher
from service.delivery.name_resolution import SystemProbe
from service.delivery.poster import HttpPoster
from service.delivery.secret_stores import SecretCache
from service.delivery.worker_thread import WorkerThread
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Unavailable, make_error_reference
from service.domain.sentences import Sentence, message
from service.domain.times import SECOND, Clock, Millis
from service.domain.webhooks.events import ClaimedDelivery, DeliveryState
from service.domain.webhooks.retries import NextStep, Outcome
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.webhooks import outbox, targets
from service.store.webhooks.outbox import AttemptRow
from service.store.webhooks.targets import TargetEndpoint, read_endpoints
from service.version import VERSION

MAX_WAIT: Millis = 20 * SECOND
"""Seconds until the wall clock is read again: it may have been set, or the PC slept."""
RESTART_DELAY_S = 5.0
_WAKING_KINDS = frozenset({ChangeKind.DELIVERIES, ChangeKind.TARGETS, ChangeKind.SHOPS})

log = logging.getLogger(__name__)

_INTERRUPTED = AttemptResult(
    None, AttemptFault.INTERRUPTED, message("The program ended during the attempt; sent again"), 0
)


class LogBugReporter:
    """The BugReporter port over the program's log, under a reference that the owner sees."""

    def report(self, activity: str, error: BaseException) -> str:
        """Logs the traceback; returns the reference that finds it."""
        reference = make_error_reference()
        log.error("Reference %s: %s", reference, activity, exc_info=error)
        return reference


class StoreOutbox:
    """The Outbox port: deliveries as rows of the store. delivery_ports says which call writes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._shops: dict[int, int] = {}
        """The shop of each target, which never changes."""

    async def recover_claims(self, now: Millis) -> tuple[int, ...]:
        def work(tx: Tx) -> tuple[int, ...]:
            for row in outbox.list_sending(tx):
                _recover_claim(tx, _make_interrupted_row(row, now))
            return outbox.list_overdue_targets(tx, now)

        return await self._store.write(work)

    async def claim(self, now: Millis, capacity: Mapping[int, int], default_capacity: int) -> ClaimResult:
        def look(db: ReadTx) -> outbox.DueDeliveries:
            return outbox.find_due(db, now, capacity, default_capacity)

        def work(tx: Tx) -> tuple[list[ClaimedDelivery], Millis | None]:
            due = outbox.find_due(tx, now, room, 0)
            next_due = min((one for one in (seen.next_due, due.next_due) if one is not None), default=None)
            return outbox.claim_deliveries(tx, due), next_due

        seen = await self._store.read(look)
        if not seen.seqs:
            return ClaimResult((), seen.next_due)
        self._shops |= seen.shops
        room = {target_id: capacity.get(target_id, default_capacity) for target_id in seen.shops}
        rows, next_due = await self._store.write(work, shops=frozenset(seen.shops.values()))
        return ClaimResult(tuple(rows), next_due)

    async def record_attempts(self, records: Sequence[AttemptRecord]) -> None:
        rows = [_make_attempt_row(record) for record in records]
        # A claim of an earlier process has no shop here.
        known = [self._shops[row.target_id] for row in rows if row.target_id in self._shops]
        shops = known if len(known) == len(rows) else None
        await self._store.write(lambda tx: outbox.record_attempts(tx, rows), shops=shops)

    async def apply_step_only(self, record: AttemptRecord, note: Sentence) -> None:
        await self._store.write(
            lambda tx: outbox.apply_step_only(tx, record.delivery_id, record.step, record.ended_at, note)
        )

    async def release_claims(self, delivery_ids: Collection[str]) -> None:
        await self._store.write(lambda tx: outbox.release_claims(tx, delivery_ids))

    async def set_note(self, target_id: int, reason: Sentence | None) -> None:
        if await self._store.read(lambda db: targets.read_note(db, target_id)) != reason:
            await self._store.write(lambda tx: targets.set_note(tx, target_id, reason))

    async def filter_sendable(self, target_ids: Collection[int]) -> frozenset[int]:
        return await self._store.read(lambda db: outbox.filter_sendable(db, target_ids))


def _recover_claim(tx: Tx, row: AttemptRow) -> None:
    """Recovers one claim. One that raises a bug is set aside, so that the sender can start."""
    try:
        with tx.savepoint():
            outbox.record_attempts(tx, [row])
    except Exception as error:
        if tx.to_unavailable(error) is not None:
            raise
        reference = LogBugReporter().report(f"taking back delivery {row.delivery_id}", error)
        outbox.apply_step_only(tx, row.delivery_id, row.step, row.ended_at, describe_bug(reference))


def _make_interrupted_row(row: outbox.SendingRow, now: Millis) -> AttemptRow:
    """The row for an attempt that may have been sent or not. It is sent again, due as before."""
    return AttemptRow(
        delivery_id=row.delivery_id,
        target_id=row.target_id,
        at=now,
        ended_at=now,
        outcome=Outcome.OUTAGE,
        status=None,
        fault=_INTERRUPTED.fault,
        sentence=_INTERRUPTED.sentence,
        duration_ms=0,
        answer=b"",
        step=NextStep(DeliveryState.WAITING, row.attempts, row.next_attempt_at),
    )


def _make_attempt_row(record: AttemptRecord) -> AttemptRow:
    result = record.result
    return AttemptRow(
        delivery_id=record.delivery_id,
        target_id=record.target_id,
        at=record.at,
        ended_at=record.ended_at,
        outcome=result.outcome,
        status=result.status,
        fault=result.fault,
        sentence=result.sentence,
        duration_ms=result.duration_ms,
        answer=result.answer,
        step=record.step,
    )


class ClockTimer:
    """Sleeps in asyncio in short steps, because a long sleep may end at the wrong time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    async def wait(self, signal: asyncio.Event, until: Millis | None) -> None:
        """Returns when the signal is set, `until` is reached, or LONGEST_WAIT is over."""
        span = MAX_WAIT if until is None else min(MAX_WAIT, until - self._clock.now())
        if span <= 0:
            await asyncio.sleep(0)
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(span / 1000):
                await signal.wait()

    async def sleep(self, span: Millis) -> None:
        await asyncio.sleep(span / 1000)


@dataclass(frozen=True, slots=True)
class SenderOptions:
    """Whom https trusts, the waits before each next attempt, and how long stopping may take."""

    tls: ssl.SSLContext
    retry_after: Sequence[Millis]
    restart_delay_s: float = RESTART_DELAY_S
    stop_timeout_s: float = STOP_TIMEOUT_S


class WebhookSender:
    """Runs a dispatcher from `start` to `stop`, and a new one after a bug ended the last."""

    def __init__(self, store: Store, secrets: SecretCache, clock: Clock, options: SenderOptions) -> None:
        self._store = store
        self._secrets = secrets
        self._clock = clock
        self._options = options
        self._probe_thread = WorkerThread("The look-up of control names")
        self._poster = HttpPoster(
            tls=options.tls, probe=SystemProbe(self._probe_thread), clock=clock, user_agent=f"Counterpart/{VERSION}"
        )
        self._dispatcher: Dispatcher | None = None
        self._endpoints: dict[int, TargetEndpoint] = {}
        self._targets_changed = asyncio.Event()
        self._stopping = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._run(), name="sending webhooks"),
            asyncio.create_task(self._watch_targets(), name="watching targets"),
        ]

    async def stop(self) -> None:
        """Starts nothing more; returns when the posts in progress have ended or are too slow."""
        self._stopping.set()
        self._targets_changed.set()
        if self._dispatcher is not None:
            await self._dispatcher.stop()
        await asyncio.gather(*self._tasks)
        await self._poster.close()
        self._probe_thread.close()

    def on_changes(self, changes: Changes) -> None:
        """Handles a commit of this or another process. Call it in the event loop."""
        if changes.kinds & {ChangeKind.TARGETS}:
            self._targets_changed.set()
        if changes.kinds & _WAKING_KINDS and self._dispatcher is not None:
            self._dispatcher.wake()

    def on_secrets_changed(self) -> None:
        """Handles a secret store that may be readable again."""
        if self._dispatcher is not None:
            self._dispatcher.on_secrets_changed()

    def on_resumed(self) -> None:
        """Handles a sleep of the PC or a jump of its clock."""
        if self._dispatcher is not None:
            self._dispatcher.on_resumed()

    async def _run(self) -> None:
        while not self._stopping.is_set():
            self._dispatcher = self._new_dispatcher()
            try:
                await self._dispatcher.run(self._options.stop_timeout_s)
            except Exception:
                log.exception("Sending webhooks went wrong; it goes on in %.0f s", self._options.restart_delay_s)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._options.restart_delay_s):
                        await self._stopping.wait()

    async def _watch_targets(self) -> None:
        """Forgets targets that changed or were removed. After an error it tries again."""
        while not self._stopping.is_set():
            self._targets_changed.clear()
            again_s = None
            try:
                await self._apply_endpoints(await self._store.read(read_endpoints))
            except Unavailable as error:
                log.warning("Targets could not be looked at: %s", error.message)
                again_s = self._options.restart_delay_s
            except Exception:
                log.exception("Targets could not be looked at; they are again in %.0f s", self._options.restart_delay_s)
                again_s = self._options.restart_delay_s
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(again_s):
                    await self._targets_changed.wait()

    async def _apply_endpoints(self, endpoints: dict[int, TargetEndpoint]) -> None:
        before, self._endpoints = self._endpoints, endpoints
        changed = [target_id for target_id, endpoint in before.items() if endpoints.get(target_id) != endpoint]
        moved = [one for one in changed if one not in endpoints or endpoints[one].url != before[one].url]
        self._secrets.retain([name for endpoint in endpoints.values() for name in endpoint.secret_names])
        if changed and self._dispatcher is not None:
            self._dispatcher.on_targets_changed(changed, moved)
        for target_id in moved:
            await self._poster.close_target(target_id)

    def _new_dispatcher(self) -> Dispatcher:
        return Dispatcher(
            outbox=StoreOutbox(self._store),
            poster=self._poster,
            secrets=self._secrets,
            clock=self._clock,
            timer=ClockTimer(self._clock),
            bug_reporter=LogBugReporter(),
            retry_after=self._options.retry_after,
        )
