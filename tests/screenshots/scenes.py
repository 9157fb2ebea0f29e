"""A scene: a pane in a state that is useful to see. Each part lists its own in
`scenes_<part>.py`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.ui.ready_shop import ReadyShop
from ui.shell.main_window import MainWindow
from ui.shell.pane_context import PaneKey


def _nothing_to_prepare(_backend: ReadyShop) -> None:
    """The shop as it is."""


def _nothing_to_do(_window: MainWindow) -> None:
    """The pane as it opens."""


@dataclass(frozen=True, slots=True)
class Scene:
    """`prepare` alters the fake before the window opens, `act` clicks afterwards."""

    name: str
    pane: PaneKey
    prepare: Callable[[ReadyShop], None] = _nothing_to_prepare
    act: Callable[[MainWindow], None] = _nothing_to_do
    staging: bool = False
    every_look: bool = False


def all_scenes() -> tuple[Scene, ...]:
    """The scenes of all parts, by file name."""
    found: list[Scene] = []
    for file in sorted(Path(__file__).parent.glob("scenes_*.py")):
        found.extend(importlib.import_module(f"tests.screenshots.{file.stem}").SCENES)
    return tuple(found)
