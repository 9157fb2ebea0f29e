"""Triggers that refuse a row of a shop that the write did not name, in the tests' PostgreSQL."""

from __future__ import annotations

import re

from service.store.postgres.connection import SHOP_LOCKS, WRITE_LOCK
from service.store.postgres.schema import read_first_columns, read_tables

_SHOP_OF = {
    "stock": "(SELECT shop_id FROM items WHERE id = row.item_id)",
    "ledger": "(SELECT shop_id FROM items WHERE id = row.item_id)",
    "detail_changes": "(SELECT shop_id FROM items WHERE id = row.item_id)",
    "order_lines": "(SELECT shop_id FROM orders WHERE id = row.order_id)",
    "order_customers": "(SELECT shop_id FROM orders WHERE id = row.order_id)",
    "deliveries": "(SELECT shop_id FROM targets WHERE id = row.target_id)",
    "attempts": "(SELECT shop_id FROM deliveries JOIN targets ON targets.id = target_id WHERE seq = row.delivery_seq)",
    "key_answers": "(SELECT shop_id FROM api_keys WHERE id = row.key_id)",
    "kept_answers": "(SELECT shop_id FROM api_keys WHERE id = row.key_id)",
    "pull_rows": "(SELECT shop_id FROM pull_runs WHERE id = row.run_id)",
    "call_bodies": "(SELECT shop_id FROM calls WHERE id = row.call_id)",
    "call_parts": "(SELECT shop_id FROM calls WHERE id = row.call_id)",
    "value_changes": "(row.id >> 40)",
    "field_changes": "(row.change_id >> 40)",
    "shops": "row.id",
}
"""The shop of a row that has no `shop_id`."""
_FREE = ("audit_entries",)
"""Tables with a lock of their own."""
_HAS_LOCK = f"""
CREATE FUNCTION may_write(shop bigint) RETURNS boolean LANGUAGE sql AS $$
SELECT EXISTS (SELECT 1 FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory' AND granted AND (
    objsubid = 1 AND mode = 'ExclusiveLock' AND objid = {WRITE_LOCK & 0xFFFFFFFF} AND classid = {WRITE_LOCK >> 32}
    OR objsubid = 2 AND classid = {SHOP_LOCKS} AND objid = shop))
$$;
"""


def make_guard() -> str:
    """The statements for a database with the schema."""
    tables = dict(re.findall(r"CREATE TABLE (\w+) \((.*?)\n\)", read_tables(), flags=re.DOTALL))
    guards = [_guard(table, _find_shop(table, tables[table])) for table in read_first_columns() if table not in _FREE]
    return "\n".join([_HAS_LOCK, *guards])


def _find_shop(table: str, columns: str) -> str:
    """The shop of a row as SQL; -1 for a row of the installation, which names none."""
    return _SHOP_OF.get(table) or ("row.shop_id" if re.search(r"^\s*shop_id ", columns, flags=re.MULTILINE) else "-1")


def _guard(table: str, shop: str) -> str:
    return f"""
CREATE FUNCTION guard_{table}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE row {table}%ROWTYPE; shop bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN row := OLD; ELSE row := NEW; END IF;
    shop := {shop};
    IF shop IS NOT NULL AND NOT may_write(shop) THEN
        RAISE EXCEPTION 'a write of {table} did not name shop %', shop;
    END IF;
    RETURN row;
END $$;
CREATE TRIGGER guard_{table} BEFORE INSERT OR UPDATE OR DELETE ON {table}
FOR EACH ROW EXECUTE FUNCTION guard_{table}();"""
