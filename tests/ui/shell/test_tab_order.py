"""Tab goes through every pane and dialog in reading order, reaches each control once, and leaves
each. `python -m tests.screenshots --check` looks at every scene in both languages.
"""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from tests.screenshots.capture import Variant, opened
from tests.screenshots.scenes import Scene, all_scenes
from tests.screenshots.tab_order import find_tab_faults
from ui.shell.pane_context import PaneKey

DIALOGS = ("calls-export", "calls-upload", "catalogue-labels", "orders-test-order", "webhooks-add", "wizard-system")
SCENES = [
    *((Scene(key.value, key), "arabic") for key in PaneKey),
    *((scene, "light") for scene in all_scenes() if scene.name in DIALOGS),
]


@pytest.mark.parametrize(("scene", "variant"), SCENES, ids=lambda value: getattr(value, "name", value))
def test_tab_reaches_each_control_once_in_reading_order(
    qapp: QApplication, fonts: tuple[str, ...], scene: Scene, variant: str
) -> None:
    with opened(qapp, scene, variant, Variant()) as window:
        assert find_tab_faults(window) == []
