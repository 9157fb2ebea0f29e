"""The copy that a run reads: complete, separate, and deleted afterwards."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from service.domain.clock_trust import Cutoff
from service.domain.pull.pulls import MissingRule, PullSetup
from service.files.file_errors import FileBroken, FileError, FileTooLarge, FileUnavailable
from service.pull.file_copy import (
    copy_file,
    drop_stale_folders,
    dry_run_folder,
    find_file,
    run_folder,
    wait_until_written,
)
from tests.fakes.clock import START, FakeClock


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "stock.csv"
    path.write_bytes(b"SKU,Name\nA,Pad\n")
    return path


def test_the_copy_has_the_files_name_and_content(file: Path, tmp_path: Path) -> None:
    with run_folder(tmp_path, 1) as place:
        copied = copy_file(file, place, PullSetup(str(file), "plan"), 0)
        assert (copied.path.name, copied.path.read_bytes()) == (file.name, file.read_bytes())
    assert not place.exists()


def test_a_file_of_any_name_leaves_room_for_what_the_run_writes_next_to_it(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    file.write_bytes(b"SKU,Name\nA,Pad\n")
    with run_folder(tmp_path, 1) as place:
        copied = copy_file(file, place, PullSetup(str(file), "plan"), 0)
        (place / "rows").write_bytes(b"")
        assert copied.path.read_bytes() == file.read_bytes()


def test_the_fingerprint_moves_with_the_content_and_with_how_it_is_read(file: Path, tmp_path: Path) -> None:
    def fingerprint(setup: PullSetup) -> str:
        with dry_run_folder(tmp_path) as place:
            return copy_file(file, place, setup, 0).fingerprint

    setup = PullSetup(str(file), "plan")
    marks = [fingerprint(setup), fingerprint(setup), fingerprint(PullSetup(str(file), "other plan"))]
    marks.append(fingerprint(PullSetup(str(file), "plan", missing=MissingRule.INACTIVE)))
    file.write_bytes(b"SKU,Name\nA,Disc\n")
    marks.append(fingerprint(setup))
    assert marks[0] == marks[1]
    assert len(set(marks)) == 4


def test_a_file_that_grows_while_it_is_copied_is_still_being_written(file: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "place"
    (pipe / "file").mkdir(parents=True)
    (pipe / "file" / file.name).hardlink_to(file)
    # The copy is the file itself, by a second name: it changes under the eyes of the copy.
    with pytest.raises(FileUnavailable, match="still being written"):
        copy_file(file, pipe, PullSetup(str(file), "plan"), 0)


def test_what_cannot_be_copied_is_told(file: Path, tmp_path: Path) -> None:
    with dry_run_folder(tmp_path) as place:
        with pytest.raises(FileUnavailable, match="not there"):
            copy_file(tmp_path / "away.csv", place, PullSetup("", ""), 0)
        file.write_bytes(b"")
        with pytest.raises(FileBroken, match="empty"):
            copy_file(file, place, PullSetup("", ""), 0)
        os.truncate(file, 200 * 1024 * 1024 + 1)
        with pytest.raises(FileTooLarge):
            copy_file(file, place, PullSetup("", ""), 0)


def test_a_folder_needs_a_pattern(file: Path, tmp_path: Path) -> None:
    assert find_file(PullSetup(str(tmp_path), "", "*.CSV")) == file
    with pytest.raises(FileError, match="is a folder"):
        find_file(PullSetup(str(tmp_path), ""))


def test_what_a_killed_run_left_is_gone_at_the_next_and_a_killed_look_a_day_later(tmp_path: Path) -> None:
    left = tmp_path / "pull-1.reading"
    left.mkdir()
    (left / "rows").write_bytes(b"x")
    with run_folder(tmp_path, 1) as place:
        assert list(place.iterdir()) == []
    old, young = tmp_path / "pull-look-old", tmp_path / "pull-look-young"
    for look in (old, young):
        look.mkdir()
    os.utime(old, (0, 0))
    drop_stale_folders(tmp_path, None)
    assert old.exists(), "the clock is in doubt"
    drop_stale_folders(tmp_path, Cutoff(1))
    assert (old.exists(), young.exists()) == (False, True)


def test_what_cannot_be_removed_keeps_no_run_from_a_place_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "pull-1.reading").write_bytes(b"no folder, so that removing the folder does nothing")
    other = tmp_path / "pull-11.reading"
    other.mkdir()
    with run_folder(tmp_path, 1) as place, run_folder(tmp_path, 2) as second:
        assert list(place.iterdir()) == list(second.iterdir()) == []
    assert not place.exists()
    assert other.exists()


def test_a_place_that_could_not_be_removed_at_its_end_is_gone_at_the_next(tmp_path: Path) -> None:
    with run_folder(tmp_path, 1) as place:
        pass
    place.mkdir()
    (place / "rows").write_bytes(b"x")
    with run_folder(tmp_path, 1):
        assert not place.exists()


class Writer:
    """A file, and a clock that moves while somebody waits for it; `writes` are the changes to
    come.
    """

    def __init__(self, path: Path, age_ms: int, writes: int = 0) -> None:
        self.path, self.clock, self.writes = path, FakeClock(), writes
        self.waited: list[float] = []
        self._touch(START - age_ms)

    def _touch(self, at: int) -> None:
        os.utime(self.path, ns=(at * 1_000_000, at * 1_000_000))

    def wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.clock.advance(int(seconds * 1000))
        if self.writes:
            self.writes -= 1
            self._touch(self.clock.now() - 500)

    def until_written(self) -> None:
        wait_until_written(self.path, self.clock, self.wait)


@pytest.mark.parametrize("age_ms", [2_000, 60_000, -1_000, -3_600_000])
def test_a_file_that_did_not_just_change_is_read_at_once(file: Path, age_ms: int) -> None:
    writer = Writer(file, age_ms)
    writer.until_written()
    assert writer.waited == []


def test_a_file_that_just_changed_is_read_once_it_stays_the_same(file: Path) -> None:
    writer = Writer(file, 500, writes=1)
    writer.until_written()
    assert writer.waited == [1.5, 1.5]


def test_a_file_that_goes_on_changing_is_refused(file: Path) -> None:
    with pytest.raises(FileUnavailable, match="still being written"):
        Writer(file, 0, writes=100).until_written()
