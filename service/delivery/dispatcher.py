"""Claims due deliveries and posts them, each target in a lane of its own (SPEC.md section 6, CONTRACT.md section 6)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Sequence

from service.delivery.bookkeeping import RETRY_PAUSE, Bookkeeper
from service.delivery.lanes import FAILING_PAUSE, IN_FLIGHT, LONGEST_HOLD, Lane
from service.delivery.ports import Alarm, Incidents, Outbox, Poster, Record
from service.delivery.results import AttemptResult, Fault, own_fault
from service.domain.claims import Claimed
from service.domain.errors import Unavailable
from service.domain.retries import RETRY_AFTER, Outcome, next_attempt, stagger
from service.domain.secrets import SECRET_DAMAGED, Secret, SecretPair, SecretReader, SecretsUnavailable, StoreState
from service.domain.sentences import Sentence, say
from service.domain.signing import decoded_key, delivery_headers
from service.domain.times import SECOND, Clock, Millis

STOP_LIMIT_S = 8.0
RESUME_GRACE: Millis = 15 * SECOND

_log = logging.getLogger(__name__)


class Dispatcher:
    """Runs until stopped, in one event loop. `wake` is for every commit and every change by another process."""

    def __init__(
        self,
        *,
        outbox: Outbox,
        poster: Poster,
        secrets: SecretReader,
        clock: Clock,
        alarm: Alarm,
        incidents: Incidents,
        in_flight: int = IN_FLIGHT,
        retry_after: Sequence[Millis] = RETRY_AFTER,
    ) -> None:
        self._outbox = outbox
        self._poster = poster
        self._secrets = secrets
        self._clock = clock
        self._alarm = alarm
        self._incidents = incidents
        self._in_flight = in_flight
        self._retry_after = retry_after
        self._books = Bookkeeper(outbox, alarm, incidents)
        self._lanes: dict[int, Lane] = {}
        self._opens: dict[int, Millis] = {}
        self._quiet_until: Millis = 0
        self._signal = asyncio.Event()
        self._changed = False
        self._stopping = False
        self._broken: BaseException | None = None
        self._posts: set[asyncio.Task[None]] = set()
        self._ended = asyncio.Event()

    def wake(self) -> None:
        """Something was committed: look for due deliveries, and whether targets were switched off."""
        self._changed = True
        self._signal.set()

    def secrets_changed(self) -> None:
        """The secret store may be readable again: ends the holds."""
        for lane in self._lanes.values():
            lane.release()
        self.wake()

    def targets_changed(self, target_ids: Collection[int]) -> None:
        """Their addresses or secrets are others now, or they are gone: what is claimed is claimed anew."""
        for target_id in target_ids:
            lane = self._lanes.get(target_id)
            if lane is None:
                continue
            self._books.give_back(lane.empty())
            lane.release()
            if not lane.slots:
                del self._lanes[target_id]
        self.wake()

    def resumed(self, grace: Millis = RESUME_GRACE) -> None:
        """The PC slept: gives the network a moment, then lets the targets start one after another."""
        now = self._clock.now()
        self._quiet_until = now + min(grace, LONGEST_HOLD)
        for lane, moment in zip(
            self._lanes.values(), stagger(list(self._lanes), self._quiet_until).values(), strict=True
        ):
            self._books.give_back(lane.close_until(min(moment, now + LONGEST_HOLD)))
        self.wake()

    async def run(self, stop_limit_s: float = STOP_LIMIT_S) -> None:
        """Takes back what an earlier run left, then sends until `stop`. A bug ends it with an exception."""
        books = asyncio.create_task(self._books.run(), name="delivery bookkeeping")
        books.add_done_callback(lambda _: self._signal.set())
        try:
            await self._begin()
            while not self._stopping and not books.done() and self._broken is None:
                await self._round()
            await self._finish(stop_limit_s)
        finally:
            await self._end(books)

    async def stop(self) -> None:
        """Starts nothing more, and returns when what was in flight has ended or its limit is over."""
        self._stopping = True
        self._signal.set()
        await self._ended.wait()

    async def _begin(self) -> None:
        while not self._stopping:
            now = self._clock.now()
            try:
                self._opens = stagger(await self._outbox.take_back(now), now)
            except Unavailable as error:
                _log.warning("Deliveries cannot be taken up yet: %s", error.message)
                await self._alarm.wait(self._signal, now + RETRY_PAUSE)
            else:
                return

    async def _round(self) -> None:
        """One look: recheck if something changed, claim, start, and wait for the next reason to look."""
        self._signal.clear()
        try:
            if self._changed:
                self._changed = False
                await self._recheck()
            await self._books.settle_returns()
            until = await self._claim()
        except Unavailable as error:
            _log.warning("Due deliveries could not be read: %s", error.message)
            until = self._clock.now() + RETRY_PAUSE
        for lane in self._lanes.values():
            self._start(lane)
        if not self._stopping:
            await self._alarm.wait(self._signal, until)

    async def _recheck(self) -> None:
        """Gives back what was claimed for targets that may not be sent to any more."""
        claimed = [lane for lane in self._lanes.values() if lane.waiting]
        if not claimed:
            return
        allowed = await self._outbox.sendable([lane.target_id for lane in claimed])
        for lane in claimed:
            # A lane may have been let go meanwhile; it is empty then.
            if lane.target_id not in allowed:
                self._books.give_back(lane.empty())

    async def _claim(self) -> Millis | None:
        """Claims for every lane with room; returns when to look again."""
        now = self._clock.now()
        opening = [at for lane in self._lanes.values() if (at := lane.opens_at(now)) is not None]
        opening += [at for at in self._opens.values() if at > now]
        if now < self._quiet_until <= now + LONGEST_HOLD:
            return self._quiet_until
        if self._books.stuck:
            return now + RETRY_PAUSE
        room = {target_id: 0 for target_id, at in self._opens.items() if now < at <= now + LONGEST_HOLD}
        room |= {target_id: lane.room(now) for target_id, lane in self._lanes.items()}
        claim = await self._outbox.claim(now, room, 1)
        self._share_out(claim.rows, room)
        soonest = opening if claim.next_due is None else [*opening, claim.next_due]
        return min(soonest, default=None)

    def _share_out(self, rows: tuple[Claimed, ...], room: dict[int, int]) -> None:
        by_target: dict[int, list[Claimed]] = {}
        for row in rows:
            by_target.setdefault(row.target_id, []).append(row)
        for target_id, mine in by_target.items():
            lane = self._lanes.get(target_id)
            if lane is None:
                lane = Lane(target_id, in_flight=self._in_flight, failures=mine[0].failures)
                self._lanes[target_id] = lane
                self._opens.pop(target_id, None)
            lane.add(mine)
        for target_id, asked in room.items():
            if target_id in self._lanes:
                self._lanes[target_id].asked(asked, len(by_target.get(target_id, ())))

    def _start(self, lane: Lane) -> None:
        """Fills the lane's free slots; each goes on by itself as long as there is something for it."""
        if self._stopping or self._books.stuck:
            return
        for _ in range(lane.free_slots(self._clock.now())):
            lane.slots += 1
            post = asyncio.create_task(self._work(lane))
            self._posts.add(post)
            post.add_done_callback(self._slot_ended)

    def _slot_ended(self, post: asyncio.Task[None]) -> None:
        self._posts.discard(post)
        if not post.cancelled() and (error := post.exception()) is not None:
            self._broken = error
            self._signal.set()

    async def _work(self, lane: Lane) -> None:
        try:
            while not self._stopping and not self._books.stuck:
                row = lane.take(self._clock.now())
                if row is None:
                    break
                try:
                    await self._deliver(lane, row)
                finally:
                    lane.done(row)
                self._start(lane)
                if lane.wants_claim(self._clock.now()):
                    self._signal.set()
        finally:
            lane.slots -= 1

    async def _deliver(self, lane: Lane, row: Claimed) -> None:
        pair = await self._pair(lane, row)
        if pair is None:
            return
        at = self._clock.now()
        try:
            result = await self._post(row, pair, at)
        except asyncio.CancelledError:
            self._keep(row, at, AttemptResult(None, Fault.INTERRUPTED, say("The program ended during the attempt"), 0))
            raise
        self._settle(lane, row, at, result)
        if result.outcome is Outcome.REFUSED and lane.failing:
            await self._alarm.pause(FAILING_PAUSE)

    async def _post(self, row: Claimed, pair: SecretPair, at: Millis) -> AttemptResult:
        try:
            headers = delivery_headers(pair, delivery_id=row.delivery_id, event=row.kind, body=row.body, at=at)
            return await self._poster.post(row.target_id, row.url, headers, row.body)
        except Exception as error:  # noqa: BLE001
            reference = self._incidents.report(f"posting delivery {row.delivery_id}", error)
            return AttemptResult(None, Fault.INTERNAL, own_fault(reference), 0)

    def _settle(self, lane: Lane, row: Claimed, at: Millis, result: AttemptResult) -> None:
        again = lane.held_before
        lane.learn(result)
        if not result.own_outage:
            self._keep(row, at, result)
            if lane.clear_note:
                lane.clear_note = False
                self._books.note(lane.target_id, None)
            return
        if again and result.fault is Fault.NETWORK_DOWN:
            # Nothing went out, and the outage is on record already: one line for it is enough.
            self._books.give_back([row])
        else:
            self._keep(row, at, result)
        self._hold(lane, result.sentence)

    async def _pair(self, lane: Lane, row: Claimed) -> SecretPair | None:
        """The secrets to sign with; when they cannot be read the lane is held, as nothing goes out unsigned."""
        try:
            current = await self._secret(row.secret_name)
            upcoming = None if row.next_secret_name is None else await self._secret(row.next_secret_name)
        except SecretsUnavailable as error:
            reason = error.sentence
        except Exception as error:  # noqa: BLE001
            reference = self._incidents.report(f"reading the secret of target {row.target_id}", error)
            reason = own_fault(reference)
        else:
            return SecretPair(current, upcoming)
        self._books.give_back([row])
        self._hold(lane, reason)
        return None

    async def _secret(self, name: str) -> Secret:
        secret = await self._secrets.read(name)
        if decoded_key(secret) is None:
            raise SecretsUnavailable(StoreState.DAMAGED, SECRET_DAMAGED)
        return secret

    def _hold(self, lane: Lane, reason: Sentence) -> None:
        self._books.give_back(lane.hold(self._clock.now()))
        self._books.note(lane.target_id, reason)
        lane.clear_note = True
        self._signal.set()

    def _keep(self, row: Claimed, at: Millis, result: AttemptResult) -> None:
        ended = self._clock.now()
        step = next_attempt(
            attempts=row.attempts, outcome=result.outcome, ended_at=ended, retry_after=self._retry_after
        )
        self._books.record(Record(row.delivery_id, row.target_id, at, ended, result, step))

    async def _finish(self, limit_s: float) -> None:
        """Waits for what is in flight; what outlives the limit is cut off and kept as interrupted."""
        for lane in self._lanes.values():
            self._books.give_back(lane.empty())
        if self._posts:
            await asyncio.wait(set(self._posts), timeout=limit_s)

    async def _end(self, books: asyncio.Task[None]) -> None:
        self._stopping = True
        left = set(self._posts)
        for post in left:
            post.cancel()
        if left:
            await asyncio.wait(left)
        books.cancel()
        outcome = (await asyncio.gather(books, return_exceptions=True))[0]
        try:
            if isinstance(outcome, Exception):
                raise outcome
            await self._books.flush()
            if self._broken is not None:
                raise self._broken
        finally:
            self._ended.set()
