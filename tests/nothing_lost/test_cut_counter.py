"""A service and a further counter, each a program in a network of its own, with a line between them
that is slow, loses, and is cut in the middle of writes.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import random
import selectors
import struct
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Queue
from threading import Thread

import pytest

from service.domain.counters import PORT
from service.store.engine.connection import FILE_NAME
from service.store.engine.store import Store
from service.store.shops import find_shop
from service.store.stock_levels import read_ledger
from service.usecases.edit_settings import change_setting
from service.usecases.edit_shop import ensure_first_shop
from tests.bridge.remote.served_windows import WAIT_S
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.counter_process import UNIT
from tests.programs import ROOT, program
from ui.backend.host_port import HostState

CUTS = 30
SKU, UNITS = "A-1", 100
DELAY_S, LOST_SHARE = 0.002, 0.02
SAID_WITHIN_S = 3.0
SERVICE, COUNTER = "10.87.11.1", "10.87.11.2"
LISTENING = f"state {HostState.LISTENING.value}"
CHANCE = random.Random(7)


class Cable:
    """Carries packets between two network cards that it makes. Each takes some time and a share is
    lost, as with `tc netem`, which not every kernel has.
    """

    _CARD_OF_ETHERNET = struct.pack("H", 0x0002 | 0x1000)
    _MAKE_CARD = 0x400454CA
    _LONGEST = 65536

    def __init__(self, *names: str) -> None:
        """Raises OSError where the system makes none."""
        self.lost, self._chance = 0, random.Random(7)
        self._ends = list[int]()
        with ExitStack() as opened:
            for name in names:
                self._ends.append(os.open("/dev/net/tun", os.O_RDWR))
                opened.callback(os.close, self._ends[-1])
                fcntl.ioctl(self._ends[-1], self._MAKE_CARD, name.encode().ljust(16, b"\0") + self._CARD_OF_ETHERNET)
            self._stop, self._stopped = os.pipe()
            opened.pop_all()
        self._thread = Thread(target=self._carry, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """The cards go with it."""
        os.close(self._stopped)
        self._thread.join(WAIT_S)
        for end in (self._stop, *self._ends):
            os.close(end)

    def _carry(self) -> None:
        under_way, others = deque[tuple[float, int, bytes]](), dict(zip(self._ends, reversed(self._ends), strict=True))
        with selectors.DefaultSelector() as selector:
            for end in (self._stop, *self._ends):
                selector.register(end, selectors.EVENT_READ)
            while True:
                for key, _ in selector.select(max(0.0, under_way[0][0] - time.monotonic()) if under_way else None):
                    if key.fd == self._stop:
                        return
                    packet = os.read(key.fd, self._LONGEST)
                    if self._chance.random() < LOST_SHARE:
                        self.lost += 1
                    else:
                        under_way.append((time.monotonic() + DELAY_S, others[key.fd], packet))
                while under_way and under_way[0][0] <= time.monotonic():
                    _, end, packet = under_way.popleft()
                    with contextlib.suppress(OSError):  # the card is off
                        os.write(end, packet)


class Networks:
    """Two network namespaces with a cable between them: the service is in one, the counter in the
    other.
    """

    def __init__(self) -> None:
        """Raises CalledProcessError or OSError where the system makes none."""
        self._names = [f"cp{os.getpid()}{side}" for side in "ab"]
        with ExitStack() as undo:
            for name in self._names:
                self._ip("netns", "add", name)
                undo.callback(self._ip, "netns", "del", name)
            # Made last, so closed first: a network takes its card along.
            self.cable = Cable(*self._names)
            undo.callback(self.cable.close)
            for name, address in zip(self._names, (SERVICE, COUNTER), strict=True):
                self._ip("link", "set", name, "netns", name)
                self._ip("-n", name, "addr", "add", f"{address}/30", "dev", name)
                for device in ("lo", name):
                    self._ip("-n", name, "link", "set", device, "up")
            self.remove = undo.pop_all().close

    def plug(self, *, on: bool) -> None:
        """The cable in or out."""
        name = self._names[0]
        self._ip("-n", name, "link", "set", name, "up" if on else "down")

    def at_service(self, *words: str) -> list[str]:
        """The command of a module of the project in the service's network."""
        return [program("ip"), "netns", "exec", self._names[0], sys.executable, "-m", *words]

    def at_counter(self, *words: str) -> list[str]:
        return [program("ip"), "netns", "exec", self._names[1], sys.executable, "-m", *words]

    @staticmethod
    def _ip(*words: str) -> None:
        subprocess.run([program("ip"), *words], check=True, capture_output=True, timeout=WAIT_S)


