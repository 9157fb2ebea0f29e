"""A file on an FTP server with TLS: certificate, password, resuming, folders (pull §7)."""

from __future__ import annotations

import ftplib
import os
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.sources import ftp_source
from bridge.sources.open_sources import StoredSources
from service.domain.pull.place_address import READABLE, parse_place
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.webhooks.webhook_secrets import Secret
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.fetch_file import FetchedFile, FileFetch
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.certificates import make_folder, make_server_context
from tests.fakes.clock import FakeClock
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


def fetch(folder: Path, address: str, trust: str = "", password: str = PASSWORD) -> FetchedFile:
    secrets = FakeSecretStore()
    secrets.secrets["place-1"] = Secret(password)
    setup = PullSetup(address, "", access=PlaceAccess("place-1", trust))
    return FileFetch(StoredSources(secrets), setup, FakeClock(), lambda _seconds: None).fetch(folder)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_a_server_of_this_network_is_read(tmp_path: Path, server: FtpsServer, host: str) -> None:
    fetched = fetch(tmp_path, f"ftp://till@{host}:{server.port}/a.csv")
    assert fetched.path.read_bytes() == CONTENT
    assert "AUTH TLS" not in server.commands


def test_elsewhere_nothing_is_sent_until_it_is_confirmed(tmp_path: Path) -> None:
    with pytest.raises(NotTrusted, match="ftp:// sends the password and the file") as raised:
        fetch(tmp_path, "ftp://till@shop.example/a.csv")
    assert raised.value.fingerprint == READABLE


def test_a_wrong_password_is_one_sentence(tmp_path: Path, server: FtpsServer) -> None:
    with pytest.raises(PlaceRefused, match="does not accept the password of till"):
        fetch(tmp_path, f"ftp://till@localhost:{server.port}/a.csv", READABLE, "wrong")


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, str]:
    folder = tmp_path_factory.mktemp("tls")
    return make_server_context(folder), str(make_folder(folder).authority_file)


@pytest.fixture
def server_ftp_source(tmp_path: Path, tls: tuple[ssl.SSLContext, str]) -> Iterator[FtpsServer]:
    folder = tmp_path / "there"
    folder.mkdir()
    server_ftp_source = FtpsServer(folder, tls[0])
    yield server_ftp_source
    server_ftp_source.stop()


class Fetching:
    """Fetches from the server, whose authority is trusted."""

    def __init__(self, folder: Path, server_ftp_source: FtpsServer, trust: str) -> None:
        self.folder, self.server, self.trust = folder, server_ftp_source, trust
        self.secrets = FakeSecretStore()
        self.secrets.secrets["place-1"] = Secret(PASSWORD)

    def fetch(self, path: str, pattern: str | None = None, user: str = "till", host: str = "localhost") -> FetchedFile:
        address = f"ftps://{user}@{host}:{self.server.port}{path}"
        setup = PullSetup(address, "", pattern, access=PlaceAccess("place-1", self.trust))
        return FileFetch(StoredSources(self.secrets), setup, FakeClock(), lambda _seconds: None).fetch(self.folder)


@pytest.fixture
def fetching(tmp_path: Path, server_ftp_source: FtpsServer, tls: tuple[ssl.SSLContext, str]) -> Fetching:
    return Fetching(tmp_path, server_ftp_source, tls[1])


def test_a_file_with_spaces_and_arabic_in_its_name(fetching: Fetching, server_ftp_source: FtpsServer) -> None:
    (server_ftp_source.folder / "قائمة a.csv").write_bytes(LARGE)
    fetched = fetching.fetch("/قائمة a.csv")
    assert (fetched.path.name, fetched.path.read_bytes()) == ("قائمة a.csv", LARGE)
    assert server_ftp_source.commands.index("AUTH TLS") < server_ftp_source.commands.index("USER till")
    assert "PROT P" in server_ftp_source.commands


