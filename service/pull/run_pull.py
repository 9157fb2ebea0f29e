"""Runs a pull: reads the whole file, estimates its impact, then saves it in short writes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from service.domain.audit import OwnerAction
from service.domain.errors import CounterpartError, Refused, Unavailable
from service.domain.pull.hold_back import ConfirmedState, FirstRunTally
from service.domain.pull.place_address import is_remote
from service.domain.pull.pulls import Counts, MissingRule, PullSetup, Run, RunRow, RunState
from service.domain.shops import check_writable
from service.files.file_errors import FileUnavailable
from service.files.format_reader import use_reader
from service.files.isolation.reader_process import ReaderProcess
from service.pull.active_run import ActiveRun, check_stopped
from service.pull.context import (
    PullContext,
    PullRequest,
    lock_shop,
    make_run,
    millis_since,
    record_failed_run,
)
from service.pull.file_copy import (
    FileCopy,
    copy_file,
    dry_run_folder,
    fetch_copy,
    find_file,
    run_folder,
    wait_until_written,
)
from service.pull.file_summary import add_catalogue_totals, missing_note, nothing_saved, repeated_note
from service.pull.interrupted_runs import close_runs_of
from service.pull.open_file import FileBatches
from service.pull.save_rows import DryRun, FirstRows, drop_old
from service.store import pulls, shops
from service.store.audit_log import record_action
from service.store.engine.transaction import ReadTx
from service.store.history.item_writes import read_number_before
from service.store.revisions import make_number, read_revision
from service.store.shops import branch_names


def run_pull(context: PullContext, shop_id: int, request: PullRequest) -> Run:
    """Runs a pull to its end in the caller's thread; returns the recorded run.

    Raises Refused (`read_only`, `pull_running`, `file_changed`); then nothing is stored.
    """
    access = context.access
    check_writable(access.read(lambda db: shops.get_shop(db, shop_id)))
    began = context.clock.monotonic()
    with lock_shop(access, shop_id), run_folder(access.folder, shop_id) as place:
        close_runs_of(access, shop_id)
        last_change = access.read(lambda db: _find_last_change(db, shop_id, request.held_run))
        copied = _copy_or_fail(context, shop_id, request, place)
        if isinstance(copied, Run):
            return copied
        run = _start_run(context, shop_id, request, copied)
        if run.state is RunState.RUNNING:
            run = ActiveRun(context, run, request, copied, began, last_change).execute(place)
        while access.write(lambda tx: drop_old(tx, shop_id)):
            continue
        return run


def run_dry(
    context: PullContext, shop_id: int, request: PullRequest, most_rows: int | None
) -> tuple[Run, list[RunRow]]:
    """What a run would do, without saving: a run of id 0, and its first rejected or noted rows.

    Raises FileError, Refused `read_only`.
    """
    access, clock = context.access, context.clock
    shop = access.read(lambda db: shops.get_shop(db, shop_id))
    check_writable(shop)
    began = clock.monotonic()
    look, rows = DryRun(shop), FirstRows(most_rows)
    last = access.read(lambda db: pulls.last_saved(db, shop_id, request.setup.path))
    if last is None or request.as_first:
        look.first_run = FirstRunTally()
    with dry_run_folder(access.folder) as place:
        copied = _copy(context, request, place)
        run = make_run(shop_id, request, copied.path.name, clock)
        if last is not None and last.fingerprint == copied.fingerprint and not request.ignores_known:
            return replace(run, state=RunState.UNCHANGED), []
        with ReaderProcess(lambda: check_stopped(context, request.by)) as reader, use_reader(reader):
            batches = FileBatches(copied.path, request.setup)
            look.names_branches = batches.names_branches
            for batch in batches:
                rows.add(access.read(lambda db, batch=batch: look.take(db, batch)))  # type: ignore[misc]
                context.on_progress(look.counts.read, None)
                check_stopped(context, request.by)
        named = access.read(lambda db: branch_names(db, shop_id))
        batches.check_answered(named)
        look.repeated = batches.repeated
        look.doubts += batches.find_contradictions()
        batches.describe(look.file)
        confirmed = access.read(lambda db: pulls.find_confirmed(db, shop_id, request.setup))
        look.confirmed = ConfirmedState() if request.as_first else confirmed
    add_catalogue_totals(access, shop, look, request.setup)
    left = missing_note(look) if request.setup.missing is MissingRule.STAY else None
    for note in (repeated_note(look), left):
        if note is not None:
            rows.add([note])
            look.counts += Counts(noted=1)
    difference = None if request.approved else look.find_difference()
    state, fault = RunState.DONE if difference is None else RunState.NEEDS_APPROVAL, None
    if state is RunState.DONE and not (look.counts.saved or look.counts.inactive):
        state = RunState.FAILED
        fault = nothing_saved(look.counts.read, next((row for row in rows.rows if row.rejected), None))
    took = millis_since(clock, began)
    return replace(run, state=state, counts=look.counts, held=difference, fault=fault, duration_ms=took), rows.rows


def approve(context: PullContext, shop_id: int, run_id: int, by: str) -> Run:
    """Runs what waited, as the owner has approved the difference. Raises NotFound, Refused."""
    held = context.access.read(lambda db: pulls.get_run(db, shop_id, run_id))
    if held.state is not RunState.NEEDS_APPROVAL:
        raise Refused.saying(
            "not_held",
            "Run {run_id} does not wait for approval. `counterpart pull history` shows which does.",
            run_id=run_id,
        )
    context.access.write(
        lambda tx: record_action(
            tx, OwnerAction.PULL_APPROVED, str(run_id), shop=shops.get_shop(tx, shop_id), file=held.setup.path
        )
    )
    setup = context.access.read(lambda db: _with_access(db, shop_id, held.setup))
    return run_pull(context, shop_id, PullRequest(setup, by, approved=True, held_run=held))


def _with_access(db: ReadTx, shop_id: int, setup: PullSetup) -> PullSetup:
    """The set-up of an earlier run, with the password that is stored for its address now."""
    source = pulls.find_source(db, shop_id)
    return setup if source is None or source.setup.path != setup.path else replace(setup, access=source.setup.access)


def _find_last_change(db: ReadTx, shop_id: int, held: Run | None) -> int:
    """The number of the shop's last change before the run began; one that waited began then."""
    if held is not None:
        return read_number_before(db, shop_id, held.at)
    return make_number(shop_id, read_revision(db, shop_id))


