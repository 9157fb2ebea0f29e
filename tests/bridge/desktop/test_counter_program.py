"""The window's program of a further counter: what its computer does itself, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.desktop.composition import compose_counter, start_here
from bridge.system.counter_file import read_counter_file, write_counter_file
from tests.bridge.remote.counter_stand import CounterStand
from tests.bridge.remote.served_windows import WAIT_S, Window
from tests.ui.fake.fake_computer import FakeComputer, FakeLogin
from ui.backend.host_port import HostState


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[CounterStand]:
    (tmp_path / "first").mkdir()
    made = CounterStand(tmp_path / "first")
    yield made
    made.stop()


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


def test_a_counter_starts_with_its_own_computer(stand: CounterStand) -> None:
    computer = FakeComputer(lambda _work: None)
    counter = stand.open(stand.join())
    counter.wait_for(HostState.LISTENING)
    start_here(counter.backend, FakeLogin(computer))
    counter.backend.settings.set_start_at_login(True).result(WAIT_S)
    assert computer.starts_at_login
    assert counter.backend.settings.read().result(WAIT_S).start_at_login
