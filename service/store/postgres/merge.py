"""A statement for each of many rows, as one statement for all of them.

They are copied into a temporary table and merged from there. That takes half of the processor time
of this program, and less of the server's.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import psycopg
from psycopg.pq import ExecStatus

from service.store.postgres.render import render

_INT8 = psycopg.postgres.types["int8"].oid
_PARAMETER = re.compile(r"\$(\d+)")
_INSERT = re.compile(r"(INSERT INTO .*?) VALUES \((.*?)\)( ON CONFLICT .*)?", re.DOTALL)
_UPDATE = re.compile(r"(UPDATE .*?) WHERE (.*)", re.DOTALL)


class Merge(NamedTuple):
    """A temporary table's name; statements that make it if missing, copy the rows, write them."""

    name: str
    make: str
    copy: str
    write: str


def make_merge(raw: psycopg.Connection[Any], sql: str, row: Sequence[Any]) -> Merge:
    """For an INSERT of VALUES or an UPDATE with a WHERE, whose rows are like `row`: a sequence with
    a value for each parameter. Raises psycopg.Error.
    """
    text, places = render(sql)
    # The server knows the kind of each parameter, but not how long a number is.
    known = [_INT8 if isinstance(row[int(place)], int) else 0 for place in places]
    prepared = raw.pgconn.prepare(b"", text.encode(), known)
    if prepared.status != ExecStatus.COMMAND_OK:
        raise psycopg.errors.error_from_result(prepared)
    described = raw.pgconn.describe_prepared(b"")
    kinds = {int(place): raw.adapters.types[described.param_type(number)].name for number, place in enumerate(places)}
    columns = ", ".join(f"p{place} {kinds[place]}" for place in sorted(kinds))
    # One table for all statements whose rows have these columns: each is emptied at a commit.
    name = f"rows_{zlib.crc32(columns.encode()):08x}"
    named = _PARAMETER.sub(lambda found: f"one.p{places[int(found[1]) - 1]}", text)
    if (found := _INSERT.fullmatch(named)) is not None:
        write = f"{found[1]} SELECT {found[2]} FROM {name} AS one{found[3] or ''}"
    elif (found := _UPDATE.fullmatch(named)) is not None:
        write = f"{found[1]} FROM {name} AS one WHERE {found[2]}"
    else:
        raise ValueError(f"This has no form for many rows: {sql}")
    make = f"CREATE TEMPORARY TABLE IF NOT EXISTS {name} ({columns}) ON COMMIT DELETE ROWS"
    return Merge(name, make, f"COPY {name} FROM STDIN", write)
