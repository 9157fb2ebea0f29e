"""The files next to the versions are replaced though a virus scanner looks at them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from bridge.system.installation import move_in_use


@dataclass
class Scanner:
    """Has the new file open until so many pauses are over."""

    pauses: int

    def move(self, file: Path, target: Path) -> None:
        if self.pauses:
            raise PermissionError(13, "in use", str(file))
        file.replace(target)

    def pause(self, _seconds: float) -> None:
        self.pauses -= 1


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    file = tmp_path / "current.draft"
    file.write_text("0.2.0", encoding="ascii")
    return file


@pytest.mark.parametrize("pauses", [0, 1, 15])
def test_a_file_that_a_scanner_has_open_for_a_moment_is_moved_afterwards(draft: Path, pauses: int) -> None:
    scanner = Scanner(pauses)
    move_in_use(draft, draft.with_name("current"), scanner.move, scanner.pause)
    assert draft.with_name("current").read_text(encoding="ascii") == "0.2.0"


def test_a_file_that_stays_open_is_given_up(draft: Path) -> None:
    scanner = Scanner(1000)
    with pytest.raises(PermissionError):
        move_in_use(draft, draft.with_name("current"), scanner.move, scanner.pause)
    assert scanner.pauses > 900
