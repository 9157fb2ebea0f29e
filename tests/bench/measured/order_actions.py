"""Order actions of one caller, compared with a bare round trip and a bare transaction."""

from __future__ import annotations

from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.data.databases import place_orders
from tests.bench.data.floors import WriteFloor
from tests.bench.figure_table import Figure, times_floor
from tests.bench.timing import WARM_UP, turns

ORDERS = 150
_LIFE = ("accept", "ready", "dispatched", "delivered")


def order_action(bench: Bench) -> list[Figure]:
    """Orders of two lines are led through their whole life, each action changing something."""
    data = bench.fresh()
    orders = place_orders(data, ORDERS)
    calls = [request("POST", f"/v1/orders/{order}/{action}", data.key) for order in orders for action in _LIFE]
    floor = WriteFloor(bench.scratch() / "floor.db", 0)
    with (
        child_processes.service_process(data.folder) as service,
        child_processes.bare_server() as bare,
        BenchCaller(service.address) as ours,
        BenchCaller(bare.address) as theirs,
    ):
        trip_s, small_s, ours_s = turns(
            lambda turn: theirs.send(calls[turn]),
            lambda _: floor.small(),
            lambda turn: ours.send(calls[turn]),
            rounds=len(calls) - WARM_UP,
        )
    floor.close()
    work = "order action, one caller (floor: bare aiohttp round trip and durable transaction)"
    return [times_floor(work, trip_s + small_s, ours_s, 4.0)]
