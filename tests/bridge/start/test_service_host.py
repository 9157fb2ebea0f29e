"""The service in the process that Windows starts: it serves in a thread, stops, and says faults."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bridge.autostart.service_words import VARIABLE
from bridge.cli.command_errors import report_error
from bridge.cli.serve_command import serve_for_windows
from bridge.start.service_host import (
    DONE,
    FILE_BYTES,
    INTERROGATE,
    NOT_KNOWN,
    PRESHUTDOWN,
    SHUTDOWN,
    STOP,
    HostLog,
    ServiceHost,
    StopRequest,
    serve_as_service,
    write_into,
)
from bridge.system.instance_lock import InstanceLock, is_running
from bridge.updates.programs import await_true
from tests.bridge.autostart.test_systemd_service import FakeReport


def test_a_full_log_becomes_the_one_before(tmp_path: Path) -> None:
    events: list[str] = []
    log = HostLog(tmp_path / "service.log", events.append)
    (tmp_path / "service.log").write_bytes(b"x" * (FILE_BYTES + 1))
    log.say("It starts again.")
    assert (tmp_path / "service.log").read_text("utf-8").endswith(" It starts again.\n")
    assert (tmp_path / "service.log.1").stat().st_size == FILE_BYTES + 1
    assert events == ["It starts again."]


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = HostLog(tmp_path / "file" / "service.log")
    log.say("It starts again.")
    with log.open_to_write() as output:
        assert output.write(b"dropped") == 7
    assert (tmp_path / "file").read_bytes() == b""


class Hosted:
    """A host; `acts` runs while it serves, which ends with `code`."""

    def __init__(self, code: int = 0) -> None:
        self.report = FakeReport()
        self.stops = 0
        self.acts: Callable[[], object] = lambda: None
        self._code = code
        self.host = ServiceHost(self._serve, self._stop, self.report)

    def _serve(self) -> int:
        self.acts()
        return self._code

    def _stop(self) -> None:
        self.stops += 1


@pytest.mark.parametrize("control", [STOP, SHUTDOWN, PRESHUTDOWN])
def test_every_way_to_stop_ends_it_and_windows_leaves_it_stopped(control: int) -> None:
    hosted = Hosted(code=1)
    hosted.acts = lambda: hosted.host.on_control(control)
    hosted.host.run()
    assert hosted.report.states == ["starting", "running", "stopping", "stopped 0"]
    assert hosted.stops == 1


def test_an_end_by_itself_with_a_fault_lets_windows_start_it_again() -> None:
    hosted = Hosted(code=1)
    hosted.host.run()
    assert hosted.report.states == ["starting", "running", "stopped 1"]


def test_what_nobody_foresaw_is_reported_as_a_fault() -> None:
    hosted = Hosted()

    def fail() -> None:
        raise RuntimeError

    hosted.acts = fail
    with pytest.raises(RuntimeError):
        hosted.host.run()
    assert hosted.report.states[-1] == "stopped 1"


def test_other_controls_are_answered() -> None:
    hosted = Hosted()
    assert hosted.host.on_control(INTERROGATE) == DONE
    assert hosted.host.on_control(2) == NOT_KNOWN
    assert hosted.report.states == []


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
        self.host = ServiceHost(
            lambda: serve_as_service(folder, stop, log, serve_for_windows, report_error), stop.ask, self.report
        )
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
