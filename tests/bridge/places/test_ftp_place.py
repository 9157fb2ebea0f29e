"""Plain FTP: in the local network, or confirmed; never a password elsewhere (pull §7)."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.places.open_places import StoredPlaces
from service.domain.pull.place_address import READABLE
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.webhooks.webhook_secrets import Secret
from service.pull.places.fetch_file import FetchedFile, FileFetch
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.clock import FakeClock
from tests.fakes.ftps_server import PASSWORD, FtpsServer

CONTENT = b"SKU,Name\nA-1,Pad\n"


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
    return FileFetch(StoredPlaces(secrets), setup, FakeClock(), lambda _seconds: None).fetch(folder)


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
