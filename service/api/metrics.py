"""`GET /metrics` in the text format of Prometheus, on a port of its own."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from aiohttp import web

from service.api.http_server import HttpServer, RequestHandlerFunction
from service.domain.errors import Unavailable
from service.domain.times import Clock, Millis
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.version import VERSION

PATH = "/metrics"
BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""The upper ends of the spans that calls are counted by."""
_QUEUES = """
SELECT 'deliveries', count(*), min(next_attempt_at) FROM deliveries
WHERE target_id IN (SELECT id FROM targets) AND state = 'waiting' UNION ALL
SELECT 'deliveries_under_way', count(*), NULL FROM deliveries
WHERE target_id IN (SELECT id FROM targets) AND state = 'sending' UNION ALL
SELECT 'link_actions', count(*), min(at) FROM link_actions WHERE outcome IS NULL UNION ALL
SELECT 'orders_to_accept', count(*), min(accept_by) FROM orders WHERE status = 'placed'
"""


class Metrics:
    """Counts the calls of this service, and listens from `start` to `stop`."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._by_status: Counter[int] = Counter()
        self._by_span = [0] * (len(BOUNDS_S) + 1)
        self._total_s = 0.0
        self._server = HttpServer(self._answer)

    @property
    def address(self) -> str:
        """Where it listens; empty while it does not."""
        return self._server.address

    async def start(self, host: str, port: int) -> None:
        """Raises PortInUse, Unavailable."""
        await self._server.start(host, port)

    async def stop(self) -> None:
        await self._server.stop()

    def count(self, answer: RequestHandlerFunction) -> RequestHandlerFunction:
        """The handler of calls, which counts each of them when it is answered."""

        async def answer_and_count(request: web.BaseRequest) -> web.StreamResponse:
            began = time.perf_counter()
            response = await answer(request)
            took = time.perf_counter() - began
            self._by_status[response.status] += 1
            self._by_span[bisect_left(BOUNDS_S, took)] += 1
            self._total_s += took
            return response

        return answer_and_count

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path != PATH or request.method not in ("GET", "HEAD"):
            return web.Response(status=404, text="Only GET /metrics is here.\n")
        text = "\n".join([*self._list_calls(), *await self._list_store(), ""])
        return web.Response(text=text, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    def _list_calls(self) -> Iterator[str]:
        yield f'counterpart_info{{version="{VERSION}"}} 1'
        yield "# TYPE counterpart_calls_total counter"
        for status, count in sorted(self._by_status.items()):
            yield f'counterpart_calls_total{{status="{status}"}} {count}'
        yield "# TYPE counterpart_call_seconds histogram"
        so_far = 0
        for bound, count in zip((*map(str, BOUNDS_S), "+Inf"), self._by_span, strict=True):
            so_far += count
            yield f'counterpart_call_seconds_bucket{{le="{bound}"}} {so_far}'
        yield f"counterpart_call_seconds_sum {self._total_s:.6f}"
        yield f"counterpart_call_seconds_count {so_far}"

    async def _list_store(self) -> list[str]:
        began = time.perf_counter()
        try:
            rows = await self._store.read(_read_queues)
        except Unavailable:
            return ["counterpart_database_up 0", "counterpart_leader 0"]
        lines = [
            "counterpart_database_up 1",
            f"counterpart_database_seconds {time.perf_counter() - began:.6f}",
            f"counterpart_leader {int(self._store.term is not None)}",
        ]
        now = self._clock.now()
        for queue, count, since in rows:
            lines.append(f'counterpart_waiting{{queue="{queue}"}} {count}')
            lines.append(f'counterpart_lag_seconds{{queue="{queue}"}} {_measure_lag(since, now):.3f}')
        return lines


def _read_queues(db: ReadTx) -> list[tuple[str, int, Millis | None]]:
    return db.all(_QUEUES)


def _measure_lag(since: Millis | None, now: Millis) -> float:
    """Seconds by which the oldest work is late."""
    return 0.0 if since is None else max(0, now - since) / 1000
