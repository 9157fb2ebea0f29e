"""The Windows service during an upgrade: ended and started by the service manager."""

from __future__ import annotations

import os
import sys
from pathlib import Path, PureWindowsPath

import pytest

from bridge.autostart.service_manager import RunState, ServiceDefinition, ServiceFault, StoredService
from bridge.updates.activation import RunningProgram
from bridge.updates.programs import NAME, ServiceProgram, try_program
from service.domain.errors import Unavailable
from tests.bridge.autostart.test_windows_service import FakeManager

HINTING = """#!{python} -SE
import http.server, sys
sys.stderr.write("No system has a key yet.\\n" * 10_000)
sys.stderr.flush()
class Health(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{{"status": "ok", "version": "0.2.0"}}')
    def log_message(self, *_):
        pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[-1])), Health).serve_forever()
"""
ROOT = Path("Counterpart")
DATA = Path("data")
DEFINITION = ServiceDefinition(PureWindowsPath("Counterpart/counterpart.exe"), PureWindowsPath("data"))


@pytest.mark.skipif(os.name != "posix", reason="a script is the program")
def test_what_a_version_prints_while_it_is_tried_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "counterpart"
    program.write_text(
        "#!/bin/sh\necho 'Make a key for your till'\necho 'It is broken.' >&2\nexit 3\n", encoding="utf-8"
    )
    program.chmod(0o755)
    assert try_program(program, "0.2.0") == "it ended with 3"
    assert capfd.readouterr() == ("", "It is broken.\n")


@pytest.mark.skipif(os.name != "posix", reason="a script is the program")
def test_what_a_version_that_answers_says_of_its_keys_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "counterpart"
    program.write_text(HINTING.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)
    assert try_program(program, "0.2.0") == ""
    assert capfd.readouterr() == ("", "")


class Refusing(FakeManager):
    """A service manager that answers nothing."""

    def find(self) -> StoredService | None:
        raise ServiceFault("The RPC server is unavailable.")


def running() -> FakeManager:
    manager = FakeManager()
    manager.stored = StoredService(DEFINITION, RunState.RUNNING, automatic=True)
    return manager


def make(manager: FakeManager) -> ServiceProgram:
    return ServiceProgram(ROOT, manager, lambda _seconds: None)


def test_the_running_service_is_found_with_its_data_and_port() -> None:
    found = make(running()).find(lambda folder: 8710 if folder == DATA else None)
    assert found == RunningProgram(NAME, ("--data-dir", "data"), 8710, DATA)


@pytest.mark.parametrize(
    "stored",
    [
        None,
        StoredService(None, RunState.RUNNING, automatic=True),
        StoredService(DEFINITION, RunState.STOPPED, automatic=True),
        StoredService(
            ServiceDefinition(PureWindowsPath("Other/counterpart.exe"), PureWindowsPath("data")),
            RunState.RUNNING,
            automatic=True,
        ),
    ],
)
def test_no_service_a_stopped_one_and_that_of_others_do_not_count(stored: StoredService | None) -> None:
    manager = FakeManager()
    manager.stored = stored
    assert make(manager).find(lambda _folder: 8710) is None
    assert make(manager).stop()
    assert manager.asked == []


def test_it_is_stopped_and_started_again() -> None:
    manager = running()
    manager.delay = 3
    service = make(manager)
    assert service.stop()
    assert not service.is_alive()
    service.start(DATA, lambda _folder: True)
    assert service.is_alive()
    assert manager.asked == ["stop", "start"]


def test_one_that_does_not_stop_is_not_stopped() -> None:
    manager = running()
    manager.never_stops = True
    assert not make(manager).stop()


def test_a_start_waits_for_the_data_folder_so_that_a_window_attaches() -> None:
    answers = iter([False, False, True])
    asked: list[Path] = []

    def is_used(folder: Path) -> bool:
        asked.append(folder)
        return next(answers)

    manager = running()
    manager.set_state(RunState.STOPPED)
    make(manager).start(DATA, is_used)
    assert asked == [DATA] * 3


def test_one_that_ends_again_is_not_waited_for() -> None:
    manager = running()
    manager.set_state(RunState.STOPPED)
    service = make(manager)

    def is_used(_folder: Path) -> bool:
        manager.set_state(RunState.STOPPED)
        return False

    service.start(DATA, is_used)
    assert not service.is_alive()


def test_one_that_does_not_start_is_a_fault_of_the_system() -> None:
    manager = running()
    manager.set_state(RunState.STOPPED)
    manager.fails_to_start = True
    with pytest.raises(OSError, match="did not start"):
        make(manager).start(DATA, lambda _folder: True)


def test_a_service_manager_that_refuses_is_an_error_and_no_stopped_service() -> None:
    service = make(Refusing())
    with pytest.raises(Unavailable, match=r"RPC server is unavailable\. So it is not known .*nothing was changed"):
        service.find(lambda _folder: 8710)
    assert service.is_alive()
    assert not service.stop()
