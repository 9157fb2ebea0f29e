"""Webhooks: how fast waiting deliveries are sent, and what a dead target costs the others
(docs/performance.md).
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import median

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.children.child_processes import ROOT, Process
from tests.bench.data.databases import FEW, BenchDatabase, place_orders
from tests.bench.data.sample_catalogue import upload
from tests.bench.data.waiting_deliveries import add_targets, add_waiting_deliveries, switch_off
from tests.bench.timing import WARM_UP, Figure, share_of, times_floor, turns
from tests.fakes.free_port import free_port

WAITING = 10_000
PILED = 100_000
LIVE = 9
EACH = 1_100
ROUNDS = 5
ROUNDS_BESIDE = 11
"""A drain takes a tenth more or less from one run to the next,
and what is asked is half of that.
"""

_PATIENCE_S = 120
_LIFE = ("accept", "ready", "dispatched", "delivered")
_ORDERS = 40


def draining(bench: Bench) -> list[Figure]:
    """10,000 waiting deliveries of 1 KiB to one receiver,
    against aiohttp's client alone with signing.
    """
    data = bench.fresh(100)
    with _sink() as sink:
        (target,) = add_targets(data, [sink.address])
        add_waiting_deliveries(data, target, WAITING)
        floor_s, ours_s = _in_turns(
            lambda: _seconds("tests.bench.children.bare_client", sink.address, str(WAITING)),
            lambda: _drain(data, [target]),
        )
    work = f"{WAITING:,} waiting deliveries of 1 KiB (floor: aiohttp's client alone, signing)"
    return [share_of(work, WAITING / floor_s, WAITING / ours_s, 0.4)]


def dead_target(bench: Bench) -> list[Figure]:
    """Nine targets drain while a tenth refuses,
    or that takes the connection and never answers.
    """
    with _sink() as sink, _silent_receiver() as silent:
        figures = []
        for words, address in (("refuses", _closed_address()), ("never answers", silent)):
            calm, dead = bench.fresh(100), bench.fresh(100)
            live = {}
            for data in (calm, dead):
                *live[data.folder], tenth = add_targets(data, [*[sink.address] * LIVE, address])
                for target in (*live[data.folder], tenth):
                    add_waiting_deliveries(data, target, EACH)
                if data is calm:
                    switch_off(data, tenth)
            floor_s, ours_s = _in_turns(
                lambda data=calm, live=live: _drain(data, live[data.folder]),  # type: ignore[misc]
                lambda data=dead, live=live: _drain(data, live[data.folder]),  # type: ignore[misc]
                rounds=ROUNDS_BESIDE,
            )
            work = f"{LIVE} targets drain {LIVE * EACH:,} next to one that {words} (floor: while that one is off)"
            figures.append(times_floor(work, floor_s, ours_s, 1.05))
        return figures


def beside_waiting(bench: Bench) -> list[Figure]:
    """Uploads and order actions while 100,000 deliveries wait for a target that refuses,
    against none waiting.
    """
    calm, piled = bench.fresh(), bench.fresh()
    add_targets(calm, [_closed_address()])
    (target,) = add_targets(piled, [_closed_address()])
    add_waiting_deliveries(piled, target, PILED)
    orders = [place_orders(data, _ORDERS) for data in (calm, piled)]
    with _service(calm) as quiet, _service(piled) as busy:
        here, there = BenchCaller(quiet.address, calm.key), BenchCaller(busy.address, piled.key)
        bodies = [upload(turn * 1000 % FEW, 1 + turn) for turn in range(30 + WARM_UP)]
        floor_upload, our_upload = turns(
            lambda turn: here.call("POST", "/v1/items", bodies[turn]),
            lambda turn: there.call("POST", "/v1/items", bodies[turn]),
            rounds=30,
        )
        here_calls, there_calls = (
            [request("POST", f"/v1/orders/{order}/{action}", data.key) for order in references for action in _LIFE]
            for data, references in zip((calm, piled), orders, strict=True)
        )
        floor_action, our_action = turns(
            lambda turn: here.send(here_calls[turn]),
            lambda turn: there.send(there_calls[turn]),
            rounds=len(here_calls) - WARM_UP,
        )
    held = f"with {PILED:,} deliveries waiting (floor: none)"
    return [
        times_floor(f"1000 changed rows {held}", floor_upload, our_upload, 1.3),
        times_floor(f"order action {held}", floor_action, our_action, 1.3),
    ]


def _in_turns(floor: Callable[[], float], ours: Callable[[], float], *, rounds: int = ROUNDS) -> tuple[float, float]:
    """The medians of what both say they took, A B A B …"""
    taken = [(floor(), ours()) for _ in range(rounds)]
    return median(one for one, _ in taken), median(other for _, other in taken)


def _drain(data: BenchDatabase, targets: Sequence[int]) -> float:
    return _seconds(
        "tests.bench.children.webhook_service", str(data.folder), "drain", *(str(target) for target in targets)
    )


def _seconds(module: str, *words: str) -> float:
    line = [sys.executable, "-m", module, *words]
    done = subprocess.run(line, check=True, stdout=subprocess.PIPE, cwd=ROOT, timeout=_PATIENCE_S)
    return float(done.stdout)


def _sink() -> Process:
    return child_processes.server("null")


def _service(data: BenchDatabase) -> Process:
    return child_processes.Process(
        [sys.executable, "-m", "tests.bench.children.webhook_service", str(data.folder), "serve"]
    )


def _closed_address() -> str:
    """An address of this computer at which nothing listens."""
    return f"http://127.0.0.1:{free_port()}/"


@contextmanager
def _silent_receiver() -> Iterator[str]:
    """An address that takes connections and never answers."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1024)
        yield f"http://127.0.0.1:{silent.getsockname()[1]}/"
