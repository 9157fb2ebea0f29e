"""A driver that hangs costs its limit and no more; what it gives and raises comes through."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from bridge.sources import ftp_source, mail_source, sftp_source, web_source
from bridge.sources.open_sources import BoundedSource
from service.domain.sentences import verbatim
from service.files.file_errors import FileUnavailable
from service.pull.places.place_port import FoundFile, PlaceRefused
from tests.bridge.sources.fetching import Fetching

LONG_S = 20.0
FOUND = FoundFile("a.csv", "1")


class OddPlace:
    """Gives two pieces; hangs in the second one, or in its search, until it is let go."""

    def __init__(self, *, hangs_in: str = "") -> None:
        self.hangs_in = hangs_in
        self.let_go = threading.Event()
        self.threads: set[int] = set()
        self.closed = False

    def find(self) -> FoundFile:
        self._enter("find")
        return FOUND

    def read(self, found: FoundFile, start: int) -> Iterator[bytes]:
        self._enter("read")
        yield b"first"[start:]
        self._enter("piece")
        yield b"second"

    def close(self) -> None:
        self._enter("close")
        self.closed = True

    def _enter(self, name: str) -> None:
        self.threads.add(threading.get_ident())
        if name == self.hangs_in:
            self.let_go.wait(LONG_S)


def test_what_the_place_gives_comes_through_one_thread_of_its_own() -> None:
    place = OddPlace()
    bounded = BoundedSource(place, "server", LONG_S)
    assert bounded.find() == FOUND
    assert b"".join(bounded.read(FOUND, 1)) == b"irstsecond"
    bounded.close()
    assert place.closed
    assert len(place.threads) == 1
    assert threading.get_ident() not in place.threads


@pytest.mark.parametrize("hangs_in", ["find", "read", "piece"])
def test_a_call_that_hangs_ends_with_a_sentence_and_closing_does_not_wait(hangs_in: str) -> None:
    place = OddPlace(hangs_in=hangs_in)
    bounded = BoundedSource(place, "server", 0.05)
    with pytest.raises(FileUnavailable, match="server did not answer in time"):
        _fetch(bounded)
    with pytest.raises(FileUnavailable, match="did not answer in time"):
        bounded.find()
    bounded.close()
    assert not place.closed
    place.let_go.set()


def test_its_own_faults_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    place = OddPlace()
    bounded = BoundedSource(place, "server", LONG_S)
    for fault in (PlaceRefused(verbatim("No.")), TimeoutError("its own")):
        monkeypatch.setattr(place, "find", lambda fault=fault: _raise(fault))
        with pytest.raises(type(fault)):
            bounded.find()
    bounded.close()
    assert place.closed


@pytest.mark.parametrize(
    ("source", "kind"),
    [(ftp_source, "ftps"), (sftp_source, "sftp"), (web_source, "http"), (mail_source, "imaps")],
)
def test_a_server_that_never_answers_is_left_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: ModuleType, kind: str
) -> None:
    monkeypatch.setattr(source, "TIMEOUT_S", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        fetching = Fetching(tmp_path, "x", f"{kind}://till@127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(FileUnavailable, match="did not answer in time"):
            fetching.fetch("/a.csv", query="subject: stock")


def _fetch(place: BoundedSource) -> bytes:
    return b"".join(place.read(place.find(), 0))


def _raise(fault: Exception) -> FoundFile:
    raise fault
