"""`counterpart report`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bridge.cli.cli_data import give_items, log_call, order_of
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.ready_data import ready_cli


@pytest.fixture
def shop(tmp_path: Path) -> Cli:
    return ready_cli(Cli, tmp_path / "shop", give_items)


def test_a_day_is_told_in_lines_and_as_json(shop: Cli) -> None:
    shop.json("orders", "place", "-", stdin=order_of(2))
    shop.ok("orders", "act", "ORD-2026-000001", "accept")
    log_call(shop, status=422)
    lines = shop.ok("report", "day", "2026-11-20").splitlines()
    assert lines[0] == "2026-11-20"
    assert lines[1].split() == ["Orders", "1"]
    assert "2 x PAD-1, BHD 25.000  Front brake pads" in lines
    report = shop.json("report", "day")
    assert (report["orders"], report["accepted"], report["calls"], report["faults"]) == (1, 1, 1, 1)
    assert report["accepted_within_minutes"]["5"] == 1
    assert len(report["steps"]) == 24
    assert report["top_parts"] == [{"sku": "PAD-1", "name": "Front brake pads", "quantity": 2, "total_fils": 25_000}]


def test_an_empty_month_has_all_its_days(shop: Cli) -> None:
    report = shop.json("report", "month", "2026-02-10")
    assert (report["first_day"], report["orders"], report["typical_wait_ms"]) == ("2026-02-01", 0, None)
    assert len(report["steps"]) == 28
    assert shop.ok("report", "month", "2026-02-10").startswith("2026-02\n")


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31", "2026-02-30"])
@pytest.mark.parametrize("period", ["day", "month"])
def test_a_day_that_cannot_be_computed_is_refused_in_one_sentence(shop: Cli, period: str, day: str) -> None:
    assert "is no day; write it like 2027-01-31" in shop.fails("report", period, day, code=2)
