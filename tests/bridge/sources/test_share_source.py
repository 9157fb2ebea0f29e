"""A file in a shared folder, over a client in memory; Samba was tried by hand (pull §7)."""

from __future__ import annotations

import errno
import io
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
import smbprotocol.exceptions as smb

from bridge.sources.share_source import ShareSource
from service.domain.pull.place_address import parse_place
from service.files.file_errors import FileError, FileUnavailable
from service.pull.places.place_port import FetchInterrupted, PlaceRefused

PASSWORD = "pässword"
FOLDER = 0x10


class FakeShares:
    """The calls of smbclient that are used, over files in memory; `error` is raised by each."""

    def __init__(self) -> None:
        self.files = {"stock-1.csv": (b"old", 10), "stock-2.csv": (b"new one", 20), "other.csv": (b"x", 30)}
        self.error: Exception | None = None
        self.sessions: list[dict[str, Any]] = []
        self.closed: list[object] = []

    def _enter(self, session: dict[str, Any]) -> None:
        self.sessions.append(session)
        if self.error is not None:
            raise self.error

    def stat(self, path: str, **session: Any) -> SimpleNamespace:  # noqa: ANN401
        self._enter(session)
        name = path.rpartition("\\")[2]
        if name not in self.files:
            return SimpleNamespace(st_mode=stat.S_IFDIR, st_size=0, st_mtime=1)
        content, changed = self.files[name]
        return SimpleNamespace(st_mode=stat.S_IFREG, st_size=len(content), st_mtime=changed)

    def scandir(self, path: str, **session: Any) -> Iterator[SimpleNamespace]:  # noqa: ANN401
        self._enter(session)
        for name, (content, changed) in [*self.files.items(), ("stock-9.csv", (b"", 99))]:
            info = SimpleNamespace(
                file_attributes=FOLDER if changed == 99 else 0,
                end_of_file=len(content),
                last_write_time=datetime.fromtimestamp(changed, UTC),
            )
            yield SimpleNamespace(name=name, smb_info=info)

    def open_file(self, path: str, **session: Any) -> io.BytesIO:  # noqa: ANN401
        self._enter(session)
        return io.BytesIO(self.files[path.rpartition("\\")[2]][0])

    def reset_connection_cache(self, *, fail_on_error: bool, connection_cache: object) -> None:
        self.closed.append(connection_cache)


@pytest.fixture
def shares() -> FakeShares:
    return FakeShares()


def place_of(shares: FakeShares, path: str, pattern: str | None = None) -> ShareSource:
    return ShareSource(parse_place(f"smb://SHOP\\till@nas{path}"), pattern, PASSWORD, shares)


def test_a_file_is_read_from_where_a_cut_left_it(shares: FakeShares) -> None:
    place = place_of(shares, "/export/stock-2.csv")
    found = place.find()
    assert (found.name, found.size, found.resumes) == ("stock-2.csv", 7, True)
    assert b"".join(place.read(found, 4)) == b"one"
    place.close()
    session = shares.sessions[0]
    assert (session["username"], session["password"], session["require_signing"]) == ("SHOP\\till", PASSWORD, True)
    assert shares.closed == [session["connection_cache"]]


def test_the_newest_file_of_a_folder_that_fits(shares: FakeShares) -> None:
    place = place_of(shares, "/export/", "stock*.csv")
    found = place.find()
    assert (found.name, b"".join(place.read(found, 0))) == ("stock-2.csv", b"new one")
    with pytest.raises(FileError, match="is a folder"):
        place_of(shares, "/export").find()


@pytest.mark.parametrize(
    ("error", "kind", "sentence"),
    [
        (smb.LogonFailure(), PlaceRefused, "does not accept the password of SHOP"),
        (smb.SMBOSError(0xC000006D, "x"), PlaceRefused, "does not accept the password of SHOP"),
        (smb.SMBOSError(0xC0000022, "x"), PlaceRefused, "has no permission to read"),
        (smb.SMBOSError(0xC0000034, "x"), FileUnavailable, "nas has no"),
        (OSError(errno.ENOENT, "No such file"), FileUnavailable, "nas has no"),
        (PermissionError(errno.EACCES, "denied"), PlaceRefused, "has no permission to read"),
        (ConnectionResetError(errno.ECONNRESET, "reset"), FetchInterrupted, "ended in the middle"),
        (TimeoutError(), FileUnavailable, "did not answer in time"),
        (ValueError(f"Failed to connect with {PASSWORD}"), FileUnavailable, "nas answered: Failed"),
    ],
)
def test_faults_are_one_sentence(shares: FakeShares, error: Exception, kind: type[FileError], sentence: str) -> None:
    shares.error = error
    with pytest.raises(kind, match=sentence) as raised:
        place_of(shares, "/export/stock-2.csv").find()
    assert PASSWORD not in raised.value.message
