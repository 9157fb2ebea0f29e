"""A file on an FTP server with TLS: certificate, password, resuming, folders (pull §7)."""

from __future__ import annotations

import ftplib
import os
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.sources import ftp_source
from service.domain.pull.place_address import READABLE, parse_place
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.sources.fetching import Fetching
from tests.fakes.ftps_server import PASSWORD, FtpsServer

CONTENT = b"SKU,Name\nA-1,Pad\n"
LARGE = b"SKU,Name\n" + b"A-1,Pad\n" * 200_000


@pytest.fixture
def server(tmp_path: Path) -> Iterator[FtpsServer]:
    folder = tmp_path / "there"
    folder.mkdir()
    (folder / "a.csv").write_bytes(CONTENT)
    server = FtpsServer(folder, ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))
    yield server
    server.stop()


@pytest.fixture
def plain(tmp_path: Path, server: FtpsServer) -> Fetching:
    return Fetching(tmp_path, PASSWORD, f"ftp://till@localhost:{server.port}")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_server_of_this_network_is_read(plain: Fetching, server: FtpsServer, host: str) -> None:
    fetched = plain.fetch("/a.csv", server=f"ftp://till@{host}:{server.port}")
    assert fetched.path.read_bytes() == CONTENT
    assert "AUTH TLS" not in server.commands


def test_elsewhere_nothing_is_sent_until_it_is_confirmed(plain: Fetching) -> None:
    with pytest.raises(NotTrusted, match="ftp:// sends the password and the file") as raised:
        plain.fetch("/a.csv", server="ftp://till@shop.example")
    assert raised.value.fingerprint == READABLE


def test_a_wrong_password_is_one_sentence(plain: Fetching) -> None:
    plain.password = "wrong"
    with pytest.raises(PlaceRefused, match="does not accept the password of till"):
        plain.fetch("/a.csv", trust=READABLE)


@pytest.fixture
def encrypted(tmp_path: Path, tls: tuple[ssl.SSLContext, str]) -> Iterator[FtpsServer]:
    folder = tmp_path / "there"
    folder.mkdir()
    server = FtpsServer(folder, tls[0])
    yield server
    server.stop()


@pytest.fixture
def fetching(tmp_path: Path, encrypted: FtpsServer, tls: tuple[ssl.SSLContext, str]) -> Fetching:
    """The authority of its server is trusted."""
    return Fetching(tmp_path, PASSWORD, f"ftps://till@localhost:{encrypted.port}", tls[1])


def test_a_file_with_spaces_and_arabic_in_its_name(fetching: Fetching, encrypted: FtpsServer) -> None:
    (encrypted.folder / "قائمة a.csv").write_bytes(LARGE)
    fetched = fetching.fetch("/قائمة a.csv")
    assert (fetched.path.name, fetched.path.read_bytes()) == ("قائمة a.csv", LARGE)
    assert encrypted.commands.index("AUTH TLS") < encrypted.commands.index("USER till")
    assert "PROT P" in encrypted.commands


def test_names_that_are_no_utf_8_are_one_sentence(fetching: Fetching, encrypted: FtpsServer) -> None:
    (encrypted.folder / "قائمة a.csv").write_bytes(LARGE)
    encrypted.names_in = "cp1256"
    with pytest.raises(FileUnavailable, match="localhost cannot be reached now: UnicodeDecodeError"):
        fetching.fetch("/", "*.csv")


def test_tls_from_the_first_byte(fetching: Fetching, encrypted: FtpsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ftp_source, "IMPLICIT_PORT", encrypted.port)
    encrypted.implicit = True
    (encrypted.folder / "a.csv").write_bytes(LARGE)
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert "AUTH TLS" not in encrypted.commands


def test_a_cut_connection_goes_on_where_it_ended(fetching: Fetching, encrypted: FtpsServer) -> None:
    (encrypted.folder / "a.csv").write_bytes(LARGE)
    encrypted.cut = 300_000
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert "REST 300000" in encrypted.commands


def test_the_newest_file_of_a_folder_that_fits(fetching: Fetching, encrypted: FtpsServer) -> None:
    for age, name in enumerate(("stock-2.csv", "stock-1.csv", "other.csv")):
        (encrypted.folder / name).write_bytes(name.encode())
        os.utime(encrypted.folder / name, (1100 - age, 1100 - age))
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    encrypted.without = ("MLSD",)
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    assert len([command for command in encrypted.commands if command.startswith("MDTM")]) > 2


def test_a_server_that_does_not_say_when_a_file_changed(fetching: Fetching, encrypted: FtpsServer) -> None:
    (encrypted.folder / "a.csv").write_bytes(LARGE)
    encrypted.without, encrypted.cut = ("MDTM",), 300_000
    fetched = fetching.fetch("/a.csv")
    assert (fetched.found.mark, fetched.path.read_bytes()) == ("", LARGE)
    assert "REST 300000" not in encrypted.commands


@pytest.mark.parametrize(
    ("user", "path", "kind", "sentence"),
    [
        ("other", "/a.csv", PlaceRefused, "does not accept the password of other"),
        ("till", "/no.csv", FileUnavailable, r"has no /no\.csv"),
    ],
)
def test_faults_are_one_sentence(
    fetching: Fetching, user: str, path: str, kind: type[FileError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence) as raised:
        fetching.fetch(path, server=fetching.server.replace("till", user))
    assert PASSWORD not in raised.value.message


def test_a_certificate_that_is_not_trusted_gets_no_password_until_it_is_confirmed(
    fetching: Fetching, encrypted: FtpsServer
) -> None:
    (encrypted.folder / "a.csv").write_bytes(b"SKU\nA\n")
    fetching.trust = ""
    with pytest.raises(NotTrusted, match="is not valid") as raised:
        fetching.fetch("/a.csv")
    fetching.trust = "SHA256:" + "0" * 64
    with pytest.raises(NotTrusted, match="another certificate than the one that was confirmed"):
        fetching.fetch("/a.csv")
    assert not [command for command in encrypted.commands if command.startswith("USER")]
    fetching.trust = raised.value.fingerprint
    assert fetching.fetch("/a.csv").path.read_bytes() == b"SKU\nA\n"


def test_a_server_that_repeats_the_password_shows_it_nowhere() -> None:
    place = ftp_source.FtpsSource(parse_place("ftps://till@localhost/a.csv"), None, "two  blanks", "")
    fault = place._fault(ftplib.error_perm("500 'PASS two  blanks': command not understood"))  # noqa: S321
    assert "command not understood" in str(fault)
    assert "blanks" not in str(fault)
