"""The store on PostgreSQL, by processor time of program and server, and moves of all data."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

import msgspec
import psutil
from msgspec import Raw

from bridge.backups.move_data import move_to_folder, move_to_postgres
from service.domain.audit import PROGRAM_ORIGIN
from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import FIELDS, Row, RowFault
from service.domain.shops import Shop
from service.domain.times import SystemClock
from service.store.engine.connection import connect
from service.store.engine.store import Store
from service.store.engine.transaction import Tx
from service.store.postgres.connection import connect as connect_to_server
from service.store.postgres.database import PostgresDatabase
from service.usecases.edit_shop import add_shop
from service.usecases.upload_items import save_upload
from tests.bench.bench import Bench
from tests.bench.data import sample_catalogue
from tests.bench.data.databases import MANY, make_data
from tests.bench.timing import Figure, seconds_below, share_of, times_floor
from tests.fakes.postgres_server import running_server

SETTINGS = "-c shared_buffers=512MB -c max_wal_size=2GB"
UPLOADS, CALLERS = 10, 32
BLOCKS = 5
WAIT_S = 120.0
MOVE_S = 300.0
_NOW = SystemClock().now
_COLUMNS = ("folded", *FIELDS)
_FLOOR = f"""
CREATE TABLE floor_items (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, folded text UNIQUE,
    {", ".join(f"{field} text" for field in FIELDS)});
CREATE TABLE floor_stock (item_id bigint PRIMARY KEY REFERENCES floor_items, quantity bigint);
CREATE TEMPORARY TABLE sent ({", ".join(f"{column} text" for column in _COLUMNS)}, quantity bigint)
    ON COMMIT DELETE ROWS
"""
_MERGE_ITEMS = (
    f"INSERT INTO floor_items ({', '.join(_COLUMNS)}) SELECT {', '.join(_COLUMNS)} FROM sent ON CONFLICT (folded) "
    f"DO UPDATE SET {', '.join(f'{field} = excluded.{field}' for field in FIELDS)}"
)
_MERGE_STOCK = (
    "INSERT INTO floor_stock SELECT id, sent.quantity FROM sent JOIN floor_items USING (folded) "
    "ON CONFLICT (item_id) DO UPDATE SET quantity = excluded.quantity"
)
_CHANGE = (
    "UPDATE items SET name = name || '!', price_fils = price_fils + 10, online_price_fils = online_price_fils + 5, "
    "revision = revision + ?1, change_id = (shop_id << 40) + revision + ?1"
)
_WRITES = (
    "INSERT INTO item_writes (shop_id, first, last, at, cause, actor, changed, created, first_item, first_entry, "
    "last_entry) SELECT shop_id, min(change_id), max(change_id), 1, 'upload', 'Till', count(*), 0, 0, 0, 0 "
    "FROM items GROUP BY shop_id, id / 1000"
)
Rows = Sequence[Row | RowFault]
T = TypeVar("T")


def uploads(bench: Bench) -> list[Figure]:
    """1000 rows through rules, ledger and history, against COPY and merge of items and stock."""
    new = [parse(block * UPLOADS + turn, 0) for block in range(BLOCKS + 1) for turn in range(UPLOADS)]
    changed = [parse(place, 1) for place in range(len(new))]
    figures = []
    with (
        running(bench) as server,
        closing(Store(bench.scratch() / "counterpart.db", PostgresDatabase(server.address))) as store,
        connect_to_server(server.address) as floor,
    ):
        shop = store.submit(lambda tx: add_shop(tx, "Bench", now=_NOW())).result(WAIT_S)
        floor.execute(_FLOOR)

        def copy_and_merge(rows: Rows) -> None:
            with floor.transaction():
                with floor.cursor().copy("COPY sent FROM STDIN") as copy:
                    for row in rows:
                        assert isinstance(row, Row)
                        copy.write_row((row.folded, *(str(value) for value in row.values), 40_000))
                floor.execute(_MERGE_ITEMS, prepare=True)
                floor.execute(_MERGE_STOCK, prepare=True)

        def upload(rows: Rows) -> None:
            store.submit(lambda tx: upload_rows(tx, shop, rows), shops={shop.id}, large=True).result(WAIT_S)

        for words, sent, most in (("new", new, 2.5), ("changed", changed, 3.5), ("unchanged", changed, 2.0)):
            times: tuple[list[float], list[float]] = ([], [])
            for block in range(BLOCKS + 1):
                for work, taken in zip((copy_and_merge, upload), times, strict=True):
                    taken.append(server.measure(work, sent[block * UPLOADS : (block + 1) * UPLOADS]))
            floor_s, ours_s = (median(taken[1:]) for taken in times)
            work_words = f"PostgreSQL: CPU of 1000 {words} rows (floor: COPY and merge)"
            figures.append(times_floor(work_words, floor_s, ours_s, most))
    return figures


def one_shop(bench: Bench) -> list[Figure]:
    """Uploads of one row by 32 callers: the writer's groups, against a transaction for each."""
    with (
        running(bench) as server,
        closing(Store(bench.scratch() / "counterpart.db", PostgresDatabase(server.address))) as store,
    ):
        shop = store.submit(lambda tx: add_shop(tx, "Bench", now=_NOW())).result(WAIT_S)
        rows = parse(0, 0)

        def measure(version: int, *, alone: bool) -> float:
            changed = [[row] for row in parse(0, version)]
            began = time.perf_counter()
            for first in range(0, len(rows), CALLERS):
                futures = [
                    store.submit(lambda tx, some=some: upload_rows(tx, shop, some), shops={shop.id}, large=alone)  # type: ignore[misc]
                    for some in changed[first : first + CALLERS]
                ]
                for future in futures:
                    future.result(WAIT_S)
            return len(rows) / (time.perf_counter() - began)

        rates: tuple[list[float], list[float]] = ([], [])
        for turn in range(BLOCKS + 1):
            for alone, taken in zip((True, False), rates, strict=True):
                taken.append(measure(2 * turn + alone, alone=alone))
        floor, ours = (median(taken[1:]) for taken in rates)
    return [share_of(f"PostgreSQL: rows of one shop, {CALLERS} callers (floor: a transaction each)", floor, ours, 1.5)]


