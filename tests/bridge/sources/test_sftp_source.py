"""A file on an SFTP server: its key, its password, resuming (pull §7). The server is asyncssh's."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from service.domain.pull.place_address import with_key_file
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.fetch_file import FetchedFile
from service.pull.places.place_port import NotTrusted, PlaceRefused
from tests.bridge.sources.fetching import STORED, Fetching

PASSWORD = "pässword"
CLIENT_KEY = asyncssh.generate_private_key("ssh-ed25519")
LARGE = b"SKU,Name\n" + b"A-1,Pad\n" * 500_000


class _Login(asyncssh.SSHServer):  # type: ignore[misc] # a driver without types
    def begin_auth(self, username: str) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        return username == "till" and key == CLIENT_KEY.convert_to_public()

    def validate_password(self, username: str, password: str) -> bool:
        return (username, password) == ("till", PASSWORD)


@dataclass
class SftpServer:
    """An SFTP server on loopback with one folder; `cut_after` ends the next connection after so
    many read requests.
    """

    folder: Path
    key: asyncssh.SSHKey = field(default_factory=lambda: asyncssh.generate_private_key("ssh-ed25519"))
    cut_after: int | None = None
    port: int = 0
    reads: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self._thread.start()

    def start(self) -> None:
        self._acceptor = self._run(self._listen())
        self.port = self._acceptor.get_port()

    def stop(self) -> None:
        async def close() -> None:
            self._acceptor.close()
            await self._acceptor.wait_closed()

        self._run(close())

    def end(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self.loop.close()

    def _run(self, work: Any) -> Any:  # noqa: ANN401 - whatever the coroutine gives
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(10)

    async def _listen(self) -> Any:  # noqa: ANN401 - a driver without types
        server = self

        class Files(asyncssh.SFTPServer):  # type: ignore[misc]
            def __init__(self, chan: Any) -> None:  # noqa: ANN401
                super().__init__(chan, chroot=str(server.folder).encode())
                self._connection = chan.get_connection()

            def read(self, file_obj: Any, offset: int, size: int) -> bytes:  # noqa: ANN401
                server.reads.append(offset)
                if server.cut_after is not None and len(server.reads) > server.cut_after:
                    server.cut_after = None
                    self._connection.abort()
                return bytes(super().read(file_obj, offset, size))

        return await asyncssh.listen(
            "127.0.0.1", 0, server_host_keys=[self.key], server_factory=_Login, sftp_factory=Files
        )


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SftpServer]:
    server = SftpServer(tmp_path_factory.mktemp("sftp"))
    server.start()
    yield server
    server.stop()
    server.end()


@pytest.fixture
def server(running: SftpServer) -> SftpServer:
    """The server with an empty folder."""
    for path in running.folder.iterdir():
        path.unlink()
    running.cut_after = None
    running.reads.clear()
    return running


@pytest.fixture
def fetching(tmp_path: Path, server: SftpServer) -> Fetching:
    """The key of its server is confirmed."""
    return Fetching(tmp_path, PASSWORD, f"sftp://till@127.0.0.1:{server.port}", server.key.get_fingerprint("sha256"))


def fetch_with_key(fetching: Fetching, key_file: Path, secret: str | None = None) -> FetchedFile:
    return fetching.fetch("", server=with_key_file(f"{fetching.server}/a.csv", str(key_file)), secret=secret)


def test_a_file_with_spaces_and_arabic_in_its_name(fetching: Fetching, server: SftpServer) -> None:
    (server.folder / "قائمة a.csv").write_bytes(LARGE)
    fetched = fetching.fetch("/قائمة%20a.csv")
    assert (fetched.path.name, fetched.path.read_bytes()) == ("قائمة a.csv", LARGE)


def test_the_newest_file_of_a_folder_that_fits(fetching: Fetching, server: SftpServer) -> None:
    for age, name in enumerate(("stock-2.csv", "stock-1.csv", "other.csv")):
        (server.folder / name).write_bytes(name.encode())
        os.utime(server.folder / name, (1000 - age, 1000 - age))
    (server.folder / "stock-9.csv.part").write_bytes(b"half")
    assert fetching.fetch("/", "stock*.csv").path.read_bytes() == b"stock-2.csv"
    with pytest.raises(FileUnavailable, match=r"No file in / fits \*\.xlsx"):
        fetching.fetch("/", "*.xlsx")


def test_a_cut_connection_goes_on_where_it_ended(fetching: Fetching, server: SftpServer) -> None:
    (server.folder / "a.csv").write_bytes(LARGE)
    server.cut_after = len(LARGE) * 3 // 4 // 16384
    assert fetching.fetch("/a.csv").path.read_bytes() == LARGE
    assert server.reads.count(0) == 1


def test_a_server_that_is_not_known_has_its_key_shown(fetching: Fetching, server: SftpServer) -> None:
    fetching.trust = ""
    with pytest.raises(NotTrusted, match="is not known yet") as raised:
        fetching.fetch("/a.csv")
    assert raised.value.fingerprint == server.key.get_fingerprint("sha256")


def test_a_changed_key_gets_no_password(fetching: Fetching) -> None:
    fetching.trust = "SHA256:" + "A" * 43
    with pytest.raises(NotTrusted, match="another key than the one that was confirmed"):
        fetching.fetch("/a.csv")


@pytest.mark.parametrize(
    ("user", "path", "kind", "sentence"),
    [
        ("other", "/a.csv", PlaceRefused, "does not accept the password of other"),
        ("till", "/", FileError, r"is a folder\. Name the file"),
        ("till", "/no.csv", FileUnavailable, r"has no /no\.csv"),
    ],
)
def test_faults_are_one_sentence(
    fetching: Fetching, user: str, path: str, kind: type[FileError], sentence: str
) -> None:
    with pytest.raises(kind, match=sentence) as raised:
        fetching.fetch(path, server=fetching.server.replace("till", user))
    assert PASSWORD not in raised.value.message


def test_a_key_file_with_and_without_a_passphrase(fetching: Fetching, server: SftpServer, tmp_path: Path) -> None:
    (server.folder / "a.csv").write_bytes(b"SKU\nA\n")
    plain, locked = tmp_path / "my key", tmp_path / "locked"
    CLIENT_KEY.write_private_key(plain)
    CLIENT_KEY.write_private_key(locked, passphrase=PASSWORD)
    assert fetch_with_key(fetching, plain).path.read_bytes() == b"SKU\nA\n"
    assert fetch_with_key(fetching, locked, STORED).path.read_bytes() == b"SKU\nA\n"
    with pytest.raises(PlaceRefused, match=r"passphrase of the key file .* is missing or wrong"):
        fetch_with_key(fetching, locked)
    fetching.password = "wrong"
    with pytest.raises(PlaceRefused, match=r"passphrase of the key file .* is missing or wrong"):
        fetch_with_key(fetching, locked, STORED)


def test_a_key_that_is_not_accepted_or_is_none(fetching: Fetching, tmp_path: Path) -> None:
    other = tmp_path / "other"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(other)
    with pytest.raises(PlaceRefused, match="does not accept the key for till"):
        fetch_with_key(fetching, other)
    other.write_text("no key")
    with pytest.raises(PlaceRefused, match="is no private key"):
        fetch_with_key(fetching, other)
    with pytest.raises(PlaceRefused, match="cannot be read"):
        fetch_with_key(fetching, tmp_path / "missing")