class Talker:
    """A program that is written to and read in lines."""

    def __init__(self, line: list[str]) -> None:
        self._process = subprocess.Popen(
            line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1, cwd=ROOT
        )
        self._lines: Queue[str] = Queue()
        self.read: list[str] = []
        self._thread = Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.strip())

    def write(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def wait_for(self, met: Callable[[str], bool]) -> str:
        """The next line of which this is true. Raises queue.Empty."""
        ends = time.monotonic() + WAIT_S
        while True:
            self.read.append(self._lines.get(timeout=max(0.0, ends - time.monotonic())))
            if met(self.read[-1]):
                return self.read[-1]

    def stop(self) -> None:
        """Ends it as the system does."""
        self._process.terminate()
        self._process.wait(WAIT_S)
        self._thread.join(WAIT_S)
        for end in (self._process.stdin, self._process.stdout):
            if end is not None:
                end.close()


def run(line: list[str]) -> str:
    """What a command says."""
    return subprocess.run(line, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, timeout=WAIT_S).stdout


@pytest.fixture
def networks() -> Iterator[Networks]:
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("only root on Linux makes networks")
    try:
        made = Networks()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"this system makes no networks: {error}")
    yield made
    made.remove()


def test_cuts_between_two_programs_lose_and_repeat_none(
    networks: Networks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line ends at some byte, before the answer, or at once, or the cable is pulled for a
    moment; in the end for longer than anybody waits.
    """
    data, own = ("--data-dir", str(tmp_path)), ("--data-dir", str(tmp_path / "counter"))
    monkeypatch.setenv("COUNTERPART_VAULT_PASSPHRASE", "only for a test")
    with open_shop(tmp_path) as shop:
        shop.write(lambda tx: change_setting(tx, "counters", "on"))
        shop.add(SKU, UNITS)
    with ExitStack() as ending:

        def talk(line: list[str], greeting: str) -> Talker:
            talker = Talker(line)
            ending.callback(talker.stop)
            talker.wait_for(lambda said: said.startswith(greeting))
            return talker

        talk(networks.at_service("bridge", "serve", "--port", "0", *data), "Listening on ")
        line = talk(networks.at_service("tests.fakes.line", SERVICE, str(PORT)), "")
        code = json.loads(run(networks.at_service("bridge", "counters", "add", "--json", *data)))["code"]
        run(networks.at_counter("bridge", "attach", f"{SERVICE}:{line.read[0]}", "--code", code, *own))
        selling = networks.at_counter("tests.nothing_lost.counter_process", own[1], str(shop.shop.id), SKU)
        counter = talk(selling, LISTENING)
        for number in range(CUTS):
            cut_and_write(number, counter, line, networks)
        pull_for_long(counter, networks)
    assert networks.cable.lost
    wanted = [*map(name_sale, range(CUTS)), "Last"]
    assert [said.removesuffix(" sold") for said in counter.read if said.endswith(" sold")] == wanted
    with open_shop(tmp_path) as shop:
        *sales, _upload = shop.read(lambda db: read_ledger(db, shop.shop.id, SKU))
    assert [str(sale.note) for sale in reversed(sales)] == wanted
    assert sales[0].quantity == (UNITS - len(wanted)) * UNIT


@contextmanager
def open_shop(folder: Path) -> Iterator[ShopFixture]:
    """While no program has the data."""
    store, clock = Store(folder / FILE_NAME), FakeClock()
    try:
        store.submit(lambda tx: ensure_first_shop(tx, clock.now())).result(WAIT_S)
        yield ShopFixture(store, store.submit_read(lambda db: find_shop(db, None, staging=False)).result(WAIT_S), clock)
    finally:
        store.close()


def name_sale(number: int) -> str:
    return f"Sale-{number:02}"


def cut_and_write(number: int, counter: Talker, line: Talker, networks: Networks) -> None:
    """What is refused while there is no line is not done, and asked once more."""
    way = number % 4
    if way < 2:
        line.write(str(CHANCE.randrange(1, 400)) if way else "at answer")
    counter.write(name_sale(number))
    if way == 2:
        line.write("now")
    elif way == 3:
        networks.plug(on=False)
        networks.plug(on=True)
    while counter.wait_for(lambda said: said.startswith("Sale-")) != f"{name_sale(number)} sold":
        counter.wait_for(lambda said: said == LISTENING)
        counter.write(name_sale(number))


def pull_for_long(counter: Talker, networks: Networks) -> None:
    """The counter says so in time, and the write is answered when the cable is back."""
    networks.plug(on=False)
    counter.write("Last")
    began = time.monotonic()
    counter.wait_for(lambda said: said == f"state {HostState.STOPPED.value}")
    assert time.monotonic() - began < SAID_WITHIN_S
    networks.plug(on=True)
    assert counter.wait_for(lambda said: said.startswith("Last")) == "Last sold"
