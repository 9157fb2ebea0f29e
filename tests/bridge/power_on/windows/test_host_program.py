"""The service in the process that Windows starts: it serves in a thread, stops, and says faults."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.instance_lock import InstanceLock, is_running
from bridge.power_on.waiting_variable import VARIABLE
from bridge.power_on.windows.host_log import HostLog
from bridge.power_on.windows.host_program import StopRequest, serve_as_service, write_into
from bridge.power_on.windows.service_host import STOP, ServiceHost
from bridge.updates.health_probe import await_true
from tests.bridge.power_on.windows.fake_report import FakeReport


@pytest.fixture(autouse=True)
def as_service(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The variable that the service's process sets, and the log of before afterwards."""
    monkeypatch.setenv(VARIABLE, "on")
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()
    root.handlers[:] = before
    root.setLevel(level)


class Served:
    """The service of a data folder in a thread, as Windows runs it."""

    def __init__(self, folder: Path, log: HostLog) -> None:
        stop, self.report = StopRequest(), FakeReport()
        self.host = ServiceHost(lambda: serve_as_service(folder, stop, log), stop.ask, self.report)
        self.thread = threading.Thread(target=self.host.run)

    def end(self) -> list[str]:
        self.host.on_control(STOP)
        self.thread.join(30)
        assert not self.thread.is_alive()
        return self.report.states


def test_it_serves_in_a_thread_of_windows_writes_its_log_and_ends_when_asked(tmp_path: Path) -> None:
    log = make_log(tmp_path)
    served = Served(tmp_path, log)
    with write_into(log):
        served.thread.start()
        assert await_true(lambda: "Listening on" in read(tmp_path), served.thread.is_alive, 60)
        assert is_running(tmp_path)
        assert served.end() == ["starting", "running", "stopping", "stopped 0"]
    assert not is_running(tmp_path)


def test_a_stop_while_it_waits_for_the_data_folder_ends_it(tmp_path: Path) -> None:
    window, log = InstanceLock(tmp_path), make_log(tmp_path)
    served = Served(tmp_path, log)
    with write_into(log):
        served.thread.start()
        assert await_true(lambda: "waits until then" in read(tmp_path), served.thread.is_alive, 60)
        assert served.end()[-1] == "stopped 0"
    window.release()


def test_a_fault_is_in_the_log_and_windows_starts_it_again(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="ascii")
    log = make_log(tmp_path)
    served = Served(tmp_path / "file", log)
    with write_into(log):
        served.thread.start()
        served.thread.join(60)
    assert served.report.states[-1] == "stopped 1"
    assert "The data folder" in read(tmp_path)
    assert "Windows starts it again." in read(tmp_path)


def make_log(folder: Path) -> HostLog:
    return HostLog(folder / "logs" / "service.log")


def read(folder: Path) -> str:
    file = folder / "logs" / "service.log"
    return file.read_text("utf-8") if file.exists() else ""
