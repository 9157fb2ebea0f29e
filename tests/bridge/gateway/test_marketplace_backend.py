"""What the window asks of the link: check, connect, approve, withdraw, practise, remove."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.gateway.marketplace_backend import MarketplaceBackend
from bridge.gateway.store_gateway import StoreGateway
from service.domain.link.link_state import LinkState
from service.domain.link.rehearsal import OnlyThere
from service.domain.marketplace.orders import Action, Order
from service.domain.times import SystemClock
from service.store.link import action_queue, links
from tests.fakes.linked_pair import KeyRing
from tests.fakes.service_thread import ServiceInThread
from tests.fakes.shop_fixture import ShopFixture
from ui.backend import BackendError

WAIT_S = 20


class Sides:
    """A window of this computer on one side, a marketplace on the other."""

    def __init__(self, folder: Path) -> None:
        self.near = ServiceInThread(folder / "near", KeyRing())
        self.far = ServiceInThread(folder / "far")
        self.gateway = StoreGateway(lambda: self.near.shop.store, SystemClock())
        self.backend = MarketplaceBackend(self.gateway, self.near)

    @property
    def shop(self) -> ShopFixture:
        return self.near.shop

    @property
    def number(self) -> int:
        return self.shop.shop.id

    def stop(self) -> None:
        self.gateway.close()
        self.near.stop()
        self.far.stop()


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[Sides]:
    made = Sides(tmp_path)
    yield made
    made.stop()


def link_off(sides: Sides) -> None:
    """Connects, and switches off, so that nothing else runs during the test."""
    sides.backend.connect(sides.number, sides.far.address, sides.far.key).result(WAIT_S)
    sides.backend.switch(sides.number, False).result(WAIT_S)


def test_a_check_tells_what_it_found_and_stores_nothing(sides: Sides) -> None:
    sides.far.shop.add("A", 3)
    sides.far.shop.place("A")
    found = sides.backend.check(sides.number, sides.far.address, sides.far.key).result(WAIT_S)
    assert (found.orders, found.items, found.event_feed) == (1, 1, True)
    assert sides.backend.view(sides.number).result(WAIT_S) is None


@pytest.mark.parametrize(
    ("address", "key", "words"),
    [
        ("market", "", "must begin with https://"),
        ("http://192.168.1.7", "cp_live_x", "Use https://"),
        ("far", "", "That is no key"),
        ("far", "cp_test_x", "staging key"),
        ("far", "cp_live_x", "refuses the key"),
        ("near", "cp_live_x", "Counterpart itself"),
        ("http://127.0.0.1:9", "cp_live_x", "cannot be reached"),
    ],
)
def test_what_cannot_be_linked_is_one_sentence(sides: Sides, address: str, key: str, words: str) -> None:
    named = {"far": sides.far.address, "near": "http://127.0.0.1:8710"}.get(address, address)
    for ask in (sides.backend.check, sides.backend.connect):
        with pytest.raises(BackendError, match=words):
            ask(sides.number, named, key).result(WAIT_S)
    assert sides.backend.view(sides.number).result(WAIT_S) is None


def test_a_link_is_seen_approved_with_a_choice_and_removed(sides: Sides) -> None:
    link_off(sides)
    view = sides.backend.view(sides.number).result(WAIT_S)
    assert view is not None
    assert (view.url, view.state, view.is_practice, view.waiting) == (sides.far.address, LinkState.OFF, False, ())
    sides.shop.write(lambda tx: links.change_link(tx, sides.number, rehearsed_at=1))
    sides.backend.approve(sides.number, OnlyThere.DEACTIVATE).result(WAIT_S)
    kept = sides.shop.read(lambda db: links.get_link(db, sides.number))
    assert (kept.approved, kept.only_there) == (True, OnlyThere.DEACTIVATE)
    sides.backend.retry(sides.number).result(WAIT_S)
    sides.backend.remove(sides.number, False).result(WAIT_S)
    assert sides.backend.view(sides.number).result(WAIT_S) is None


def queue_accept(sides: Sides) -> Order:
    sides.shop.add("A")
    order = sides.shop.place("A")
    now = sides.shop.clock.now()
    sides.shop.write(lambda tx: action_queue.add_action(tx, sides.number, order.id, Action.ACCEPT, None, "Till", now))
    return order


def test_a_waiting_action_is_seen_and_withdrawn(sides: Sides) -> None:
    link_off(sides)
    order = queue_accept(sides)
    view = sides.backend.view(sides.number).result(WAIT_S)
    assert view is not None
    (line,) = view.waiting
    assert (line.reference, line.action, line.can_withdraw) == (order.reference, Action.ACCEPT, True)
    sides.backend.withdraw(sides.number, line.id).result(WAIT_S)
    view = sides.backend.view(sides.number).result(WAIT_S)
    assert view is not None
    assert view.waiting == ()
    with pytest.raises(BackendError, match="does not wait any more"):
        sides.backend.withdraw(sides.number, line.id).result(WAIT_S)


def test_a_live_shop_does_not_practise_and_staging_does(sides: Sides) -> None:
    with pytest.raises(BackendError, match="for staging only"):
        sides.backend.practise(sides.number, True).result(WAIT_S)
    staging = sides.shop.paired().shop.id
    sides.backend.practise(staging, True).result(WAIT_S)
    view = sides.backend.view(staging).result(WAIT_S)
    assert view is not None
    assert (view.is_practice, view.state) == (True, LinkState.WAITING)
    sides.backend.practise(staging, False).result(WAIT_S)
    assert sides.backend.view(staging).result(WAIT_S) is None
