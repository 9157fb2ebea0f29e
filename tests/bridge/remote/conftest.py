"""A service for windows, and windows, that are stopped after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.bridge.remote.served_windows import ServedWindows, Window


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedWindows]:
    made = ServedWindows(tmp_path)
    yield made
    made.stop()


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short path, as that of a Unix socket has a limit."""
    return tmp_path_factory.mktemp("w")


@pytest.fixture
def open_window(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    made: list[Window] = []

    def open_window(*arguments: object, **named: object) -> Window:
        made.append(Window.open(tmp_path, *arguments, **named))  # type: ignore[arg-type]
        return made[-1]

    yield open_window
    for window in made:
        window.stop()
