"""The program as users start it, with commands at the same time and third-party receivers."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import standardwebhooks
from click.testing import CliRunner
from gidgethub import sansio

from bridge.cli.program import program as commands
from bridge.cli.session import Session
from bridge.system.instance_lock import running_process_id
from service.domain.webhooks.events import EventKind
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.webhooks.targets import get_target, insert_target
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.child_program import ChildProgram

ROOT = Path(__file__).resolve().parents[2]
LIMIT_S = 30.0
PASSPHRASE = "only for this test"
ITEM = {"lines": [{"sku": "A", "quantity": 1, "price_fils": 1000}]}

Answer = Callable[[bytes, Mapping[str, str]], int]
"""What a receiver answers to a body and its headers, their names in lower case."""


@dataclass(slots=True)
class ServedShop:
    """A data folder, the program on it, and the commands."""

    folder: Path
    environment: dict[str, str]
    process: ChildProgram | None = None
    _changed: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Runs the program until `stop`."""
        line = ("bridge", "serve", "--port", "0")
        self.process = ChildProgram(*line, environment=self.environment, quiet=True)
        assert self.process.output.readline().startswith("Listening on ")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(LIMIT_S)
            self.process.close()
            self.process = None

    def run(self, *words: str, stdin: str = "") -> Any:  # noqa: ANN401 - JSON
        """What a command prints with `--json`.
        It runs here, which is another process than the program's.
        """
        session = Session(environment=self.environment)
        done = CliRunner().invoke(commands, [*words, "--json"], input=stdin, obj=session)
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        return json.loads(done.stdout)

    def give_item(self) -> None:
        """One that orders can name."""
        with self.store() as store:
            store.submit(
                lambda tx: tx.update(
                    "INSERT INTO items (shop_id, folded, sku, name, list_on_marketplace, active, fit, updated_at) "
                    "VALUES (1, 'a', 'A', 'Part', 0, 1, '[]', 1)"
                )
            ).result(LIMIT_S)
            store.submit(lambda tx: tx.update("INSERT INTO stock VALUES (1, 1, 1000000, 0)")).result(LIMIT_S)

    @contextmanager
    def store(self) -> Iterator[Store]:
        opened = Store(self.folder / FILE_NAME)
        try:
            yield opened
        finally:
            opened.close()

    def wait_for_deliveries(self, true: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
        """The deliveries, newest first, once they are so;
        looked at again after each change in the database.
        """
        with self.store() as store:
            store.subscribe(lambda _: self._changed.set())
            while True:
                self._changed.clear()
                listed: list[dict[str, Any]] = self.run("webhooks", "deliveries")
                if true(listed):
                    return listed
                assert self._changed.wait(LIMIT_S), listed


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[ServedShop]:
    environment = {
        **os.environ,
        "COUNTERPART_DATA_DIR": str(tmp_path),
        "COUNTERPART_VAULT_PASSPHRASE": PASSPHRASE,
    }
    make_quick_vault(tmp_path, PASSPHRASE)
    made = ServedShop(tmp_path, environment)
    yield made
    made.stop()


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], str]]:
    """Serves an answer over HTTP; gives the address."""
    with ExitStack() as servers:

        def start(answer: Answer) -> str:
            class Handler(BaseHTTPRequestHandler):
                def do_POST(self) -> None:
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    self.send_response(answer(body, {name.lower(): value for name, value in self.headers.items()}))
                    self.send_header("Content-Length", "0")
                    self.end_headers()

                def log_message(self, *_: object) -> None:
                    """Nothing on standard error."""

            server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            servers.callback(server.server_close)
            servers.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}/in"

        yield start


class SlowReceiver:
    """A receiver whose check is known only once the target, and so its secret, is made."""

    def __init__(self) -> None:
        self.check: Callable[[bytes, Mapping[str, str]], object] = lambda _body, _headers: None
        self.posts: list[tuple[bytes, Mapping[str, str]]] = []

    def __call__(self, body: bytes, headers: Mapping[str, str]) -> int:
        self.posts.append((body, headers))
        try:
            self.check(body, headers)
        except Exception:  # noqa: BLE001
            return 401
        return 204


def gidgethub(secret: str) -> Callable[[bytes, Mapping[str, str]], object]:
    return lambda body, headers: sansio.validate_event(body, signature=headers["x-service-signature"], secret=secret)


def standard(secret: str) -> Callable[[bytes, Mapping[str, str]], object]:
    return lambda body, headers: standardwebhooks.Webhook(secret).verify(body, dict(headers))


def relay_to(address: str) -> Answer:
    """Hands on another body than the one that was signed."""

    def answer(body: bytes, headers: Mapping[str, str]) -> int:
        host, _, path = address.removeprefix("http://").partition("/")
        connection = http.client.HTTPConnection(host, timeout=LIMIT_S)
        kept = {name: value for name, value in headers.items() if name not in ("host", "content-length")}
        connection.request("POST", f"/{path}", body.replace(b'"total_fils":1000', b'"total_fils":1'), kept)
        status = connection.getresponse().status
        connection.close()
        return status

    return answer


def place_order(shop: ServedShop) -> str:
    return str(shop.run("orders", "place", "-", stdin=json.dumps(ITEM))["reference"])


