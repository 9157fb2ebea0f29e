"""A child of the bench: callers of PostgreSQL that begin with a line of its input: `PLAN`. Prints
the calls that it made, the seconds and those of its processor.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
from msgspec import Raw, Struct

from service.domain.catalogue.row_parser import parse_rows
from service.domain.times import SystemClock
from service.store.engine.store import Store
from service.store.postgres.connection import connect
from service.store.postgres.database import PostgresDatabase
from service.store.shops import get_shop
from service.usecases.upload_items import save_upload
from tests.bench.data import sample_catalogue

Statement = tuple[str, list[Any]]
Transaction = list[Statement]


class Plan(Struct):
    """What each caller does: rows of shops to upload one by one, or transactions to make again."""

    address: str
    uploads: list[tuple[int, list[int]]] = []
    """The shop of a caller, and the numbers of its rows."""
    version: int = 0
    again: list[list[Transaction]] = []


class Made(Struct):
    calls: int
    seconds: float
    cpu_s: float


def prepare_uploads(plan: Plan, stack: ExitStack) -> Callable[[], None]:
    """Through a store, as a service does: the rows wait in its loop."""
    store = stack.enter_context(closing(Store(Path("/nowhere/counterpart.db"), PostgresDatabase(plan.address))))
    clock = SystemClock()
    callers = []
    for shop_id, numbers in plan.uploads:
        shop = store.submit_read(lambda db, one=shop_id: get_shop(db, one)).result()  # type: ignore[misc]
        texts = [[Raw(msgspec.json.encode(sample_catalogue.row(number, plan.version)))] for number in numbers]
        callers.append((shop, [parse_rows(text).rows for text in texts]))

    async def call(shop: Any, calls: Sequence[Any]) -> None:  # noqa: ANN401 - as above
        for rows in calls:
            await store.write(
                lambda tx, rows=rows: save_upload(tx, shop, rows, by="Till 1", now=clock.now()).result,  # type: ignore[misc]
                shops={shop.id},
            )

    async def run() -> None:
        await asyncio.gather(*(call(shop, calls) for shop, calls in callers))

    return lambda: asyncio.run(run())


def prepare_again(plan: Plan, stack: ExitStack) -> Callable[[], None]:
    """Bare psycopg with one connection for each caller."""

    def call(transactions: list[Transaction], raw: Any) -> None:  # noqa: ANN401 - of the library
        for transaction in transactions:
            for sql, values in transaction:
                raw.execute(sql, values, prepare=True)

    callers = [Thread(target=call, args=(one, stack.enter_context(connect(plan.address)))) for one in plan.again]

    def run() -> None:
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()

    return run


def main() -> None:
    plan = msgspec.msgpack.decode(Path(sys.argv[1]).read_bytes(), type=Plan)
    with ExitStack() as stack:
        run = (prepare_uploads if plan.uploads else prepare_again)(plan, stack)
        print("ready", flush=True)
        sys.stdin.readline()
        began, cpu = time.perf_counter(), time.process_time()
        run()
        calls = sum(len(numbers) for _, numbers in plan.uploads) + sum(map(len, plan.again))
        made = Made(calls, time.perf_counter() - began, time.process_time() - cpu)
    print(msgspec.json.encode(made).decode())


if __name__ == "__main__":
    main()
