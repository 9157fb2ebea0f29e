"""`counterpart keys pair`: a code for a till, given to the running program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from bridge.cli.framework.cli_session import CommonOptions, Session
from bridge.cli.shop.pairing_code import wait_until_taken
from bridge.instance_lock import InstanceLock
from service.api.pairing.code_handover import HandedCode, hand_over, is_waiting
from service.domain.errors import Unavailable
from service.domain.times import SystemClock
from tests.bridge.cli.framework.cli_runner import Cli
from tests.fakes.service_thread import ServiceInThread


@pytest.fixture
def running(tmp_path: Path) -> Iterator[ServiceInThread]:
    """A program that runs on the command line's data folder."""
    service = ServiceInThread(tmp_path / "data")
    lock = InstanceLock(tmp_path / "data")
    yield service
    lock.release()
    service.stop()


def test_without_a_running_program_there_is_no_code(cli: Cli) -> None:
    cli.ok("keys", "list")
    assert "The program does not run" in cli.fails("keys", "pair")


def test_a_till_gets_its_key_with_the_code(cli: Cli, running: ServiceInThread) -> None:
    cli.clock.set(SystemClock().now())
    offered = cli.json("keys", "pair", "--staging")
    assert offered["address"] == running.address
    assert offered["pin"] is None
    host, _, port = running.address.removeprefix("http://").partition(":")
    connection = HTTPConnection(host, int(port), timeout=20)
    connection.request("POST", "/v1/pair", json.dumps({"name": "Till 2", "code": offered["code"]}))
    paired = json.load(connection.getresponse())
    connection.close()
    assert paired["key"].startswith("cp_test_")
    assert [key["name"] for key in cli.json("keys", "list", "--staging")] == ["Till 2"]
    assert "works once, for My shop" in cli.ok("keys", "pair")


def test_a_code_that_nobody_takes_is_taken_back(cli: Cli) -> None:
    session = Session(cli.clock, {}, CommonOptions(data_dir=cli.folder), pause=lambda _seconds: None)
    handed = HandedCode(1, "", b"key", session.now())
    session.write(lambda tx: hand_over(tx, handed))
    with pytest.raises(Unavailable, match="did not take the code"):
        wait_until_taken(session)
    assert not session.read(is_waiting)
    session.close()