def test_names_that_are_no_utf_8_are_one_sentence(fetching: Fetching, server_ftp_source: FtpsServer) -> None:
    (server_ftp_source.folder / "قائمة a.csv").write_bytes(LARGE)
    server_ftp_source.names_in = "cp1256"
    with pytest.raises(FileUnavailable, match="localhost cannot be reached now: UnicodeDecodeError"):
        fetching.fetch("/", "*.csv")


def test_tls_from_the_first_byte(
    fetching: Fetching, server_ftp_source: FtpsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ftp_source, "IMPLICIT_PORT", server_ftp_source.port)
    server_ftp_source.implicit = True
    (server_ftp_source.folder / "a.csv").write_bytes(LARGE)
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert "AUTH TLS" not in server_ftp_source.commands


def test_a_cut_connection_goes_on_where_it_ended(fetching: Fetching, server_ftp_source: FtpsServer) -> None:
    (server_ftp_source.folder / "a.csv").write_bytes(LARGE)
    server_ftp_source.cut = 300_000
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert "REST 300000" in server_ftp_source.commands


def test_the_newest_file_of_a_folder_that_fits(fetching: Fetching, server_ftp_source: FtpsServer) -> None:
    for age, name in enumerate(("stock-2.csv", "stock-1.csv", "other.csv")):
        (server_ftp_source.folder / name).write_bytes(name.encode())
        os.utime(server_ftp_source.folder / name, (1100 - age, 1100 - age))
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    server_ftp_source.without = ("MLSD",)
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    assert len([command for command in server_ftp_source.commands if command.startswith("MDTM")]) > 2


def test_a_server_that_does_not_say_when_a_file_changed(fetching: Fetching, server_ftp_source: FtpsServer) -> None:
    (server_ftp_source.folder / "a.csv").write_bytes(LARGE)
    server_ftp_source.without, server_ftp_source.cut = ("MDTM",), 300_000
    fetched = fetching.fetch("/a.csv")
    assert (fetched.found.mark, fetched.path.read_bytes()) == ("", LARGE)
    assert "REST 300000" not in server_ftp_source.commands


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
        fetching.fetch(path, user=user)
    assert PASSWORD not in raised.value.message


def test_a_certificate_that_is_not_trusted_gets_no_password_until_it_is_confirmed(
    fetching: Fetching, server_ftp_source: FtpsServer
) -> None:
    (server_ftp_source.folder / "a.csv").write_bytes(b"SKU\nA\n")
    fetching.trust = ""
    with pytest.raises(NotTrusted, match="is not valid") as raised:
        fetching.fetch("/a.csv")
    fetching.trust = "SHA256:" + "0" * 64
    with pytest.raises(NotTrusted, match="another certificate than the one that was confirmed"):
        fetching.fetch("/a.csv")
    assert not [command for command in server_ftp_source.commands if command.startswith("USER")]
    fetching.trust = raised.value.fingerprint
    assert fetching.fetch("/a.csv").path.read_bytes() == b"SKU\nA\n"


def test_a_server_that_never_answers_is_left_in_time(fetching: Fetching, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ftp_source, "TIMEOUT_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        setup = PullSetup(f"ftps://till@127.0.0.1:{silent.getsockname()[1]}/a.csv", "", access=PlaceAccess("place-1"))
        fetch = FileFetch(StoredSources(fetching.secrets), setup, FakeClock(), lambda _seconds: None)
        with pytest.raises(FileUnavailable, match="did not answer in time"):
            fetch.fetch(fetching.folder)


def test_a_server_that_repeats_the_password_shows_it_nowhere() -> None:
    place = ftp_source.FtpsSource(parse_place("ftps://till@localhost/a.csv"), None, "two  blanks", "")
    fault = place._fault(ftplib.error_perm("500 'PASS two  blanks': command not understood"))  # noqa: S321
    assert "command not understood" in str(fault)
    assert "blanks" not in str(fault)
