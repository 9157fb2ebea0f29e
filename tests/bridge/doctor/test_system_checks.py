"""The data folder's permissions, and the libraries below Python."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bridge.doctor.system_checks import check_folder, check_libraries
from service.domain.host.self_test import CheckState


@pytest.mark.skipif(os.name == "nt", reason="Windows protects profiles itself")
@pytest.mark.parametrize(
    ("mode", "state", "said"),
    [
        (0o700, CheckState.GOOD, "Only its user"),
        (0o755, CheckState.WARN, "can see what is in it"),
        (0o777, CheckState.BAD, "can write into it"),
        (0o770, CheckState.BAD, "can write into it"),
    ],
)
def test_who_may_open_the_data_folder(tmp_path: Path, mode: int, state: CheckState, said: str) -> None:
    tmp_path.chmod(mode)
    line = check_folder(tmp_path)
    tmp_path.chmod(0o700)
    assert (line.state, said in str(line.finding)) == (state, True)
    assert (f"chmod 700 {tmp_path}" in str(line.fix)) is (state is not CheckState.GOOD)


def test_a_folder_that_is_gone_is_said(tmp_path: Path) -> None:
    assert check_folder(tmp_path / "gone").state is CheckState.WARN


def test_versions_with_known_faults_are_said() -> None:
    assert "two checkpoints" in str(check_libraries((3, 40, 1), (2, 6, 0)).finding)
    assert "large tags" in str(check_libraries((3, 53, 4), (2, 5, 0)).finding)
    assert str(check_libraries((3, 53, 4), (2, 6, 0)).finding) == "SQLite 3.53.4 and expat 2.6.0."
