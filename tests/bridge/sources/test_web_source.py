"""A file at a web address: password, certificate, resuming, and faults of servers (pull §7)."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path
from urllib.parse import quote

import pytest

from bridge.sources.server_trust import read_tls_fingerprint
from service.domain.errors import Refused
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.sources.fetching import Fetching
from tests.fakes.certificates import make_folder, make_server_context
from tests.fakes.free_port import free_port
from tests.fakes.web_server import PASSWORD, USER, WebFile, serve_file

LARGE = b"SKU,Name\n" + b"A-1,Pad\n" * 100_000


@pytest.fixture
def fetching(tmp_path: Path) -> Fetching:
    folder = tmp_path / "fetched"
    folder.mkdir()
    return Fetching(folder, PASSWORD)


def test_a_file_with_user_and_password(fetching: Fetching, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serve_file(WebFile(LARGE, password=PASSWORD)) as web:
        fetched = fetching.fetch(f"http://{USER}@127.0.0.1:{web.port}/قائمة%20a.csv")
    assert (fetched.path.name, fetched.path.read_bytes()) == ("قائمة a.csv", LARGE)
    assert PASSWORD not in caplog.text


def test_a_wrong_and_a_missing_password_name_the_user_and_not_the_password(fetching: Fetching) -> None:
    with serve_file(WebFile(password="other")) as web:
        address = f"http://{USER}@127.0.0.1:{web.port}/a.csv"
        with pytest.raises(PlaceRefused, match="does not accept the password of till") as raised:
            fetching.fetch(address)
        with pytest.raises(PlaceRefused, match="asks for a password"):
            fetching.fetch(f"http://127.0.0.1:{web.port}/a.csv", secret=None)
        with pytest.raises(PlaceRefused, match="not in the secret store"):
            fetching.fetch(address, secret="place-2")
    assert PASSWORD not in repr(raised.value.__dict__)


def test_a_password_in_the_query_is_sent_and_stored_nowhere_else(fetching: Fetching) -> None:
    with serve_file(WebFile()) as web:
        fetched = fetching.fetch(f"http://127.0.0.1:{web.port}/a.csv?token={{password}}")
    assert web.asked[0][1] == "/a.csv?token=p%40ss%20w%C3%B6rd"
    assert fetched.path.name == "a.csv"


def test_a_cut_answer_is_resumed_with_its_etag(fetching: Fetching) -> None:
    with serve_file(WebFile(LARGE, cut=300_000)) as web:
        fetched = fetching.fetch(f"http://127.0.0.1:{web.port}/a.csv", secret=None)
    assert fetched.path.read_bytes() == LARGE
    assert [asked[2] for asked in web.asked if asked[0] == "GET"] == [None, "bytes=300000-"]


def test_a_cut_answer_of_a_server_without_ranges_begins_again(fetching: Fetching) -> None:
    with serve_file(WebFile(LARGE, headers={}, cut=300_000)) as web:
        fetched = fetching.fetch(f"http://127.0.0.1:{web.port}/a.csv", secret=None)
    assert fetched.path.read_bytes() == LARGE
    assert fetched.found.mark == ""


def test_a_server_without_head_is_asked_for_the_file(fetching: Fetching) -> None:
    named = {"Content-Disposition": "attachment; filename*=UTF-8''%D8%A3.csv"}
    with serve_file(WebFile(head_status=405, headers=named, says_length=False)) as web:
        fetched = fetching.fetch(f"http://127.0.0.1:{web.port}/export", secret=None)
    assert (fetched.path.name, fetched.path.read_bytes()) == ("أ.csv", web.content)


@pytest.mark.parametrize(
    ("status", "kind", "sentence"),
    [
        (404, FileUnavailable, "has no file at this address"),
        (403, PlaceRefused, "asks for a password"),
        (500, FileUnavailable, "status 500"),
        (304, FileUnavailable, "status 304"),
    ],
)
def test_other_answers_are_one_sentence(fetching: Fetching, status: int, kind: type[FileError], sentence: str) -> None:
    with serve_file(WebFile(status=status)) as web, pytest.raises(kind, match=sentence):
        fetching.fetch(f"http://127.0.0.1:{web.port}/a.csv", secret=None)


def test_a_redirect_takes_the_password_to_the_same_server_only(fetching: Fetching) -> None:
    with serve_file(WebFile()) as there, serve_file(WebFile(password=PASSWORD)) as here:
        here.redirect = f"http://127.0.0.1:{there.port}/there.csv"
        fetching.fetch(f"http://{USER}@127.0.0.1:{here.port}/a.csv")
        assert {asked[3] for asked in there.asked} == {None}
        here.redirect = "/there.csv"
        fetching.fetch(f"http://{USER}@127.0.0.1:{here.port}/a.csv")
        here.redirect = "/round"
        with pytest.raises(PlaceRefused, match="without end"):
            fetching.fetch(f"http://{USER}@127.0.0.1:{here.port}/a.csv")
        here.redirect = "http://[/a.csv"
        with pytest.raises(FileUnavailable, match=r"127\.0\.0\.1 cannot be reached now"):
            fetching.fetch(f"http://{USER}@127.0.0.1:{here.port}/a.csv")
        here.redirect = "file:///etc/passwd"
        with pytest.raises(PlaceRefused, match="begins with one of"):
            fetching.fetch(f"http://{USER}@127.0.0.1:{here.port}/a.csv")


def test_a_password_that_a_redirect_puts_into_the_name_is_not_in_it(fetching: Fetching) -> None:
    with serve_file(WebFile()) as web:
        web.redirect = f"/there/stock-{quote(PASSWORD)}.csv"
        fetched = fetching.fetch(f"http://127.0.0.1:{web.port}/a.csv?key={{password}}")
    assert fetched.found.name == "stock-….csv"
    assert PASSWORD not in fetched.path.name


def test_a_certificate_is_checked_and_its_fingerprint_may_be_confirmed(fetching: Fetching, tmp_path: Path) -> None:
    tls = make_server_context(tmp_path / "tls")
    with serve_file(WebFile(password=PASSWORD), tls) as web:
        address = f"https://{USER}@localhost:{web.port}/a.csv"
        with pytest.raises(
            NotTrusted, match=r"certificate of localhost is not valid.*confirm its fingerprint"
        ) as raised:
            fetching.fetch(address)
        assert web.asked == []
        assert fetching.fetch(address, trust=raised.value.fingerprint).path.read_bytes() == web.content
        authority = str(make_folder(tmp_path / "tls").authority_file)
        assert fetching.fetch(address, trust=authority).path.read_bytes() == web.content


def test_another_certificate_than_the_confirmed_one_gets_no_password(fetching: Fetching, tmp_path: Path) -> None:
    with serve_file(WebFile(), make_server_context(tmp_path / "tls")) as web:
        with pytest.raises(NotTrusted, match="another certificate than the one that was confirmed") as raised:
            fetching.fetch(f"https://{USER}@localhost:{web.port}/a.csv", trust="SHA256:" + "0" * 64)
        assert raised.value.fingerprint == read_tls_fingerprint("localhost", web.port)
        assert web.asked == []


def test_a_certificate_of_another_name_is_refused(fetching: Fetching, tmp_path: Path) -> None:
    with serve_file(WebFile(), make_server_context(tmp_path / "tls"), "127.0.0.2") as web:
        authority = str(make_folder(tmp_path / "tls").authority_file)
        with pytest.raises(NotTrusted, match="is not valid"):
            fetching.fetch(f"https://127.0.0.2:{web.port}/a.csv", trust=authority, secret=None)


def test_a_file_of_authorities_that_is_none_is_refused(fetching: Fetching, tmp_path: Path) -> None:
    no_pem = tmp_path / "no.pem"
    no_pem.write_text("x")
    with pytest.raises(Refused, match=r"file of authorities no\.pem cannot be used"):
        fetching.fetch("https://localhost:1/a.csv", trust=str(no_pem), secret=None)


def test_a_server_that_is_not_there_is_one_sentence(fetching: Fetching) -> None:
    with pytest.raises(FileUnavailable, match="refuses the connection"):
        fetching.fetch(f"http://127.0.0.1:{free_port()}/a.csv", secret=None)


def test_no_tls_at_the_port_is_one_sentence(fetching: Fetching) -> None:
    with serve_file(WebFile()) as web, pytest.raises(FileUnavailable) as raised:
        fetching.fetch(f"https://127.0.0.1:{web.port}/a.csv", secret=None)
    assert not isinstance(raised.value.__cause__, ssl.SSLCertVerificationError)
