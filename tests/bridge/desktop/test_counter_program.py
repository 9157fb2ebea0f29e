"""The window's program of a further counter: what its computer does itself, and its end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bridge.desktop.composition import compose_counter, show_here, start_here
from bridge.system.counter_file import CounterFile, read_counter_file, write_counter_file
from service.version import VERSION
from tests.bridge.remote.counter_stand import Counter, CounterStand
from tests.bridge.remote.served_windows import WAIT_S, Window
from tests.ui.fake.fake_computer import FakeComputer, FakeLogin
from ui.backend import BackendError
from ui.backend.host_port import HostState, HostStatus


def test_a_revoked_counter_is_set_up_again_and_a_lost_one_is_not(stand: CounterStand, tmp_path: Path) -> None:
    file, ended = stand.join(), list[str]()
    write_counter_file(tmp_path, file)
    program = compose_counter(file, tmp_path, lambda: ended.append("end"))
    window = Window(program.gateway)  # type: ignore[arg-type]
    window.wait_for(HostState.LISTENING)
    stand.line.is_away = True
    stand.line.cut()
    window.wait_for_reason("No connection to")
    program.gateway.host.try_again().result(WAIT_S)
    assert (ended, read_counter_file(tmp_path)) == ([], file)
    stand.line.is_away = False
    window.wait_for(HostState.LISTENING)
    stand.revoke(file.name)
    window.wait_for_reason("was revoked")
    program.gateway.host.try_again().result(WAIT_S)
    assert (ended, read_counter_file(tmp_path)) == (["end"], None)
    window.stop()


def test_a_counter_that_is_older_installs_its_own_update(tmp_path: Path) -> None:
    """A copy of the source has no feed, and Debian installs it by itself: both are said."""
    file = CounterFile("127.0.0.1", 1, "pin", "key", "Desk", "PC")
    backend: Any = compose_counter(file, tmp_path, lambda: None).gateway
    backend._set_status(HostStatus(HostState.STOPPED, "", 0, can_update=True))
    with pytest.raises(BackendError, match=r"built without an update feed|Run this in a terminal"):
        backend.host.try_again().result(WAIT_S)


def test_a_counter_starts_with_its_own_computer(counter: Counter) -> None:
    """It is said when it is so: the service's own notice comes before."""
    computer, said = FakeComputer(lambda _work: None), list[bool]()
    here = start_here(counter.backend.ask, FakeLogin(computer), lambda: said.append(computer.starts_at_login))
    here["settings", "set_start_at_login"](True).result(WAIT_S)
    assert said == [True]
    assert here["settings", "read"]().result(WAIT_S).start_at_login


def test_a_counter_shows_its_own_folder(counter: Counter, tmp_path: Path) -> None:
    shown = show_here(counter.backend.ask, tmp_path)["settings", "installation"]().result(WAIT_S)
    assert shown.data_folder == str(tmp_path)
    assert shown.version == VERSION
