"""The update feed: its offer, and everything that must be refused."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bridge.updates.feed import Feed, FeedRefused, ResumingFetcher
from bridge.updates.packages import FeedPlace
from installer.release.publish import DAYS, Keys, Repository
from installer.surroundings import ROOT
from installer.toolchain.errors import SetupError
from tests.fakes.certificates import openssl_trust
from tests.install_trial.trial_feed import FeedServer, serve_feed

PACKAGE = bytes(range(256)) * 2000
CHANGES = {"en": "Orders are quicker.", "ar": "الطلبات أسرع."}


@dataclass
class Publisher:
    """A feed in a folder with its keys next to it, and packages to offer."""

    folder: Path

    @property
    def web(self) -> Path:
        return self.folder / "web"

    def at(self, now: datetime | None = None) -> Repository:
        return Repository(self.web, Keys(self.folder / "keys"), now)

    def offer(self, version: str, content: bytes = PACKAGE) -> None:
        package = self.folder / f"Counterpart-{version}-setup.exe"
        package.write_bytes(content)
        self.at().add(package, "windows", version, CHANGES)

    def place(self, address: str | None = None) -> FeedPlace:
        return FeedPlace(address or str(self.web), (self.web / "metadata" / "1.root.json").read_bytes())

    def files(self) -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in self.web.rglob("*") if path.is_file()}


@pytest.fixture
def publisher(tmp_path: Path) -> Publisher:
    made = Publisher(tmp_path / "publisher")
    made.at().create()
    made.offer("0.2.0")
    return made


@pytest.fixture
def feed(publisher: Publisher, tmp_path: Path) -> Feed:
    return Feed(publisher.place(), tmp_path / "seen", openssl_trust())


def test_a_newer_version_is_offered_with_what_changed_and_fetched_whole(feed: Feed) -> None:
    release = feed.newest("windows", "0.1.0")
    assert release is not None
    assert (release.version, release.changes) == ("0.2.0", CHANGES)
    assert feed.fetch(release).read_bytes() == PACKAGE


@pytest.mark.parametrize("installed", ["0.2.0", "0.2.0+g1a2b3c4", "0.2.1", "0.10.0"])
def test_what_is_installed_or_older_is_not_offered(feed: Feed, installed: str) -> None:
    assert feed.newest("windows", installed) is None


def test_a_changed_package_is_not_taken(publisher: Publisher, feed: Feed) -> None:
    release = feed.newest("windows", "0.1.0")
    stored = next((publisher.web / "targets" / "windows").iterdir())
    stored.write_bytes(PACKAGE[:-1] + b"\x00")
    assert release
    with pytest.raises(FeedRefused, match="not as its maker signed it"):
        feed.fetch(release)


def test_changed_metadata_is_not_believed(publisher: Publisher, feed: Feed) -> None:
    file = publisher.web / "metadata" / "timestamp.json"
    signed = file.read_bytes()
    file.write_bytes(signed.replace(b'"version":2', b'"version":9'))
    assert file.read_bytes() != signed
    with pytest.raises(FeedRefused, match="not as its maker signed it"):
        feed.newest("windows", "0.1.0")


def test_an_old_snapshot_is_not_believed_after_a_newer_one(publisher: Publisher, feed: Feed) -> None:
    old = publisher.files()
    publisher.offer("0.2.1")
    assert feed.newest("windows", "0.2.0") is not None
    for path, content in old.items():
        path.write_bytes(content)
    with pytest.raises(FeedRefused, match="not as its maker signed it"):
        feed.newest("windows", "0.1.0")


def test_a_timestamp_that_was_not_renewed_is_refused(publisher: Publisher, feed: Feed) -> None:
    publisher.at(datetime.now(UTC) - timedelta(days=DAYS["timestamp"] + 1)).renew()
    with pytest.raises(FeedRefused, match=r"out of date.*clock"):
        feed.newest("windows", "0.1.0")
    publisher.at().renew()
    assert feed.newest("windows", "0.1.0") is not None


def test_a_feed_signed_by_somebody_else_is_refused(publisher: Publisher, tmp_path: Path) -> None:
    other = Publisher(tmp_path / "other")
    other.at().create()
    other.offer("9.0.0")
    mixed = FeedPlace(str(other.web), publisher.place().root)
    with pytest.raises(FeedRefused, match="not as its maker signed it"):
        Feed(mixed, tmp_path / "elsewhere", openssl_trust()).newest("windows", "0.1.0")


@pytest.mark.parametrize("role", ["root", "targets", "snapshot", "timestamp"])
def test_every_key_can_be_changed_and_who_trusted_the_old_root_follows(
    publisher: Publisher, feed: Feed, role: str
) -> None:
    assert feed.newest("windows", "0.1.0") is not None
    publisher.at().change_key(role)
    publisher.offer("0.2.1")
    release = feed.newest("windows", "0.2.0")
    assert release
    assert feed.fetch(release).read_bytes() == PACKAGE


def test_a_feed_that_is_away_is_told(publisher: Publisher, tmp_path: Path) -> None:
    away = FeedPlace(str(tmp_path / "stick"), publisher.place().root)
    with pytest.raises(FeedRefused, match="cannot be reached"):
        Feed(away, tmp_path / "seen", openssl_trust()).newest("windows", "0.1.0")


def test_keys_never_lie_in_the_project() -> None:
    with pytest.raises(SetupError, match="may be in the project"):
        Keys(ROOT / "build" / "keys").make("root")


def test_a_feed_whose_keys_could_not_be_made_is_made_the_next_time(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="may be in the project"):
        Repository(tmp_path / "web", Keys(ROOT / "build" / "keys")).create()
    assert not (tmp_path / "web").exists()
    Repository(tmp_path / "web", Keys(tmp_path / "keys")).create()


def test_the_private_keys_are_their_owners_alone(publisher: Publisher) -> None:
    files = list((publisher.folder / "keys").iterdir())
    assert {file.stem for file in files} == set(DAYS)
    assert all(file.stat().st_mode & 0o077 == 0 for file in files)


@pytest.fixture
def server(publisher: Publisher) -> Iterator[FeedServer]:
    with serve_feed(publisher.web) as serving:
        serving.cuts = 2
        yield serving


def test_a_download_that_was_cut_off_goes_on_where_it_stopped(
    publisher: Publisher, server: FeedServer, tmp_path: Path
) -> None:
    feed = Feed(publisher.place(server.address), tmp_path / "seen", openssl_trust())
    release = feed.newest("windows", "0.1.0")
    assert release
    for _ in range(2):
        with pytest.raises(FeedRefused, match="cannot be reached"):
            feed.fetch(release)
    assert feed.fetch(release).read_bytes() == PACKAGE
    assert server.ranges == [f"bytes={len(PACKAGE) // 2}-", f"bytes={len(PACKAGE) * 3 // 4}-"]
    assert list((tmp_path / "seen" / "parts").iterdir()) == []


@pytest.mark.parametrize("content", [PACKAGE, PACKAGE + b"more"])
def test_a_part_that_needs_no_rest_is_fetched_again_at_once(
    publisher: Publisher, server: FeedServer, tmp_path: Path, content: bytes
) -> None:
    feed = Feed(publisher.place(server.address), tmp_path / "seen", openssl_trust())
    release = feed.newest("windows", "0.1.0")
    assert release
    with pytest.raises(FeedRefused, match="cannot be reached"):
        feed.fetch(release)
    (part,) = (tmp_path / "seen" / "parts").iterdir()
    part.write_bytes(content)
    server.cuts = 0
    assert feed.fetch(release).read_bytes() == PACKAGE


def test_packages_and_parts_of_other_versions_are_removed(
    publisher: Publisher, server: FeedServer, tmp_path: Path
) -> None:
    feed = Feed(publisher.place(server.address), tmp_path / "seen", openssl_trust())
    older = feed.newest("windows", "0.1.0")
    assert older
    with pytest.raises(FeedRefused, match="cannot be reached"):
        feed.fetch(older)
    server.cuts = 0
    kept = feed.fetch(older)
    (tmp_path / "seen" / "parts" / "another.part").touch()
    publisher.offer("0.2.1")
    release = feed.newest("windows", "0.1.0")
    assert release
    newest = feed.fetch(release)
    feed.drop_packages(kept, newest)
    assert kept.exists()
    feed.drop_packages(newest)
    assert [kept.exists(), newest.exists(), (tmp_path / "seen" / "parts").exists()] == [False, True, False]
    assert feed.newest("windows", "0.2.1") is None
    assert feed.fetch(release) == newest


class Killed(BaseException):
    """The process ends here."""


class StoppedFetcher(ResumingFetcher):
    """Ends with a fault after that many pieces of the feed."""

    fault: BaseException = Killed()
    left = 0

    def _fetch(self, url: str) -> Iterator[bytes]:
        for chunk in super()._fetch(url):
            if not self.left:
                raise self.fault
            self.left -= 1
            yield chunk


PIECES = (0, 1, 2, 3, 4, 9)
"""Each of the three lists, the newest version, and the begin and the middle of a package."""


def stopped_feed(place: FeedPlace, seen: Path, pieces: int, fault: BaseException) -> Feed:
    fetcher = StoppedFetcher(seen / "parts", openssl_trust())
    fetcher.left, fetcher.fault = pieces, fault
    return Feed(place, seen, openssl_trust(), fetcher)


def download(feed: Feed) -> bytes:
    release = feed.newest("windows", "0.1.0")
    assert release
    return feed.fetch(release).read_bytes()


def test_a_kill_at_any_piece_of_the_feed_leaves_what_the_next_try_goes_on_with(
    publisher: Publisher, tmp_path: Path
) -> None:
    for pieces in PIECES:
        seen = tmp_path / str(pieces)
        with pytest.raises(Killed):
            download(stopped_feed(publisher.place(), seen, pieces, Killed()))
        assert download(Feed(publisher.place(), seen, openssl_trust())) == PACKAGE


@pytest.mark.parametrize("pieces", [0, 3, 9])
def test_a_full_disk_is_said_and_the_next_try_works(publisher: Publisher, tmp_path: Path, pieces: int) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(FeedRefused, match=r"No space left on device\. Make room, then try again"):
        download(stopped_feed(publisher.place(), tmp_path / "seen", pieces, full))
    assert download(Feed(publisher.place(), tmp_path / "seen", openssl_trust())) == PACKAGE


@pytest.mark.parametrize("role", ["root", "targets", "snapshot", "timestamp"])
def test_a_stored_list_that_a_power_cut_damaged_is_fetched_again(
    publisher: Publisher, tmp_path: Path, role: str
) -> None:
    seen = tmp_path / "seen"
    Feed(publisher.place(), seen, openssl_trust()).check()
    damaged = [path for path in (seen / "metadata").rglob(f"*{role}.json") if path.is_file()]
    assert damaged
    for path in damaged:
        path.write_bytes(b"{")
    assert download(Feed(publisher.place(), seen, openssl_trust())) == PACKAGE
