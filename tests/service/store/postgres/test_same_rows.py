"""The same jobs leave the same rows in both engines."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from service.domain.audit import Actor, Origin
from service.domain.catalogue.stock import Cause
from service.domain.errors import CounterpartError
from service.domain.marketplace.orders import Action
from service.domain.webhooks.events import EventKind
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.history.history_pruning import prune_step
from service.store.postgres.connection import COPIED_FROM
from service.store.postgres.schema import read_first_columns
from service.store.webhooks.targets import insert_target
from service.usecases.edit_shop import add_shop
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_database
from tests.fakes.postgres_server import OwnDatabase
from tests.fakes.shop_fixture import ShopFixture

WAIT_S = 20.0
URL = "https://a.example"
JOBS = 60
SKUS = [f"P-{number}" for number in range(12)] + ["ف-1", "p-ü"]
_BY_CHANCE = re.compile(r"(?<=evt_|dlv_)[0-9a-f]{32}")
"""Ids that are drawn; all else follows from the jobs."""


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[list[Store]]:
    opened = [Store(new_database(tmp_path)), Store(tmp_path / "other" / "counterpart.db", OwnDatabase())]
    yield opened
    for store in opened:
        store.close()


def play(store: Store, seed: int) -> None:
    """Some jobs in a shop with its staging shop; what is refused is refused in both."""
    clock, chance = FakeClock(), random.Random(seed)
    store.set_origin(Origin(Actor.COMMAND_LINE, clock.now, "Huda"))
    live = ShopFixture(store, store.submit(lambda tx: add_shop(tx, "Salmabad", now=clock.now())).result(WAIT_S), clock)
    sides = (live, live.paired())
    for side in sides:
        side.write(partial(insert_target, shop_id=side.shop.id, url=URL, events=EventKind, secret_name="x", now=1))
        side.add("Model", 1000)
    orders: list[tuple[ShopFixture, Any]] = []
    for _ in range(JOBS):
        clock.advance(chance.randrange(1, 600_000))
        side = chance.choice(sides)
        sku = chance.choice(SKUS)
        with suppress(CounterpartError):
            match chance.randrange(7):
                case 0 | 1:
                    side.upload(*(make_row(chance) for _ in range(chance.randrange(1, 8))))
                case 2:
                    orders.append((side, side.place(chance.choice([sku, "Model"]), chance.randrange(1, 4))))
                case 3 if orders:
                    place, order = chance.choice(orders)
                    place.act(order, chance.choice(list(Action)), "because")
                case 4:
                    side.move(sku, chance.choice([Cause.COUNT, Cause.RETURN]), chance.randrange(0, 9000))
                case 5:
                    side.expire()
                case _:
                    side.write(prune_step)


def make_row(chance: random.Random) -> dict[str, object]:
    row: dict[str, object] = {"sku": chance.choice(SKUS), "name": f"Pad {chance.randrange(4)}"}
    for field, values in (
        ("quantity", (0, 1, 7.5)),
        ("price_fils", (0, 1000, None)),
        ("brand", ("Akebono", "", None)),
        ("barcode", ("123", None)),
        ("active", (True, False)),
    ):
        if chance.random() < 0.5:
            row[field] = chance.choice(values)
    return row


def read_tables(db: ReadTx) -> dict[str, list[str]]:
    """Every row of every table as text, sorted."""
    return {table: sorted(map(show, db.all(f"SELECT * FROM {table}"))) for table in read_first_columns()}


def show(row: tuple[Any, ...]) -> str:
    values = [value.decode("utf-8", "replace") if isinstance(value, bytes) else value for value in row]
    return _BY_CHANCE.sub("0", json.dumps(values, ensure_ascii=False))


@pytest.mark.parametrize("seed", range(5))
def test_made_up_jobs_leave_the_same_rows(stores: list[Store], seed: int) -> None:
    for store in stores:
        play(store, seed)
    ours, theirs = (store.submit_read(read_tables).result(WAIT_S) for store in stores)
    assert len(ours["orders"]) > 2, "the jobs did something"
    assert len(ours["field_changes"]) > 5
    for table, rows in ours.items():
        assert rows == theirs[table], table


def play_large(store: Store) -> None:
    """Uploads of so many rows that PostgreSQL gets them in another way."""
    clock, chance = FakeClock(), random.Random(7)
    store.set_origin(Origin(Actor.COMMAND_LINE, clock.now, "Huda"))
    side = ShopFixture(store, store.submit(lambda tx: add_shop(tx, "Salmabad", now=clock.now())).result(WAIT_S), clock)
    for first in (0, 50, 100):
        side.upload(*(make_row(chance) | {"sku": f"P-{number}"} for number in range(first, 2 * COPIED_FROM)))


def test_uploads_of_many_rows_leave_the_same_rows(stores: list[Store]) -> None:
    for store in stores:
        play_large(store)
    ours, theirs = (store.submit_read(read_tables).result(WAIT_S) for store in stores)
    assert len(ours["items"]) == 2 * COPIED_FROM
    for table, rows in ours.items():
        assert rows == theirs[table], table
