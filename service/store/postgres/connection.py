"""A connection to PostgreSQL with which the store's transactions work as with SQLite's."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import psycopg
from psycopg.adapt import AdaptersMap, Dumper, Loader
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import StrDumper

from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.store.engine.moved_mark import MARK
from service.store.engine.transaction import Cursor, ForeignCommits, Values
from service.store.postgres.errors import to_unavailable
from service.store.postgres.merge import Merge, make_merge
from service.store.postgres.render import render
from service.store.postgres.schema import read_first_columns

PROGRAM = "counterpart"
"""The name of its connections at the server."""
WRITE_LOCK = 0x436F756E74
"""The advisory lock of the installation: shared by writes that name their shops."""
SHOP_LOCKS = 0x53686F70
"""The advisory lock of each shop, whose id is the second number."""
MOVE_LOCK = 0x4D6F7665
"""The advisory lock of a move or a restore; each write shares it, or is refused."""
_NAMED_LOCKS = 0x4E616D65
_INSTALLATION = -1
"""Its row in `epochs`."""
_COUNT_COMMIT = (
    "INSERT INTO epochs (shop_id, commits) SELECT unnest($1::bigint[]), 1 "
    f"WHERE NOT EXISTS (SELECT FROM settings WHERE name = '{MARK}') "
    "ON CONFLICT (shop_id) DO UPDATE SET commits = epochs.commits + 1"
)
_READ_COMMITS = "SELECT shop_id, commits FROM epochs"
_TAKE_ALL = "SELECT pg_try_advisory_xact_lock_shared($1), pg_advisory_xact_lock($2)"
_TAKE_SHOPS = (
    "SELECT pg_try_advisory_xact_lock_shared($1), pg_advisory_xact_lock_shared($2) UNION ALL "
    "SELECT true, pg_advisory_xact_lock($3::int, shop) FROM unnest($4::int[]) AS shop"
)
COPIED_FROM = 200
"""So many rows are copied into a table of the connection, and merged by one statement."""
_PAUSE_S = 1.0
"""After a connection that failed nobody tries for this long: each caller would wait as long."""
_PREPARED = 1_000
_MERGES = 256
_CHANGES = re.compile(r"\s*(INSERT|UPDATE|DELETE)")
_INTO = re.compile(r"INSERT INTO (\w+)")
_OPEN = (TransactionStatus.INTRANS, TransactionStatus.INERROR)
_MOVING = message("The data is being moved or restored. Nothing was changed; try again when that is done.")
_MOVED = message("The data was moved elsewhere. Nothing was changed; end this service.")
_UNKNOWN = message(
    "The connection to PostgreSQL was lost at the last moment, so it is not known whether this was saved. Look before "
    "you try again."
)


class _TruthDumper(Dumper):
    """The store has flags as numbers."""

    oid = psycopg.postgres.types["int8"].oid

    def dump(self, obj: Any) -> bytes:
        return b"1" if obj else b"0"


class _TruthLoader(Loader):
    def load(self, data: Any) -> int:
        return int(bytes(data) == b"t")


class _WholeLoader(Loader):
    """A sum of bigint is numeric, and whole."""

    def load(self, data: Any) -> int:
        return int(bytes(data))


def _make_adapters() -> AdaptersMap:
    adapters = AdaptersMap(psycopg.adapters)
    adapters.register_dumper(int, Int8Dumper)
    adapters.register_dumper(bool, _TruthDumper)
    adapters.register_dumper(str, StrDumper)
    adapters.register_loader("bool", _TruthLoader)
    adapters.register_loader("numeric", _WholeLoader)
    return adapters


_ADAPTERS = _make_adapters()


def connect(address: str, password: str | None = None) -> psycopg.Connection[Any]:
    """Without a password libpq looks in PGPASSWORD and in its file. Raises psycopg.Error."""
    raw = psycopg.connect(
        address,
        password=password,
        autocommit=True,
        context=_Context(),
        cursor_factory=psycopg.RawCursor,
        connect_timeout=5,
        application_name=PROGRAM,
        keepalives_idle=5,
        keepalives_interval=3,
        keepalives_count=3,
        tcp_user_timeout=14_000,
    )
    raw.prepared_max = _PREPARED
    return raw


class _Context:
    """What psycopg takes the conversion of values from."""

    adapters = _ADAPTERS
    connection = None


class PostgresConnection:
    """Opens when it is first used, and again after it was lost."""

    is_shared = True

    def __init__(
        self,
        open_raw: Callable[[], psycopg.Connection[Any]],
        on_unknown: Callable[[], None] = lambda: None,
        first: str = "",
        commits: Counter[int] | None = None,
    ) -> None:
        """`on_unknown` is called when it is not known whether a commit succeeded. `first` is the
        first statement of each transaction. `commits` are those of each shop by this program.
        """
        self._open_raw = open_raw
        self._first = f"; {first}" if first else ""
        self._on_unknown = on_unknown
        self._raw: psycopg.Connection[Any] | None = None
        self._failure: Exception | None = None
        self._failed_at = 0.0
        self.total_changes = 0
        self._changes_before = 0
        self._shops: Sequence[int] | None = None
        self._own_commits = Counter[int]()
        """Those of each shop, as in `epochs`."""
        self._commits = Counter[int]() if commits is None else commits
        self._seen_commits: dict[int, int] = {}
        self._seen_in_all: Counter[int] | None = None
        self._merges: dict[str, Merge] = {}
        self._filled = set[str]()
        """The temporary tables that have rows of this transaction."""

    @property
    def in_transaction(self) -> bool:
        return self._status is TransactionStatus.INTRANS

    @property
    def _status(self) -> TransactionStatus:
        return TransactionStatus.IDLE if self._raw is None else self._raw.info.transaction_status

    def execute(self, sql: str, values: Values = (), /) -> Cursor:
        text, places = render(sql)
        cursor = self._connect().execute(text, _arrange(places, values), prepare=True)
        self._count(sql, cursor.rowcount)
        return cursor

    def executemany(self, sql: str, rows: Iterable[Values], /) -> Cursor:
        some = list(rows)
        if len(some) == 1:  # a pipeline costs more than one statement
            return self.execute(sql, some[0])
        text, places = render(sql)
        cursor = self._connect().cursor()
        cursor.executemany(text, [_arrange(places, row) for row in some])
        self._count(sql, cursor.rowcount)
        return cursor

    def write_rows(self, sql: str, rows: Sequence[Sequence[Any]], /) -> int:
        if len(rows) < COPIED_FROM:
            return self.executemany(sql, rows).rowcount
        raw = self._connect()
        if (merge := self._merges.get(sql)) is None:
            if len(self._merges) >= _MERGES:
                self._merges.clear()
            merge = self._merges[sql] = make_merge(raw, sql, rows[0])
        raw.execute(merge.make, prepare=True)
        if merge.name in self._filled:
            raw.execute(f"TRUNCATE {merge.name}", prepare=True)
        self._filled.add(merge.name)
        with raw.cursor().copy(merge.copy) as copy:
            for row in rows:
                copy.write_row(row)
        cursor = raw.execute(merge.write, prepare=True)
        self._count(sql, cursor.rowcount)
        return cursor.rowcount

    def insert(self, sql: str, values: Values) -> int:
        return int(self.execute(_return_id(sql), values).fetchone()[0])

    def begin_read(self) -> None:
        self._begin("REPEATABLE READ READ ONLY")

    def begin_write(self, shops: Sequence[int] | None = None) -> None:
        """Waits until no other service writes; what follows sees all that they committed. No two
        wait for each other: the shops are ascending, and what has every shop waits for no shop.
        """
        self._begin("READ COMMITTED")
        self._shops = shops
        self._filled.clear()
        if shops is None:
            taken = self._connect().execute(_TAKE_ALL, (MOVE_LOCK, WRITE_LOCK), prepare=True)
        else:
            values = (MOVE_LOCK, WRITE_LOCK, SHOP_LOCKS, list(shops))
            taken = self._connect().execute(_TAKE_SHOPS, values, prepare=True)
        if not taken.fetchall()[0][0]:
            self.rollback()  # the locks of its shops with it
            raise Unavailable(_MOVING)
        self._changes_before = self.total_changes

    def take_lock(self, name: str) -> None:
        self._connect().execute("SELECT pg_advisory_xact_lock($1::int, hashtext($2))", (_NAMED_LOCKS, name))

    def undo_savepoint(self, name: str) -> None:
        if self._status in _OPEN:
            self._connect().execute(f"ROLLBACK TO {name}")
            self._connect().execute(f"RELEASE {name}")

    def commit(self, *, of_all: bool = False) -> None:
        """Raises Unavailable if success is unknown, or data was moved: nobody may try again."""
        raw, counted = self._connect(), list[int]()
        if self.total_changes != self._changes_before:
            # The last one may wait for another shop, so it is the last statement.
            counted = [*(self._shops or ()), *([_INSTALLATION] if of_all or self._shops is None else [])]
            # A move marks the data while no transaction has its lock, so this one sees the mark.
            if raw.execute(_COUNT_COMMIT, (counted,), prepare=True).rowcount != len(counted):
                raise Unavailable(_MOVED)
        self._commits.update(counted)  # first: who reads it in `epochs` takes it for nobody else's
        try:
            # The commit of a broken transaction is a rollback, which only this says.
            if raw.execute("COMMIT", prepare=False).statusmessage != "COMMIT":
                raise psycopg.errors.InFailedSqlTransaction
        except Exception as error:
            self._commits.subtract(counted)
            if not isinstance(error, psycopg.OperationalError):
                raise
            self._on_unknown()
            raise Unavailable(_UNKNOWN) from error
        self._own_commits.update(counted)

    def rollback(self) -> None:
        if self._raw is not None and self._status in _OPEN:
            self._raw.execute("ROLLBACK")

    def find_foreign_commits(self) -> ForeignCommits:
        if not self.in_transaction:
            return self._look_at_all()
        read, named = self._connect().execute, self._shops
        if named is None:
            rows = read(_READ_COMMITS).fetchall()
        else:
            rows = read(f"{_READ_COMMITS} WHERE shop_id = ANY($1)", ([_INSTALLATION, *named],), prepare=True).fetchall()
        theirs = {shop_id: commits - self._own_commits[shop_id] for shop_id, commits in rows}
        changed = {shop_id for shop_id, commits in theirs.items() if self._seen_commits.get(shop_id, 0) != commits}
        self._seen_commits |= theirs
        return ForeignCommits(bool(changed), _INSTALLATION in changed)

    def _look_at_all(self) -> ForeignCommits:
        rows = self._connect().execute(_READ_COMMITS, prepare=True).fetchall()
        # One of this program that is under way is counted already: then these are too few.
        theirs = Counter[int]({shop_id: commits - self._commits[shop_id] for shop_id, commits in rows})
        before = theirs if self._seen_in_all is None else self._seen_in_all
        self._seen_in_all = before | theirs
        return ForeignCommits(not theirs <= before, theirs[_INSTALLATION] > before[_INSTALLATION])

    def confirm_term(self, term: int | None) -> None:
        # A new leader waits for the end of this transaction before it begins its term.
        row = self._connect().execute("SELECT term FROM leader FOR SHARE").fetchone()
        if row is None or row[0] != term:
            raise Unavailable.saying("Another service leads now. Nothing was changed.")

    def free_pages(self) -> bool:
        """Its autovacuum does that."""
        return False

    def to_unavailable(self, error: BaseException) -> Unavailable | None:
        return to_unavailable(error)

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()

    def _begin(self, how: str) -> None:
        try:
            self.rollback()
            self._connect().execute(f"BEGIN ISOLATION LEVEL {how}{self._first}")
        except (psycopg.OperationalError, psycopg.InterfaceError):
            if self._raw is None:
                raise
            # The server was started again since: nothing of this transaction was done yet.
            self.close()
            self._raw = None
            self._connect().execute(f"BEGIN ISOLATION LEVEL {how}{self._first}")

    def _connect(self) -> psycopg.Connection[Any]:
        if self._raw is None:
            if self._failure is not None and time.monotonic() - self._failed_at < _PAUSE_S:
                raise self._failure
            try:
                self._raw = self._open_raw()
            except Exception as error:
                self._failure, self._failed_at = error, time.monotonic()
                raise
        return self._raw

    def _count(self, sql: str, rows: int) -> None:
        if _CHANGES.match(sql):
            self.total_changes += max(rows, 0)


def _arrange(places: Sequence[int | str], values: Any) -> list[Any]:
    return [values[place] for place in places]


@lru_cache(maxsize=256)
def _return_id(sql: str) -> str:
    """An INSERT that returns the id of its row."""
    found = _INTO.match(sql)
    if found is None:
        raise ValueError(f"This inserts no row: {sql}")
    return f"{sql} RETURNING {read_first_columns()[found[1]]}"
