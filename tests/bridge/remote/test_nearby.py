"""A counter finds its service in the network. Other tests on this computer announce theirs, so the
names here are of this process.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bridge.remote.nearby import Announcement, find_nearby

HERE = ("127.0.0.1",)
WITHIN_S = 20.0
SHOP, YARD = f"SHOP-{os.getpid()}", f"YARD-{os.getpid()}"


def find_own(*wanted: str) -> dict[str, str]:
    """The addresses of what is announced here, by name, once these names are found."""
    ends = time.monotonic() + WITHIN_S
    own: dict[str, str] = {}
    while not own.keys() >= set(wanted) and time.monotonic() < ends:
        own = {one.name: one.address for one in find_nearby(HERE, WITHIN_S) if one.name in (SHOP, YARD)}
    return own


@pytest.fixture
def announced() -> Iterator[Announcement]:
    made = Announcement(SHOP, 8711, HERE)
    made.start(HERE)
    yield made
    made.stop()


def test_a_service_is_found_by_its_name(announced: Announcement) -> None:
    announced.start(HERE)
    assert find_own(SHOP) == {SHOP: "127.0.0.1"}
    announced.start(("127.0.0.2",))
    assert find_own(SHOP) == {SHOP: "127.0.0.2"}


def test_each_service_is_found(announced: Announcement) -> None:
    other = Announcement(YARD, 8711, HERE)
    other.start(HERE)
    try:
        assert set(find_own(SHOP, YARD)) == {SHOP, YARD}
    finally:
        other.stop()


def test_a_stop_in_the_middle_of_a_start_leaves_nothing() -> None:
    beginning, made = threading.Event(), Announcement(SHOP, 8711, HERE)

    class SlowAddresses(list[str]):
        def __iter__(self) -> Iterator[str]:
            beginning.set()
            return super().__iter__()

    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(made.start, SlowAddresses(HERE))
        assert beginning.wait(WITHIN_S)
        made.stop()
        starting.result(WITHIN_S)
    assert made._responder is None


def test_one_that_is_gone_is_not_found(announced: Announcement) -> None:
    announced.stop()
    assert SHOP not in {one.name for one in find_nearby(HERE, 0.1)}


# The library does not close its socket then.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_network_that_cannot_be_asked_names_nothing() -> None:
    assert find_nearby(("192.0.2.1",), 0.1) == ()
    unheard = Announcement(SHOP, 8711, ("192.0.2.1",))
    unheard.start(HERE)
    unheard.stop()
