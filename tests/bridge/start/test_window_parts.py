"""A window in another process: its own person, PIN and lock over the one open store."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from bridge.gateway import listeners
from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.at_counter import AtCounter
from bridge.gateway.overview_backend import OverviewBackend
from bridge.start.service_parts import ServiceDependencies, ServiceParts, compose_service
from bridge.start.window_parts import AttachedWindow, ask_administrator, ask_system, ask_with, compose_window
from bridge.system.counter_file import read_counter_file
from bridge.system.paths import database_file
from service.domain.audit import Actor, AuditHead
from service.domain.errors import Refused, Unavailable
from service.domain.shops import Shop
from service.store.audit_log import write_head_file
from service.store.engine.transaction import ReadTx
from service.store.shops import get_shop
from service.usecases.edit_shop import rename_shop
from tests.bridge.start.service_factory import WAIT_S, ServiceFactory, StatusRecorder
from tests.fakes.clock import FakeClock
from ui.backend import BackendError
from ui.backend.counters_port import SeenService
from ui.backend.host_port import HostState, StartEvent, StartReport
from ui.backend.overview_port import Overview

Attach = Callable[[], AttachedWindow]
CLEAN = StartReport(StartEvent.CLEAN)


@pytest.fixture
def parts(tmp_path: Path, workshop: ServiceFactory, clock: FakeClock, told: StatusRecorder) -> Iterator[ServiceParts]:
    """A service that listens."""
    made = compose_service(ServiceDependencies(tmp_path, clock, {}, str, str))
    made.listeners.host_changed.add(told)
    made.thread.start()
    told.wait(HostState.LISTENING)
    yield made
    assert made.thread.stop(WAIT_S)
    made.secrets.close()


@pytest.fixture
def attach(parts: ServiceParts) -> Iterator[Attach]:
    made: list[AttachedWindow] = []

    def attach() -> AttachedWindow:
        made.append(AttachedWindow(parts, CLEAN))
        return made[-1]

    yield attach
    for window in made:
        window.close()


def test_where_the_data_is_missing_nothing_starts_before_the_owner_has_decided(
    tmp_path: Path, workshop: ServiceFactory, clock: FakeClock, told: StatusRecorder
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    write_head_file(folder, AuditHead(3, b"hash"))
    parts = compose_service(ServiceDependencies(folder, clock, {}, str, str))
    guard = AccessGuard(clock.monotonic)
    window = compose_window(parts, AtCounter(clock, guard), guard, parts.get_store, CLEAN)
    parts.listeners.host_changed.add(told)
    parts.thread.start()
    told.wait(HostState.STOPPED)
    assert str(parts.thread.status.reason).startswith("Your data is missing")
    assert not database_file(folder).exists()
    window.gateway.settings.start_empty().result(WAIT_S)
    told.wait(HostState.LISTENING)
    assert window.gateway.shops.list().result(WAIT_S)
    assert parts.thread.stop(WAIT_S)
    window.close()
    parts.secrets.close()


def test_a_service_without_a_window_asks_nobody_and_does_not_become_a_counter(
    parts: ServiceParts, attach: Attach
) -> None:
    """A service of the system would ask where nobody sees it, and go on with its own data."""
    assert replace(parts.dependencies, actor=Actor.WINDOW).has_window
    backend = attach().backend
    with pytest.raises(BackendError, match="or let the administrator run: counterpart people reset-pin"):
        backend.people.reset_pin(None).result(WAIT_S)
    with pytest.raises(BackendError, match="runs without a window"):
        backend.counters.join(SeenService("127.0.0.1", "pin", "words"), "CODE").result(WAIT_S)
    assert read_counter_file(parts.dependencies.folder) is None


def test_a_yes_of_the_administrator_is_silent_and_a_no_is_refused() -> None:
    ask_administrator(lambda: ask_with((sys.executable, "-c", "pass"), lambda _done: True))
    with pytest.raises(Refused, match="did not agree"):
        ask_administrator(lambda: ask_with((sys.executable, "-c", "exit(126)"), lambda done: done.returncode == 126))


def test_a_computer_that_cannot_ask_names_the_other_ways() -> None:
    asked = Event()

    def wait() -> None:
        asked.wait(WAIT_S)

    for ask in (
        lambda: ask_with((sys.executable, "-c", "exit(127)"), lambda done: done.returncode == 126),
        lambda: ask_with(("no-such-program-of-any-system",), lambda _done: True),
        wait,
    ):
        with pytest.raises(Unavailable, match="Use the passphrase of the backups, or let"):
            ask_administrator(ask, 2.0)
    asked.set()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="needs the administrator's rights")
def test_who_is_the_administrator_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr(subprocess, "run", lambda *words, **_: started.append(words))
    ask_administrator(ask_system)
    assert started == []


def test_what_a_window_does_is_recorded_under_its_own_person(attach: Attach) -> None:
    one, other = attach().backend, attach().backend
    one.people.add("Ali").result(WAIT_S)
    one.people.add("Sara").result(WAIT_S)
    ali, sara = one.people.read().result(WAIT_S).staff
    one.people.choose(ali.id).result(WAIT_S)
    other.people.choose(sara.id).result(WAIT_S)
    one.shops.add("North").result(WAIT_S)
    other.shops.add("South").result(WAIT_S)
    entries = one.audit.list(None, 5).result(WAIT_S)
    done = {entry.subject: (entry.actor, entry.details) for entry in entries}
    assert done["South"] == (Actor.WINDOW.value, '{"by":"Sara"}')
    assert done["North"] == (Actor.WINDOW.value, '{"by":"Ali"}')
    assert one.people.read().result(WAIT_S).at_counter == ali


def test_a_pin_counts_for_the_window_where_it_was_typed(attach: Attach) -> None:
    one, other = attach().backend, attach().backend
    one.people.set_pin(0, "2580").result(WAIT_S)
    asked: list[str] = []
    one.people.on_pin_wanted(lambda: asked.append("one"))
    other.people.on_pin_wanted(lambda: asked.append("other"))
    one.people.unlock("2580").result(WAIT_S)
    one.shops.add("North").result(WAIT_S)
    waiting = other.shops.add("South")
    assert asked == ["other"]
    other.people.give_up()
    with pytest.raises(BackendError):
        waiting.result(WAIT_S)


def test_a_window_that_locks_opens_locked_and_the_other_stays_open(attach: Attach) -> None:
    first = attach().backend
    first.people.set_pin(0, "2580").result(WAIT_S)
    first.people.unlock("2580").result(WAIT_S)
    settings = first.settings.read().result(WAIT_S)
    first.settings.change(settings, replace(settings, lock_minutes=5)).result(WAIT_S)
    late = attach().backend
    assert late.people.read().result(WAIT_S).is_locked
    with pytest.raises(BackendError):
        late.shops.add("North").result(WAIT_S)
    assert not first.people.read().result(WAIT_S).is_locked


def test_a_window_follows_the_service_to_its_next_store(
    attach: Attach, parts: ServiceParts, told: StatusRecorder
) -> None:
    window = attach()
    parts.thread.while_stopped(lambda: None)
    told.wait(HostState.LISTENING)
    assert window.status.state is HostState.LISTENING
    assert len(window.backend.shops.list().result(WAIT_S)) == 1
    window.backend.shops.add("North").result(WAIT_S)
    assert len(window.backend.shops.list().result(WAIT_S)) == 2


def test_a_window_without_a_service_is_locked_and_says_so(attach: Attach, parts: ServiceParts) -> None:
    assert parts.thread.stop(WAIT_S)
    window = attach().backend
    with pytest.raises(BackendError):
        window.shops.list().result(WAIT_S)
    with pytest.raises(BackendError):
        window.shops.add("North").result(WAIT_S)


def test_a_window_that_has_gone_is_told_nothing(attach: Attach, parts: ServiceParts) -> None:
    before = len(parts.listeners.changed._listeners)
    window = attach()
    assert len(parts.listeners.changed._listeners) == before + 1
    window.close()
    window.close()
    assert len(parts.listeners.changed._listeners) == before


def test_windows_share_what_all_of_them_read_after_a_commit(
    attach: Attach, parts: ServiceParts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is closed meanwhile takes it from no other."""
    reads, began = list[int](), Event()
    read = OverviewBackend._overview

    def count(self: OverviewBackend, db: ReadTx, shop: Shop) -> Overview:
        reads.append(shop.id)
        began.wait(WAIT_S)
        return read(self, db, shop)

    monkeypatch.setattr(OverviewBackend, "_overview", count)
    monkeypatch.setattr(listeners, "PAUSE_S", WAIT_S)
    windows = [attach() for _ in range(3)]
    answers = [window.backend.overview.read(1) for window in windows]
    answers[0].cancel()
    windows[0].close()
    began.set()
    assert answers[1].result(WAIT_S) == answers[2].result(WAIT_S)
    assert reads == [1]
    store = parts.get_store()
    assert store is not None
    told = Event()
    store.subscribe(lambda _changes: told.set())
    store.submit(lambda tx: rename_shop(tx, get_shop(tx, 1), "Other")).result(WAIT_S)
    assert told.wait(WAIT_S)
    windows[1].backend.overview.read(1).result(WAIT_S)
    assert reads == [1, 1]
