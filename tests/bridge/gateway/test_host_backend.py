"""The host's backend: status, a real call to itself, the secret store's states, the sample, waiting
work.
"""

from __future__ import annotations

import json
import threading
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from bridge.gateway.host_backend import HostBackend, SupportPort, save_description
from bridge.gateway.store_gateway import StoreGateway
from bridge.secrets.vault_file import WrongPassphrase
from service.api.openapi.description import build_description
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.domain.update_rules import UpdateStatus
from service.domain.webhooks.webhook_secrets import Secret, SecretStoreState, SecretStoreStatus
from tests.bridge.gateway.gateway_fakes import LoopThread, ProgressRecorder
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import WAIT_S, ShopFixture
from tests.fakes.webhook_targets import add_target, count_stock
from ui.backend import BackendError, ErrorCode, Progress
from ui.backend.host_port import (
    BundlePart,
    CheckLine,
    CheckState,
    Host,
    HostState,
    HostStatus,
    KeyringStatus,
    StartEvent,
    StartReport,
    WaitingWork,
)

LINE = CheckLine("port", verbatim("Port"), CheckState.GOOD, verbatim("It listens."))
PART = BundlePart("about.txt", 3, "abc")


def test_the_file_has_the_address_that_tills_call(tmp_path: Path) -> None:
    path = tmp_path / "interface.json"
    save_description(path, "http://shop-pc.local:8710")
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert [server["url"] for server in saved["servers"]] == ["http://shop-pc.local:8710"]
    assert saved == {**build_description(), "servers": saved["servers"]}


def test_where_it_cannot_be_written_a_sentence_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unavailable, match="cannot be written"):
        save_description(tmp_path / "missing" / "interface.json", "http://127.0.0.1:8710")


class FakeSecretPort:
    """The secret store in any state."""

    def __init__(self) -> None:
        self.state = SecretStoreState.WORKS
        self.name = "GNOME Keyring"
        self.has_unopened_file = False
        self.passphrase = "right"

    async def status(self) -> SecretStoreStatus:
        return SecretStoreStatus(self.state, verbatim(""))

    async def ask_again(self) -> SecretStoreStatus:
        return await self.status()

    async def open_vault(self, passphrase: str) -> SecretStoreStatus:
        if passphrase != self.passphrase:
            raise WrongPassphrase(__file__)  # type: ignore[arg-type]
        self.state, self.has_unopened_file = SecretStoreState.ENCRYPTED_FILE, False
        return await self.status()


@dataclass
class FakeUpdates:
    """Notes what was asked of the watch for newer versions."""

    asked: list[str]

    def status(self) -> UpdateStatus:
        return UpdateStatus("0.2.0")

    def look(self) -> UpdateStatus:
        self.asked.append("look")
        return UpdateStatus("0.3.0")

    def begin_install(self) -> Future[None]:
        self.asked.append("install")
        answer: Future[None] = Future()
        answer.set_result(None)
        return answer


class Health(BaseHTTPRequestHandler):
    """Answers the health page, and parts for the key `good`."""

    def do_GET(self) -> None:
        knows = self.path == "/health" or self.headers["Authorization"] == "Bearer good"
        self.send_response(200 if knows else 401)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def desk() -> FakeSecretPort:
    return FakeSecretPort()


@pytest.fixture
def saved() -> list[str]:
    return []


@pytest.fixture
def room(asking: StoreGateway, clock: FakeClock, thread: LoopThread, desk: FakeSecretPort, saved: list[str]) -> Host:
    support = SupportPort(lambda _: (LINE,), lambda: (PART,), saved.append)
    report = StartReport(StartEvent.UNCLEAN_END, "trace")
    return HostBackend(asking, thread, desk, report, support, lambda: saved.append("secrets"), FakeUpdates(saved))


def test_status_report_and_ports_are_passed_on(room: Host, thread: LoopThread) -> None:
    assert room.status().result(0) == thread.status
    assert room.start_report().result(0).trace == "trace"
    room.try_again().result(0)
    room.change_port(8711).result(0)
    assert thread.requests == ["again", 8711]


def test_newer_versions_are_the_watchs(room: Host, saved: list[str]) -> None:
    assert room.update_status().result(WAIT_S).version == "0.2.0"
    assert room.look_for_update().result(WAIT_S).version == "0.3.0"
    room.install_update().result(WAIT_S)
    assert saved == ["look", "install"]


def test_the_self_test_and_the_bundle_are_the_doctors(room: Host, saved: list[str]) -> None:
    assert room.self_test(ProgressRecorder()).result(WAIT_S) == (LINE,)
    assert room.bundle_preview().result(WAIT_S) == (PART,)
    room.save_bundle("x.zip").result(WAIT_S)
    assert saved == ["x.zip"]


def _answer(server: HTTPServer, calls: int) -> None:
    for _ in range(calls):
        server.handle_request()


