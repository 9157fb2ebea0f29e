"""`counterpart webhooks`: targets; `counterpart receive`."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bridge.cli.webhook_commands import webhooks
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair
from service.store.engine.connection import FILE_NAME
from tests.bridge.cli.cli_data import give_items, order_of
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.cli_with_secrets import URL, CliWithSecrets
from tests.bridge.cli.ready_data import ready_cli


@pytest.fixture
def cli(tmp_path: Path) -> CliWithSecrets:
    return ready_cli(CliWithSecrets, tmp_path / "data")


def place(cli: CliWithSecrets, quantity: int = 1) -> None:
    cli.ok("orders", "place", "-", stdin=order_of(quantity))


def test_adding_shows_the_secret_once_and_keeps_it_out_of_the_database(cli: CliWithSecrets) -> None:
    made = cli.add("stock.changed", "order.placed")
    assert list(made) == ["id", "url", "events", "secret"]
    assert (made["id"], made["url"], made["events"]) == (1, URL, ["order.placed", "stock.changed"])
    assert made["secret"].startswith("whsec_")
    cli.ok("webhooks", "list")
    listed = cli.ok("webhooks", "list", "--json")
    files = b"".join(path.read_bytes() for path in cli.folder.rglob("*") if path.is_file())
    assert made["secret"] not in listed
    assert made["secret"].encode() not in files
    assert (cli.folder / FILE_NAME).exists()


def test_a_target_is_taken_by_its_name_or_its_address(cli: CliWithSecrets) -> None:
    cli.ok("webhooks", "add", URL, "--event", "rfq.new", "--name", " Till 2 ")
    (listed,) = cli.json("webhooks", "list")
    assert (listed["id"], listed["name"], listed["url"]) == (1, "Till 2", URL)
    assert "Till 2" in cli.ok("webhooks", "list")
    assert cli.json("webhooks", "off", "till 2") == {"id": 1, "on": False}
    assert cli.json("webhooks", "on", URL)["on"]
    assert cli.json("webhooks", "edit", "Till 2", "--name", "Board")["name"] == "Board"
    assert cli.fails("webhooks", "off", "Till 2").startswith("There is no target 'Till 2' here;")
    assert cli.json("webhooks", "deliveries", "--target", "Board") == []
    assert cli.json("webhooks", "resend-failed", "Board", "--since", "2026-01-01")["resent"] == 0
    assert cli.json("webhooks", "rotate", "Board")["id"] == 1
    assert cli.json("webhooks", "edit", "Board", "--name", "")["name"] is None
    assert cli.json("webhooks", "remove", URL)["id"] == 1


def test_for_people_the_secret_stands_on_a_line_of_its_own(cli: CliWithSecrets) -> None:
    secret, sentence = cli.ok("webhooks", "add", URL, "--event", "rfq.new").splitlines()
    assert secret.startswith("whsec_")
    assert "target 1" in sentence
    assert "shown this once only" in sentence


@pytest.mark.parametrize("url", ["http://169.254.169.254/", "ftp://example.com/", "http://u:p@127.0.0.1/", "nowhere"])
def test_an_address_that_is_refused_makes_nothing(cli: CliWithSecrets, url: str) -> None:
    cli.fails("webhooks", "add", url, "--event", "rfq.new")
    assert cli.json("webhooks", "list") == []
    assert not (cli.folder / "secrets.vault").exists()


def test_without_a_secret_store_both_ways_are_named_and_nothing_is_made(cli: CliWithSecrets) -> None:
    cli.passphrase = ""
    message = cli.fails("webhooks", "add", URL, "--event", "rfq.new")
    assert "keyring" in message
    assert "COUNTERPART_VAULT_PASSPHRASE" in message
    assert cli.json("webhooks", "list") == []


def test_what_is_mistyped_is_one_line(cli: CliWithSecrets) -> None:
    assert "--event" in cli.fails("webhooks", "add", URL, code=2)
    assert "order.placed" in cli.fails("webhooks", "add", URL, "--event", "order.gone", code=2)
    assert "There is no target 7" in cli.fails("webhooks", "off", "7")
    assert "add, list, on, off" in cli.fails("webhooks", code=2)


def test_list_has_these_fields(cli: CliWithSecrets) -> None:
    cli.add()
    give_items(cli)
    place(cli)
    cli.fail_once()
    assert cli.json("webhooks", "list") == [
        {
            "id": 1,
            "name": None,
            "url": URL,
            "events": ["order.placed"],
            "on": True,
            "catch_up": False,
            "created_at": "2026-11-20T12:00:00.000Z",
            "rotating": False,
            "failures": 3,
            "trouble_since": "2026-11-20T12:00:00.000Z",
            "note": None,
            "waiting": 1,
            "failed": 0,
            "next_try": "2026-11-20T12:01:00.000Z",
        }
    ]


def test_list_explains_trouble_waits_rotation_and_the_mode(cli: CliWithSecrets) -> None:
    cli.add()
    give_items(cli)
    place(cli)
    cli.fail_once()
    cli.ok("webhooks", "rotate", "1")
    cli.ok("mode", "webhooks", "off")
    cli.write(lambda tx, _shop: tx.update("UPDATE targets SET note = 'The keyring is locked'"))
    output = cli.ok("webhooks", "list")
    assert "in trouble" in output
    assert "failed 3 times in a row" in output
    assert "Target 1 waits: The keyring is locked." in output
    assert "webhooks rotate 1 --switch" in output
    assert "Webhooks are off for My shop" in output


def test_off_records_and_on_sends_what_is_chosen(cli: CliWithSecrets) -> None:
    cli.add("order.placed", "stock.changed")
    give_items(cli)
    assert cli.json("webhooks", "off", "1") == {"id": 1, "on": False}
    place(cli)
    for level in (8, 9):
        cli.ok("stock", "move", "PAD-1", "--cause", "count", "--quantity", str(level))
    assert cli.json("webhooks", "list")[0]["waiting"] == 3
    assert cli.json("webhooks", "on", "1", "--send", "newest") == {"id": 1, "on": True, "to_send": 2, "skipped": 1}
    assert "is on" in cli.ok("webhooks", "on", "1")
    assert [one["state"] for one in cli.json("webhooks", "deliveries")] == ["waiting", "skipped", "waiting"]


def test_on_sends_all_unless_told_otherwise(cli: CliWithSecrets) -> None:
    cli.add()
    give_items(cli)
    cli.ok("webhooks", "off", "1")
    place(cli)
    assert cli.json("webhooks", "on", "1") == {"id": 1, "on": True, "to_send": 1, "skipped": 0}


def test_editing(cli: CliWithSecrets) -> None:
    cli.add()
    edited = cli.json(
        "webhooks", "edit", "1", "--url", "http://127.0.0.1:8/x", "--event", "rfq.new", "--catch-up", "on"
    )
    assert (edited["url"], edited["events"], edited["catch_up"]) == ("http://127.0.0.1:8/x", ["rfq.new"], True)
    assert cli.json("webhooks", "list") == [edited]
    assert "sends missed events automatically" in cli.ok("webhooks", "edit", "1")


def test_rotating_and_switching(cli: CliWithSecrets) -> None:
    first = cli.add()
    upcoming = cli.json("webhooks", "rotate", "1")
    assert list(upcoming) == ["id", "url", "events", "secret"]
    assert upcoming["secret"] != first["secret"]
    assert cli.json("webhooks", "list")[0]["rotating"] is True
    assert "--again" in cli.fails("webhooks", "rotate", "1")
    assert cli.json("webhooks", "rotate", "1", "--again")["secret"] != upcoming["secret"]
    assert cli.json("webhooks", "rotate", "1", "--switch") == {"id": 1, "secret_left": None}
    assert cli.json("webhooks", "list")[0]["rotating"] is False
    assert "rotate it first" in cli.fails("webhooks", "rotate", "1", "--switch")
    assert "not both" in cli.fails("webhooks", "rotate", "1", "--switch", "--again", code=2)


def test_rotating_tells_people_what_comes_next(cli: CliWithSecrets) -> None:
    cli.add()
    secret, sentence, after = cli.ok("webhooks", "rotate", "1").splitlines()
    assert secret.startswith("whsec_")
    assert "next secret" in sentence
    assert "rotate 1 --switch" in after


def test_removing_keeps_what_was_delivered(cli: CliWithSecrets) -> None:
    cli.add()
    give_items(cli)
    place(cli)
    cli.set_deliveries("delivered")
    place(cli)
    assert cli.json("webhooks", "remove", "1") == {"id": 1, "secret_left": None}
    assert cli.json("webhooks", "list") == []
    assert [one["state"] for one in cli.json("webhooks", "deliveries")] == ["skipped", "delivered"]
    assert "There is no target 1" in cli.fails("webhooks", "remove", "1")


def test_a_secret_that_cannot_be_removed_keeps_no_target(cli: CliWithSecrets) -> None:
    cli.add()
    cli.passphrase = "another one"
    output = cli.ok("webhooks", "remove", "1")
    assert "Target 1 is removed." in output
    assert "could not be removed" in output
    assert cli.json("webhooks", "list") == []


def test_an_empty_list_says_what_to_do(cli: CliWithSecrets) -> None:
    assert "webhooks add URL --event KIND" in cli.ok("webhooks", "list")


def test_every_command_that_the_page_names_is_there() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "webhooks.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:counterpart |`)webhooks ([a-z-]+)", page))
    assert named == set(webhooks.commands)


ROOT = Path(__file__).resolve().parents[3]
SECRET = make_secret()
BODY = b'{"id":"evt_1","event":"order.placed","quantity":2.5}'


@contextmanager
def receiving(*words: str, secret: str = "", typed: str = "") -> Iterator[subprocess.Popen[str]]:
    environment = {**os.environ, "COUNTERPART_RECEIVE_SECRET": secret}
    process = subprocess.Popen(
        [sys.executable, "-m", "bridge", "receive", *words],
        cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdin is not None
    process.stdin.write(typed)
    process.stdin.close()
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.wait(20)
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            stream.close()
    assert process.returncode == 0


def line(process: subprocess.Popen[str], stream: str = "stdout") -> str:
    pipe = getattr(process, stream)
    return str(pipe.readline()).rstrip("\n")


def post(address: str, secret: Secret = SECRET, body: bytes = BODY) -> tuple[int, str]:
    now = time.time_ns() // 1_000_000
    headers = make_delivery_headers(SecretPair(secret), delivery_id="dlv_1", event="order.placed", body=BODY, at=now)
    connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=20)
    connection.request("POST", "/in", body, headers)
    answer = connection.getresponse()
    said = answer.status, answer.read().decode()
    connection.close()
    return said


def test_what_arrives_is_shown_and_checked() -> None:
    with receiving(secret=SECRET.text) as process:
        address = line(process).removeprefix("Listening on ")
        assert post(address)[0] == 200
        shown = [line(process) for _ in range(8)]
        assert shown[0].endswith("POST /in  order.placed")
        assert "  x-service-delivery: dlv_1" in shown
        assert f"  {BODY.decode()}" in shown


def test_faults_are_named_to_both_sides() -> None:
    with receiving("--json", secret=SECRET.text) as process:
        address = line(process, "stderr").removeprefix("Listening on ")
        status, said = post(address, make_secret())
        assert status == 400
        assert "not made with this secret" in said
        arrived = json.loads(line(process))
        assert [fault["fault"] for fault in arrived["faults"]] == ["wrong_secret", "wrong_secret"]
        post(address, body=json.dumps(json.loads(BODY)).encode())
        arrived = json.loads(line(process))
        assert (arrived["faults"][0]["fault"], arrived["again"]) == ("body_reserialised", True)


def test_the_secret_can_be_typed_in_and_a_plain_one_is_warned_of() -> None:
    with receiving("--json", "--secret", "-", typed=f"{SECRET.text}\n") as process:
        address = line(process, "stderr").removeprefix("Listening on ")
        post(address)
        assert (arrived := json.loads(line(process)))["faults"] == []
        assert arrived["checked"] is True
    with receiving("--json", "--secret", SECRET.text) as process:
        warned = line(process, "stderr")
        assert "other programs of this computer can read it" in warned
        assert SECRET.text not in warned
        assert line(process, "stderr").startswith("Listening on ")


def test_a_taken_port_is_told(cli: Cli) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        message = cli.fails("receive", "--port", str(port))
        assert message.startswith(f"Port {port} cannot be listened on")


@pytest.mark.parametrize("port", ["x", "70000", "-1"])
def test_a_port_that_is_none_is_told(cli: Cli, port: str) -> None:
    assert "'--port'" in cli.fails("receive", "--port", port, code=2)


@pytest.mark.skipif(os.name != "posix", reason="a closed pipe is told by a signal on POSIX only")
def test_it_ends_without_a_word_when_nobody_reads_on() -> None:
    line_of_words = [sys.executable, "-m", "bridge", "receive"]
    with subprocess.Popen(
        line_of_words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = line(process).removeprefix("Listening on ")
        process.stdout.close()
        assert post(address)[0] == 200, "what arrived was checked; that it could not be shown is not the sender's fault"
        assert (process.stderr.read(), process.wait(20)) == ("", 141)
