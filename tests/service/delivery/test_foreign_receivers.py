"""Third-party receivers over real sockets: they accept the poster's deliveries and refuse a changed
body.
"""

from __future__ import annotations

import json
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import standardwebhooks
from gidgethub import sansio

from service.delivery.attempt_result import AttemptResult
from service.delivery.name_resolution import SystemProbe
from service.delivery.poster import HttpPoster
from service.delivery.worker_thread import WorkerThread
from service.domain.times import SystemClock
from service.domain.webhooks.retries import Outcome
from service.domain.webhooks.signing import make_delivery_headers, make_secret
from service.domain.webhooks.webhook_secrets import Secret, SecretPair
from tests.fakes.certificates import openssl_trust
from tests.programs import program

BODY = json.dumps({"id": "evt_1", "name_ar": "فلتر زيت", "quantity": 2.5}, ensure_ascii=False).encode()
SECRET, NEXT = make_secret(), make_secret()

Check = Callable[[bytes, dict[str, str]], object]


async def deliver(address: str, *, tamper: bool = False, pair: SecretPair | None = None) -> AttemptResult:
    """One real delivery; tampered, the body is another than the one that was signed."""
    clock = SystemClock()
    headers = make_delivery_headers(
        pair or SecretPair(SECRET), delivery_id="dlv_1", event="order.placed", body=BODY, at=clock.now()
    )
    poster = HttpPoster(
        tls=openssl_trust(),
        probe=SystemProbe(WorkerThread("look-up")),
        clock=clock,
        user_agent="Counterpart",
    )
    try:
        return await poster.post(1, address, headers, BODY.replace(b"2.5", b"3.5") if tamper else BODY)
    finally:
        await poster.close()


def by_gidgethub(secret: Secret) -> Check:
    def check(body: bytes, headers: dict[str, str]) -> None:
        sansio.validate_event(body, signature=headers["x-service-signature"], secret=secret.text)
        mapped = {
            **headers,
            "x-hub-signature-256": headers["x-service-signature"],
            "x-github-event": headers["x-service-event"],
            "x-github-delivery": headers["x-service-delivery"],
        }
        assert sansio.Event.from_http(mapped, body, secret=secret.text).delivery_id == "dlv_1"

    return check


def by_standardwebhooks(secret: Secret) -> Check:
    return lambda body, headers: standardwebhooks.Webhook(secret.text).verify(body, headers)


@pytest.fixture
def serve() -> Iterator[Callable[[Check], str]]:
    """Serves a check over HTTP: 204 when it passes, 401 when it raises."""
    servers: list[ThreadingHTTPServer] = []

    def start(check: Check) -> str:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    check(body, {name.lower(): value for name, value in self.headers.items()})
                except Exception:  # noqa: BLE001
                    self.send_error(401)
                else:
                    self.send_response(204)
                    self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing on standard error."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize("library", [by_gidgethub, by_standardwebhooks])
async def test_libraries_accept_the_post_and_refuse_a_tampered_one(
    serve: Callable[[Check], str], library: Callable[[Secret], Check]
) -> None:
    address = serve(library(SECRET))
    assert (await deliver(address)).status == 204
    assert (await deliver(address, tamper=True)).status == 401
    assert (await deliver(serve(library(NEXT)))).status == 401


async def test_standardwebhooks_accepts_both_secrets_during_a_rotation(serve: Callable[[Check], str]) -> None:
    pair = SecretPair(SECRET, NEXT)
    for secret in (SECRET, NEXT):
        assert (await deliver(serve(by_standardwebhooks(secret)), pair=pair)).status == 204


@pytest.fixture
def debian_webhook(tmp_path: Path) -> Iterator[str]:
    """Debian's `webhook` program with its payload-hmac-sha256 rule on x-service-signature."""
    rule = {
        "match": {
            "type": "payload-hmac-sha256",
            "secret": SECRET.text,
            "parameter": {"source": "header", "name": "X-Service-Signature"},
        }
    }
    rules = [
        {
            "id": "counterpart",
            "execute-command": program("true"),
            "response-message": "taken",
            "trigger-rule": rule,
        }
    ]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(rules))
    command = [program("webhook"), "-hooks", str(path), "-ip", "127.0.0.1", "-port", str(port), "-verbose"]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    try:
        yield _serving_at(running.stderr)
    finally:
        running.terminate()
        running.wait(10)
        running.stderr.close()


def _serving_at(lines: Iterator[str]) -> str:
    said = []
    for line in lines:
        said.append(line)
        if "serving hooks on" in line:
            return line.split("serving hooks on ")[1].split("{")[0].strip() + "counterpart"
    raise AssertionError("".join(said))


async def test_debians_webhook_accepts_the_post_and_refuses_a_tampered_one(debian_webhook: str) -> None:
    genuine = await deliver(debian_webhook)
    assert (genuine.outcome, genuine.answer) == (Outcome.ACCEPTED, b"taken")
    for refused in (await deliver(debian_webhook, tamper=True), await deliver(debian_webhook, pair=SecretPair(NEXT))):
        assert (refused.outcome, refused.answer) == (Outcome.REFUSED, b"Error occurred while evaluating hook rules.")
