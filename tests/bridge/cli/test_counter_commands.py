"""`counterpart counters` and `counterpart attach`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.system.counter_file import read_counter_file
from bridge.system.instance_lock import InstanceLock
from service.domain.times import SystemClock
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.remote.counter_stand import CounterStand


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[CounterStand]:
    """A program with counters, on the data folder of the command line."""
    (tmp_path / "data").mkdir(exist_ok=True)
    made = CounterStand(tmp_path / "data")
    lock = InstanceLock(tmp_path / "data")
    yield made
    lock.release()
    made.stop()


def test_a_computer_becomes_a_counter_and_has_data_of_its_own_again(
    cli: Cli, stand: CounterStand, tmp_path: Path
) -> None:
    cli.clock.set(SystemClock().now())
    assert "Further counters are off" in cli.fails("counters", "add")
    cli.ok("settings", "counters", "on")
    offered = cli.json("counters", "add")
    stand.turn_on()
    here = ("--data-dir", str(tmp_path / "second"))
    attached = cli.json("attach", stand.address, "--code", offered["code"], "--name", "Desk", *here)
    assert attached["words"] == offered["words"]
    assert attached["name"] == "Desk"
    file = read_counter_file(tmp_path / "second")
    assert file is not None
    assert file.pin == offered["pin"]
    assert "is a further counter of" in cli.fails("items", "list", *here)
    assert "is a further counter of" in cli.fails("serve", *here)
    assert "is a further counter of" in cli.fails(*here, "--read-only")
    (listed,) = cli.json("counters", "list")
    assert (listed["name"], listed["revoked_at"]) == ("Desk", None)
    assert cli.json("counters", "revoke", "desk")["name"] == "Desk"
    assert cli.json("counters", "list")[0]["revoked_at"] is not None
    assert "has data of its own again" in cli.ok("attach", "off", *here)
    assert "It was no counter" in cli.ok("attach", "off", *here)
    assert cli.ok("items", "list", *here)


def test_a_computer_whose_service_runs_becomes_no_counter(cli: Cli, stand: CounterStand) -> None:
    assert "Counterpart runs here" in cli.fails("attach", stand.address, "--code", "AAAA-AAAA")
    assert "There is no further counter" in cli.ok("counters", "list")
