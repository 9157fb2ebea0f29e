"""A query for the nightly file is one SELECT, however a database reads its quotes (pull §7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import Refused
from service.domain.pull.read_query import MAX_QUERY_CHARS, check_query


@pytest.mark.parametrize(
    "query",
    [
        "SELECT sku, price FROM parts",
        "  select * from parts ; ",
        "WITH p AS (SELECT * FROM parts) SELECT * FROM p",
        "-- the list\nSELECT * FROM parts /* update me */ WHERE name <> 'do not drop'",
        'SELECT "update", [delete], `drop` FROM parts',
        "SELECT replace(name, 'a', 'b') FROM parts WHERE x = 'it''s'",
        "SELECT sku FROM parts -- it's what the shop sells",
        "SELECT '--' || sku, data #>> '{price}' FROM parts",
    ],
)
def test_one_select_is_let_in(query: str) -> None:
    assert check_query(query) == query.strip().removesuffix(";").strip()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("", r"asked with a query. Write one, such as SELECT …\."),
        ("UPDATE parts SET price = 0", "begin with SELECT"),
        ("SELECT 1; DROP TABLE parts", "semicolon"),
        ("SELECT 'a\\'' ; DROP TABLE parts -- '", "semicolon"),
        ("SELECT 'a\\'' INTO OUTFILE '/tmp/x", "backslash"),
        ('SELECT "a\\"" INTO OUTFILE "/tmp/x', "backslash"),
        ("SELECT /*! 1 INTO OUTFILE 'x' */", "semicolon or a backslash"),
        ("SELECT * INTO copy_of FROM parts", "the word INTO"),
        ("WITH x AS (DELETE FROM parts RETURNING *) SELECT * FROM x", "the word DELETE"),
        ("SELECT * FROM parts FOR UPDATE", "the word UPDATE"),
        ("EXEC sp_who", "begin with SELECT"),
        ("/* SELECT */ PRAGMA writable_schema = 1", "begin with SELECT"),
        ("SELECT " + "1," * MAX_QUERY_CHARS, "too long"),
        ("SELECT \x00", "too long"),
        ("SELECT '--' AS a DELETE FROM parts", "the word DELETE"),
        ("SELECT '/*' AS a DELETE FROM parts WHERE name = '*/'", "the word DELETE"),
        ("SELECT [a]]'] FROM parts DELETE FROM parts WHERE name = ''", "the word DELETE"),
        ("SELECT 1 # '\n INTO OUTFILE '/tmp/x'", "the word INTO"),
        ("SELECT price --1 INTO OUTFILE '/tmp/x'", "the word INTO"),
        ("SELECT 1 --'\n DELETE FROM parts --'", "the word DELETE"),
        ("SELECT 1 --\r DELETE FROM parts", "the word DELETE"),
        ("SELECT 1 SHUTDOWN", "the word SHUTDOWN"),
        ("SELECT * FROM OPENQUERY(other, 'DELETE FROM parts')", "the word OPENQUERY"),
    ],
)
def test_whatever_may_do_more_is_refused(query: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as raised:
        check_query(query)
    assert raised.value.code == "place_not_allowed"


def test_lines_end_alike_however_they_were_typed() -> None:
    assert check_query("SELECT sku\r\nFROM parts\rWHERE 1 = 1\n") == "SELECT sku\nFROM parts\nWHERE 1 = 1"


@given(st.text(alphabet="SELECT FROMdropinto'\"`[]-/*!;\\\n x1", max_size=60))
def test_nothing_with_a_second_statement_gets_in(text: str) -> None:
    try:
        query = check_query(text)
    except Refused:
        return
    assert ";" not in query
    assert "\\'" not in query
