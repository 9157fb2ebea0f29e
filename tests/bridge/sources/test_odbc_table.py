"""Connection strings of SQL Server and Access: the driver of this computer, and safe values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.sources.odbc_table import connection_text, named_driver
from service.domain.pull.place_address import format_sql_server, parse_place
from service.files.file_errors import FileError

ODBC_18, NATIVE, OLD = "ODBC Driver 18 for SQL Server", "SQL Server Native Client 11.0", "SQL Server"
ACE = "Microsoft Access Driver (*.mdb, *.accdb)"


def split_text(text: str) -> dict[str, str]:
    """The values of a connection string as a driver reads them."""
    values: dict[str, str] = {}
    while text:
        name, _, rest = text.partition("=")
        if rest.startswith("{"):
            end = 1
            while rest[end : end + 2] == "}}" or rest[end] != "}":
                end += 2 if rest[end] == "}" else 1
            value, text = rest[1:end].replace("}}", "}"), rest[end + 2 :]
        else:
            value, _, text = rest.partition(";")
        values[name] = value
    return values


def test_the_newest_driver_for_sql_server_is_taken() -> None:
    address = parse_place("sqlserver://reader@till-pc/SQLEXPRESS/pos")
    assert connection_text(address, "secret", [OLD, ODBC_18, NATIVE]) == (
        "Driver={ODBC Driver 18 for SQL Server};Server=till-pc\\SQLEXPRESS;Database=pos;UID=reader;PWD={secret};"
        "Encrypt=yes"
    )
    assert "Driver={SQL Server Native Client 11.0}" in connection_text(address, "", [OLD, NATIVE])


@pytest.mark.parametrize(
    ("text", "drivers", "part"),
    [
        ("sqlserver://reader@10.0.0.5:1450/pos?tls=off", [ODBC_18], "Server=10.0.0.5,1450;Database=pos;UID=reader"),
        ("sqlserver://reader@10.0.0.5/pos?tls=off", [ODBC_18], "Encrypt=no"),
        ("sqlserver://pc/pos", [ODBC_18], "Database=pos;Trusted_Connection=yes;Encrypt=yes"),
        ("sqlserver://reader@pc/pos", ["FreeTDS"], "Server=pc;Port=1433;TDS_Version=7.4"),
        ("sqlserver://reader@pc/POS/pos", ["freetds"], "Server=pc\\POS;TDS_Version=7.4"),
        ("access:///D:/pos data/a.mdb", [ACE], "DBQ={D:/pos data/a.mdb};ReadOnly=1"),
        ("access:///srv/a.mdb", ["MDBTools"], "Driver={MDBTools};DBQ={/srv/a.mdb};ReadOnly=1"),
    ],
)
def test_what_a_driver_is_given(text: str, drivers: list[str], part: str) -> None:
    assert part in connection_text(parse_place(text), "", drivers)


@pytest.mark.parametrize(
    ("text", "drivers", "sentence"),
    [
        ("sqlserver://reader@pc/pos", [ACE], "pc cannot be reached without an ODBC driver for SQL Server"),
        ("access:///D:/pos/a.accdb", [ODBC_18, "Microsoft Access Driver (*.mdb)"], "an ODBC driver for Access"),
    ],
)
def test_a_missing_driver_is_one_sentence(text: str, drivers: list[str], sentence: str) -> None:
    with pytest.raises(FileError) as raised:
        connection_text(parse_place(text), "hunter2", drivers)
    assert sentence in raised.value.message
    assert "hunter2" not in raised.value.message


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("odbc://Driver={PostgreSQL Unicode};Server=pc;UID=till", "the ODBC driver “PostgreSQL Unicode”"),
        ("odbc://DSN=Shop;UID=till", "the ODBC source “Shop”"),
        ("odbc://FileDSN=C:/shop.dsn", "its ODBC driver"),
        ("access:///D:/pos/dsn=x.mdb", "its ODBC driver"),
    ],
)
def test_a_missing_driver_or_source_is_named(text: str, sentence: str) -> None:
    assert str(named_driver(parse_place(text))) == sentence


_TEXTS = st.text(st.characters(categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(instance=_TEXTS, database=_TEXTS, user=_TEXTS, password=_TEXTS)
def test_no_value_leaves_its_place(instance: str, database: str, user: str, password: str) -> None:
    names = [text.strip().replace("/", "") or "x" for text in (instance, database)]
    address = parse_place(format_sql_server("pc", names[0], names[1], user))
    values = split_text(connection_text(address, password, [ODBC_18]))
    login = {"UID": user.strip(), "PWD": password} if user.strip() else {"Trusted_Connection": "yes"}
    assert values == {
        "Driver": ODBC_18, "Server": f"pc\\{names[0]}", "Database": names[1], **login, "Encrypt": "yes"
    }  # fmt: skip
