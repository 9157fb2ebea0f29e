"""Chapters of the counter trial that belong to the suite: the program on a real desktop."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.counter_trial.counter import VARIANTS, open_counter
from tests.counter_trial.first_day import first_day, without_tray
from tests.desktop.desktop_session import PROGRAMS
from tests.programs import ROOT, program

pytestmark = [
    pytest.mark.desktop,
    pytest.mark.slow,
    pytest.mark.usefixtures("only_desktop"),
    pytest.mark.skipif(sys.platform != "linux", reason="the real desktop is Debian's"),
]
PICTURES = Path(os.environ.get("COUNTERPART_PICTURES", ROOT / "build" / "desktop"))


@pytest.fixture
def only_desktop() -> Iterator[None]:
    """One desktop at a time, also where the tests run in several processes."""
    # The marks leave these tests out on other systems, which have no such lock.
    import fcntl  # noqa: PLC0415

    for name in PROGRAMS:
        program(name)
    with Path(__file__).open(encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_first_day(tmp_path: Path) -> None:
    with open_counter(tmp_path / "home", VARIANTS[0], PICTURES, is_first_day=True) as counter:
        first_day(counter)


def test_the_window_comes_in_its_place_and_the_icon_when_it_can(tmp_path: Path) -> None:
    with open_counter(tmp_path / "home", VARIANTS[0], PICTURES, tray=False) as counter:
        without_tray(counter)
