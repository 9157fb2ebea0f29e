"""kill -9 during a pull: every row whole or absent, the run reported as interrupted, and it can
continue.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from service.domain.pull.pulls import PullSetup, RunState
from service.pull.context import StoreAccess
from service.pull.interrupted_runs import close_interrupted_runs
from service.store.engine.store import Store
from tests.fakes.pull_fixture import PullFixture, rows_of
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.service_process import read_line, run_child

ROWS = 20_000
CHECKS = {
    "item without its stock": "SELECT count(*) FROM items WHERE id NOT IN (SELECT item_id FROM stock)",
    "stock without its ledger": (
        "SELECT count(*) FROM (SELECT 1 FROM stock LEFT JOIN ledger USING (item_id, branch_id) "
        "GROUP BY item_id, branch_id HAVING stock.quantity <> coalesce(sum(ledger.change), 0))"
    ),
    "total that is not the count": "SELECT items_total <> (SELECT count(*) FROM items) FROM shops WHERE id = 1",
}


@pytest.mark.slow
async def test_kill_in_the_middle_of_a_run_leaves_nothing_half_saved(tmp_path: Path) -> None:
    chance = random.Random(7)
    store = Store(tmp_path / "counterpart.db")
    pulling = PullFixture(ShopFixture.fresh(store), tmp_path)
    file = pulling.file(*rows_of(ROWS))
    os.utime(file, (0, 0))  # a run by hand waits for a file that was written just now
    setup = pulling.setup(file)
    pulling.confirm(setup)
    store.close()
    cut = []
    for _ in range(5):
        await run_and_kill(tmp_path, setup, chance.randint(1, ROWS // 2))
        store = Store(tmp_path / "counterpart.db")
        pulling = PullFixture(ShopFixture(store, pulling.shop.shop, pulling.shop.clock), tmp_path)
        close_interrupted_runs(StoreAccess(store))
        run = pulling.runs()[0]
        assert [what for what, sql in CHECKS.items() if pulling.shop.read(lambda db, sql=sql: db.scalar(sql))] == []  # type: ignore[misc]
        assert run.counts.created == pulling.shop.count("items")
        assert pulling.shop.read(lambda db: db.scalar("PRAGMA integrity_check")) == "ok"
        if run.state is RunState.FAILED:
            assert "ended in the middle" in str(run.fault)
            cut.append(run.counts.created)
        if run.can_undo:
            pulling.undo(run)
        assert pulling.shop.count("items") == 0
        store.close()
    assert any(0 < created < ROWS for created in cut), cut
    assert left_behind(tmp_path) == []


def left_behind(folder: Path) -> list[str]:
    """What a killed run had copied."""
    return [path.name for path in folder.glob("*.reading")]


async def run_and_kill(folder: Path, setup: PullSetup, after: int) -> None:
    """Runs the pull in a process of its own, and kills it once so many rows are said to be done."""
    words = (str(folder), setup.path, setup.plan)
    async with run_child("tests.nothing_lost.pull_process", *words) as process:
        while line := await read_line(process):
            if int(line) >= after:
                break
