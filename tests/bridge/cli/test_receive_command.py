"""`counterpart receive` in a separate process, until it is stopped."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair
from tests.bridge.cli.cli_runner import Cli

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
