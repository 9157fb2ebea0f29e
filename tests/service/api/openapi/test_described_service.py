"""schemathesis compares the running service with its description, without the rate limit."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import CheckFunction
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from service.api.openapi.description import build_description
from tests.fakes.clock import FakeClock
from tests.service.api.running_service import RunningService, run_service

LEFT_OUT: dict[CheckFunction, str] = {
    negative_data_rejection: (
        "unknown parameters and headers are ignored, and a faulty row is told in a 200 answer, by the contract; "
        "what has to be refused is in test_items.py, test_orders.py and test_params.py"
    ),
}
# A well-formed call may still be refused by a rule of business, which no schema can know.
CHECKS = {"positive_data_acceptance": {"expected-statuses": [200, 304, 404, 422]}}

PAIRING = {positive_data_acceptance}
"""No schema can say which code the owner has made: tests/service/api/pairing."""

FIXED = {"after": "latest", "wait": 0}
"""No schema can say which cursors were given; and waiting for events is tested where they come."""
NOT_GENERATED = {"before", "sku", "since"}
"""Nor which references there are, and that only one of some parameters may be sent:
test_reads.py.
"""

# No schema says that U+0000 is refused in every text: tests/service/domain/test_texts.py.
CONFIG = SchemathesisConfig.from_dict({"checks": CHECKS, "generation": {"allow-x00": False}})
schema = schemathesis.openapi.from_dict(build_description(), config=CONFIG)


class Rushing(FakeClock):
    """A minute passes at each look, so that no call without a key is kept waiting."""

    def monotonic(self) -> float:
        self._monotonic += 60
        return self._monotonic


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A service in a thread of its own, with an order for the actions to meet."""
    ready: Future[tuple[RunningService, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = threading.Thread(target=lambda: asyncio.run(_serve(tmp_path_factory.mktemp("described"), ready)))
    thread.start()
    stand, loop, stop = ready.result(20)
    stand.floor.add("A", 100)
    for _ in range(3):
        stand.floor.place("A")
    yield stand
    loop.call_soon_threadsafe(stop.set)
    thread.join(20)


async def _serve(folder: Path, ready: Future[tuple[RunningService, asyncio.AbstractEventLoop, asyncio.Event]]) -> None:
    stop = asyncio.Event()
    async with run_service(folder, clock=Rushing(), rate_limit=None) as stand:
        ready.set_result((stand, asyncio.get_running_loop(), stop))
        await stop.wait()


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_the_service_does_as_it_says(case: schemathesis.Case[Any], served: RunningService) -> None:
    if case.query:
        case.query = {name: FIXED.get(name, value) for name, value in case.query.items() if name not in NOT_GENERATED}
    left_out = {*LEFT_OUT, *(PAIRING if case.path == "/v1/pair" else ())}
    answer = case.call_and_validate(
        base_url=served.address, headers={"Authorization": f"Bearer {served.key}"}, excluded_checks=list(left_out)
    )
    assert answer.status_code < 500