def test_a_test_call_goes_over_a_real_connection(room: Host, thread: LoopThread) -> None:
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        serving = threading.Thread(target=_answer, args=(server, 3))
        serving.start()
        thread.status = HostStatus(HostState.LISTENING, f"http://127.0.0.1:{server.server_port}", server.server_port)
        assert room.test_call(1).result(WAIT_S) >= 1
        assert room.test_call(1, Secret("good")).result(WAIT_S) >= 1
        with pytest.raises(BackendError, match="refused the call: 401"):
            room.test_call(1, Secret("bad")).result(WAIT_S)
        serving.join(WAIT_S)
    with pytest.raises(BackendError, match="did not answer"):
        room.test_call(1).result(WAIT_S)
    thread.status = HostStatus(HostState.STOPPED, "", 0)
    with pytest.raises(BackendError, match="not listening"):
        room.test_call(1).result(WAIT_S)


@pytest.mark.parametrize(
    ("state", "file_waits", "expected"),
    [
        (SecretStoreState.WORKS, False, KeyringStatus(SecretStoreState.WORKS, "GNOME Keyring")),
        (SecretStoreState.LOCKED, False, KeyringStatus(SecretStoreState.LOCKED, "GNOME Keyring")),
        (SecretStoreState.SLOW, False, KeyringStatus(SecretStoreState.SLOW, "GNOME Keyring")),
        (SecretStoreState.LOCKED, True, KeyringStatus(SecretStoreState.LOCKED, "GNOME Keyring")),
        (SecretStoreState.ABSENT, False, KeyringStatus(SecretStoreState.ABSENT, "GNOME Keyring")),
        (SecretStoreState.ABSENT, True, KeyringStatus(SecretStoreState.ENCRYPTED_FILE, "GNOME Keyring", opened=False)),
        (SecretStoreState.ENCRYPTED_FILE, False, KeyringStatus(SecretStoreState.ENCRYPTED_FILE, "GNOME Keyring")),
    ],
)
def test_each_state_of_the_secret_store_is_shown(
    room: Host, desk: FakeSecretPort, state: SecretStoreState, file_waits: bool, expected: KeyringStatus
) -> None:
    desk.state, desk.has_unopened_file = state, file_waits
    assert room.keyring().result(WAIT_S) == expected


def test_a_keyring_that_may_be_open_again_wakes_what_waits_for_it_and_the_panes(
    room: Host, thread: LoopThread, saved: list[str]
) -> None:
    room.retry_keyring().result(WAIT_S)
    assert (thread.service.woken, saved) == (1, ["secrets"])


def test_the_encrypted_file_opens_with_its_own_passphrase(
    room: Host, thread: LoopThread, desk: FakeSecretPort, saved: list[str]
) -> None:
    desk.state, desk.has_unopened_file = SecretStoreState.ABSENT, True
    with pytest.raises(BackendError) as raised:
        room.open_vault("wrong").result(WAIT_S)
    assert raised.value.code is ErrorCode.WRONG_PASSPHRASE
    assert (thread.service.woken, saved) == (0, [])
    room.open_vault("right").result(WAIT_S)
    assert room.keyring().result(WAIT_S) == KeyringStatus(SecretStoreState.ENCRYPTED_FILE, desk.name)
    assert (thread.service.woken, saved) == (1, ["secrets"])


def test_what_quitting_would_leave_is_counted_in_live_shops(floor: ShopFixture, room: Host) -> None:
    assert room.waiting_work().result(WAIT_S) == WaitingWork(0, 0)
    for one in (floor, floor.paired()):
        one.add("A")
        one.place("A")
    add_target(floor)
    count_stock(floor, "A", 20, 21)
    add_target(floor.paired())
    count_stock(floor.paired(), "A", 30)
    assert room.waiting_work().result(WAIT_S) == WaitingWork(2, 1)


def test_the_sample_fills_staging_step_by_step(floor: ShopFixture, room: Host) -> None:
    steps, staging = ProgressRecorder(), floor.paired()
    added = room.fill_sample(staging.shop.id, steps).result(WAIT_S)
    assert added > 50
    assert staging.read(lambda db: int(db.scalar("SELECT count(*) FROM items"))) == added
    whole = steps.reports[-1].done
    assert steps.reports == [Progress(done, whole) for done in range(whole + 1)]
    with pytest.raises(BackendError, match="live"):
        room.fill_sample(floor.shop.id, ProgressRecorder()).result(WAIT_S)


def test_the_sample_stops_where_it_is_told_to(floor: ShopFixture, room: Host, asking: StoreGateway) -> None:
    steps = ProgressRecorder()
    steps.stop_at = 2
    future = room.fill_sample(floor.paired().shop.id, steps)
    steps.stop = future.cancel
    steps.may_stop.set()
    with pytest.raises(CancelledError):
        future.result(WAIT_S)
    asking._workers.shutdown(wait=True)
    assert steps.reports[-1].done < (steps.reports[-1].total or 0)
