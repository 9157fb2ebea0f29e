"""The certificate as the window asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.network_backend import NetworkBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.audit import OwnerAction
from service.domain.changes import ChangeKind, Changes
from service.domain.pairing import LENGTH, PairingState
from service.domain.times import SystemClock
from service.store.audit_log import list_entries
from tests.fakes.certificates import make_folder
from tests.fakes.service_thread import ServiceInThread
from ui.backend import BackendError
from ui.backend.keys_port import Network

WAIT_S = 20


class Window:
    """The port over a service that is open to the network."""

    def __init__(self, folder: Path) -> None:
        files = make_folder(folder)
        self.changes: list[Changes] = []
        self.service = ServiceInThread(folder / "data", certificate=make_folder(folder))
        self.gateway = StoreGateway(lambda: self.service.shop.store, SystemClock())
        self.network: Network = NetworkBackend(self.gateway, self.service, lambda: files, self.changes.append)

    def open(self) -> None:
        """Prepares encryption, as opening the service to the network does."""
        self.service.call(lambda service: service.tls.prepare(wanted=True, allowed_hosts=())).result(WAIT_S)

    def close(self) -> None:
        self.gateway.close()
        self.service.stop()


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    made = Window(tmp_path)
    yield made
    made.close()


def test_there_is_none_until_the_network_may_call(window: Window, tmp_path: Path) -> None:
    assert window.network.certificate().result(WAIT_S) is None
    with pytest.raises(BackendError, match="no certificate yet"):
        window.network.save_certificate(str(tmp_path / "a.pem")).result(WAIT_S)
    window.open()
    found = window.network.certificate().result(WAIT_S)
    assert found is not None
    window.network.save_certificate(str(tmp_path / "a.pem")).result(WAIT_S)
    assert (tmp_path / "a.pem").read_bytes() == Path(found.authority_file).read_bytes()


def test_a_replaced_one_is_in_use_at_once_and_the_panes_hear_of_it(window: Window) -> None:
    window.open()
    before = window.network.certificate().result(WAIT_S)
    window.network.replace_certificate().result(WAIT_S)
    after = window.network.certificate().result(WAIT_S)
    assert before is not None
    assert after is not None
    assert after.pin != before.pin
    assert [changes.kinds for changes in window.changes] == [frozenset({ChangeKind.SETTINGS})]
    (entry,) = window.service.shop.read(lambda db: list_entries(db, limit=1))
    assert (entry.action, entry.values["pin"]) == (OwnerAction.CERTIFICATE_REPLACED, after.pin)


def test_a_fault_is_one_sentence(window: Window, tmp_path: Path) -> None:
    (tmp_path / "certificate").write_text("a file in the way")
    window.open()
    with pytest.raises(BackendError, match="cannot be used"):
        window.network.certificate().result(WAIT_S)


def test_a_code_waits_until_it_is_closed(window: Window) -> None:
    assert window.network.pairing().result(WAIT_S).state is PairingState.NONE
    code = window.network.open_pairing(window.service.shop.shop.id).result(WAIT_S)
    assert len(code) == LENGTH
    told = window.network.pairing().result(WAIT_S)
    assert (told.state, told.shop_id) == (PairingState.WAITING, window.service.shop.shop.id)
    window.network.close_pairing().result(WAIT_S)
    assert window.network.pairing().result(WAIT_S).state is PairingState.NONE
