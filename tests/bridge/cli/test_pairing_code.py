"""`counterpart keys pair`: a code for a till, made by the running program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from bridge.cli.pairing_code import ask_for_code
from bridge.cli.session import CommonOptions, Session
from bridge.system.instance_lock import InstanceLock
from service.api.pairing_requests import (
    MadeCode,
    answer_request,
    read_request,
    write_request,
)
from service.api.sealed_codes import CodeAsker, seal_code
from service.domain.errors import Unavailable
from service.domain.times import SystemClock
from tests.bridge.cli.cli_runner import Cli
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


@pytest.fixture
def session(cli: Cli) -> Iterator[Session]:
    """A session whose pauses take no time."""
    opened = Session(cli.clock, {}, CommonOptions(data_dir=cli.folder), pause=lambda _seconds: None)
    yield opened
    opened.close()


def test_a_request_that_nobody_answers_is_taken_back(session: Session) -> None:
    with pytest.raises(Unavailable, match="did not make a code"):
        ask_for_code(session, CodeAsker(1, session.now()))
    assert session.read(read_request) is None


def test_of_two_commands_at_once_the_earlier_says_that_its_code_has_ended(cli: Cli, session: Session) -> None:
    later = CodeAsker(1, session.now())

    def ask_again(_seconds: float) -> None:
        session.write(lambda tx: write_request(tx, later.request))

    earlier = Session(cli.clock, {}, CommonOptions(data_dir=cli.folder), pause=ask_again)
    with pytest.raises(Unavailable, match="Another command has asked for a code since"):
        ask_for_code(earlier, CodeAsker(1, session.now()))
    earlier.close()
    assert session.read(read_request) == later.request


@pytest.mark.parametrize(
    ("made", "sentence"),
    [(MadeCode(fault="The certificate cannot be read."), "The certificate cannot be read."), (None, "did not make")],
)
def test_an_answer_without_a_code_says_why(cli: Cli, session: Session, made: MadeCode | None, sentence: str) -> None:
    asker = CodeAsker(1, cli.clock.now())
    other = CodeAsker(1, cli.clock.now())

    def answer(_seconds: float) -> None:
        # Sealed for another process, it cannot be opened here.
        sealed = seal_code(MadeCode("K7QM3XRD"), other.request) if made is None else seal_code(made, asker.request)
        session.write(lambda tx: answer_request(tx, asker.request, sealed))

    asking = Session(cli.clock, {}, CommonOptions(data_dir=cli.folder), pause=answer)
    with pytest.raises(Unavailable, match=sentence):
        ask_for_code(asking, asker)
    assert session.read(read_request) is None
    asking.close()
