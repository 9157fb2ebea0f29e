"""Addresses of nightly files: what is read of them, and that none holds a password."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.domain.errors import Refused
from service.domain.pull.place_address import (
    MAX_QUERY_CHARS,
    MailQuery,
    check_query,
    format_place,
    format_sql_server,
    is_remote,
    parse_mail_query,
    parse_place,
    split_database,
    with_key_file,
)


@pytest.mark.parametrize(
    ("query", "sender", "subject", "fits"),
    [
        ("", "anyone", "anything", True),
        ("from: erp@shop.example", "ERP <ERP@shop.example>", "x", True),
        ("from: erp@shop.example", "other@shop.example", "x", False),
        ("from: erp; subject: Daily  Stock", "erp", "Re: daily\r\n stock of today", True),
        ("subject: stock*2026", "x", "Stock of May 2026", True),
        ("subject: [list]", "x", "Our [list] of parts", True),
        ("subject: [list]", "x", "l", False),
        ("subject: Stock: today", "x", "Stock: today", True),
        ("subject: Stock: today", "x", "today", False),
    ],
)
def test_headers_fit_parts_of_them(query: str, sender: str, subject: str, fits: bool) -> None:
    assert parse_mail_query(query).fits(sender, subject) is fits


@pytest.mark.parametrize("query", ["stock", "to: me", "from:", "from: " + "x" * 201, "subject: a; b"])
def test_what_is_no_query_is_refused(query: str) -> None:
    with pytest.raises(Refused, match=r"A mailbox is asked as in from: erp@shop\.example; subject: daily stock\. "):
        parse_mail_query(query)


def test_a_pattern_has_up_to_200_characters() -> None:
    assert parse_mail_query("from: " + "x" * 200).sender == f"*{'x' * 200}*"


def test_without_a_query_every_message_counts() -> None:
    assert parse_mail_query(" ; ") == MailQuery()


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
        ("SELECT /*M! 1 INTO OUTFILE 'x' */", "semicolon or a backslash"),
        ("SELECT /*M!100100 1 INTO OUTFILE 'x' */", "semicolon or a backslash"),
        ("SELECT /* M! 1 INTO OUTFILE 'x' */", "semicolon or a backslash"),
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


@pytest.mark.parametrize(
    "path", ["/data/stock.csv", "D:\\Export\\stock.csv", "\\\\server\\share\\a.csv", "stock.csv", ""]
)
def test_paths_of_this_computer_are_no_addresses(path: str) -> None:
    assert not is_remote(path)


@pytest.mark.parametrize(
    ("text", "user", "host", "port", "name"),
    [
        ("https://shop.example/export/stock.csv", "", "shop.example", 443, "stock.csv"),
        ("HTTPS://till@Shop.Example:8443/a%20b.csv?day=1", "till", "shop.example", 8443, "a b.csv"),
        ("https://me@shop.com@shop.example/x.csv", "me@shop.com", "shop.example", 443, "x.csv"),
        ("http://till@192.168.1.5/قائمة.csv", "till", "192.168.1.5", 80, "قائمة.csv"),
        ("http://till@nas/x.csv", "till", "nas", 80, "x.csv"),
        ("https://[::1]:444/", "", "::1", 444, "::1"),
    ],
)
def test_the_parts_of_an_address(text: str, user: str, host: str, port: int, name: str) -> None:
    address = parse_place(text)
    assert (address.user, address.host, address.port, address.name) == (user, host, port, name)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https://till:hunter2@shop.example/x.csv", "has a password in it"),
        ("https://shop.example/x.csv?api_key=hunter2", "api_key in the address looks like a key"),
        ("https://shop.example/x.csv?token=", "Write {password} in its place"),
        ("http://till@shop.example/x.csv", "http would show the password"),
        ("http://8.8.8.8/x.csv?token={password}", "http would show the password"),
        ("ftp://shop.example/x.csv", "names a user and a path"),
        ("ftp://shop.example/x.csv", "as in ftp://user@shop.example/export/stock.csv."),
        ("sqlserver://sa@pc/", "as in sqlserver://user@pc/database."),
        ("sqlserver://sa@8.8.8.8/pos?tls=off", "has to be encrypted"),
        ("gopher://shop.example/x.csv", "begins with one of"),
        ("firebird://reader@server/pos.fdb", "begins with one of"),
        ("https:///x.csv", "no host and port"),
        ("https://shop.example:0/x.csv", "no host and port"),
        ("https://shop.example:65536/x.csv", "no host and port"),
        ("https://shop.example:99999/x.csv", "no host and port"),
        ("https://a b/x.csv", "no host and port"),
        ("https://shop.example/x\x00.csv", "unprintable character"),
        ("https://shop.example/x.csv#part", "# part"),
        ("https://" + "x" * 3000, "too long"),
    ],
)
def test_what_is_refused_and_why(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as raised:
        parse_place(text)
    assert sentence in raised.value.message
    assert raised.value.code == "place_not_allowed"
    assert "hunter2" not in raised.value.message


def test_the_password_goes_into_its_gap_when_it_is_sent() -> None:
    address = parse_place("https://shop.example/e x/قائمة.csv?token={password}&a=1")
    assert address.needs_password
    sent = format_place(address, "p&=ß/ ")
    assert sent.endswith("?token=p%26%3D%C3%9F%2F%20&a=1")
    assert sent.isascii()
    assert " " not in sent


@pytest.mark.parametrize(
    ("text", "user", "name", "tls"),
    [
        ("postgresql://reader@db.example/pos", "reader", "pos", True),
        ("postgresql://reader@127.0.0.1/pos", "reader", "pos", False),
        ("mysql://reader@192.168.1.5:3307/pos?tls=off", "reader", "pos", False),
        ("mysql://reader@localhost/pos?tls=on", "reader", "pos", True),
        ("sqlite:///D:/pos/data.db", "", "data.db", True),
        ("sqlite:///d:/pos/data.db", "", "data.db", True),
        ("sqlite:///srv/قطع%20a.db", "", "قطع a.db", True),
        ("access:///D:/pos/data.mdb", "", "data.mdb", True),
        ("odbc://Driver={SQL Server};Server=PC\\POS;UID=sa", "sa", "PC\\POS", True),
        ("odbc://DSN=Shop", "", "Shop", True),
    ],
)
def test_addresses_of_databases(text: str, user: str, name: str, tls: bool) -> None:
    address = parse_place(text)
    assert (address.user, address.name, address.tls, address.is_database) == (user, name, tls, True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("postgresql://reader@db.example/pos?tls=off", "has to be encrypted"),
        ("postgresql://reader@127.0.0.1/pos?sslmode=x", "After the \\?"),
        ("mysql://127.0.0.1/pos", "names a user and a path"),
        ("mysql://reader@127.0.0.1/", "names a user and a path"),
        ("sftp://till@shop.example", "names a user and a path"),
        ("sqlite://data.db", "whole path"),
        ("ftps://till@shop.example/a.csv%0D%0ADELE b.csv", "an unprintable character"),
        ("imaps://till%0A@shop.example/INBOX", "an unprintable character"),
        ("odbc://DSN=Shop;UID=sa;PWD=hunter2", "has a password in it"),
        ("odbc://Driver={X};DBQ=a.mdb;Jet OLEDB:Database Password=hunter2", "has a password in it"),
        ("odbc://Driver={X};Server=x;AuthToken=hunter2", "has a password in it"),
        ("odbc://DSN=Shop;OAuthClientSecret=hunter2", "has a password in it"),
        ("odbc://DSN=Shop;Api Key=hunter2", "has a password in it"),
        ("odbc://Server=x", "names a source or a driver"),
    ],
)
def test_addresses_that_lack_or_show_something(text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence) as raised:
        parse_place(text)
    assert raised.value.code == "place_not_allowed"
    assert "hunter2" not in raised.value.message


@pytest.mark.parametrize(
    ("host", "instance", "database", "user"),
    [
        ("till-pc", "SQLEXPRESS", "pos", "reader"),
        ("192.168.1.5:1450", "", "قطع {a};b?c", "a@b;UID=sa"),
        ("localhost", "", "pos/2", ""),
    ],
)
def test_fields_of_a_sql_server_come_back_from_its_address(host: str, instance: str, database: str, user: str) -> None:
    parsed = parse_place(format_sql_server(host, instance, database, user))
    assert (parsed.user, parsed.host, parsed.needs_password) == (user, host.partition(":")[0], bool(user))
    if "/" not in database:
        assert split_database(parsed.path) == (instance, database)
    assert parsed.tls is (host != "localhost")


def test_a_key_file_is_part_of_the_address_of_a_server() -> None:
    typed = with_key_file("sftp://till@shop.example/export", "C:\\Users\\till\\my key?")
    parsed = parse_place(typed)
    assert (parsed.path, parsed.key_file) == ("/export", "C:\\Users\\till\\my key?")
    assert (parsed.needs_password, parsed.may_have_password) == (False, True)
    assert with_key_file(typed, "") == "sftp://till@shop.example/export"
    assert parse_place("sftp://till@shop.example/a?b").path == "/a?b"


def test_plain_ftp_is_not_encrypted_and_says_whether_it_is_near() -> None:
    assert [parse_place(f"ftp://till@{host}/a.csv").is_near for host in ("nas", "10.0.0.5", "shop.example")] == [
        True, True, False,
    ]  # fmt: skip
    assert not parse_place("ftp://till@nas/a.csv").is_encrypted
