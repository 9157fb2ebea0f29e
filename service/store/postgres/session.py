"""The session that a service has as long as it runs: who leads, news of other services, the clock.

It needs a direct connection: a pooler that lends connections for a transaction each ends both the
lock and LISTEN.
"""

from __future__ import annotations

import logging
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Any

import psycopg

from service.domain.errors import Unavailable
from service.domain.times import SharedClock

log = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
"""How often a service asks whether it may lead, and a leader shows that it is alive."""
SILENT_S = 10
"""After this long a leader that shows nothing is suspended: its session is ended."""
NEWS_PAUSE_S = 0.05
"""Each NOTIFY waits for the others of the whole server, so many commits share one."""
LEADER_LOCK = 0x4C6561646572
_CHANNEL = "counterpart"
END_LEADER = f"""
SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::bigint << 32) + objid::bigint = {LEADER_LOCK}
"""
"""Another leads then, or the same one in a new term."""
_END_SILENT_LEADER = f"{END_LEADER} AND state_change < clock_timestamp() - interval '{SILENT_S} s'"


class ServiceSession:
    """A thread with the connection; it is opened again after it was lost."""

    def __init__(
        self,
        open_raw: Callable[[], psycopg.Connection[Any]],
        clock: SharedClock,
        on_term: Callable[[], None],
        on_foreign_write: Callable[[], None],
    ) -> None:
        """Both are called in the thread: `term` has changed, and another service wrote."""
        self.term: int | None = None
        """The number of this service's leadership; None while another leads."""
        self._open_raw, self._clock = open_raw, clock
        self._on_term, self._on_foreign_write = on_term, on_foreign_write
        self._has_news = self._is_to_look = self._is_closing = self._was_lost = False
        self._tried = threading.Event()
        self._wakes, self._waker = socket.socketpair()
        self._wakes.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="store-session", daemon=True)
        self._thread.start()

    def wait_until_tried(self) -> None:
        """Returns once the first connection was tried."""
        self._tried.wait()

    def tell_of_write(self) -> None:
        """Tells the other services soon that this one committed something."""
        if not self._has_news:
            self._has_news = True
            self._wake()

    def begin_new_term(self) -> None:
        """Ends what the leader does, which begins again from what is in the database."""
        self._set_term(None)
        self._is_to_look = True
        self._wake()

    def close(self) -> None:
        """Another service may lead when this returns."""
        self._is_closing = True
        self._wake()
        self._thread.join()
        self._tried.set()
        self._wakes.close()
        self._waker.close()

    def _wake(self) -> None:
        self._waker.send(b"\0")

    def _run(self) -> None:
        while not self._is_closing:
            try:
                with closing(self._open_raw()) as raw:
                    self._use(raw)
            except (psycopg.Error, Unavailable) as error:
                if not self._was_lost:
                    log.warning("The session of this service was lost: %s", error)
                self._was_lost = True
            except Exception:
                log.exception("The session of this service went wrong; it is opened again")
            self._set_term(None)
            self._tried.set()
            if not self._is_closing:
                self._wait(None, LOOK_EVERY_S)

    def _use(self, raw: psycopg.Connection[Any]) -> None:
        raw.execute(f"LISTEN {_CHANNEL}")
        self._was_lost = False
        look_at = tell_at = time.monotonic()
        while not self._is_closing:
            now = time.monotonic()
            if now >= look_at:
                look_at = now + LOOK_EVERY_S
                self._look(raw)
                self._tried.set()
            if self._has_news and now >= tell_at:
                self._has_news, tell_at = False, now + NEWS_PAUSE_S
                raw.execute(f"NOTIFY {_CHANNEL}")
            # One that came with the answer to a statement does not make the socket readable.
            if any(note.pid != raw.info.backend_pid for note in raw.notifies(timeout=0)):
                self._on_foreign_write()
            self._wait(raw, min(look_at, tell_at if self._has_news else look_at) - time.monotonic())
            if self._is_to_look:
                self._is_to_look, look_at = False, 0.0

    def _look(self, raw: psycopg.Connection[Any]) -> None:
        self._clock.measure(lambda: _read_number(raw, "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"))
        if self.term is not None:
            return
        if not _read_number(raw, f"SELECT pg_try_advisory_lock({LEADER_LOCK})"):
            raw.execute(_END_SILENT_LEADER)
            return
        self._set_term(_read_number(raw, "UPDATE leader SET term = term + 1 RETURNING term"))

    def _set_term(self, term: int | None) -> None:
        if term != self.term:
            self.term = term
            log.info("This service leads now (term %s)" if term else "This service leads no longer%.0s", term)
            self._on_term()

    def _wait(self, raw: psycopg.Connection[Any] | None, seconds: float) -> None:
        """Until there is something to read, or a call of another thread."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._wakes, selectors.EVENT_READ)
            if raw is not None:
                selector.register(raw.fileno(), selectors.EVENT_READ)
            selector.select(max(0.0, seconds))
        with suppress(BlockingIOError):
            self._wakes.recv(64)


def _read_number(raw: psycopg.Connection[Any], sql: str) -> int:
    return int(raw.execute(sql).fetchall()[0][0])
