"""Adding a counter from both windows: the code at the first computer, the words, the key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.counters_backend import CountersBackend, OtherService
from bridge.gateway.store_gateway import StoreGateway
from bridge.remote.counters import join_service, look_at_service
from bridge.start.window_parts import AttachedWindow
from bridge.system.certificate import CertificateFolder
from bridge.system.counter_file import read_counter_file
from service.domain.audit import Actor, OwnerAction
from service.domain.pairing import PairingState
from tests.bridge.remote.counter_stand import CounterStand
from tests.bridge.remote.served_windows import WAIT_S
from ui.backend import BackendError
from ui.backend.host_port import HostState, StartEvent, StartReport


@pytest.fixture
def first(stand: CounterStand) -> Iterator[AttachedWindow]:
    """A window of the first computer."""
    made = AttachedWindow(stand.parts, StartReport(StartEvent.CLEAN))
    yield made
    made.close()


@pytest.fixture
def second(stand: CounterStand, tmp_path: Path) -> Iterator[CountersBackend]:
    """The window of a computer that is to be a counter."""
    gateway = StoreGateway(lambda: None, stand.clock)
    other = OtherService(look_at_service, join_service, tuple)
    yield CountersBackend(gateway, stand.parts.thread, tmp_path, other)
    gateway.close()


def test_a_counter_is_added_by_code_and_words_and_revoked(
    stand: CounterStand, first: AttachedWindow, second: CountersBackend, tmp_path: Path
) -> None:
    here = first.backend.counters
    offer = here.open_code().result(WAIT_S)
    assert first.backend.settings.read().result(WAIT_S).counters
    (entry,) = (one for one in stand.read_audit() if one.action == OwnerAction.SETTING_CHANGED)
    assert (entry.subject, entry.actor) == ("counters", Actor.WINDOW)
    stand.turn_on()
    seen = second.look(stand.address).result(WAIT_S)
    assert seen.words == offer.words
    second.join(seen, offer.code).result(WAIT_S)
    assert here.pairing().result(WAIT_S).state is PairingState.PAIRED
    file = read_counter_file(tmp_path)
    assert file is not None
    stand.open(file).wait_for(HostState.LISTENING)
    (listed,) = here.list().result(WAIT_S)
    assert listed.name == file.name
    here.revoke(listed.name).result(WAIT_S)
    assert here.list().result(WAIT_S) == ()


def test_what_answers_with_another_certificate_than_before_gets_no_proof(
    stand: CounterStand, first: AttachedWindow, second: CountersBackend, tmp_path: Path
) -> None:
    offer = first.backend.counters.open_code().result(WAIT_S)
    stand.turn_on()
    seen = second.look(stand.address).result(WAIT_S)
    CertificateFolder(stand.folder).replace((), stand.clock.now())
    stand.parts.thread.call(lambda service: service.counters.prepare()).result(WAIT_S)
    with pytest.raises(BackendError, match="another Counterpart answers"):
        second.join(seen, offer.code).result(WAIT_S)
    assert read_counter_file(tmp_path) is None


def test_a_code_ends_when_it_is_closed(first: AttachedWindow, stand: CounterStand, second: CountersBackend) -> None:
    offer = first.backend.counters.open_code().result(WAIT_S)
    stand.turn_on()
    first.backend.counters.close_code().result(WAIT_S)
    seen = second.look(stand.address).result(WAIT_S)
    with pytest.raises(BackendError, match="The code is wrong"):
        second.join(seen, offer.code).result(WAIT_S)
