"""A computer's clock that jumps: no task deletes, renews, repeats or ends anything because of it.

Every task of the service runs through the jumps over data of every age, and what is left is
compared with a run without them. A task that is not in `TASKS` fails the first test: add what it
deletes or does by time to `READ` and `keep_things`, or say that it does nothing so.
"""

from __future__ import annotations

import os
from pathlib import Path

from bridge.backups.backup_service import BackupService
from bridge.start.service_parts import ServiceDependencies, ServiceParts, compose_service, make_service
from service.delivery.secret_stores import NoSecretStore
from service.domain.actors import TIME
from service.domain.alerts import AlertChannel, AlertKind, Mark
from service.domain.call_log.calls import Call
from service.domain.idempotency import RepeatableCall
from service.domain.link.order_merge import Outcome
from service.domain.marketplace.orders import Action
from service.domain.sentences import verbatim
from service.domain.times import DAY, HOUR, SECOND, Millis
from service.domain.webhooks.events import DeliveryState
from service.pull.context import PullRequest, record_failed_run
from service.pull.file_copy import DRY_RUN_PREFIX
from service.pull.set_up_pull import set_up_pull
from service.service import Service
from service.store import keys
from service.store.alert_channels import insert_channel, queue_alert
from service.store.call_log.calls import PackedBodies, add_call
from service.store.engine.transaction import Tx
from service.store.kept_answers import keep_answer
from service.store.link import action_queue
from tests.fakes.clock import START, FakeClock
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock, list_written, set_row

TASKS: dict[str, tuple[str, ...]] = {
    "Checking the clock": (),
    "Cancelling overdue orders": ("orders",),
    "Pruning the call log": ("calls", "hours"),
    "Pruning events": ("events",),
    "Pruning actions of links": ("actions",),
    "Pruning the history": (),
    "Pruning kept answers": ("answers",),
    "Merging changes": (),
    "Filing items for the search": (),
    "The nightly pull": ("runs", "folders"),
    "Watching the nightly file": (),
    "Looking at the certificate": ("certificate",),
    "Storing the head of the audit": (),
    "Watching the clock": (),
    "Disconnecting revoked counters": (),
    "Waiting for further counters": (),
    "Watching the database's files": (),
    "Ringing for orders": (),
    "Looking for alerts": (),
    "Sending alerts": ("alerts",),
    "The heartbeat": (),
    "The nightly backup": ("backups",),
}
"""What each task deletes, ends, renews or repeats by time."""

READ = {
    "orders": "SELECT reference, status FROM orders",
    "calls": "SELECT at FROM calls",
    "hours": "SELECT hour, calls FROM call_hours",
    "events": "SELECT seq FROM events",
    "actions": "SELECT id, outcome FROM link_actions",
    "answers": "SELECT at FROM kept_answers",
    "runs": "SELECT id, state FROM pull_runs",
    "alerts": "SELECT id FROM alerts",
}

YEAR = 365 * DAY
JUMPS: tuple[tuple[Millis, ...], ...] = (
    (SECOND,),
    (HOUR,),
    (2 * DAY,),
    (-2 * DAY,),
    (YEAR, 2 * YEAR),
    (315_532_800_000 - START,),
)
"""How far the clock is wrong, one after the other; the last one is 1980."""

Snapshot = dict[str, set[object]]


