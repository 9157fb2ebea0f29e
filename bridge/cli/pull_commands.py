"""`counterpart pull`: the shop system's export file, read by hand and every night."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import TypeVar

import click

from bridge.cli.command_group import CommandGroup
from bridge.cli.output import TIME, Answer, Column, Fields, Listing, format_count, say
from bridge.cli.parameter_types import FILE, KEY_ID, limit_option
from bridge.cli.pull_options import absolute_path, apply_options, find_setup, refuse_address, setup_options
from bridge.cli.pull_output import (
    check_json,
    describe_check,
    describe_evidence,
    describe_inspection,
    describe_rows,
    describe_run,
    describe_state,
    result_json,
    run_json,
    setup_json,
)
from bridge.cli.session import Session
from bridge.sources.open_sources import StoredSources
from bridge.system.export_file import write_table
from bridge.system.instance_lock import is_running
from bridge.system.paths import quote_word
from bridge.system.process import freeze_startup_objects
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused
from service.domain.export_table import TableFormat
from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import PullChoices, SetupChoices
from service.domain.pull.pulls import PullSetup, Run, RunRow, RunState
from service.domain.sentences import verbatim
from service.domain.shops import Shop
from service.domain.times import Clock
from service.pull.context import PullContext, PullRequest, StoreAccess
from service.pull.inspect_file import check_file, inspect_file
from service.pull.interrupted_runs import close_interrupted_runs
from service.pull.plans import choices_of
from service.pull.run_pull import approve, run_dry, run_pull
from service.pull.set_up_pull import confirm_pull
from service.pull.undo_pull import undo_pull
from service.store import pulls
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.shops import branch_names
from service.usecases.export_tables import make_run_rows_table

T = TypeVar("T")
_MOST_PAUSE_S = 0.1
_PAGE = 1_000
_BELOW_COLUMNS = 2
"""The remarks after those that a part number and its columns are missing."""


pull = CommandGroup("pull", example="setup /data/export/stock.csv --at 02:00")


class PausingStoreAccess(StoreAccess):
    """Leaves the database free half of the time for a running program."""

    def __init__(self, store: Store, clock: Clock) -> None:
        super().__init__(store)
        self._clock = clock

    def start_write(self, work: Callable[[Tx], T]) -> Future[T]:
        began = self._clock.monotonic()
        written = super().start_write(work)
        wait([written])
        time.sleep(min(_MOST_PAUSE_S, self._clock.monotonic() - began))
        return written


@contextmanager
def open_pull_context(session: Session) -> Iterator[tuple[PullContext, Shop]]:
    """The context of a run, and the shop. Raises NotFound, Unavailable."""
    shop = session.read(session.find_shop)
    store = session.open_store()
    store.set_origin(session.origin())
    program_runs = is_running(session.folder)
    try:
        yield (
            PullContext(
                PausingStoreAccess(store, session.clock) if program_runs else StoreAccess(store),
                session.clock,
                places=StoredSources(session.secrets),
            ),
            shop,
        )
    finally:
        store.close()


@pull.declare('D:\\Export --pattern "stock*.xlsx" --at 02:30 --column name=Description')
@click.argument("path", required=False)
@setup_options
@click.option("--look", is_flag=True, help="Show only; keep nothing.")
@click.option("--forget", is_flag=True, help="Forget the set-up; the runs stay.")
@click.option("--yes", "confirms", is_flag=True, help="Confirm what is shown, so that the first run saves.")
def setup(session: Session, /, path: str | None, look: bool, forget: bool, confirms: bool, **options: object) -> Answer:
    """Recognise a file (with --pattern: the newest that fits in a folder), show its first rows as
    they will be saved, and read it every night from now on. Without PATH, change or show what is
    set up.
    """
    shop, backend, typed = session.shop, session.backend.pulls, SimpleNamespace(**options)
    if forget:
        session.ask(backend.forget(shop.id))
        sentence = "The pull's set-up is forgotten. Items and the history of runs stay."
        return say({"saved": False, "path": None}, sentence)

    def inspect(choices: PullChoices) -> FileInspection:
        return session.ask(backend.preview(shop.id, replace(chosen, choices=choices)))

    chosen = find_setup(session, path, typed)
    chosen = replace(chosen, choices=apply_options(chosen.choices, typed, inspect))
    inspection = inspect(chosen.choices)
    _check_inspection(inspection, typed.answers)
    saved = not look and (path is not None or any(value not in (None, False, ()) for value in options.values()))
    if saved:
        _check_part_number(inspection)
        session.ask(backend.save(shop.id, chosen, confirms=confirms))
    elif confirms and not look:
        _confirm(session, inspection)
    value = {**setup_json(chosen, inspection, saved=saved), "watch": chosen.watch, "query": chosen.access.query or None}
    now, switching = session.ask(backend.state(shop.id)), session.command("mode scheduled_pull on")
    state = describe_state(now, saved=saved, switching_on=switching, open_questions=len(inspection.open_questions))
    return Answer(value, [*describe_inspection(inspection), state])


def _check_inspection(inspection: FileInspection, answers: Sequence[tuple[str, str]]) -> None:
    """Raises BadRequest for an answer that is none."""
    for question in inspection.questions:
        if question.key in dict(answers):
            allowed = ", ".join(reading.answer for reading in question.readings)
            raise BadRequest(f"The answers to {question.key} are: {allowed}.")


def _check_part_number(inspection: FileInspection) -> None:
    """Raises BadRequest where no column is the part number."""
    if inspection.plan is None:
        columns = ", ".join(column.header for column in inspection.columns)
        raise BadRequest(
            "No column was recognised as the part number (SKU). Choose it with --column sku=COLUMN. "
            + " ".join([f"The columns are: {columns}.", *map(str, inspection.remarks[_BELOW_COLUMNS:])])
        )


@pull.declare(name="approve")
def approve_setup(session: Session) -> Answer:
    """Confirm what the set-up understood of its file: the first run, and the first one after the
    set-up changed, waits for it.
    """
    backend = session.backend.pulls
    known = session.ask(backend.state(session.shop.id)).setup
    if known is None:
        raise NotFound("The pull is not set up. Name the file: `counterpart pull setup FILE`.")
    _confirm(session, session.ask(backend.preview(session.shop.id, known)))
    sentence = f"Confirmed. `{session.command('pull run')}` saves the file, and so does each night."
    return say({"confirmed": True, "path": known.path}, sentence)


def _confirm(session: Session, inspection: FileInspection) -> None:
    """Confirms the stored set-up. Raises Refused while a question of its file is open."""
    if inspection.open_questions:
        named = ", ".join(question.key for question in inspection.open_questions)
        again = session.command("pull setup --answer QUESTION=ANSWER")
        raise Refused("question_open", verbatim(f"A question is open, so nothing is confirmed: {named}. `{again}`"))

    def work(tx: Tx, shop: Shop) -> None:
        source = pulls.find_source(tx, shop.id)
        if source is not None:
            confirm_pull(tx, shop, source.setup, inspection.branches)

    session.write_shop(work)


@pull.declare("D:\\Export\\stock.csv --json")
@click.argument("file")
def doctor(session: Session, file: str) -> Answer:
    """Everything about one FILE in a report for support: how it is read, what each column holds,
    open questions, remarks, the first rows, and what a first run would save, reject or hold. Saves
    nothing.
    """
    refuse_address(file)
    path = absolute_path(file)
    source = session.read_shop(lambda db, shop: pulls.find_source(db, shop.id))
    is_set_up = source is not None and source.setup.path == path
    choices = choices_of(source.setup.plan) if source is not None and is_set_up else PullChoices()
    branches = session.read_shop(lambda db, shop: branch_names(db, shop.id))
    with open_pull_context(session) as (context, shop):
        check = check_file(context, shop.id, PullSetup(path, ""), choices, branches)
    inspection = check.inspection
    return Answer(
        {**setup_json(SetupChoices(path), inspection, saved=is_set_up), "check": check_json(check)},
        [
            "As the set-up reads it:" if is_set_up else "As it is recognised, without a set-up:",
            *describe_inspection(inspection),
            *describe_evidence(inspection),
            *describe_check(check),
        ],
    )


@pull.declare("--dry-run")
@click.argument("file", required=False)
@click.option("--dry-run", is_flag=True, help="Say what would change; save nothing.")
@click.option("--even-if-unchanged", is_flag=True, help="Read it though it is as at the last run.")
@click.option("--save-anyway", "anyway", is_flag=True, help="Save also what would wait for your approval.")
def run(session: Session, file: str | None, dry_run: bool, even_if_unchanged: bool, anyway: bool) -> Answer:
    """Read the file now and save its rows, or another FILE in the same way. A file that would
    change too much waits for your approval.
    """
    freeze_startup_objects()
    with open_pull_context(session) as (context, shop):
        request = PullRequest(_setup_for(session, shop, file), session.author, even_if_unchanged, anyway)
        if dry_run:
            looked, report = run_dry(context, shop.id, request, None)
            return _tell_run(session, looked, report)
        waiting = _waiting(session, shop, request) if anyway else None
        done = (
            run_pull(context, shop.id, request)
            if waiting is None
            else approve(context, shop.id, waiting, session.author)
        )
    if done.state is RunState.FAILED:
        raise CounterpartError(done.fault or "The run did not go through.")
    if done.state is RunState.NEEDS_APPROVAL and done.held is not None:
        again = session.command(f"pull run{'' if file is None else ' ' + quote_word(file)} --save-anyway")
        if file is None and done.held.is_unconfirmed:
            again = session.command("pull approve")
            raise Refused("held", verbatim(f"{done.held.reason} Nothing was saved. `{again}` confirms it."))
        raise Refused("held", verbatim(f"{done.held.reason} Nothing was saved. `{again}` saves it."))
    return _tell_run(session, done, _rows(session, done.id))


def _setup_for(session: Session, shop: Shop, file: str | None) -> PullSetup:
    """The set-up, for another file if named; without a set-up, as the file is recognised."""
    source = session.read(lambda db: pulls.find_source(db, shop.id))
    if file is None:
        if source is None:
            setting_up = session.command("pull setup FILE")
            raise NotFound(f"The pull is not set up. Name the file, or set it up: `{setting_up}`.")
        return source.setup
    refuse_address(file)
    path = absolute_path(file)
    if source is not None:
        return replace(source.setup, path=path, pattern=None)
    branches = session.read(lambda db: branch_names(db, shop.id))
    inspection = inspect_file(PullSetup(path, ""), PullChoices(), branches)
    if inspection.plan is None:
        raise BadRequest("No column was recognised as the part number (SKU). Set the pull up first and choose it.")
    return PullSetup(path, inspection.plan)


def _waiting(session: Session, shop: Shop, request: PullRequest) -> int | None:
    """The last run that waits for approval, if it is of the same file."""
    last = session.read(lambda db: pulls.last_run(db, shop.id))
    held = last is not None and last.state is RunState.NEEDS_APPROVAL and last.setup == request.setup
    return last.id if last is not None and held else None


def _tell_run(session: Session, done: Run, rows: Iterable[RunRow]) -> Answer:
    """All rows are read for JSON only."""
    lines = [describe_run(done)]
    if done.held is not None and done.state is RunState.NEEDS_APPROVAL:
        lines.append(f"It would wait for your approval. {done.held.reason}")
    every_row = session.command(f"pull rows {done.id or 'RUN'}")
    if session.as_json:
        return Answer(result_json(done, rows), ())
    return Answer(None, chain(lines, describe_rows(rows, every_row=every_row)))


def _rows(session: Session, run_id: int) -> Iterator[RunRow]:
    """Reads page by page, each page in a short read."""
    after = -1
    while True:
        page = session.read(lambda db, start=after: pulls.read_rows(db, run_id, after=start, limit=_PAGE))  # type: ignore[misc]
        yield from (row for _, row in page)
        if len(page) < _PAGE:
            return
        after = page[-1][0]


def _describe_hold(run: Run) -> str:
    held = run.held.reason if run.held is not None and run.state is RunState.NEEDS_APPROVAL else ""
    return str(run.fault or held)


RUN = Fields[Run](
    Column("run", ">RUN", "id"),
    Column("at", "AT", form=TIME),
    Column("state", "STATE"),
    Column("read", ">READ", "counts.read"),
    Column("created", ">CREATED", "counts.created"),
    Column("updated", ">UPDATED", "counts.updated"),
    Column("rejected", ">REJECTED", "counts.rejected"),
    Column("noted", ">NOTED", "counts.noted"),
    Column("file", "FILE"),
    Column("fault", "WHY", text=_describe_hold),
    to_json=run_json,
)
ROW = Fields[RunRow](
    Column("line", ">LINE", lambda row: max(0, row.line)),
    Column("sku", "SKU"),
    Column("rejected", "RESULT", text=lambda row: "rejected" if row.rejected else "noted"),
    Column("text", "REASON", lambda row: str(row.text)),
)


@pull.declare("--limit 10", csv=True)
@limit_option
def history(session: Session, limit: int) -> Listing[Run]:
    """Runs, newest first."""
    _close_interrupted_runs(session)
    runs = session.read_shop(lambda db, shop: pulls.list_runs(db, shop.id, limit=limit))
    return Listing(RUN, runs, "The pull has not run yet.")


def _close_interrupted_runs(session: Session) -> None:
    """Closes a run that a killed process left, so that it is not displayed as running."""
    if session.read(pulls.running):
        with open_pull_context(session) as (context, _shop):
            close_interrupted_runs(context.access)


@pull.declare("12 --csv rejected.csv")
@click.argument("run_id", type=KEY_ID, metavar="RUN")
@click.option("--csv", "file", type=FILE, metavar="FILE", help="CSV for a spreadsheet; - for standard output.")
def rows(session: Session, run_id: int, file: Path | None) -> Answer | Listing[RunRow] | None:
    """Rows of a run that were rejected or noted, with their lines in the file; --csv writes them to
    a file.
    """
    known = session.read_shop(lambda db, shop: pulls.get_run(db, shop.id, run_id))
    if file is None:
        empty = "No row was rejected or noted, or the run is too old: its rows are not stored."
        return Listing(ROW, _rows(session, known.id), empty)
    written = write_table(file, make_run_rows_table(_rows(session, known.id)), TableFormat.CSV)
    if str(file) == "-":
        return None
    return say({"file": str(file), "rows": written}, f"{format_count(written, 'row')} written to {file}.")


@pull.declare("12")
@click.argument("run_id", type=KEY_ID, metavar="RUN")
def undo(session: Session, run_id: int) -> Answer:
    """Take a run back: what it changed is as before, but for what was changed since. One of the
    last seven.
    """
    with open_pull_context(session) as (context, shop):
        done = undo_pull(context, shop.id, run_id, session.author)
    return say(run_json(done), f"Run {done.id} is taken back. {done.fault or ''}".rstrip())