def _copy_or_fail(context: PullContext, shop_id: int, request: PullRequest, place: Path) -> FileCopy | Run:
    """The copy of the file, or the failed run that records why there is none."""
    try:
        return _copy(context, request, place)
    except CounterpartError as error:
        if request.raise_unavailable and isinstance(error, FileUnavailable | Unavailable):
            raise
        return record_failed_run(context, shop_id, request, error.sentence)


def _copy(context: PullContext, request: PullRequest, place: Path) -> FileCopy:
    """The copy of a file that nobody has just written."""

    def wait(seconds: float) -> None:
        if seconds:
            context.wait(seconds)
        check_stopped(context, request.by)

    if is_remote(request.setup.path):
        return fetch_copy(context.places, place, request.setup, context.clock, wait)
    path = find_file(request.setup)
    wait_until_written(path, context.clock, wait)
    return copy_file(path, place, request.setup, context.clock.now())


def _start_run(context: PullContext, shop_id: int, request: PullRequest, copied: FileCopy) -> Run:
    """Records the run; at night returns the one that already waits for the same file."""
    access, held = context.access, request.held_run
    if held is None:
        last = access.read(lambda db: pulls.last_run(db, shop_id))
        waits = last is not None and last.state is RunState.NEEDS_APPROVAL and last.fingerprint == copied.fingerprint
        if last is not None and last.held is not None and last.held.is_unconfirmed:
            # The owner may have confirmed the set-up since.
            waits = waits and access.read(lambda db: pulls.find_confirmed(db, shop_id, request.setup)) is None
        if request.raise_unavailable and last is not None and waits:
            return last
        new = make_run(shop_id, request, copied.path.name, context.clock)
        return access.write(lambda tx: pulls.get_run(tx, shop_id, pulls.add_run(tx, new)))
    if held.fingerprint != copied.fingerprint:
        raise Refused.saying(
            "file_changed", "{file} has changed since it was read. Run the pull again.", file=held.file
        )
    access.write(lambda tx: pulls.resume_run(tx, held.id, request.by))
    return access.read(lambda db: pulls.get_run(db, shop_id, held.id))
