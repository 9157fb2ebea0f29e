"""Reads what PostgreSQL says about itself, for the doctor."""

from __future__ import annotations

from typing import Any

import psycopg

from service.domain.server_health import ServerHealth
from service.domain.times import Clock
from service.store.postgres.session import LEADER_LOCK

_TRIES = 5
_FACTS = f"""
SELECT current_setting('server_version'),
(SELECT datcollate FROM pg_database WHERE datname = current_database()),
(pg_database_size(current_database()) + 1048575) / 1048576,
ARRAY(SELECT name FROM unnest(ARRAY['fsync', 'full_page_writes', 'synchronous_commit']) AS name
WHERE current_setting(name) = 'off'),
coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint,
current_setting('max_connections')::bigint - current_setting('superuser_reserved_connections')::bigint
- (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
(SELECT coalesce(host(client_addr), '') FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
AND (classid::bigint << 32) + objid::bigint = {LEADER_LOCK} LIMIT 1),
coalesce(extract(epoch FROM clock_timestamp() - least(
(SELECT min(xact_start) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()),
(SELECT min(prepared) FROM pg_prepared_xacts WHERE database = current_database())))::bigint, 0)
"""
_DEAD_ROWS = "SELECT relname, n_dead_tup, n_live_tup FROM pg_stat_user_tables ORDER BY n_dead_tup DESC LIMIT 1"
_CLOCK = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"


def read_health(raw: psycopg.Connection[Any], needed: int, clock: Clock) -> ServerHealth:
    """`clock` is this computer's own. Raises psycopg.Error."""
    facts = raw.execute(_FACTS).fetchall()[0]
    table, dead, rows = (raw.execute(_DEAD_ROWS).fetchall() or [("", 0, 0)])[0]
    took, ahead = min(_measure(raw, clock) for _ in range(_TRIES))
    version, collation, mebibytes, switched_off, may_create, connections, left, leader, oldest_s = facts
    return ServerHealth(
        version=version,
        collation=collation,
        mebibytes=mebibytes,
        switched_off=tuple(switched_off),
        may_create=bool(may_create),
        connections=connections,
        connections_left=left,
        needed=needed,
        ahead=ahead,
        round_trip_us=int(took * 1_000_000),
        leader=leader,
        oldest_s=oldest_s,
        table=table,
        dead_rows=dead,
        rows=rows,
    )


def _measure(raw: psycopg.Connection[Any], clock: Clock) -> tuple[float, int]:
    """How many seconds a statement took, and by how much the server's clock is ahead."""
    began, shown = clock.monotonic(), clock.now()
    there = int(raw.execute(_CLOCK, prepare=True).fetchall()[0][0])
    took = clock.monotonic() - began
    return took, there - shown - int(took * 500)
