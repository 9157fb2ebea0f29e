"""Which errors of PostgreSQL are the environment's fault, and the sentence for each."""

from __future__ import annotations

import re

import psycopg
from psycopg import errors

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message

_FULL = message("The disk of PostgreSQL is full. Nothing was changed; try again once that is mended.")
_READ_ONLY = message("PostgreSQL takes no writes at present. Nothing was changed; try again once that is mended.")
_NO_ROOM = message("PostgreSQL has no connection or no memory left. Nothing was changed; try again in a moment.")
_AWAY = message("PostgreSQL does not answer. Nothing was changed; try again in a moment.")


_REFUSED = re.compile(
    "password authentication failed|no password supplied|does not exist|pg_hba.conf|not permitted to log in"
)


def is_about_password(error: psycopg.OperationalError) -> bool:
    """Whether the server wants a password, or another one."""
    return error.pgconn is not None and (error.pgconn.needs_password or error.pgconn.used_password)


def find_refusal(error: psycopg.OperationalError) -> Unavailable | None:
    """Why the server lets nobody in, where trying again changes nothing; it has no code."""
    if error.pgconn is not None and error.pgconn.needs_password:
        command = "counterpart database password"
        return Unavailable.saying("PostgreSQL wants a password. Store it with: {command}", command=command)
    reason = str(error).strip().splitlines()[-1]
    if not _REFUSED.search(reason):
        return None
    return Unavailable.saying("PostgreSQL refuses the connection: {reason}.", reason=reason.removesuffix("."))


def to_unavailable(error: BaseException) -> Unavailable | None:
    """The Unavailable for an error of PostgreSQL, or None if the error is a bug."""
    if isinstance(error, errors.DiskFull):
        return Unavailable(_FULL, UnavailableCode.DISK_FULL)
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return Unavailable(_READ_ONLY)
    if isinstance(error, (errors.InsufficientResources, errors.TooManyConnections, errors.OutOfMemory)):
        return Unavailable(_NO_ROOM)
    # A closed connection is an InterfaceError; the timeout is that of a process that was suspended.
    if isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError, errors.IdleInTransactionSessionTimeout)):
        return Unavailable(_AWAY)
    return None
