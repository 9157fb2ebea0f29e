"""A folder inside the data folder is for those who may use the data folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from service.store.engine.data_folders import choose_mode, make_private_folder

ROOT = Path(__file__).parents[4]
DATA_FOLDERS = {
    "bridge/system/instance_lock.py", "bridge/system/paths.py",  # the data folder itself
    "bridge/backups/backup_location.py",  # the same
    "bridge/autostart/launch_daemon.py",  # macOS only
    "service/store/engine/data_folders.py",
}  # fmt: skip


@pytest.mark.skipif(os.name != "posix", reason="POSIX modes")
def test_it_is_for_its_user_alone_where_modes_say_that(tmp_path: Path) -> None:
    make_private_folder(tmp_path / "data" / "logs")
    make_private_folder(tmp_path / "data" / "logs")
    assert (tmp_path / "data" / "logs").stat().st_mode & 0o777 == 0o700


def test_on_windows_it_has_the_rights_of_the_data_folder() -> None:
    # Mode 0700 makes Windows' Python refuse every account but the one that makes the folder.
    assert (choose_mode("nt"), choose_mode("posix")) == (0o777, 0o700)


def test_every_folder_inside_the_data_folder_is_made_so() -> None:
    files = [file for part in ("service", "bridge") for file in (ROOT / part).rglob("*.py")]
    found = {file.relative_to(ROOT).as_posix() for file in files if re.search(r"0o700", file.read_text("utf-8"))}
    assert found == DATA_FOLDERS
