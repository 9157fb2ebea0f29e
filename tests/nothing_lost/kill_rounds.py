"""Kills the program in the middle of its work, again and again, and looks for what was lost."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass
from pathlib import Path

from bridge.backups.damaged_database import read_damage_note
from service.domain.catalogue.row_types import FIELDS
from service.store.engine.transaction import ReadTx
from service.store.shops import find_shop
from service.usecases.issue_key import issue_key
from tests.fakes.clock import FakeClock
from tests.fakes.shop_fixture import ShopFixture
from tests.nothing_lost.concurrent_calls import AnsweredCalls, ConcurrentCalls, find_losses
from tests.nothing_lost.service_process import open_store, prepare_shop, run_command, run_program

ORDERS = 12
KEYS = 8
_UNCOVERED = """
SELECT count(*) FROM items WHERE change_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM item_writes WHERE items.change_id BETWEEN first AND last AND item_writes.shop_id = items.shop_id)
"""
_LOST_LINKS = """
SELECT count(*) FROM value_changes AS newer LEFT JOIN value_changes AS older ON older.id = newer.previous
WHERE older.id IS NOT NULL AND older.item_id <> newer.item_id
"""


@dataclass(frozen=True, slots=True)
class KillRound:
    """What one round came to."""

    calls: int
    uploads: int
    found: list[str]


async def kill_rounds(folder: Path, rounds: int, seed: int, most_calls: int = 80) -> list[KillRound]:
    """Runs callers against one database,
    kills the program after some of their answers, and looks into it.

    In the end a backup is made and restored elsewhere; it must hold the answers of every round.
    """
    chance = random.Random(seed)
    clock = FakeClock(time.time_ns() // 1_000_000)
    async with open_store(folder) as store:
        shop = await prepare_shop(store, clock)
        now = clock.now()
        others = [await store.write(lambda tx: issue_key(tx, shop.shop, "Till", now=now)) for _ in range(KEYS)]
    keys = [shop.key, *(key.text for key in others)]
    came_to, answers = [], []
    for number in range(rounds):
        async with open_store(folder) as store:
            orders = _new_orders(ShopFixture(store, shop.shop, clock))
        load = ConcurrentCalls(keys, orders, seed * 1000 + number + 1, enough=chance.randint(1, most_calls))
        async with run_program(folder) as program:
            working = asyncio.ensure_future(load.run(program.address))
            await asyncio.wait([working, asyncio.ensure_future(load.reached.wait())], return_when="FIRST_COMPLETED")
            await program.kill()
            await working
        answers.append(load.answered)
        found = await _find_losses(folder, load.answered)
        came_to.append(KillRound(load.answered.calls, len(load.answered.uploads), found))
    came_to[-1].found.extend(await _find_losses_of_backup(folder, answers))
    return came_to


async def _find_losses(folder: Path, answered: AnsweredCalls) -> list[str]:
    note = read_damage_note(folder)
    async with open_store(folder) as store:
        shop = await store.read(lambda db: find_shop(db, None, staging=False))
        found = await store.read(lambda db: [*find_losses(db, shop, answered), *find_disagreements(db)])
    return [f"damage: {note}", *found] if note else found


async def _find_losses_of_backup(folder: Path, answers: list[AnsweredCalls]) -> list[str]:
    """A backup is what the program itself takes to be all of the data."""
    backup, elsewhere = folder / "all.cpbackup", folder / "elsewhere"
    await run_command(folder, "backup", str(backup))
    await run_command(elsewhere, "restore", str(backup), "--keys", "all")
    return [f"backup: {loss}" for answered in answers for loss in await _find_losses(elsewhere, answered)]


def _new_orders(floor: ShopFixture) -> list[str]:
    floor.add("HELD", 1000)
    return [floor.place("HELD").reference for _ in range(ORDERS)]


def find_disagreements(db: ReadTx) -> list[str]:
    """What the history says otherwise than the items; also changes that have no write."""
    found = []
    for field in FIELDS[1:]:
        wrong = db.scalar(
            "SELECT count(*) FROM items JOIN field_changes ON field_changes.change_id = items.change_id "
            f"WHERE field = '{field}' AND new IS NOT items.{field}"
        )
        if wrong:
            found.append(f"history: {wrong} items have another {field}")
    for what, query in (("changes without a write", _UNCOVERED), ("links to another item", _LOST_LINKS)):
        count = db.scalar(query)
        if count:
            found.append(f"history: {count} {what}")
    return found
