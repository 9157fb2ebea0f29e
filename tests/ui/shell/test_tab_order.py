"""Tab goes through every pane and dialog in reading order, reaches each control once, and leaves
each. `python -m tests.screenshots --check` looks at every scene in both languages.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.screenshots.capture import Variant, find_in_panes, opened
from tests.screenshots.scenes import Scene, all_scenes
from tests.screenshots.tab_order import find_tab_faults

DIALOGS = (
    "calls-export",
    "calls-found-nothing",
    "calls-upload",
    "catalogue-labels",
    "orders-test-order",
    "settings-backups",
    "webhooks-add",
    "wizard-system",
)
SCENES = [scene for scene in all_scenes() if scene.name in DIALOGS]


def test_tab_reaches_each_control_of_a_pane_once_in_reading_order(qapp: QApplication, fonts: tuple[str, ...]) -> None:
    assert find_in_panes(qapp, Variant(), find_tab_faults, "arabic") == {}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_tab_reaches_each_control_of_a_dialog_once_in_reading_order(
    qapp: QApplication, fonts: tuple[str, ...], scene: Scene
) -> None:
    with opened(qapp, scene, "light", Variant()) as window:
        assert find_tab_faults(window) == []
