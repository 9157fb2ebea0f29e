"""Services on PostgreSQL: four at once, a line with a delay, many shops, the cost of a call."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from typing import Any, cast

import msgspec
import psycopg
from psycopg.conninfo import conninfo_to_dict

from bridge.backups.move_data import move_to_postgres
from service.domain.audit import PROGRAM_ORIGIN
from service.domain.shops import Shop
from service.domain.times import SystemClock
from service.store import items, shops
from service.store.engine.store import Store
from service.store.postgres.connection import connect
from service.store.postgres.database import PostgresDatabase
from service.usecases.edit_shop import add_shop
from tests.bench.bench import Bench
from tests.bench.children import child_processes
from tests.bench.children.bench_caller import BenchCaller, request
from tests.bench.children.postgres_load import Made, Plan, Transaction
from tests.bench.data.databases import FEW, make_data, place_orders
from tests.bench.data.sample_catalogue import ROWS, upload
from tests.bench.measured.many_callers import CALLERS, small_calls
from tests.bench.measured.postgres import BLOCKS, WAIT_S, Rows, ignore, parse, running, upload_rows
from tests.bench.timing import Figure, Median, seconds_below, share_of, times_floor
from tests.fakes.line import Line

SERVICES, SHOPS, ROUNDS, CALLS = 4, 32, 3, 20
MANY_SHOPS, HELD, LOOKS = 1_000, 1_000, 200
ORDERS = 120
DELAY_S = 0.0005
_NOW = SystemClock().now
_COLUMNS = (
    "SELECT string_agg(column_name, ', ' ORDER BY ordinal_position) FROM information_schema.columns "
    "WHERE table_schema = current_schema() AND table_name = $1 AND NOT column_name = ANY($2)"
)


class _Recorded:
    """A connection whose statements are written down."""

    def __init__(self, raw: psycopg.Connection[Any], into: list[Transaction]) -> None:
        self._raw, self._into = raw, into

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - of the library
        return getattr(self._raw, name)

    def execute(self, sql: str, values: Sequence[Any] = (), **how: Any) -> Any:  # noqa: ANN401 - of the library
        if sql.startswith("BEGIN ISOLATION LEVEL READ COMMITTED"):
            self._into.append([])
        if self._into:
            self._into[-1].append((sql, list(values)))
        return self._raw.execute(sql, values, **how)

    def cursor(self) -> Any:  # noqa: ANN401 - of the library
        raise NotImplementedError("These rows are too many to be made again one by one.")


class _RecordedDatabase(PostgresDatabase):
    """Writes down the transactions of its writers while `made` is a list."""

    made: list[Transaction] | None = None

    def _connect(self, direct: str | None = None) -> psycopg.Connection[Any]:
        raw = super()._connect(direct)
        return raw if self.made is None else cast("psycopg.Connection[Any]", _Recorded(raw, self.made))


def four_services(bench: Bench) -> list[Figure]:
    """Rows of 32 shops, changed one by one by eight callers at each of four services, against bare
    psycopg that makes the same statements on as many connections.
    """
    with running(bench) as server:
        address = server.address
        recorded = _RecordedDatabase(address)
        with closing(Store(bench.scratch() / "counterpart.db", recorded)) as store:
            made = [_add_shop(store, f"Shop {number}") for number in range(SHOPS)]
            held, changed = (parse(0, version)[: ROUNDS * CALLS] for version in (0, 1))
            for shop in made:
                _upload(store, shop, held)
        floor = _copy_database(address, "floor")
        recorded = _RecordedDatabase(address)
        recorded.made = []
        again: dict[int, list[Transaction]] = {}
        with closing(Store(bench.scratch() / "counterpart.db", recorded)) as store:
            for shop in made:
                recorded.made.clear()
                for row in changed:
                    _upload(store, shop, [row])
                again[shop.id] = [one for one in recorded.made if len(one) > 5]
        rates: tuple[list[float], list[float]] = ([], [])
        costs: tuple[list[float], list[float]] = ([], [])
        for turn in range(ROUNDS):
            part = slice(turn * CALLS, (turn + 1) * CALLS)
            groups = [made[service::SERVICES] for service in range(SERVICES)]
            bare = [Plan(floor, again=[again[shop.id][part] for shop in group]) for group in groups]
            numbers = list(range(part.start, part.stop))
            ours = [Plan(address, [(shop.id, numbers) for shop in group], version=2) for group in groups]
            for plans, taken, cost in zip((bare, ours), rates, costs, strict=True):
                before = server.read_cpu()
                results = _run_all(bench, plans)
                calls = sum(one.calls for one in results)
                taken.append(calls / max(one.seconds for one in results))
                cost.append((sum(one.cpu_s for one in results) + server.read_cpu() - before) / calls)
    costs_ms = " and ".join(f"{median(cost) * 1000:.2f}" for cost in costs)
    work = (
        f"PostgreSQL: rows of {SHOPS} shops at {SERVICES} services, {SHOPS} callers (floor: bare psycopg, the same "
        f"statements; CPU of programs and server: {costs_ms} ms a row)"
    )
    return [share_of(work, median(rates[0]), median(rates[1]), 0.6)]


def _add_shop(store: Store, name: str) -> Shop:
    return store.submit(lambda tx: add_shop(tx, name, now=_NOW())).result(WAIT_S)


def _upload(store: Store, shop: Shop, rows: Rows) -> None:
    store.submit(lambda tx: upload_rows(tx, shop, rows), shops={shop.id}).result(WAIT_S)


def _run_all(bench: Bench, plans: Sequence[Plan]) -> list[Made]:
    """Children that begin at the same time."""
    children = []
    for plan in plans:
        file = bench.scratch() / "plan"
        file.write_bytes(msgspec.msgpack.encode(plan))
        line = [sys.executable, "-m", "tests.bench.children.postgres_load", str(file)]
        children.append(subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=child_processes.ROOT))
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
    return [msgspec.json.decode(output, type=Made) for output in _begin(children)]


def _begin(children: Sequence[subprocess.Popen[bytes]]) -> Iterator[bytes]:
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
    for child in children:
        yield child.communicate()[0]


def _copy_database(address: str, name: str) -> str:
    """A copy of the database at an address; nobody uses that meanwhile."""
    source = conninfo_to_dict(address)["dbname"]
    with connect(address.replace(f"/{source}?", "/template1?")) as raw:
        raw.execute(f"CREATE DATABASE {name} TEMPLATE {source}")
    return address.replace(f"/{source}?", f"/{name}?")


def _move_data(bench: Bench, address: str, held: int) -> tuple[Path, str, list[str]]:
    """Fills a database from a data folder; gives that, its key, and orders that were placed."""
    data = make_data(bench.scratch(), held)
    references = place_orders(data, ORDERS)
    move_to_postgres(data.folder, PostgresDatabase(address), address, PROGRAM_ORIGIN, ignore)
    return data.folder, data.key, references


def accept_over_a_line(bench: Bench) -> list[Figure]:
    """An order is accepted by a service 0.5 ms away from PostgreSQL, against one next to it."""
    with running(bench) as server:
        folder, key, orders = _move_data(bench, server.address, ROWS)
        port = int(str(conninfo_to_dict(server.address)["port"]))
        with closing(Line(port, delay_s=DELAY_S / 2)) as line:
            far = f"postgresql://counterpart@127.0.0.1:{line.port}/postgres"
            near = far.replace(str(line.port), str(port))
            trip = _settle_delay(line, near, far)
            times = [_time_accepts(folder, one, key, orders[n::2]) for n, one in enumerate((near, far))]
    work = f"PostgreSQL: order accepted over a line, SELECT 1 in {trip * 1000:.2f} ms (floor: next to it)"
    figure = seconds_below(work, "", times[1], 0.012)
    return [Figure(figure.work, f"{times[0] * 1000:.1f} ms", *_rest(figure))]


def _rest(figure: Figure) -> tuple[str, str, str, bool]:
    return figure.ours, figure.reached, figure.target, figure.met


def _settle_delay(line: Line, near: str, far: str) -> float:
    """Sets the delay of a line, whose own work takes time too; returns the time of a statement."""
    trip = 0.0
    with connect(near) as here, connect(far) as there:
        for _ in range(4):
            base, trip = _time_statement(here), _time_statement(there)
            line.delay_s = max(0.00005, line.delay_s - (trip - base - DELAY_S) / 2)
    return trip


def _time_statement(raw: psycopg.Connection[Any]) -> float:
    times = []
    for _ in range(300):
        began = time.perf_counter()
        raw.execute("SELECT 1", prepare=True)
        times.append(time.perf_counter() - began)
    return median(times)


def _time_accepts(folder: Path, address: str, key: str, orders: Sequence[str]) -> Median:
    environment = {**os.environ, "COUNTERPART_DATABASE": address}
    times = []
    with (
        child_processes.server("service", str(folder), environment=environment) as service,
        BenchCaller(service.address, key) as caller,
    ):
        for order in orders:
            began = time.perf_counter()
            caller.call("POST", f"/v1/orders/{order}/accept")
            times.append(time.perf_counter() - began)
    return Median.of(times[len(times) // 5 :])


def many_shops(bench: Bench) -> list[Figure]:
    """A row, a page and an upload at one of many shops, against a database with one of them."""
    with running(bench) as server, ExitStack() as stack:
        address = server.address
        with closing(Store(bench.scratch() / "counterpart.db", PostgresDatabase(address))) as store:
            shop = _add_shop(store, "Shop")
            for place in range(HELD // ROWS):
                _upload(store, shop, parse(place, 0))
        many = _copy_database(address, "many")
        stores = [
            stack.enter_context(closing(Store(bench.scratch() / "counterpart.db", PostgresDatabase(one))))
            for one in (address, many)
        ]
        others = _fill_shops(stores[1], many, shop)
        versions = [parse(0, version) for version in range(1, BLOCKS + 2)]

        def add(store: Store, shops_of: Sequence[Shop], count: int) -> Callable[[Any], None]:
            def work(turn: Any) -> None:  # noqa: ANN401 - the number of a turn
                at = shops_of[turn * 37 % len(shops_of)]
                rows = versions[(turn // LOOKS + turn % LOOKS) % len(versions)]
                some = rows if count == ROWS else rows[turn % LOOKS : turn % LOOKS + count]
                _upload(store, at, some)

            return work

        def page(store: Store, shops_of: Sequence[Shop]) -> Callable[[Any], None]:
            def work(turn: Any) -> None:  # noqa: ANN401 - as above
                at = shops_of[turn * 37 % len(shops_of)]
                store.submit_read(lambda db: items.read_page(db, at.id, 500, 5)).result(WAIT_S)

            return work

        sides = [(stores[0], [shop]), (stores[1], others)]
        works: list[tuple[str, int, list[Callable[[Any], None]]]] = [
            ("a changed row", LOOKS, [add(*side, 1) for side in sides]),
            ("a page of 5", LOOKS, [page(*side) for side in sides]),
            ("1000 changed rows", 5, [add(*side, ROWS) for side in sides]),
        ]
        figures = []
        for words, calls, (at_one, at_many) in works:
            taken: tuple[list[float], list[float]] = ([], [])
            for block in range(BLOCKS + 1):
                turns = [block * LOOKS + call for call in range(calls)]
                for work, times in zip((at_one, at_many), taken, strict=True):
                    times.append(server.measure(work, turns))
            one_s, many_s = (median(times[1:]) for times in taken)
            said = f"PostgreSQL: CPU of {words} in {MANY_SHOPS:,} shops of {HELD:,} items (floor: in one)"
            figures.append(times_floor(said, one_s, many_s, 1.3))
    return figures


def _fill_shops(store: Store, address: str, model: Shop) -> list[Shop]:
    """Shops with the same items."""

    def add_all(tx: Any) -> list[Shop]:  # noqa: ANN401 - a transaction
        return [add_shop(tx, f"Shop {number}", now=_NOW()) for number in range(1, MANY_SHOPS)]

    made = store.submit(add_all, large=True).result(WAIT_S)
    ids = [shop.id for shop in made]
    with connect(address) as raw:
        raw.execute("SET session_replication_role = replica")
        for table, own in (
            ("items", {"id": f"id + ((one - {model.id})::bigint << 32)", "shop_id": "one", "change_id": "NULL"}),
            ("stock", {"item_id": f"item_id + ((one - {model.id})::bigint << 32)", "branch_id": "branch"}),
            ("ledger", {"item_id": f"item_id + ((one - {model.id})::bigint << 32)", "branch_id": "branch"}),
            ("sequences", {"shop_id": "one"}),
        ):
            (others,) = raw.execute(_COLUMNS, (table, list(own))).fetchall()[0]
            which = f"shop_id = {model.id}" if "shop_id" in own else f"item_id >> 32 = {model.id - 1}"
            raw.execute(
                f"INSERT INTO {table} ({', '.join(own)}, {others}) SELECT {', '.join(own.values())}, {others} "
                f"FROM (SELECT shop_id AS one, id AS branch FROM branches WHERE main = 1 AND shop_id = ANY($1)) AS s, "
                f"(SELECT * FROM {table} WHERE {which}) AS held",
                (ids,),
            )
        raw.execute(
            "UPDATE shops SET (items_total, revision) = (SELECT items_total, revision FROM shops WHERE id = $1) "
            "WHERE id = ANY($2)",
            (model.id, ids),
        )
        raw.execute("SET session_replication_role = origin")
        raw.execute("VACUUM ANALYZE")
    return store.submit_read(lambda db: [shops.get_shop(db, one) for one in ids]).result(WAIT_S)


def cost_of_calls(bench: Bench) -> list[Figure]:
    """Processor time of a call over HTTP: of its service, of PostgreSQL and of the client."""
    figures = []
    with running(bench) as server:
        folder, key, orders = _move_data(bench, server.address, FEW)
        kinds = {
            "a row": [request("POST", "/v1/items", key, upload(n, 1, count=1)) for n in range(FEW)],
            "a page of 5": [request("GET", f"/v1/items?offset={5 * n}&limit=5", key) for n in range(500)],
            "a mixed small call": small_calls(key, orders),
        }
        environment = {**os.environ, "COUNTERPART_DATABASE": server.address}
        with child_processes.server("service", str(folder), environment=environment) as service:
            for words, calls in kinds.items():
                bench.load(service.address, calls, callers=CALLERS, seconds=3.0)
                before = service.cpu_seconds(), server.read_cpu()
                seen = bench.load(service.address, calls, callers=CALLERS, seconds=6.0)
                ours, theirs = service.cpu_seconds() - before[0], server.read_cpu() - before[1]
                costs = " + ".join(f"{one / seen.calls * 1000:.2f}" for one in (ours, theirs, seen.cpu_s))
                said = f"PostgreSQL: {words}, {CALLERS} callers (CPU of service + server + client: {costs} ms)"
                figures.append(Figure(said, "", f"{seen.a_second:,.0f}/s", "", "", True))
    return figures
