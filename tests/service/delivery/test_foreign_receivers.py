"""Third-party receivers over real sockets: they accept the poster's deliveries and refuse a changed
body.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
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
from tests.fakes.free_port import free_port
from tests.programs import program

PAGE = Path(__file__).resolve().parents[3] / "docs" / "webhooks.md"
BODY = '{"id":"evt_1","name_ar":"فلتر زيت","quantity":2.5}'
SECRET, NEXT = make_secret(), make_secret()

PYTHON = """
import json, sys
for case in json.load(sys.stdin):
    given = case["secret"], case["headers"], case["body"].encode()
    print(json.dumps([signature_is_right(*given), webhook_is_right(*given)]))
"""
PHP = """
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    $given = [$case['secret'], $case['headers'], $case['body']];
    echo json_encode([signature_is_right(...$given), webhook_is_right(...$given)]), "\\n";
}
"""
NODE = """
for (const { secret, headers, body } of JSON.parse(require("node:fs").readFileSync(0, "utf8"))) {
  const given = [secret, headers, Buffer.from(body)];
  console.log(JSON.stringify([signatureIsRight(...given), webhookIsRight(...given)]));
}
"""
LANGUAGES: dict[str, tuple[str, str, Callable[[], list[str]]]] = {
    "python": (PYTHON, ".py", lambda: [sys.executable, "-W", "error"]),
    "php": (PHP, ".php", lambda: [program("php"), "-d", "error_reporting=-1", "-d", "display_errors=stderr"]),
    "javascript": (NODE, ".js", lambda: [program("node")]),
}

Check = Callable[[bytes, dict[str, str]], object]


def example(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(found) == 1
    return str(found[0])


def cases() -> Iterator[tuple[dict[str, object], list[bool]]]:
    now = SystemClock().now()

    def headers(at: int = now, pair: SecretPair | None = None) -> dict[str, str]:
        pair = pair or SecretPair(SECRET)
        return make_delivery_headers(pair, delivery_id="dlv_1", event="order.placed", body=BODY.encode(), at=at)

    def case(given: dict[str, str], body: str = BODY, secret: str = SECRET.text) -> dict[str, object]:
        return {"secret": secret, "headers": given, "body": body}

    yield case(headers()), [True, True]
    yield case(headers(now - 290_000)), [True, True]
    yield case(headers(now - 310_000)), [True, False]
    yield case(headers(now + 310_000)), [True, False]
    yield case(headers(), BODY.replace("2.5", "3.5")), [False, False]
    yield case(headers(), BODY + "\n"), [False, False]
    yield case(headers(), secret=NEXT.text), [False, False]
    yield case(headers(pair=SecretPair(SECRET, NEXT))), [True, True]
    yield case(headers(pair=SecretPair(SECRET, NEXT)), secret=NEXT.text), [False, True]
    yield case({}), [False, False]
    yield case({**headers(), "webhook-timestamp": "soon"}), [True, False]
    yield case({**headers(), "x-service-signature": "é"}), [False, True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_tells_genuine_from_forged(language: str, tmp_path: Path) -> None:
    driver, suffix, command = LANGUAGES[language]
    script = tmp_path / f"example{suffix}"
    script.write_text(example(language) + driver, encoding="utf-8")
    given, wanted = zip(*cases(), strict=True)
    done = subprocess.run(
        [*command(), str(script)], input=json.dumps(given).encode(), capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert [json.loads(line) for line in done.stdout.splitlines()] == list(wanted)


async def deliver(address: str, *, tamper: bool = False, pair: SecretPair | None = None) -> AttemptResult:
    """One real delivery; tampered, the body is another than the one that was signed."""
    clock = SystemClock()
    headers = make_delivery_headers(
        pair or SecretPair(SECRET),
        delivery_id="dlv_1",
        event="order.placed",
        body=BODY.encode(),
        at=clock.now(),
    )
    poster = HttpPoster(
        tls=openssl_trust(),
        probe=SystemProbe(WorkerThread("look-up")),
        clock=clock,
        user_agent="Counterpart",
    )
    try:
        return await poster.post(1, address, headers, (BODY.replace("2.5", "3.5") if tamper else BODY).encode())
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
    port = free_port()
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
