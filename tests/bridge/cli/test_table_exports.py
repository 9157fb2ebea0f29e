"""`counterpart items export` and `counterpart orders export`."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.bridge.cli.cli_data import give_items, order_of
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.ready_data import ready_cli


@pytest.fixture
def shop(tmp_path: Path) -> Cli:
    return ready_cli(Cli, tmp_path / "shop", give_items)


def read_csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def test_items_have_their_prices_in_bhd(shop: Cli, tmp_path: Path) -> None:
    file = tmp_path / "parts.csv"
    assert shop.ok("items", "export", str(file)) == f"1 item written to {file}.\n"
    (row,) = read_csv(file)
    assert (row["sku"], row["price_bhd"], row["quantity"], row["branch"]) == ("PAD-1", "12.500", "10", "Main")
    assert shop.json("items", "export", str(tmp_path / "p"), "--format", "xlsx") == {
        "file": str(tmp_path / "p"),
        "items": 1,
    }
    assert (tmp_path / "p").read_bytes().startswith(b"PK")


def test_orders_are_those_of_the_time_and_go_to_standard_output_too(shop: Cli, tmp_path: Path) -> None:
    shop.json("orders", "place", "-", stdin=order_of(2))
    file = tmp_path / "lines.csv"
    assert shop.ok("orders", "export", str(file), "--what", "lines") == f"1 order written to {file}.\n"
    (row,) = read_csv(file)
    assert (row["order"], row["quantity"], row["total_bhd"]) == ("ORD-2026-000001", "2", "25.000")
    shop.ok("orders", "export", str(file), "--until", "2026-11-20T12:00:00Z")
    assert read_csv(file) == []
    assert "ORD-2026-000001" in shop.ok("orders", "export", "-", "--format", "csv", "--since", "2026-11-20T12:00:00Z")
    assert "--format xlsx or csv" in shop.fails("orders", "export", "-", code=2)
