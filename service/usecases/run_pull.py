"""A pull's file, run: looked through and weighed, then saved in short writes (issue 5 point 4)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from service.domain.errors import CounterpartError, Refused, Unavailable
from service.domain.hold_back import difference_of
from service.domain.pulls import Run, RunRow, RunState
from service.domain.sentences import Sentence, say
from service.domain.shops import check_writable
from service.files.faults import FileAway
from service.store import pulls, shops
from service.store.transaction import Tx
from service.usecases.pull_access import Access, one_at_a_time
from service.usecases.pull_copy import Copied, copy_file, drop_stale_looks, file_of, place_for_look, place_for_run
from service.usecases.pull_ground import (
    PullGround,
    PullOrder,
    keep_failed,
    millis_since,
    new_run,
    read_batches,
)
from service.usecases.pull_look import Look, NotKept
from service.usecases.pull_progress import RunUnderWay, Stopped
from service.usecases.pull_save import drop_old
from service.usecases.pull_seen import weigh


def run_pull(ground: PullGround, shop_id: int, order: PullOrder) -> Run:
    """Runs a pull to its end, good or bad, in the caller's thread; gives the run as kept.

    Raises Refused (`read_only`, `pull_running`, `file_changed`); nothing is kept then.
    """
    access = ground.access
    check_writable(access.read(lambda db: shops.get_shop(db, shop_id)))
    began = ground.clock.monotonic()
    with one_at_a_time(access.folder, shop_id), place_for_run(access.folder, shop_id) as place:
        _tell_cut_off(access, shop_id)
        copied = _copied(ground, shop_id, order, place)
        if isinstance(copied, Run):
            return copied
        run = _begun(ground, shop_id, order, copied)
        if run.state is RunState.RUNNING:
            run = RunUnderWay(ground, run, order, copied, began).carry_out(place)
        while access.write(lambda tx: drop_old(tx, shop_id)):
            continue
        return run


def look_at_pull(ground: PullGround, shop_id: int, order: PullOrder, most_rows: int | None) -> tuple[Run, list[RunRow]]:
    """What a run would do, with nothing saved: a run of id 0, and its first rows that are rejected or noted.

    Raises FileFault, Refused `read_only`.
    """
    access, clock = ground.access, ground.clock
    shop = access.read(lambda db: shops.get_shop(db, shop_id))
    check_writable(shop)
    began = clock.monotonic()
    look, rows = Look(shop), NotKept(most_rows)
    with place_for_look(access.folder) as place:
        path = file_of(order.setup)
        copied = copy_file(path, place, order.setup, clock.now())
        for batch in read_batches(copied.path, order.setup):
            rows.add(access.read(lambda db, batch=batch: look.take(db, batch)))  # type: ignore[misc]
            ground.told(look.counts.read, None)
            if ground.stopped():
                raise Stopped(order.by)
    weigh(access, shop, look, order.setup)
    run = new_run(shop_id, order, path.name, clock)
    difference = None if order.let_through else difference_of(look.tally)
    state = RunState.DONE if difference is None else RunState.HELD
    run = replace(run, state=state, counts=look.counts, held=difference, duration_ms=millis_since(clock, began))
    return run, rows.rows


def let_through(ground: PullGround, shop_id: int, run_id: int, by: str) -> Run:
    """Runs a file that was held back, as the owner has seen the difference. Raises NotFound, Refused."""
    held = ground.access.read(lambda db: pulls.get_run(db, shop_id, run_id))
    if held.state is not RunState.HELD:
        raise Refused(
            "not_held", say("Run {run_id} is not held back. `counterpart pull history` shows which is.", run_id=run_id)
        )
    return run_pull(ground, shop_id, PullOrder(held.setup, by, let_through=True, held=held))


def tell_all_cut_off(access: Access) -> None:
    """At a start: runs that the program's end cut off are told as such; one that another process runs goes on."""
    drop_stale_looks(access.folder)
    for shop_id in {run.shop_id for run in access.read(pulls.running)}:
        try:
            with one_at_a_time(access.folder, shop_id), place_for_run(access.folder, shop_id):
                _tell_cut_off(access, shop_id)
        except Refused:
            continue


def _tell_cut_off(access: Access, shop_id: int) -> None:
    """Only under the shop's lock: what is called running then runs no more."""

    def work(tx: Tx) -> None:
        for run in pulls.running(tx, shop_id):
            fault = _cut_off(run.counts.saved)
            pulls.end_run(tx, run.id, RunState.FAILED, duration_ms=0, fault=fault)

    if access.read(lambda db: pulls.running(db, shop_id)):
        access.write(work)


def _cut_off(saved: int) -> Sentence:
    if not saved:
        return say("The program ended in the middle of this run. Nothing was saved. Run the pull again.")
    if saved == 1:
        return say(
            "The program ended in the middle of this run. 1 row was saved, those after were not. Run the pull again."
        )
    return say(
        "The program ended in the middle of this run. {n:,} rows were saved, those after were not. Run the pull again.",
        n=saved,
    )


def _copied(ground: PullGround, shop_id: int, order: PullOrder, place: Path) -> Copied | Run:
    """The file, or the run as which its absence is kept."""
    try:
        return copy_file(file_of(order.setup), place, order.setup, ground.clock.now())
    except CounterpartError as error:
        if order.quietly and isinstance(error, FileAway | Unavailable):
            raise
        return keep_failed(ground, shop_id, order, error.sentence)


def _begun(ground: PullGround, shop_id: int, order: PullOrder, copied: Copied) -> Run:
    """A run that is kept from now on; at night one that waits already for this very file."""
    access, held = ground.access, order.held
    if held is None:
        last = access.read(lambda db: pulls.last_run(db, shop_id))
        waits = last is not None and last.state is RunState.HELD and last.fingerprint == copied.fingerprint
        if order.quietly and last is not None and waits:
            return last
        new = new_run(shop_id, order, copied.path.name, ground.clock)
        return access.write(lambda tx: pulls.get_run(tx, shop_id, pulls.add_run(tx, new)))
    if held.fingerprint != copied.fingerprint:
        raise Refused(
            "file_changed", say("{file} has changed since it was held back. Run the pull again.", file=held.file)
        )
    access.write(lambda tx: pulls.resume_run(tx, held.id, order.by))
    return access.read(lambda db: pulls.get_run(db, shop_id, held.id))
