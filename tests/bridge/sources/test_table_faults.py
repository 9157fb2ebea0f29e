"""What database servers answer, as sentences without the password (pull §7). The answers are those
of MariaDB 10.11, PostgreSQL 15 and psqlODBC, as they were written down from real servers.
"""

from __future__ import annotations

import base64
import json
import socket
from urllib.parse import quote, quote_plus

import pg8000.exceptions
import pymysql
import pytest

from bridge.sources.mysql_table import MysqlTable
from bridge.sources.odbc_table import OdbcTable, connection_text
from bridge.sources.postgres_table import PostgresTable
from bridge.sources.source_faults import clean_answer
from service.domain.pull.place_address import parse_place
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import FetchInterrupted, PlaceRefused

PASSWORD = "p@ss}word"
POSTGRES = PostgresTable(parse_place("postgresql://reader@127.0.0.1/pos"), PASSWORD, "")
MYSQL = MysqlTable(parse_place("mysql://reader@127.0.0.1/pos"), PASSWORD, "")
ODBC = OdbcTable(parse_place("odbc://Driver={SQL Server};Server=PC\\POS;UID=reader"), PASSWORD)


@pytest.mark.parametrize(
    ("code", "kind", "sentence"),
    [
        ("28P01", PlaceRefused, "does not accept the password of reader"),
        ("42703", PlaceRefused, "pos does not accept the query"),
        ("25006", PlaceRefused, "pos does not accept the query"),
        ("57014", FileUnavailable, "longer than 5 minutes"),
        ("57P01", FetchInterrupted, "ended in the middle of the query"),
        ("53300", FileUnavailable, "pos cannot be read now"),
    ],
)
def test_postgresql(code: str, kind: type[FileError], sentence: str) -> None:
    fault = POSTGRES._fault(pg8000.exceptions.DatabaseError({"C": code, "M": f"said {PASSWORD}\n again"}))
    assert type(fault) is kind
    assert sentence in str(fault)
    assert PASSWORD not in str(fault)


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (pymysql.err.OperationalError(1045, "Access denied"), PlaceRefused, "does not accept the password of reader"),
        (pymysql.err.OperationalError(1054, "Unknown column"), PlaceRefused, "does not accept the query"),
        (pymysql.err.ProgrammingError(1146, "No such table"), PlaceRefused, "does not accept the query"),
        (pymysql.err.InternalError(1792, "in a READ ONLY transaction"), PlaceRefused, "does not accept the query"),
        (pymysql.err.OperationalError(1969, "max_statement_time"), FileUnavailable, "longer than 5 minutes"),
        (pymysql.err.OperationalError(2013, "Lost connection"), FetchInterrupted, "middle of the query"),
        (
            pymysql.err.OperationalError(2026, "SSL is required but the server doesn't support it"),
            PlaceRefused,
            "no encryption",
        ),
        (pymysql.err.OperationalError(1040, f"Too many {PASSWORD}"), FileUnavailable, "pos cannot be read now"),
    ],
)
def test_mysql(error: Exception, kind: type[FileError], sentence: str) -> None:
    fault = MYSQL._fault(error)
    assert type(fault) is kind
    assert sentence in str(fault)
    assert PASSWORD not in str(fault)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("28000", "does not accept the password of reader"),
        ("IM002", "cannot be reached without the ODBC driver “SQL Server”"),
        ("HYT00", "longer than 5 minutes"),
        ("08001", "cannot be read now"),
        ("HY000", "cannot be read now"),
    ],
)
def test_odbc(code: str, sentence: str) -> None:
    fault = ODBC._fault(RuntimeError(code, f"[{code}] said {PASSWORD}"))
    assert sentence in str(fault)
    assert PASSWORD not in str(fault)


def test_a_password_cannot_leave_its_place_in_the_connection_string() -> None:
    text = connection_text(parse_place("odbc://DSN=Shop;UID=reader;"), "a};UID=sa;x={", [])
    assert text == "DSN=Shop;UID=reader;PWD={a}};UID=sa;x={}"
    access = connection_text(parse_place("access:///D:/pos data/a.mdb"), "", ["MDBTools"])
    assert access.endswith("DBQ={D:/pos data/a.mdb};ReadOnly=1")


def test_an_answer_is_one_bounded_line() -> None:
    assert clean_answer("a\n  b. " + "x" * 1000, "")[:5] == "a b. "
    assert len(clean_answer("x" * 1000, "")) == 300


@pytest.mark.parametrize("password", ["two  blanks", "a\ttab", "p@ss}word", "كلمة السر", "50%/é", "it's"])
def test_the_password_is_in_no_answer_however_a_server_spells_it(password: str) -> None:
    spellings = (
        password,
        " ".join(password.split()),
        quote(password, safe=""),
        quote_plus(password),
        password.replace("}", "}}"),
        str(password.encode()),
        ascii(password),
        json.dumps(password),
        base64.b64encode(password.encode()).decode(),
    )
    for spelling in spellings:
        assert clean_answer(f"cannot log in: <{spelling}> again", password) in {
            "cannot log in: <…> again",
            'cannot log in: <"…"> again',
            "cannot log in: <'…'> again",
            "cannot log in: <b'…'> again",
            'cannot log in: <b"…"> again',
        }


@pytest.mark.parametrize("table", [POSTGRES, MYSQL], ids=["postgresql", "mysql"])
def test_a_server_that_hangs_up_or_is_not_there_is_unavailable(table: PostgresTable | MysqlTable) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = parse_place(f"{'mysql' if table is MYSQL else 'postgresql'}://reader@127.0.0.1:{port}/pos")
    there = type(table)(address, PASSWORD, "")
    with pytest.raises(FileUnavailable, match="refuses the connection"):
        there.select("SELECT 1")
    there.close()
