"""The service stops, its files are changed, and it starts again."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.backups.backup_service import BackupService
from bridge.start.service_thread import ServiceThread
from bridge.system.paths import database_file
from service.domain.errors import Refused
from service.domain.sentences import verbatim
from service.domain.times import SystemClock
from service.service import Service, ServiceOptions
from service.store.settings import read_settings, write_setting
from tests.bridge.backups.backup_fixture import ignore_progress
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.free_port import free_port
from ui.backend.host_port import HostState, HostStatus

WAIT_S = 20.0


class ThreadFixture:
    """A service's thread and what it tells."""

    def __init__(self, folder: Path) -> None:
        self.statuses: queue.Queue[HostStatus] = queue.Queue()
        self.thread = ServiceThread(self._make, SystemClock(), self.statuses.put)
        self._folder = folder
        self._port = str(free_port())

    def wait_for(self, state: HostState) -> HostStatus:
        while (status := self.statuses.get(timeout=WAIT_S)).state is not state:
            continue
        return status

    def _make(self) -> Service:
        service = Service(ServiceOptions(database_file(self._folder), SystemClock()))
        service.store.submit(lambda tx: write_setting(tx, "port", self._port)).result(WAIT_S)
        return service


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[ThreadFixture]:
    made = ThreadFixture(tmp_path)
    made.thread.start()
    yield made
    assert made.thread.stop()


def test_a_restore_in_the_window_ends_the_service_and_brings_it_up_with_the_data(
    watched: ThreadFixture, tmp_path: Path
) -> None:
    watched.wait_for(HostState.LISTENING)
    desk = BackupService(tmp_path, SystemClock(), FakeSecretStore(), watched.thread.while_stopped)
    made = desk.back_up(None, ignore_progress)
    service = watched.thread.service
    assert service is not None
    service.store.submit(lambda tx: write_setting(tx, "sound", "off")).result(WAIT_S)
    kept = desk.restore(made.path, None, ignore_progress)
    assert "being restored" in str(watched.wait_for(HostState.STOPPED).reason)
    watched.wait_for(HostState.LISTENING)
    again = watched.thread.service
    assert again is not None
    assert again is not service
    assert "sound" not in again.store.submit_read(read_settings).result(WAIT_S)
    assert Path(kept.replaced_path).exists()


def test_work_that_fails_leaves_the_service_up(watched: ThreadFixture) -> None:
    watched.wait_for(HostState.LISTENING)

    def fail() -> None:
        raise Refused("no", verbatim("Not this time."))

    with pytest.raises(Refused):
        watched.thread.while_stopped(fail)
    watched.wait_for(HostState.STOPPED)
    watched.wait_for(HostState.LISTENING)


def test_a_program_that_is_told_to_end_meanwhile_does_not_come_up_again(watched: ThreadFixture) -> None:
    watched.wait_for(HostState.LISTENING)

    def end() -> None:
        assert watched.thread.stop()

    watched.thread.while_stopped(end)
    assert watched.thread.service is None
    assert watched.statuses.get(timeout=WAIT_S).state is HostState.STOPPED
    assert watched.statuses.empty()
