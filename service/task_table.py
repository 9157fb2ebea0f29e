"""Which tasks run regularly, and what wakes each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from service.domain.changes import ChangeKind
from service.domain.sentences import Sentence
from service.domain.times import Clock
from service.pull.places.place_port import Places
from service.schedule.action_pruning import ActionPruning
from service.schedule.answer_pruning import AnswerPruning
from service.schedule.audit_watch import AuditWatch
from service.schedule.call_log_pruning import CallLogPruning, CallLogRetention
from service.schedule.change_merging import ChangeMerging
from service.schedule.clock_guard import ClockGuard
from service.schedule.clock_watch import ClockWatch
from service.schedule.database_watch import DatabaseWatch
from service.schedule.event_pruning import EventPruning
from service.schedule.history_pruning import HistoryPruning
from service.schedule.nightly_pull import NightlyPull
from service.schedule.order_expiry import OrderExpiry
from service.schedule.periodic_task import PeriodicTask, Step
from service.schedule.search_indexing import SearchIndexing
from service.schedule.watched_files import WatchedFiles
from service.store.engine.store import Store

_NEVER: frozenset[ChangeKind] = frozenset()
_OF_PULLS = frozenset({ChangeKind.PULLS, ChangeKind.SHOPS})


@dataclass(frozen=True, slots=True)
class ScheduledTask:
    """A task, the commits that wake it, and whether it is woken after the PC slept."""

    task: PeriodicTask
    wakes_on: frozenset[ChangeKind] = _NEVER
    wakes_on_resume: bool = True


def make_tasks(
    store: Store,
    clock: Clock,
    guard: ClockGuard,
    places: Places,
    *,
    read_retention: Callable[[], CallLogRetention],
    on_resumed: Callable[[], None],
    on_database_loss: Callable[[Sentence], None],
    check_certificate: Step,
) -> list[ScheduledTask]:
    """The service's own tasks, in the order of their start."""

    def make(
        name: str, step: Step, wakes_on: frozenset[ChangeKind] = _NEVER, *, wakes_on_resume: bool = True
    ) -> ScheduledTask:
        return ScheduledTask(PeriodicTask(name, clock, step), wakes_on, wakes_on_resume)

    return [
        make("Checking the clock", guard.step, frozenset({ChangeKind.SETTINGS}), wakes_on_resume=False),
        make("Cancelling overdue orders", OrderExpiry(store, clock, guard).step, frozenset({ChangeKind.ORDERS})),
        make("Pruning the call log", CallLogPruning(store, clock, read_retention).step),
        make("Pruning events", EventPruning(store, clock).step),
        make("Pruning actions of links", ActionPruning(store, clock).step),
        make("Pruning the history", HistoryPruning(store, clock).step),
        make("Pruning kept answers", AnswerPruning(store, clock).step),
        make("Merging changes", ChangeMerging(store, clock).step),
        make("Filing items for the search", SearchIndexing(store, clock).step),
        make("The nightly pull", NightlyPull(store, clock, places=places).step, _OF_PULLS),
        make("Watching the nightly file", WatchedFiles(store, clock, places).step, _OF_PULLS),
        make("Looking at the certificate", check_certificate),
        make("Storing the head of the audit", AuditWatch(store, clock).step, frozenset({ChangeKind.AUDIT})),
        make("Watching the clock", ClockWatch(clock, on_resumed).check, wakes_on_resume=False),
        make(
            "Watching the database's files",
            DatabaseWatch(store, clock, on_database_loss).step,
            wakes_on_resume=False,
        ),
    ]
