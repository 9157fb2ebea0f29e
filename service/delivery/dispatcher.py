"""Claims due deliveries and posts them, with one queue for each target (contract §6.4)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence

from service.delivery.attempt_recorder import RETRY_PAUSE, AttemptRecorder
from service.delivery.attempt_result import AttemptFault, AttemptResult, describe_bug
from service.delivery.delivery_ports import AttemptRecord, BugReporter, Outbox, Poster, Timer
from service.delivery.target_queue import FAILING_DELAY, MAX_HOLD, TargetQueue
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence, message
from service.domain.times import SECOND, Clock, Millis
from service.domain.webhooks.events import ClaimedDelivery
from service.domain.webhooks.retries import RETRY_AFTER, Outcome, choose_next_step, stagger_starts
from service.domain.webhooks.signing import decode_key, make_delivery_headers
from service.domain.webhooks.webhook_secrets import (
    SECRET_DAMAGED,
    Secret,
    SecretPair,
    SecretReader,
    SecretStoreState,
    SecretsUnavailable,
)

STOP_TIMEOUT_S = 6.0
"""Of the 10 s that a stop takes at most; a thousand posts are then ended and written down."""

RESUME_DELAY: Millis = 15 * SECOND

_log = logging.getLogger(__name__)


class Dispatcher:
    """Runs until stopped, in one event loop. Call `wake` for every commit and foreign change."""

    def __init__(
        self,
        *,
        outbox: Outbox,
        poster: Poster,
        secrets: SecretReader,
        clock: Clock,
        timer: Timer,
        bug_reporter: BugReporter,
        retry_after: Sequence[Millis] = RETRY_AFTER,
    ) -> None:
        self._outbox = outbox
        self._poster = poster
        self._secrets = secrets
        self._clock = clock
        self._timer = timer
        self._bug_reporter = bug_reporter
        self._retry_after = retry_after
        self._recorder = AttemptRecorder(outbox, timer, bug_reporter)
        self._queues: dict[int, TargetQueue] = {}
        self._start_times: dict[int, Millis] = {}
        self._paused_until: Millis = 0
        self._signal = asyncio.Event()
        self._changed = False
        self._stopping = False
        self._failure: BaseException | None = None
        self._posts: set[asyncio.Task[None]] = set()
        self._ended = asyncio.Event()

    def wake(self) -> None:
        """Looks for due deliveries and for targets that were switched off, after a commit."""
        self._changed = True
        self._signal.set()

    def on_secrets_changed(self) -> None:
        """Ends the holds, as the secret store may be readable again."""
        for queue in self._queues.values():
            queue.end_hold()
        self.wake()

    def on_targets_changed(self, target_ids: Collection[int], moved: Collection[int] = ()) -> None:
        """Releases claims of targets whose address or secrets changed or that were removed, to
        claim them again. `moved` are those of them whose posts under way go to an earlier address:
        the new one does not wait for their end.
        """
        for target_id in target_ids:
            queue = self._queues.get(target_id)
            if queue is None:
                continue
            self._recorder.release_claims(queue.clear())
            queue.end_hold()
            if not queue.slots or target_id in moved:
                del self._queues[target_id]
        self.wake()

    def on_resumed(self, grace: Millis = RESUME_DELAY) -> None:
        """After a sleep waits a moment for the network, then starts the targets one by one."""
        now = self._clock.now()
        self._paused_until = now + min(grace, MAX_HOLD)
        for queue, moment in zip(
            self._queues.values(), stagger_starts(list(self._queues), self._paused_until).values(), strict=True
        ):
            self._recorder.release_claims(queue.hold_until(min(moment, now + MAX_HOLD)))
        self.wake()

    async def run(self, stop_limit_s: float = STOP_TIMEOUT_S) -> None:
        """Recovers what an earlier process left, then sends until `stop`. A bug raises."""
        recording = asyncio.create_task(self._recorder.run(), name="delivery bookkeeping")
        recording.add_done_callback(lambda _: self._signal.set())
        try:
            await self._recover_claims()
            while not self._stopping and not recording.done() and self._failure is None:
                await self._run_once()
            await self._drain(stop_limit_s)
        finally:
            await self._shut_down(recording)

    async def stop(self) -> None:
        """Starts nothing more; returns when the posts in progress have ended or are too slow."""
        self._stopping = True
        self._signal.set()
        await self._ended.wait()

    async def _recover_claims(self) -> None:
        while not self._stopping:
            # An earlier signal must not end the pause: the loop would take the whole thread.
            self._signal.clear()
            now = self._clock.now()
            try:
                self._start_times = stagger_starts(await self._outbox.recover_claims(now), now)
            except Unavailable as error:
                _log.warning("Deliveries cannot be taken up yet: %s", error.message)
                await self._timer.wait(self._signal, now + RETRY_PAUSE)
            else:
                return

    async def _run_once(self) -> None:
        """One round: rechecks after a change, claims, posts, and waits for the next reason."""
        self._signal.clear()
        try:
            if self._changed:
                self._changed = False
                await self._release_disabled()
            await self._recorder.write_releases()
            until = await self._claim()
        except Unavailable as error:
            _log.warning("Due deliveries could not be read: %s", error.message)
            until = self._clock.now() + RETRY_PAUSE
        for queue in self._queues.values():
            self._start_posts(queue)
        if not self._stopping:
            await self._timer.wait(self._signal, until)

    async def _release_disabled(self) -> None:
        """Releases what was claimed for targets that may no longer receive."""
        claimed = [queue for queue in self._queues.values() if queue.waiting]
        if not claimed:
            return
        allowed = await self._outbox.filter_sendable([queue.target_id for queue in claimed])
        for queue in claimed:
            # The queue may have been removed meanwhile; then nothing is in it.
            if queue.target_id not in allowed:
                self._recorder.release_claims(queue.clear())

    async def _claim(self) -> Millis | None:
        """Claims for every queue with room; returns when to look again."""
        now = self._clock.now()
        opening = [at for queue in self._queues.values() if (at := queue.hold_end(now)) is not None]
        opening += [at for at in self._start_times.values() if at > now]
        if now < self._paused_until <= now + MAX_HOLD:
            return self._paused_until
        if self._recorder.is_blocked:
            return now + RETRY_PAUSE
        room = {target_id: 0 for target_id, at in self._start_times.items() if now < at <= now + MAX_HOLD}
        room |= {target_id: queue.claim_size(now) for target_id, queue in self._queues.items()}
        claim = await self._outbox.claim(now, room, 1)
        self._queue_claimed(claim.rows, room)
        soonest = opening if claim.next_due is None else [*opening, claim.next_due]
        return min(soonest, default=None)

    def _queue_claimed(self, rows: tuple[ClaimedDelivery, ...], capacity: dict[int, int]) -> None:
        by_target: dict[int, list[ClaimedDelivery]] = {}
        for row in rows:
            by_target.setdefault(row.target_id, []).append(row)
        for target_id, mine in by_target.items():
            queue = self._queues.get(target_id)
            if queue is None:
                queue = TargetQueue(target_id, failures=mine[0].failures)
                self._queues[target_id] = queue
                self._start_times.pop(target_id, None)
            queue.add(mine)
        for target_id, requested in capacity.items():
            if target_id in self._queues:
                self._queues[target_id].note_claim(requested, len(by_target.get(target_id, ())))

    def _start_posts(self, queue: TargetQueue) -> None:
        """Fills the queue's free slots. Each goes on by itself while there is work for it."""
        if self._stopping or self._recorder.is_blocked:
            return
        for _ in range(queue.free_slots(self._clock.now())):
            queue.slots += 1
            post = asyncio.create_task(self._run_slot(queue))
            self._posts.add(post)
            post.add_done_callback(self._on_slot_ended)

    def _on_slot_ended(self, post: asyncio.Task[None]) -> None:
        self._posts.discard(post)
        if not post.cancelled() and (error := post.exception()) is not None:
            self._failure = error
            self._signal.set()

    async def _run_slot(self, queue: TargetQueue) -> None:
        try:
            while not self._stopping and not self._recorder.is_blocked:
                row = queue.take(self._clock.now())
                if row is None:
                    break
                try:
                    await self._deliver(queue, row)
                finally:
                    queue.mark_done(row)
                self._start_posts(queue)
                if queue.needs_claim(self._clock.now()):
                    self._signal.set()
        finally:
            queue.slots -= 1

    async def _deliver(self, queue: TargetQueue, row: ClaimedDelivery) -> None:
        pair = await self._read_secret_pair(queue, row)
        if pair is None:
            return
        at = self._clock.now()
        try:
            result = await self._post(row, pair, at)
        except asyncio.CancelledError:
            self._record_attempt(
                row,
                at,
                AttemptResult(None, AttemptFault.INTERRUPTED, message("The program ended during the attempt"), 0),
            )
            raise
        self._handle_result(queue, row, at, result)
        if result.outcome is Outcome.REFUSED and queue.is_failing:
            await self._timer.sleep(FAILING_DELAY)

    async def _post(self, row: ClaimedDelivery, pair: SecretPair, at: Millis) -> AttemptResult:
        try:
            headers = make_delivery_headers(pair, delivery_id=row.delivery_id, event=row.kind, body=row.body, at=at)
            return await self._poster.post(row.target_id, row.url, headers, row.body)
        except Exception as error:  # noqa: BLE001
            reference = self._bug_reporter.report(f"posting delivery {row.delivery_id}", error)
            return AttemptResult(None, AttemptFault.INTERNAL, describe_bug(reference), 0)

    def _handle_result(self, queue: TargetQueue, row: ClaimedDelivery, at: Millis, result: AttemptResult) -> None:
        again = queue.was_held
        queue.record_result(result)
        if not result.is_own_outage or self._queues.get(queue.target_id) is not queue:
            self._record_attempt(row, at, result)
            if queue.clear_note:
                queue.clear_note = False
                self._recorder.set_note(queue.target_id, None)
            return
        if again and result.fault is AttemptFault.NETWORK_DOWN:
            # Nothing was sent, and the outage is recorded already: one record for it is enough.
            self._recorder.release_claims([row])
        else:
            self._record_attempt(row, at, result)
        self._hold_queue(queue, result.sentence)

    async def _read_secret_pair(self, queue: TargetQueue, row: ClaimedDelivery) -> SecretPair | None:
        """The secrets for signing. Without them the queue is held: nothing is sent unsigned."""
        try:
            current = await self._read_secret(row.secret_name)
            upcoming = None if row.next_secret_name is None else await self._read_secret(row.next_secret_name)
        except SecretsUnavailable as error:
            reason = error.sentence
        except Exception as error:  # noqa: BLE001
            reference = self._bug_reporter.report(f"reading the secret of target {row.target_id}", error)
            reason = describe_bug(reference)
        else:
            return SecretPair(current, upcoming)
        self._recorder.release_claims([row])
        self._hold_queue(queue, reason)
        return None

    async def _read_secret(self, name: str) -> Secret:
        secret = await self._secrets.read(name)
        if decode_key(secret) is None:
            raise SecretsUnavailable(SecretStoreState.DAMAGED, SECRET_DAMAGED)
        return secret

    def _hold_queue(self, queue: TargetQueue, reason: Sentence) -> None:
        self._recorder.release_claims(queue.hold(self._clock.now()))
        self._recorder.set_note(queue.target_id, reason)
        queue.clear_note = True
        self._signal.set()

    def _record_attempt(self, row: ClaimedDelivery, at: Millis, result: AttemptResult) -> None:
        ended = self._clock.now()
        step = choose_next_step(
            attempts=row.attempts, outcome=result.outcome, ended_at=ended, retry_after=self._retry_after
        )
        self._recorder.add(AttemptRecord(row.delivery_id, row.target_id, at, ended, result, step))

    async def _drain(self, limit_s: float) -> None:
        """Waits for the posts in progress. Too slow ones are cancelled, and recorded so."""
        for queue in self._queues.values():
            self._recorder.release_claims(queue.clear())
        if self._posts:
            await asyncio.wait(set(self._posts), timeout=limit_s)

    async def _shut_down(self, recording: asyncio.Task[None]) -> None:
        self._stopping = True
        left = set(self._posts)
        for post in left:
            post.cancel()
        if left:
            await asyncio.wait(left)
        recording.cancel()
        outcome = (await asyncio.gather(recording, return_exceptions=True))[0]
        try:
            if isinstance(outcome, Exception):
                raise outcome
            await self._recorder.flush()
            if self._failure is not None:
                raise self._failure
        finally:
            self._ended.set()
