"""A repeated line is written once a minute, with its count."""

from __future__ import annotations

import logging

import pytest

from service.api.counted_log import CountedLog
from tests.fakes.clock import FakeClock


def test_once_a_minute_with_a_count(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeClock()
    line = CountedLog(logging.getLogger("counted"), clock.monotonic)
    for _ in range(25_000):
        line.warn("No room for %s", "one")
    clock.advance(60_000)
    line.warn("No room for %s", "two")
    assert [record.getMessage() for record in caplog.records] == [
        "No room for one",
        "No room for two (24999 more like this since the last line)",
    ]
