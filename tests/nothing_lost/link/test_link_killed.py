"""A link under kill -9, sleep, clocks, a full disk, a revoked key and older backups: each order has
one status or a shown difference, each action took effect once, stock and prices are equal.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.nothing_lost.link.link_rounds import LinkRounds, Trouble

SEED = 11


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="fork, signals and limits of file sizes are POSIX's")
async def test_ten_troubles_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    rounds = LinkRounds(tmp_path, SEED)
    try:
        await rounds.set_up()
        result = await rounds.run(10, granted=11)
    finally:
        await rounds.close()
    assert result.found == [], f"seed {SEED}"
    assert set(result.happened) == set(Trouble), f"seed {SEED}"
    assert result.granted > 10, "the link itself took no steps there"