class Yard:
    """A program on a clock, with things of every age."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = FakeClock(START - 12 * DAY)
        self.parts: ServiceParts = compose_service(ServiceDependencies(folder, self.clock, {}, str, str))
        self.service: Service = make_service(self.parts)
        self.floor = ShopFixture.fresh(self.service.store, clock=self.clock)
        self.floor.add("A", 1000)
        self.floor.add("B", 1000)

    async def begin(self) -> None:
        """Twelve nights with a backup, and then everything else."""
        backups = BackupService(self.folder, self.clock, NoSecretStore(), lambda work: work())
        for _ in range(12):
            self.clock.advance(DAY)
            self.floor.settle_time()
            backups.back_up_nightly()
        keep_things(self.floor, self.folder)
        await self.start()

    async def restart(self) -> None:
        """The program ends, and starts again at what the clock shows."""
        await self.service.stop()
        self.service = make_service(self.parts)
        self.floor.store = self.service.store
        await self.start()

    async def start(self) -> None:
        """As the service does, but each task works only when the test says so."""
        await self.service.guard.check()
        await self.service.tls.prepare(wanted=True, allowed_hosts=())
        await self.work(SECOND)

    async def work(self, span: Millis) -> None:
        """Time passes, and each task does what is due."""
        self.clock.advance(span)
        for scheduled in self.service.tasks:
            await scheduled.task.step()

    async def look(self) -> Snapshot:
        """What there is."""
        found: Snapshot = {}
        for name, query in READ.items():
            found[name] = set(self.floor.read(lambda db, query=query: db.all(query)))  # type: ignore[misc]
        found["backups"] = {file.name for file in self.folder.glob("backups/*")}
        found["folders"] = {place.name for place in self.folder.glob(f"{DRY_RUN_PREFIX}*")}
        certificate = self.service.tls.get_certificate()
        found["certificate"] = set() if certificate is None else {certificate.not_after}
        return found


def keep_things(floor: ShopFixture, folder: Path) -> None:
    """Whatever a task may delete, end, renew or repeat: new, a little too new, and too old."""
    now = floor.clock.now()
    key = floor.write(lambda tx: keys.add_key(tx, floor.shop.id, "T", "text", now))

    def keep_calls(tx: Tx) -> None:
        for age in (0, 10 * DAY, 88 * DAY, 90 * DAY - 20 * HOUR, 91 * DAY):
            call = Call(
                0, now - age, floor.shop.id, key.id, "T", "127.0.0.1", "GET", "/v1/items", 200, 100, 0, 10
            )  # fmt: skip
            add_call(tx, call, PackedBodies())
        for number, age in enumerate((0, 12 * HOUR, 23 * HOUR, 25 * HOUR)):
            keep_answer(tx, RepeatableCall(key.id, b"%d" % number, b""), 200, b"{}", now - age)

    floor.write(keep_calls)
    target = add_target(floor)
    count_stock(floor, "A", 1, 2, 3, 4)
    for delivery, age in zip(list_written(floor), (0, 10 * DAY, 90 * DAY - 20 * HOUR, 91 * DAY), strict=True):
        at = now - age
        set_row(floor, delivery.id, state=DeliveryState.DELIVERED, next_attempt_at=None, finished_at=at)
    floor.write(
        lambda tx: tx.update(
            "UPDATE events SET created_at = (SELECT finished_at FROM deliveries WHERE event_seq = events.seq)"
        )
    )
    floor.write(lambda tx: tx.update("UPDATE targets SET removed_at = ? WHERE id = ?", (now, target.id)))
    for age in (0, 90 * DAY - 20 * HOUR, 91 * DAY):
        order = floor.place("A")
        floor.act(order, Action.ACCEPT)
        made = floor.write(
            lambda tx, order=order: action_queue.add_action(  # type: ignore[misc]
                tx, floor.shop.id, order.id, Action.ACCEPT, None, "T", now
            )
        )
        floor.write(
            lambda tx, made=made, age=age: action_queue.finish(tx, made, Outcome.DONE, None, now - age)  # type: ignore[misc]
        )
    channel = AlertChannel(0, "Owner", "t.me", "telegram", frozenset({AlertKind.FAILED_NIGHT}), False, "s", now)
    added = floor.write(lambda tx: insert_channel(tx, channel))
    dry_run = folder / f"{DRY_RUN_PREFIX}x"
    dry_run.mkdir()
    os.utime(dry_run, (now / 1000, now / 1000))
    (folder / "exports").mkdir()
    pulling = PullFixture(floor, folder / "exports")
    setup = pulling.setup(pulling.file(*rows_of(3)))
    floor.write(lambda tx: set_up_pull(tx, floor.shop, setup, 120, now=now))
    record_failed_run(pulling.context, floor.shop.id, PullRequest(setup, TIME), verbatim("The file is empty."))
    mark = Mark(AlertKind.FAILED_NIGHT, floor.shop.id, "1")
    floor.write(lambda tx: queue_alert(tx, added.id, mark, now, now + 40 * HOUR))


async def live(folder: Path, *, jumps: bool, restarts: bool = False) -> list[Snapshot]:
    """A day and a half. At three moments the clock jumps; how things are after each of them."""
    yard = Yard(folder)
    await yard.begin()
    seen = [await yard.look()]
    for hours in (1, 22, 13):
        for _ in range(hours):
            await yard.work(HOUR)
        yard.floor.place("B")
        for jump in JUMPS:
            for off in jump:
                await wrongly(yard, off if jumps else 0, restarts=restarts)
        seen.append(await yard.look())
    await yard.service.stop()
    yard.parts.secrets.close()
    return seen


async def wrongly(yard: Yard, off: Millis, *, restarts: bool) -> None:
    """Twelve seconds with a clock that is wrong."""
    yard.clock.set(yard.clock.now() + off)
    if restarts:
        await yard.restart()
    for _ in range(4):
        await yard.work(3 * SECOND)
    yard.clock.set(yard.clock.now() - off)
    if restarts:
        await yard.restart()


async def test_every_task_says_what_it_does_by_time(tmp_path: Path) -> None:
    yard = Yard(tmp_path)
    assert {scheduled.task.name for scheduled in yard.service.tasks} == set(TASKS)
    assert {name for named in TASKS.values() for name in named} == set(await Yard.look(yard))
    await yard.service.stop()
    yard.parts.secrets.close()


async def test_a_clock_that_jumps_deletes_renews_repeats_and_ends_nothing(tmp_path: Path) -> None:
    assert await live(tmp_path / "jumps", jumps=True) == await live(tmp_path / "calm", jumps=False)


async def test_a_start_with_a_wrong_clock_deletes_nothing(tmp_path: Path) -> None:
    """A clock that is two days off is believed after a start. What it makes due is done once more;
    nothing goes.
    """
    wrong = await live(tmp_path / "wrong", jumps=True, restarts=True)
    right = await live(tmp_path / "right", jumps=False, restarts=True)
    first = right[0]
    for after, calm in zip(wrong, right, strict=True):
        for name in ("calls", "hours", "events", "actions", "answers", "backups", "folders", "certificate"):
            assert calm[name] & first[name] <= after[name], name


async def test_where_the_time_really_passes_each_of_these_things_goes_or_comes(tmp_path: Path) -> None:
    """The other two tests would notice a task that believes a jump."""
    yard = Yard(tmp_path)
    await yard.begin()
    yard.floor.place("B")
    before = await yard.look()
    for _ in range(4):
        await yard.work(2 * YEAR)
    await yard.restart()
    after = await yard.look()
    assert {name for name in before if after[name] != before[name]} == set(before)
    await yard.service.stop()
    yard.parts.secrets.close()
