"""`GET /metrics`: calls by status and span, queues and how late they are, and who leads."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from service.api.metrics import _measure_lag
from service.domain.errors import Unavailable
from service.domain.sentences import verbatim
from service.service import Service, ServiceOptions
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.service.api.wire_client import Reply, exchange, request_bytes


@pytest.fixture
async def service(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Service]:
    made = Service(ServiceOptions(tmp_path / "counterpart.db", clock, metrics_at=("127.0.0.1", 0)))
    await made.start(port=0)
    yield made
    await made.stop()


async def read(service: Service, path: str = "/metrics") -> Reply:
    return await exchange(service.metrics.address, request_bytes("GET", path))


async def read_values(service: Service) -> dict[str, float]:
    lines = (await read(service)).body.decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if line and not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


async def test_calls_are_counted_by_status_and_span(service: Service) -> None:
    for path in ("/health", "/health", "/nothing"):
        await exchange(service.address, request_bytes("GET", path))
    found = await read_values(service)
    assert found['counterpart_calls_total{status="200"}'] == 2
    assert found['counterpart_calls_total{status="404"}'] == 1
    assert found['counterpart_call_seconds_bucket{le="+Inf"}'] == found["counterpart_call_seconds_count"] == 3
    assert 0 < found["counterpart_call_seconds_sum"] < 60


async def test_queues_are_counted_with_how_late_the_oldest_is(service: Service, clock: FakeClock) -> None:
    floor = await asyncio.to_thread(ShopFixture.fresh, service.store, clock=clock)
    await asyncio.to_thread(floor.add, "A")
    await asyncio.to_thread(floor.place, "A")
    found = await read_values(service)
    assert found['counterpart_waiting{queue="orders_to_accept"}'] == 1
    assert found['counterpart_lag_seconds{queue="orders_to_accept"}'] == 0
    assert (found["counterpart_leader"], found["counterpart_database_up"]) == (1, 1)


def test_work_is_late_from_its_moment_on() -> None:
    assert (_measure_lag(None, 5000), _measure_lag(7000, 5000), _measure_lag(3500, 5000)) == (0, 0, 1.5)


async def test_a_database_that_is_away_is_shown(service: Service) -> None:
    service.store._readers.refuse(Unavailable(verbatim("It is away.")))
    found = await read_values(service)
    assert (found["counterpart_database_up"], found["counterpart_leader"]) == (0, 0)


async def test_nothing_else_is_at_that_port(service: Service) -> None:
    assert (await read(service, "/v1/items")).status == 404
    assert (await exchange(service.address, request_bytes("GET", "/metrics"))).status == 404


async def test_a_port_that_is_taken_takes_the_metrics_alone(
    tmp_path: Path, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        made = Service(ServiceOptions(tmp_path / "counterpart.db", clock, metrics_at=("127.0.0.1", port)))
        await made.start(port=0)
        assert (await exchange(made.address, request_bytes("GET", "/health"))).status == 200
        await made.stop()
    assert f"There are no metrics: Port {port} on 127.0.0.1 is in use" in caplog.text


async def test_there_is_no_such_port_unless_it_is_asked_for(tmp_path: Path, clock: FakeClock) -> None:
    made = Service(ServiceOptions(tmp_path / "counterpart.db", clock))
    await made.start(port=0)
    assert made.metrics.address == ""
    await made.stop()
