"""A window that finds its data folder in use."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from bridge.desktop.composition import compose_attached, find_service
from bridge.desktop.single_instance import SingleInstanceServer
from bridge.system.instance_lock import AlreadyRunning, InstanceLock, WindowShown, is_running
from service.version import full_version
from tests.bridge.remote.served_windows import WAIT_S, ServedWindows
from ui.backend.host_port import HostState

WAIT_MS = 20_000
ROOT = Path(__file__).parents[3]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedWindows]:
    made = ServedWindows(tmp_path, full_version())
    yield made
    made.stop()


def test_a_service_that_takes_windows_is_found(served: ServedWindows, tmp_path: Path) -> None:
    pauses: list[float] = []
    find_service(tmp_path, AlreadyRunning(tmp_path, "7"), pauses.append)
    assert pauses == []


def test_a_service_that_has_just_started_is_waited_for(tmp_path: Path) -> None:
    made: list[ServedWindows] = []

    def pause(_seconds: float) -> None:
        if not made:
            made.append(ServedWindows(tmp_path))

    find_service(tmp_path, AlreadyRunning(tmp_path, "7"), pause)
    made[0].stop()


def test_another_program_is_named_after_some_seconds(tmp_path: Path) -> None:
    pauses: list[float] = []
    with pytest.raises(AlreadyRunning) as refused:
        find_service(tmp_path, AlreadyRunning(tmp_path, "7"), pauses.append)
    assert "process 7" in str(refused.value)
    assert 3 < sum(pauses) < 10


def test_a_window_that_is_open_is_shown_instead(served: ServedWindows, qtbot: QtBot, tmp_path: Path) -> None:
    shown: list[int] = []
    first = SingleInstanceServer(tmp_path, lambda: shown.append(1))
    raised: list[Exception] = []

    def start_second() -> None:
        try:
            find_service(tmp_path, AlreadyRunning(tmp_path, "7"))
        except WindowShown as error:
            raised.append(error)

    second = threading.Thread(target=start_second)
    second.start()
    qtbot.waitUntil(lambda: bool(shown) and bool(raised), timeout=WAIT_MS)
    second.join()
    first.close()


def test_the_program_over_a_service_has_its_backend_and_plays_sounds_itself(
    served: ServedWindows, tmp_path: Path
) -> None:
    program = compose_attached(tmp_path, lambda: None)
    heard = threading.Event()
    program.gateway.on_host(lambda status: heard.set() if status.state is HostState.LISTENING else None)
    program.thread.start()
    assert heard.wait(WAIT_S)
    assert program.is_attached
    assert program.gateway.settings.sound_state().result(WAIT_S) is not None
    assert served.backends[-1].asked == []
    assert program.thread.stop(WAIT_S)


@pytest.mark.skipif(os.name != "posix", reason="the end by SIGTERM")
def test_a_real_window_attaches_to_a_service_and_leaves_it_running(served: ServedWindows, tmp_path: Path) -> None:
    """The whole window in a process of its own; this process is the service."""
    lock = InstanceLock(tmp_path)
    start = (
        "import sys; from pathlib import Path; from bridge.desktop.run_desktop import run_desktop;"
        "sys.exit(run_desktop(Path(sys.argv[1]), hidden=True))"
    )
    line = [sys.executable, "-c", start, str(tmp_path)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(line, cwd=ROOT, env=environment, stderr=subprocess.PIPE) as running:
        assert served.opened.wait(WAIT_S)
        running.terminate()
        assert running.wait(WAIT_S) == 0
    assert served.backends[-1].closed.wait(WAIT_S)
    assert is_running(tmp_path)
    assert (tmp_path / "logs" / "window-counterpart.log").exists()
    lock.release()


def test_a_window_whose_service_is_gone_starts_one_itself_unless_another_has_the_data(tmp_path: Path) -> None:
    ended: list[str] = []
    backend = compose_attached(tmp_path, lambda: ended.append("end")).gateway
    holder = InstanceLock(tmp_path)
    backend.host.try_again().result(WAIT_S)
    assert ended == []
    holder.release()
    backend.host.try_again().result(WAIT_S)
    assert ended == ["end"]
