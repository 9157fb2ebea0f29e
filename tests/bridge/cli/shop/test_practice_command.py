"""`counterpart link practice`: for staging, with or without `--staging`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bridge.cli.framework.cli_with_secrets import CliWithSecrets, add_shop_and_vault
from tests.bridge.cli.framework.ready_data import ready_cli


@pytest.fixture
def shop(tmp_path: Path) -> CliWithSecrets:
    return ready_cli(CliWithSecrets, tmp_path / "data", add_shop_and_vault)


def test_practice_links_staging_and_never_the_live_shop(shop: CliWithSecrets) -> None:
    made = shop.json("link", "practice", "on")
    assert (made["url"], made["state"]) == ("practice", "waiting")
    assert shop.json("link", "status", "--staging")["url"] == "practice"
    assert "has no link" in shop.fails("link", "status")
    assert "inside the running program" in shop.fails("link", "push", "--dry-run", "--staging")
    assert shop.json("link", "practice", "off") == {"practice": False, "cancelled": 0}
    assert "has no link" in shop.fails("link", "status", "--staging")
