"""One SQL for both engines: what PostgreSQL gets of it."""

from __future__ import annotations

import pytest

from service.store.engine import dialect
from service.store.postgres.render import render


@pytest.mark.parametrize(
    ("sql", "text", "places"),
    [
        ("SELECT ?, ?", "SELECT $1, $2", (0, 1)),
        ("SELECT ?2, ?1, ?2", "SELECT $1, $2, $1", (1, 0)),
        ("SELECT :b, :a, :b", "SELECT $1, $2, $1", ("b", "a")),
        ("SELECT '?', 'it''s :a' WHERE a = ?", "SELECT '?', 'it''s :a' WHERE a = $1", (0,)),
        ("a LIKE ? ESCAPE '\\'", "a ILIKE $1 ESCAPE '\\'", (0,)),
        ("a CROSS JOIN b ON b.x = a.x", "a JOIN b ON b.x = a.x", ()),
        (f"{dialect.UPDATE_EACH} items SET a = ?", "UPDATE items SET a = $1", (0,)),
        (f"FROM {dialect.with_index('calls', 'calls_by_time')} WHERE a = ?", "FROM calls WHERE a = $1", (0,)),
        (f"FROM {dialect.along_ids('calls')} WHERE a = ?", "FROM calls WHERE a = $1", (0,)),
        (f"a <> {dialect.EMPTY_BYTES}", "a <> ''::bytea", ()),
        (dialect.byte_length("old"), "octet_length(old #>> '{}')", ()),
        (dialect.may_be_encoded("path"), "path ~ '[^!-$&-~]'", ()),
        (dialect.where_order_is_lost("ORDER BY a"), " ORDER BY a ", ()),
        (
            f"VALUES ({dialect.next_number('a_seq', '(SELECT max(a) FROM b) + 1')}, ?)",
            "VALUES (nextval('a_seq'), $1)",
            (0,),
        ),
        (dialect.INT_LIST, "json_each($1)", (0,)),
        (dialect.TEXT_LIST, "json_each($1, '$')", (0,)),
    ],
)
def test_words_and_parameters_are_replaced_and_literals_are_not(
    sql: str, text: str, places: tuple[int | str, ...]
) -> None:
    assert render(sql) == (text, places)