def move(bench: Bench) -> list[Figure]:
    """1,000,000 items, each changed once in three fields: 7,000,000 rows, compared."""
    folder = bench.scratch()
    data = make_data(folder, MANY)
    with closing(connect(data.database, writes=True)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("BEGIN")
        db.execute(_CHANGE, (MANY,))
        db.execute(_WRITES)
        db.execute("UPDATE shops SET revision = revision + ?", (MANY,))
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with running(bench) as server:
        address = server.address
        there = _time(lambda: move_to_postgres(folder, PostgresDatabase(address), address, PROGRAM_ORIGIN, ignore))
        back = _time(lambda: move_to_folder(folder, PostgresDatabase(address), address, folder, PROGRAM_ORIGIN, ignore))
    return [
        seconds_below(f"move of {MANY:,} items with history {way} (CPU of the program: {cpu:.0f} s)", "", wall, MOVE_S)
        for way, (wall, cpu) in (("to PostgreSQL", there), ("back", back))
    ]


def parse(place: int, version: int) -> Rows:
    first = place * sample_catalogue.ROWS
    rows = [sample_catalogue.row(number, version) for number in range(first, first + sample_catalogue.ROWS)]
    return parse_rows([Raw(msgspec.json.encode(row)) for row in rows]).rows


def upload_rows(tx: Tx, shop: Shop, rows: Rows) -> object:
    return save_upload(tx, shop, rows, by="Till 1", now=_NOW()).result


def ignore(_done: int, _total: int) -> None:
    """Nobody watches the progress."""


def _time(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and the processor's of this process."""
    began, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - began, time.process_time() - cpu


@dataclass(frozen=True)
class BenchServer:
    """A server that stores durably."""

    address: str
    first: psutil.Process
    """Its process whose children are its connections."""

    def read_cpu(self) -> float:
        """Seconds of its processor that its connections have taken, also those that have ended."""
        ended = self.first.cpu_times()
        times = [process.cpu_times() for process in self.first.children()]
        return ended.children_user + ended.children_system + sum(one.user + one.system for one in times)

    def measure(self, work: Callable[[T], None], parts: Sequence[T]) -> float:
        """The processor time of this process and of the server's for one of several pieces of
        work.
        """
        before = time.process_time() + self.read_cpu()
        for part in parts:
            work(part)
        return (time.process_time() + self.read_cpu() - before) / len(parts)


@contextmanager
def running(bench: Bench) -> Iterator[BenchServer]:
    folder = bench.scratch()
    for parent in (folder, folder.parent):
        parent.chmod(0o755)
    with running_server(folder, SETTINGS) as address:
        yield BenchServer(address, psutil.Process(int((folder / "data" / "postmaster.pid").read_text().split()[0])))
