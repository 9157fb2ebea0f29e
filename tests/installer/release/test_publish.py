"""`publish` on a feed in a folder: the rehearsal of key changes, and renewal."""

from __future__ import annotations

from pathlib import Path

import pytest

from installer.__main__ import main
from installer.release.check_sums import KEY_VARIABLE
from installer.release.publish import Keys, Repository


@pytest.fixture
def feed(tmp_path: Path) -> list[str]:
    """The words that name a new feed and its keys."""
    Repository(tmp_path / "web", Keys(tmp_path / "keys")).create()
    return ["publish", str(tmp_path / "web"), "--keys", str(tmp_path / "keys")]


def read_files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_change_of_each_key_is_rehearsed_without_changing_anything(
    feed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = read_files(tmp_path)
    assert main([*feed, "--rehearse"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines] == ["root", "snapshot", "targets", "timestamp"]
    assert all("can be changed" in line for line in lines)
    assert read_files(tmp_path) == before


def test_a_root_key_that_programs_do_not_trust_fails_the_rehearsal(
    feed: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Keys(tmp_path / "other").make("root")
    (tmp_path / "other" / "root.pem").replace(tmp_path / "keys" / "root.pem")
    assert main([*feed, "--rehearse"]) == 1
    assert "cannot be read after the root key was changed" in capsys.readouterr().err


def test_a_renewal_makes_a_new_timestamp_and_no_apt_repository(
    feed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    file = tmp_path / "web" / "metadata" / "timestamp.json"
    before = file.read_bytes()
    assert main([*feed, "--renew"]) == 0
    assert file.read_bytes() != before
    assert not (tmp_path / "web" / "apt").exists()
