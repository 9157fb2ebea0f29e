"""kill -9 of either side of a link: each order has one status, each action took effect once, stock
is equal.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nothing_lost.link_rounds import LinkRounds


@pytest.mark.slow
async def test_ten_kills_of_either_side_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    both = await LinkRounds.set_up(tmp_path, seed=11)
    try:
        assert await both.run(10, granted=11) == []
        assert both.granted_steps() > 10, "the link itself took no steps there"
    finally:
        await both.close()
