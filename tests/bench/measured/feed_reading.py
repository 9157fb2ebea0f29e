"""The event feed: how soon a held call is answered, what held calls cost,
and an upload while tills wait.
"""

from __future__ import annotations

import json
import time
from contextlib import ExitStack

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.data.databases import FEW, place_orders
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.timing import Figure, Median, count_at_most, part_below, seconds_below, times_floor, turns

CALLS_PER_KEY = 8
HELD = 64
ROUNDS = 30
TILLS = 200
UPLOADS = 20
_HOLDING_S = 0.1
_IDLE_S = 3.0


def latency(bench: Bench) -> list[Figure]:
    """From the sending of an order action to the whole answer of a held call: of one call that
    waits, and of 64, against as many calls that ask when the event is there.
    """
    data = bench.fresh(keys=HELD // CALLS_PER_KEY)
    orders = place_orders(data, 2 * ROUNDS)
    with child_processes.service_process(data.folder) as service, ExitStack() as open_callers:
        tills = [
            _Till(open_callers.enter_context(BenchCaller(service.address)), data.keys[place // CALLS_PER_KEY])
            for place in range(HELD)
        ]
        caller = open_callers.enter_context(BenchCaller(service.address, data.key))
        cursor = _read_cursor(caller.call("GET", "/v1/events?after=latest"))
        alone: list[float] = []
        together: list[float] = []
        asked: list[float] = []
        for place, order in enumerate(orders):
            waiting = tills[:1] if place % 2 else tills
            for till in waiting:
                till.ask(cursor, wait=25)
            time.sleep(_HOLDING_S)
            (alone if place % 2 else together).append(_answer_all(caller, order, data.key, waiting))
            if waiting is tills:
                asked.append(_ask_all(tills, cursor))
            cursor = tills[0].cursor
    return [
        seconds_below("event at a held call, from the call that causes it", "", Median.of(alone), 0.05),
        times_floor(
            f"event at {HELD} held calls (floor: {HELD} calls at once)", Median.of(asked), Median.of(together), 2.0
        ),
    ]


class _Till:
    """One connection that reads the feed."""

    def __init__(self, caller: BenchCaller, key: str) -> None:
        self._caller, self._key = caller, key
        self.cursor = ""

    def ask(self, cursor: str, *, wait: int) -> None:
        """Sends the call."""
        self._caller.begin(request("GET", f"/v1/events?after={cursor}&wait={wait}", self._key))

    def read(self) -> None:
        """Reads its answer, which has an event."""
        answer = self._caller.finish()
        assert b'"order.status"' in answer
        self.cursor = _read_cursor(answer)


def _answer_all(caller: BenchCaller, order: str, key: str, waiting: list[_Till]) -> float:
    started = time.perf_counter()
    caller.begin(request("POST", f"/v1/orders/{order}/accept", key))
    for till in waiting:
        till.read()
    taken = time.perf_counter() - started
    caller.finish()
    return taken


def _ask_all(tills: list[_Till], cursor: str) -> float:
    started = time.perf_counter()
    for till in tills:
        till.ask(cursor, wait=0)
    for till in tills:
        till.read()
    return time.perf_counter() - started


def _read_cursor(answer: bytes) -> str:
    return str(json.loads(answer)["next"])


def held_calls(bench: Bench) -> list[Figure]:
    """Threads and processor time of 64 calls that wait."""
    data = bench.fresh(keys=HELD // CALLS_PER_KEY)
    with child_processes.service_process(data.folder) as service:
        with BenchCaller(service.address, data.key) as caller:
            caller.call("GET", "/v1/items?limit=1")
            caller.call("GET", "/v1/items?limit=500")
        threads, idle = service.count_threads(), service.measure_cpu(_IDLE_S)
        with child_processes.polling_tills(service.address, data.keys, HELD):
            time.sleep(_HOLDING_S)
            added, cpu = service.count_threads() - threads, service.measure_cpu(_IDLE_S)
    return [
        count_at_most(f"threads added by {HELD} held calls", added, 0),
        part_below(f"CPU of a core added by {HELD} held calls", max(0.0, cpu - idle), 0.005),
    ]


def beside_tills(bench: Bench) -> list[Figure]:
    """An upload of changed rows while 200 tills wait for events, and without them."""
    alone, with_tills = bench.fresh(), bench.fresh(keys=TILLS // CALLS_PER_KEY)
    with (
        child_processes.service_process(alone.folder) as quiet,
        child_processes.service_process(with_tills.folder) as busy,
        child_processes.polling_tills(busy.address, with_tills.keys, TILLS),
        BenchCaller(quiet.address, alone.key) as to_quiet,
        BenchCaller(busy.address, with_tills.key) as to_busy,
    ):
        sent = [upload(turn * ROWS % FEW, 1 + turn) for turn in range(UPLOADS + 10)]
        floor, ours = turns(
            lambda turn: to_quiet.call("POST", "/v1/items", sent[turn]),
            lambda turn: to_busy.call("POST", "/v1/items", sent[turn]),
            rounds=UPLOADS,
        )
    return [times_floor(f"1000 changed rows with {TILLS} tills that wait for events (floor: none)", floor, ours, 1.1)]
