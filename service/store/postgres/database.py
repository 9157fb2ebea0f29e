"""PostgreSQL as the engine of a store: what it needs of the server, and the schema."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import psycopg

from service.domain.errors import Unavailable
from service.domain.sentences import Sentence, message
from service.domain.server_health import ServerHealth
from service.domain.times import SharedClock, SystemClock
from service.store.engine.file_watch import FileLoss
from service.store.engine.moved_mark import check_not_moved
from service.store.engine.readers import READER_COUNT, WINDOW_READER_COUNT
from service.store.postgres.connection import MOVE_LOCK, PROGRAM, WRITE_LOCK, PostgresConnection, connect
from service.store.postgres.errors import find_refusal, is_about_password, to_unavailable
from service.store.postgres.health import read_health
from service.store.postgres.schema import LATER_STEPS, SCHEMA_MARK, LaterStep, make_schema
from service.store.postgres.session import SILENT_S, ServiceSession

MIN_VERSION = 15
WRITERS = 4
CONNECTIONS = READER_COUNT + WINDOW_READER_COUNT + WRITERS + 3
"""How many connections one service opens at most: one for its session, two for a short while."""
_BYTE_ORDERS = ("C", "POSIX", "C.UTF-8", "C.utf8", "ucs_basic")
_TRY_LOCKS = 0x54727974
_LONGEST_WRITE_S = 60
_SCHEMA_LOCK = 0x536368656D61
SILENT_LIMIT = f"SET LOCAL idle_in_transaction_session_timeout = '{SILENT_S}s'"
_ENDS_WHAT_IS_SILENT = f"""
SET idle_in_transaction_session_timeout = '{SILENT_S}s';
SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 3
"""
"""A service that is suspended, or whose computer is gone, keeps no lock for hours."""
_FACTS = """
SELECT current_setting('server_version_num')::bigint / 10000, current_setting('server_encoding'),
(SELECT datcollate FROM pg_database WHERE datname = current_database()), to_regclass('versions') IS NOT NULL,
coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
- (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')
"""


_FIND_OTHERS = f"""
SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
AND application_name = '{PROGRAM}'
"""


class _Facts(NamedTuple):
    version: int
    encoding: str
    collation: str
    has_schema: int
    may_create: int
    left: int
    """How many connections the server has left."""


class PostgresDatabase:
    """A database that may be away, also at the start: it is looked at with the first connection."""

    damage = None
    later_steps: Sequence[LaterStep] = LATER_STEPS

    def __init__(
        self,
        address: str,
        clock: SharedClock | None = None,
        ask_password: Callable[[], str | None] = lambda: None,
        direct: str | None = None,
    ) -> None:
        """`address` is a URL of libpq without a password; a service has a `clock` that is set here.
        `ask_password` is called where the server wants one that libpq does not find, or has another
        than before. Where `address` is that of a pooler that lends connections for a transaction
        each, `direct` is the server's own. Nothing is opened yet.
        """
        self._address, self._direct = address, direct
        self._ask_password = ask_password
        self._password: str | None = None
        self._is_ready = False
        self._lock = threading.Lock()
        self.clock = clock or SharedClock(SystemClock())
        self._session: ServiceSession | None = None
        self._serving, self._is_closed = threading.Lock(), False
        open_raw, first = (self._open_watched, "") if direct is None else (self._open, SILENT_LIMIT)
        commits = Counter[int]()
        self.writers = [PostgresConnection(open_raw, self._begin_new_term, first, commits) for _ in range(WRITERS)]
        self.checkpoints = 0

    def check(self) -> None:
        """Makes the schema where there is none. Raises Unavailable with a sentence for what the
        database lacks; one that is away is looked at later.
        """
        try:
            self._open().close()
        except psycopg.OperationalError as error:
            if (refusal := find_refusal(error)) is not None:
                raise refusal from error

    def open_reader(self) -> PostgresConnection:
        return PostgresConnection(self._open)

    def open_writer(self) -> PostgresConnection:
        """Another than the store's, for a short write."""
        return PostgresConnection(self._open_watched)

    @contextmanager
    def open_snapshot(self) -> Iterator[psycopg.Connection[Any]]:
        """One view of all that is committed, until the block ends. Raises Unavailable."""
        with _telling(), closing(self._open()) as raw:
            raw.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield raw

    @contextmanager
    def open_alone(self) -> Iterator[psycopg.Connection[Any]]:
        """A connection; the writes of all services are refused until the block ends. A schema is
        brought up to date, and not made. Raises Unavailable.
        """
        with _telling(), closing(self._connect(self._direct)) as raw:
            raw.execute(f"SET lock_timeout = '{_LONGEST_WRITE_S}s'")
            try:
                raw.execute("SELECT pg_advisory_lock($1)", (MOVE_LOCK,))
            except psycopg.errors.LockNotAvailable:
                raise Unavailable.saying(
                    "The data is being moved or restored by another program. Wait until that is done."
                ) from None
            if has_schema(raw):
                with raw.transaction():
                    raw.execute("SELECT pg_advisory_xact_lock($1)", (_SCHEMA_LOCK,))
                    _upgrade(raw, self.later_steps)
            yield raw

    def prepare(self, raw: psycopg.Connection[Any]) -> None:
        """Looks at what a database lacks, and makes the schema where there is none; then the steps
        that it has not had. Raises Unavailable, psycopg.Error.
        """
        with raw.transaction():
            raw.execute("SELECT pg_advisory_xact_lock($1)", (_SCHEMA_LOCK,))
            facts = _Facts(*raw.execute(_FACTS).fetchall()[0])
            if (lack := _find_lack(facts)) is not None:
                raise Unavailable(lack)
            if not facts.has_schema:
                raw.execute(make_schema())
                raw.execute("INSERT INTO versions VALUES (1, $1, 1, 1)", (SCHEMA_MARK,))
            _upgrade(raw, self.later_steps)
            if facts.has_schema:
                check_not_moved(raw.execute)

    @property
    def term(self) -> int | None:
        return None if self._session is None else self._session.term

    def serve(self, on_term: Callable[[], None], on_foreign_write: Callable[[], None]) -> None:
        with self._serving:
            if self._is_closed:
                raise Unavailable.saying("The program is closing. Nothing was changed; try again in a moment.")
            if self._session is None:
                self._session = ServiceSession(self._open_watched, self.clock, on_term, on_foreign_write)
            session = self._session
        session.wait_until_tried()

    def _begin_new_term(self) -> None:
        """What the leader believes of its claims may be wrong."""
        if self._session is not None:
            self._session.begin_new_term()

    def add_rows(self, rows: int, checkpoints_before: int) -> None:  # noqa: ARG002 - it makes them itself
        if rows and self._session is not None:
            self._session.tell_of_write()

    def find_loss(self) -> FileLoss | None:
        return None

    def note_damage(self) -> None:
        """Its own server looks after it."""

    @contextmanager
    def try_lock(self, name: str) -> Iterator[bool]:
        """The lock is that of a session of its own."""
        try:
            raw = self._open_watched()
        except psycopg.Error as error:
            raise to_unavailable(error) or error from error
        with closing(raw):
            taken = raw.execute("SELECT pg_try_advisory_lock($1::int, hashtext($2))", (_TRY_LOCKS, name)).fetchall()
            try:
                yield bool(taken[0][0])
            finally:
                # The server ends a session only some time after it was closed.
                with suppress(psycopg.Error):
                    raw.execute("SELECT pg_advisory_unlock_all()")

    def read_health(self) -> ServerHealth:
        with _telling(), closing(self._open()) as raw:
            return read_health(raw, CONNECTIONS, SystemClock())

    def save_copy(self, target: Path) -> None:
        raise Unavailable.saying(
            "{target} is not written: the data is in PostgreSQL. Save it with pg_dump.", target=str(target)
        )

    def close(self) -> None:
        """The store has closed the other connections."""
        with self._serving:
            self._is_closed = True
            session, self._session = self._session, None
        if session is not None:
            session.close()

    def _open(self, direct: str | None = None) -> psycopg.Connection[Any]:
        raw = self._connect(direct)
        try:
            with self._lock:
                if not self._is_ready:
                    self.prepare(raw)
                    self._is_ready = True
        except BaseException:
            raw.close()
            raise
        return raw

    def _connect(self, direct: str | None = None) -> psycopg.Connection[Any]:
        raw = self._connect_with_password(direct or self._address)
        if direct is None and self._direct is not None:
            # The next transaction may be on another connection of the pooler, which does not have
            # a statement that was prepared on this one.
            raw.prepare_threshold = None
        return raw

    def _connect_with_password(self, address: str) -> psycopg.Connection[Any]:
        try:
            return connect(address, self._password)
        except psycopg.OperationalError as error:
            if not is_about_password(error):
                raise
            password = self._ask_password()
            if password in (None, self._password):
                raise
            self._password = password
        return connect(address, password)

    def _open_watched(self) -> psycopg.Connection[Any]:
        """For what holds locks, or listens."""
        raw = self._open(self._direct)
        raw.execute(_ENDS_WHAT_IS_SILENT)
        return raw


@contextmanager
def _telling() -> Iterator[None]:
    """Raises Unavailable for what the environment did."""
    try:
        yield
    except psycopg.Error as error:
        refusal = find_refusal(error) if isinstance(error, psycopg.OperationalError) else None
        raise refusal or to_unavailable(error) or error from error


def has_schema(raw: psycopg.Connection[Any]) -> bool:
    """Whether the database is one of Counterpart. Raises psycopg.Error."""
    return raw.execute("SELECT to_regclass('versions')").fetchall()[0][0] is not None


def _upgrade(raw: psycopg.Connection[Any], later: Sequence[LaterStep]) -> None:
    """Makes the steps that the data has not had. Raises Unavailable for that of another version."""
    # A build before the first release had no numbers of steps.
    row = raw.execute("SELECT to_jsonb(versions) FROM versions").fetchone()
    of_data: dict[str, int] = {} if row is None else row[0]
    if of_data.get("schema") != SCHEMA_MARK or of_data["oldest"] > len(later) + 1:
        raise Unavailable.saying(
            "The data in PostgreSQL was written by another version of Counterpart. Install that version."
        )
    wanted = later[of_data["steps"] - 1 :]
    if not wanted:
        return
    if not all(step.keeps_older for step in wanted) and raw.execute(_FIND_OTHERS).fetchone():
        raise Unavailable.saying(
            "This version changes the data so that earlier ones cannot use it. End all other services first."
        )
    raw.execute("SELECT pg_advisory_xact_lock($1)", (WRITE_LOCK,))
    for number, step in enumerate(wanted, of_data["steps"] + 1):
        raw.execute(step.sql)
        raw.execute(
            "UPDATE versions SET steps = $1, oldest = CASE WHEN $2 <> 0 THEN oldest ELSE $1 END",
            (number, step.keeps_older),
        )


def _find_lack(facts: _Facts) -> Sentence | None:
    if facts.version < MIN_VERSION:
        return message(
            "This is PostgreSQL {version}; Counterpart needs {need} or later.", version=facts.version, need=MIN_VERSION
        )
    if facts.encoding != "UTF8":
        return message("The database has the encoding {encoding}; create it with UTF8.", encoding=facts.encoding)
    if facts.collation not in _BYTE_ORDERS:
        return message(
            "The database sorts by {collation}; create it with LC_COLLATE 'C' and TEMPLATE template0.",
            collation=facts.collation,
        )
    if not facts.has_schema and not facts.may_create:
        return message("The user of PostgreSQL has no right to create tables. Grant it CREATE on its schema.")
    if not facts.has_schema and facts.left < CONNECTIONS:
        return message(
            "PostgreSQL has {left} connections left and one service takes {need}. Raise max_connections.",
            left=max(facts.left, 0),
            need=CONNECTIONS,
        )
    return None
