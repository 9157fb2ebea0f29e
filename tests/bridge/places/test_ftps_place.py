"""A file on an FTP server with TLS: certificate, password, resuming, folders (pull §7)."""

from __future__ import annotations

import ftplib
import os
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.places import ftps_place
from bridge.places.open_places import StoredPlaces
from service.domain.pull.place_address import parse_place
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.webhooks.webhook_secrets import Secret
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.fetch_file import FetchedFile, FileFetch
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.certificates import make_folder, make_server_context
from tests.fakes.clock import FakeClock
from tests.fakes.ftps_server import PASSWORD, FtpsServer

LARGE = b"SKU,Name\n" + b"A-1,Pad\n" * 200_000


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> tuple[ssl.SSLContext, str]:
    folder = tmp_path_factory.mktemp("tls")
    return make_server_context(folder), str(make_folder(folder).authority_file)


@pytest.fixture
def server(tmp_path: Path, tls: tuple[ssl.SSLContext, str]) -> Iterator[FtpsServer]:
    folder = tmp_path / "there"
    folder.mkdir()
    server = FtpsServer(folder, tls[0])
    yield server
    server.stop()


class Fetching:
    """Fetches from the server, whose authority is trusted."""

    def __init__(self, folder: Path, server: FtpsServer, trust: str) -> None:
        self.folder, self.server, self.trust = folder, server, trust
        self.secrets = FakeSecretStore()
        self.secrets.secrets["place-1"] = Secret(PASSWORD)

    def fetch(self, path: str, pattern: str | None = None, user: str = "till", host: str = "localhost") -> FetchedFile:
        address = f"ftps://{user}@{host}:{self.server.port}{path}"
        setup = PullSetup(address, "", pattern, access=PlaceAccess("place-1", self.trust))
        return FileFetch(StoredPlaces(self.secrets), setup, FakeClock(), lambda _seconds: None).fetch(self.folder)


@pytest.fixture
def fetching(tmp_path: Path, server: FtpsServer, tls: tuple[ssl.SSLContext, str]) -> Fetching:
    return Fetching(tmp_path, server, tls[1])


def test_a_file_with_spaces_and_arabic_in_its_name(fetching: Fetching, server: FtpsServer) -> None:
    (server.folder / "قائمة a.csv").write_bytes(LARGE)
    fetched = fetching.fetch("/قائمة a.csv")
    assert (fetched.path.name, fetched.path.read_bytes()) == ("قائمة a.csv", LARGE)
    assert server.commands.index("AUTH TLS") < server.commands.index("USER till")
    assert "PROT P" in server.commands


def test_names_that_are_no_utf_8_are_one_sentence(fetching: Fetching, server: FtpsServer) -> None:
    (server.folder / "قائمة a.csv").write_bytes(LARGE)
    server.names_in = "cp1256"
    with pytest.raises(FileUnavailable, match="localhost cannot be reached now: UnicodeDecodeError"):
        fetching.fetch("/", "*.csv")


def test_tls_from_the_first_byte(fetching: Fetching, server: FtpsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ftps_place, "IMPLICIT_PORT", server.port)
    server.implicit = True
    (server.folder / "a.csv").write_bytes(LARGE)
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert "AUTH TLS" not in server.commands


def test_a_cut_connection_goes_on_where_it_ended(fetching: Fetching, server: FtpsServer) -> None:
    (server.folder / "a.csv").write_bytes(LARGE)
    server.cut = 300_000
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert "REST 300000" in server.commands


def test_the_newest_file_of_a_folder_that_fits(fetching: Fetching, server: FtpsServer) -> None:
    for age, name in enumerate(("stock-2.csv", "stock-1.csv", "other.csv")):
        (server.folder / name).write_bytes(name.encode())
        os.utime(server.folder / name, (1100 - age, 1100 - age))
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    server.without = ("MLSD",)
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    assert len([command for command in server.commands if command.startswith("MDTM")]) > 2


def test_a_server_that_does_not_say_when_a_file_changed(fetching: Fetching, server: FtpsServer) -> None:
    (server.folder / "a.csv").write_bytes(LARGE)
    server.without, server.cut = ("MDTM",), 300_000
    fetched = fetching.fetch("/a.csv")
    assert (fetched.found.mark, fetched.path.read_bytes()) == ("", LARGE)
    assert "REST 300000" not in server.commands


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
    fetching: Fetching, server: FtpsServer
) -> None:
    (server.folder / "a.csv").write_bytes(b"SKU\nA\n")
    fetching.trust = ""
    with pytest.raises(NotTrusted, match="is not valid") as raised:
        fetching.fetch("/a.csv")
    fetching.trust = "SHA256:" + "0" * 64
    with pytest.raises(NotTrusted, match="another certificate than the one that was confirmed"):
        fetching.fetch("/a.csv")
    assert not [command for command in server.commands if command.startswith("USER")]
    fetching.trust = raised.value.fingerprint
    assert fetching.fetch("/a.csv").path.read_bytes() == b"SKU\nA\n"


def test_a_server_that_never_answers_is_left_in_time(fetching: Fetching, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ftps_place, "TIMEOUT_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        setup = PullSetup(f"ftps://till@127.0.0.1:{silent.getsockname()[1]}/a.csv", "", access=PlaceAccess("place-1"))
        fetch = FileFetch(StoredPlaces(fetching.secrets), setup, FakeClock(), lambda _seconds: None)
        with pytest.raises(FileUnavailable, match="did not answer in time"):
            fetch.fetch(fetching.folder)


def test_a_server_that_repeats_the_password_shows_it_nowhere() -> None:
    place = ftps_place.FtpsPlace(parse_place("ftps://till@localhost/a.csv"), None, "two  blanks", "")
    fault = place._fault(ftplib.error_perm("500 'PASS two  blanks': command not understood"))  # noqa: S321
    assert "command not understood" in str(fault)
    assert "blanks" not in str(fault)
