"""Accepts connections within the table's bounds, and waits while the system has no
free descriptor.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable

from service.api.connection import Connection
from service.api.connection_table import ConnectionTable
from service.api.counted_log import CountedLog

log = logging.getLogger(__name__)

BACKLOG = 512
PAUSE_S = 0.25
"""Seconds without accepting after the system had no descriptor."""
_BURST = 64
_EXHAUSTED = {
    getattr(errno, name, None) for name in ("EMFILE", "ENFILE", "ENOBUFS", "ENOMEM", "WSAEMFILE", "WSAENOBUFS")
} - {None}

_WANTED_DESCRIPTORS = 8_192
_KEPT_FOR_OTHERS = 200
"""Descriptors for the database, webhooks and files."""


def raise_descriptor_limit() -> int | None:
    """Raises this process's own limit as far as allowed; returns the descriptors for connections,
    or None.
    """
    if sys.platform == "win32":
        return None  # Windows has no such limit
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _WANTED_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError) as error:
            log.warning("The limit of open files stays at %d: %s", soft, error)
    return None if soft == resource.RLIM_INFINITY else max(soft - _KEPT_FOR_OTHERS, soft // 2)


async def open_listeners(host: str, port: int) -> list[socket.socket]:
    """A listening socket for each address of the host. Raises OSError."""
    loop = asyncio.get_running_loop()
    addresses = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    opened: list[socket.socket] = []
    try:
        for family, kind, protocol, _, address in dict.fromkeys(addresses):
            listener = socket.socket(family, kind, protocol)
            opened.append(listener)
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind(address)
            listener.listen(BACKLOG)
            listener.setblocking(False)
    except OSError:
        for listener in opened:
            listener.close()
        raise
    return opened


class Acceptor:
    """Accepts from one listening socket until `stop`."""

    def __init__(
        self,
        listener: socket.socket,
        table: ConnectionTable,
        make_connection: Callable[[], Connection],
        *,
        begin: Callable[[Connection, str], asyncio.Protocol] = lambda connection, _: connection,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        accept: Callable[[socket.socket], Awaitable[tuple[socket.socket, tuple[str, int]]]] | None = None,
    ) -> None:
        """`begin` gives the protocol that a new connection of an address starts with; `accept`
        replaces the loop's own method, for tests.
        """
        self._listener = listener
        self._table = table
        self._make_connection = make_connection
        self._begin = begin
        self._sleep = sleep
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._accept = accept or loop.sock_accept
        self._exhausted = CountedLog(log, loop.time)
        self._refused = CountedLog(log, loop.time)
        self._opening: set[asyncio.Task[object]] = set()
        self._task = loop.create_task(self._run(), name="accepting connections")

    async def stop(self) -> None:
        """Stops accepting, closes the listening socket, and lets begun connections begin."""
        # `sock_accept` loses a socket that it has accepted but not yet returned when it is
        # cancelled. Windows' loop has no readers, and does not lose it.
        with contextlib.suppress(NotImplementedError):
            self._loop.remove_reader(self._listener)
        await asyncio.sleep(0)
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._listener.close()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            for _ in range(_BURST):
                try:
                    accepted, peer = await self._accept(self._listener)
                except OSError as error:
                    await self._wait_after(error)
                else:
                    self._open(accepted, str(peer[0]))
            # Many new connections must not delay the calls.
            await asyncio.sleep(0)

    async def _wait_after(self, error: OSError) -> None:
        if error.errno == errno.ECONNABORTED:
            return
        if error.errno in _EXHAUSTED:
            self._table.end_one()
            self._exhausted.warn("No descriptor is left for another connection; accepting waits (%s)", error.strerror)
        else:
            self._exhausted.warn("A connection could not be accepted: %s", error)
        await self._sleep(PAUSE_S)

    def _open(self, accepted: socket.socket, address: str) -> None:
        if not self._table.make_room(address):
            accepted.close()
            self._refused.warn("A connection from %s was refused, as there are too many", address)
            return
        accepted.setblocking(False)
        connection = self._make_connection()
        self._table.add(connection, address)
        task: asyncio.Task[object] = self._loop.create_task(self._connect(connection, accepted, address))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _connect(self, connection: Connection, accepted: socket.socket, address: str) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: self._begin(connection, address), accepted)
        except OSError as error:
            self._table.remove(connection)
            accepted.close()
            log.debug("A connection ended before it began: %s", error)