def test_a_receiver_accepts_what_the_program_posts_and_refuses_a_tampered_body(
    shop: ServedShop, serve: Callable[[Answer], str]
) -> None:
    """`tests/service/delivery/test_foreign_receivers.py` tries other libraries and programs.

    An order arrives; a second one, changed on its way, is refused and stays to be sent again.
    """
    receiver = SlowReceiver()
    address = serve(receiver)
    target = shop.run("webhooks", "add", address, "--event", "order.placed")
    assert list(target) == ["id", "url", "events", "secret"]
    receiver.check = standard(target["secret"])
    shop.give_item()
    shop.start()
    reference = place_order(shop)
    (delivery,) = shop.wait_for_deliveries(lambda listed: bool(listed) and listed[0]["state"] == "delivered")
    assert (delivery["event"], delivery["subject"]) == ("order.placed", reference)
    assert [attempt["status"] for attempt in delivery["attempts"]] == [204]
    shop.run("webhooks", "edit", str(target["id"]), "--url", serve(relay_to(address)))
    place_order(shop)
    refused = shop.wait_for_deliveries(lambda listed: bool(listed[0]["attempts"]))[0]
    assert (refused["state"], refused["attempts"][0]["status"]) == ("waiting", 401)


def test_a_test_event_reaches_the_running_program_and_is_told(shop: ServedShop, serve: Callable[[Answer], str]) -> None:
    receiver = SlowReceiver()
    target = str(shop.run("webhooks", "add", serve(receiver), "--event", "rfq.new")["id"])
    shop.start()
    sent = shop.run("webhooks", "test", target)
    assert (sent["state"], sent["event"], sent["note"]) == ("delivered", "rfq.new", "Accepted with 204")
    ((body, headers),) = receiver.posts
    assert json.loads(body)["test"] is True
    assert headers["x-service-delivery"] == sent["id"]


def test_switching_the_secret_in_another_process_is_followed(shop: ServedShop, serve: Callable[[Answer], str]) -> None:
    receiver = SlowReceiver()
    made = shop.run("webhooks", "add", serve(receiver), "--event", "order.placed")
    target = str(made["id"])
    receiver.check = standard(made["secret"])
    shop.start()
    assert shop.run("webhooks", "test", target)["state"] == "delivered"
    upcoming = shop.run("webhooks", "rotate", target)["secret"]
    assert shop.run("webhooks", "test", target)["state"] == "delivered"
    receiver.check = standard(upcoming)
    assert shop.run("webhooks", "test", target)["state"] == "delivered"
    shop.run("webhooks", "rotate", target, "--switch")
    receiver.check = gidgethub(upcoming)
    assert shop.run("webhooks", "test", target)["state"] == "delivered"


def test_what_happened_while_the_program_was_off_goes_out_when_it_starts(
    shop: ServedShop, serve: Callable[[Answer], str]
) -> None:
    receiver = SlowReceiver()
    shop.run("webhooks", "add", serve(receiver), "--event", "order.placed")
    shop.give_item()
    shop.start()
    shop.stop(signal.SIGKILL)
    references = [place_order(shop), place_order(shop)]
    assert receiver.posts == []
    shop.start()
    shop.wait_for_deliveries(lambda listed: {one["state"] for one in listed} == {"delivered"})
    arrived = [json.loads(body)["data"]["order"]["reference"] for body, _ in receiver.posts]
    assert arrived == references


def test_a_kill_while_a_delivery_is_under_way_and_a_start_at_once_serves(
    shop: ServedShop, serve: Callable[[Answer], str]
) -> None:
    under_way, over = threading.Event(), threading.Event()

    def hang(_body: bytes, _headers: Mapping[str, str]) -> int:
        under_way.set()
        over.wait(LIMIT_S)
        return 204

    shop.start()
    shop.give_item()
    shop.run("webhooks", "add", serve(hang), "--event", "order.placed")
    place_order(shop)
    assert under_way.wait(LIMIT_S)
    shop.stop(signal.SIGKILL)
    shop.start()
    assert shop.process is not None
    assert running_process_id(shop.folder) == shop.process.pid, "the process that was started is the only one"
    over.set()
    shop.wait_for_deliveries(lambda listed: listed[0]["state"] == "delivered")


def test_a_stop_with_a_thousand_dead_targets_keeps_its_ten_seconds(shop: ServedShop) -> None:
    with ExitStack() as open_sockets, socket.create_server(("127.0.0.1", 0), backlog=2_000) as dead:
        address = f"http://127.0.0.1:{dead.getsockname()[1]}"
        target = shop.run("webhooks", "add", f"{address}/0", "--event", "order.placed")
        with shop.store() as store:

            def add(tx: Tx) -> None:
                secret = get_target(tx, 1, target["id"]).secret_name
                for number in range(1, 1_000):
                    insert_target(tx, 1, f"{address}/{number}", [EventKind.ORDER_PLACED], secret, 1)

            store.submit(add).result(LIMIT_S)
        shop.give_item()
        shop.start()
        place_order(shop)
        for _ in range(8):
            open_sockets.enter_context(dead.accept()[0])
        shop.stop()
    assert "did not end within" not in (shop.folder / "logs" / "counterpart.log").read_text("utf-8")


def test_staging_posts_to_its_own_targets_only(shop: ServedShop, serve: Callable[[Answer], str]) -> None:
    live, staging = SlowReceiver(), SlowReceiver()
    for receiver, words in ((live, ()), (staging, ("--staging",))):
        shop.run("webhooks", "add", serve(receiver), "--event", "rfq.new", *words)
    shop.start()
    shop.run("rfq", "new", "-", "--staging", stdin='{"items": [{"description": "x", "quantity": 1}]}')
    shop.run("rfq", "new", "-", stdin='{"items": [{"description": "y", "quantity": 1}]}')
    shop.wait_for_deliveries(lambda listed: bool(listed) and listed[0]["state"] == "delivered")
    assert [json.loads(body)["data"]["rfq"]["items"][0]["description"] for body, _ in live.posts] == ["y"]
    assert [json.loads(body)["data"]["rfq"]["items"][0]["description"] for body, _ in staging.posts] == ["x"]
