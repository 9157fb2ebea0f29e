"""One fetch: whole, bounded, resumed after a cut, and never half of a file (pull §7)."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from service.domain.errors import Unavailable, UnavailableCode
from service.domain.pull.pulls import PullSetup
from service.files.file_errors import FileBroken, FileTooLarge, FileUnavailable
from service.pull.places import fetch_file
from service.pull.places.fetch_file import MAX_CONNECTIONS, MAX_FETCH_S, FileFetch
from service.pull.places.place_port import FetchInterrupted
from tests.fakes.clock import FakeClock
from tests.fakes.fake_places import ADDRESS, FakePlaces

CONTENT = bytes(range(256)) * 1000
SETUP = PullSetup(ADDRESS, "")


class Fetching:
    """A fetch whose pauses a test counts."""

    def __init__(self, folder: Path, places: FakePlaces) -> None:
        self.folder = folder
        self.places = places
        self.clock = FakeClock()
        self.pauses: list[float] = []

    def wait(self, seconds: float) -> None:
        if seconds:
            self.pauses.append(seconds)

    def fetch(self) -> Path:
        return FileFetch(self.places, SETUP, self.clock, self.wait).fetch(self.folder).path


@pytest.fixture
def places() -> FakePlaces:
    return FakePlaces(CONTENT)


@pytest.fixture
def fetching(tmp_path: Path, places: FakePlaces) -> Fetching:
    return Fetching(tmp_path, places)


def test_a_file_arrives_whole_under_its_own_name_and_the_connection_is_closed(fetching: Fetching) -> None:
    path = fetching.fetch()
    assert (path.name, path.read_bytes()) == ("stock.csv", CONTENT)
    assert fetching.places.closed == 1


@pytest.mark.parametrize("says_size", [True, False])
def test_a_cut_connection_goes_on_where_it_ended(fetching: Fetching, places: FakePlaces, says_size: bool) -> None:
    places.cuts, places.says_size = [100_000, 60_000], says_size
    assert fetching.fetch().read_bytes() == CONTENT
    assert places.starts == [0, 100_000, 160_000]
    assert fetching.pauses == [1, 2]


@pytest.mark.parametrize("fault", ["no resume", "no mark", "changed"])
def test_a_cut_file_that_cannot_be_resumed_is_read_from_its_beginning(
    fetching: Fetching, places: FakePlaces, fault: str
) -> None:
    places.cuts, places.resumes = [100_000], fault != "no resume"
    places.mark = "" if fault == "no mark" else None
    if fault == "changed":

        def change(at: int) -> None:
            places.content = CONTENT[::-1]

        places.on_piece = change
    assert fetching.fetch().read_bytes() == places.content
    assert places.starts == [0, 0]


def test_a_connection_that_is_always_cut_ends_after_five_connections(fetching: Fetching, places: FakePlaces) -> None:
    places.cuts = [10] * 100
    with pytest.raises(FetchInterrupted):
        fetching.fetch()
    assert (len(places.starts), places.closed) == (MAX_CONNECTIONS, MAX_CONNECTIONS)


def test_a_server_that_sends_for_ever_is_stopped_at_200_mb(
    fetching: Fetching, places: FakePlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch_file, "MAX_FILE_BYTES", 200_000)
    places.says_size = False
    with pytest.raises(FileTooLarge, match="larger than 200 MB"):
        fetching.fetch()
    places.says_size, places.starts = True, []
    with pytest.raises(FileTooLarge):
        fetching.fetch()
    assert places.starts == []


def test_a_server_that_is_slow_for_ever_is_stopped_after_half_an_hour(fetching: Fetching, places: FakePlaces) -> None:
    places.piece = 1000
    places.on_piece = lambda _at: fetching.clock.advance(60_000)
    with pytest.raises(FileUnavailable, match="longer than 30 minutes"):
        fetching.fetch()
    assert fetching.clock.monotonic() < MAX_FETCH_S + 120


def test_a_file_that_changes_while_it_is_fetched_is_not_taken(fetching: Fetching, places: FakePlaces) -> None:
    places.on_piece = lambda at: setattr(places, "mark", f"at {at}")
    with pytest.raises(FileUnavailable, match="changed while it was fetched"):
        fetching.fetch()


def test_fewer_bytes_than_announced_are_a_cut_connection(fetching: Fetching, places: FakePlaces) -> None:
    places.on_piece = lambda at: setattr(places, "content", CONTENT[:-5]) if at else None
    places.mark = "same"
    with pytest.raises(FileUnavailable, match=r"after 255,995 of 256,000 bytes"):
        FileFetch(places, SETUP, fetching.clock, fetching.wait)._connect_once(fetching.folder / "f")


def test_an_empty_file_is_refused(fetching: Fetching, places: FakePlaces) -> None:
    places.content = b""
    with pytest.raises(FileBroken, match="is empty"):
        fetching.fetch()


@pytest.mark.parametrize(
    ("name", "stored"),
    [
        ("قائمة الأسعار.xlsx", "قائمة الأسعار.xlsx"),
        ("../../evil.csv", "_.._evil.csv"),
        ("C:\\list?.csv", "C__list_.csv"),
        ("a\x00b\n.csv", "ab.csv"),
        ("...", "file"),
        ("x" * 500 + ".csv", "x" * 116 + ".csv"),
    ],
)
def test_a_name_stays_a_name_in_the_folder(fetching: Fetching, places: FakePlaces, name: str, stored: str) -> None:
    places.name = name
    path = fetching.fetch()
    assert (path.name, path.parent) == (stored, fetching.folder)


def test_a_full_disk_is_one_sentence(fetching: Fetching, tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    assert fetch_file._disk_fault(full).code is UnavailableCode.DISK_FULL
    fetching.folder = tmp_path / "gone"
    with pytest.raises(Unavailable, match="cannot be written to"):
        fetching.fetch()


def test_a_stop_ends_the_fetch_between_two_pieces(fetching: Fetching, places: FakePlaces) -> None:
    class Stop(Exception):
        pass

    def stop(seconds: float) -> None:
        raise Stop

    fetching.wait = stop  # type: ignore[method-assign]
    with pytest.raises(Stop):
        fetching.fetch()
    assert places.closed == 1
