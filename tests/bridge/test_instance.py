"""One program for each data folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.instance import AlreadyRunning, Instance, is_running


def test_the_second_is_told_who_has_the_folder(tmp_path: Path) -> None:
    first = Instance(tmp_path)
    with pytest.raises(AlreadyRunning, match=r"already running \(process \d+\)"):
        Instance(tmp_path)
    first.release()
    Instance(tmp_path).release()


def test_whether_one_runs_is_seen_without_taking_hold(tmp_path: Path) -> None:
    assert not is_running(tmp_path)
    first = Instance(tmp_path)
    assert is_running(tmp_path)
    first.release()
    assert not is_running(tmp_path)


@pytest.mark.parametrize("left", ["", "what", "999999999\n"])
def test_what_a_killed_program_left_is_no_running_one(tmp_path: Path, left: str) -> None:
    (tmp_path / "counterpart.pid").write_text(left, encoding="ascii")
    assert not is_running(tmp_path)
