"""kill -9 during uploads, order actions and reads: every answered write is there
(contract §7.1).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.nothing_lost.kill_rounds import kill_rounds


@pytest.mark.slow
async def test_ten_kills_lose_nothing(tmp_path: Path) -> None:
    rounds = await kill_rounds(tmp_path, 10, seed=1)
    assert [killed.found for killed in rounds] == [[]] * 10
    assert sum(killed.calls for killed in rounds) > 100
    assert sum(killed.uploads for killed in rounds) > 20
