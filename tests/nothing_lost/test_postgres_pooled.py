"""Services whose calls go through a PgBouncer that lends connections for one transaction each."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.secrets.engine_choice import DIRECT_VARIABLE
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.postgres.database import PostgresDatabase
from service.store.settings import read_settings, write_setting
from tests.fakes.postgres_server import OwnDatabase, make_address, pooling
from tests.nothing_lost.test_postgres_kills import LEADER, TAKEOVER_S, Chain, chain

__all__ = ["chain"]
pytestmark = pytest.mark.slow
CONNECTIONS, CALLS = 3, 60
WAIT_S = 20.0


async def test_services_behind_a_pooler_lose_nothing_and_one_takes_over(chain: Chain) -> None:
    with pooling(CONNECTIONS) as make_pooled:
        address, direct = make_pooled(chain.database.name), {DIRECT_VARIABLE: chain.address}
        async with chain.run("one", address, **direct) as first, chain.run("two", address, **direct) as second:
            latest = (await second.call("GET", "/v1/events?after=latest", chain.key)).json["next"]
            polling = asyncio.create_task(second.call("GET", f"/v1/events?after={latest}&wait=20", chain.key))
            services = (first, second)
            orders = [chain.order(services[number % 2].address, str(number // 2)) for number in range(CALLS)]
            answers = await asyncio.gather(*orders)
            assert {answer.status for answer in answers} <= {200, 409}, "a repeat may come while the first is done"
            assert await chain.count_orders() == CALLS // 2
            assert (await polling).json["events"]
            term = int(await chain.store.read(lambda db: db.scalar(LEADER)))
            await first.kill()
            assert await chain.wait_for_term(term, TAKEOVER_S) == term + 1
            assert (await chain.order(second.address, "last")).status == 200


@pytest.fixture
def pooled(tmp_path: Path) -> Iterator[Store]:
    own = OwnDatabase()
    with pooling(1) as make_pooled:
        address = make_pooled(own.name)
        store = Store(tmp_path / "counterpart.db", PostgresDatabase(address, direct=make_address(own.name)))
        yield store
        store.close()
        own.close()


async def test_one_connection_serves_all_and_keeps_nothing_of_a_transaction(pooled: Store) -> None:
    def work(tx: Tx, number: int) -> str:
        write_setting(tx, str(number), "1")
        return str(tx.scalar("SELECT current_setting('idle_in_transaction_session_timeout')"))

    limits = [await pooled.write(lambda tx, number=number: work(tx, number)) for number in range(10)]  # type: ignore[misc]
    assert set(limits) == {"10s"}, "a service that is suspended keeps no lock"

    def look(db: ReadTx) -> tuple[int, object]:
        prepared = db.scalar("SELECT count(*) FROM pg_prepared_statements")
        return prepared, db.scalar("SELECT current_setting('idle_in_transaction_session_timeout')")

    assert await pooled.read(look) == (0, "0")
    assert len(await pooled.read(read_settings)) == 10
    with pooled.try_lock("a run") as is_mine, pooled.try_lock("a run") as is_others:
        assert (is_mine, is_others) == (True, False)
