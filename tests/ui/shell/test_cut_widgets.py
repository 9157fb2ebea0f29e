"""At twice the size on a screen of 1920x1080, which leaves 960x504, nothing is cut: every pane, and
the dialogs and pages that once were. `python -m tests.screenshots --check` looks at every scene.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget

from tests.screenshots.capture import Variant, find_in_panes, find_lasting, opened
from tests.screenshots.cut_widgets import find_faults
from tests.screenshots.scenes import Scene, all_scenes

SMALLEST = Variant(QSize(960, 504))
CUT_ONCE = (
    "calls-about",
    "calls-no-key",
    "calls-upload",
    "catalogue-count",
    "settings-network",
    "settings-restore",
    "webhooks-add",
    "wizard-system",
)
CUT_ONCE_IN_ENGLISH = ("orders-cancelled", "orders-delivered")
SCENES = [one for one in all_scenes() if one.name in CUT_ONCE]


@pytest.mark.parametrize("variant", ["light", "arabic"])
def test_nothing_of_a_pane_is_cut_at_the_smallest_size(
    qapp: QApplication, fonts: tuple[str, ...], variant: str
) -> None:
    assert find_in_panes(qapp, SMALLEST, find_faults, variant) == {}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_nothing_is_cut_in_arabic_at_the_smallest_size(
    qapp: QApplication, fonts: tuple[str, ...], scene: Scene
) -> None:
    with opened(qapp, scene, "arabic", SMALLEST) as window:
        assert find_lasting(window, find_faults) == []


@pytest.mark.parametrize("name", CUT_ONCE_IN_ENGLISH)
def test_the_money_of_an_order_is_whole_at_the_smallest_size(
    qapp: QApplication, fonts: tuple[str, ...], name: str
) -> None:
    (scene,) = (one for one in all_scenes() if one.name == name)
    with opened(qapp, scene, "light", SMALLEST) as window:
        assert find_lasting(window, find_faults) == []


@pytest.mark.parametrize("variant", ["light", "arabic"])
@pytest.mark.parametrize("size", [QSize(960, 504), QSize(1024, 564), QSize(1180, 760)], ids=lambda size: size.width())
def test_orders_in_staging_do_not_scroll_sideways(
    qapp: QApplication, fonts: tuple[str, ...], size: QSize, variant: str
) -> None:
    (scene,) = (one for one in all_scenes() if one.name == "orders-staging")
    with opened(qapp, scene, variant, Variant(size)) as window:
        assert find_lasting(window, find_faults) == []


@pytest.mark.parametrize("size", [QSize(1180, 760), QSize(1920, 1080)], ids=lambda size: size.width())
def test_nothing_of_a_pane_is_cut_at_larger_sizes(qapp: QApplication, fonts: tuple[str, ...], size: QSize) -> None:
    assert find_in_panes(qapp, Variant(size), find_faults, "light") == {}
    assert find_in_panes(qapp, Variant(size), find_faults, "arabic") == {}


@pytest.mark.parametrize("variant", ["light", "arabic"])
def test_long_filters_of_the_log_do_not_make_it_scroll_sideways(
    qapp: QApplication, fonts: tuple[str, ...], variant: str
) -> None:
    (scene,) = (one for one in all_scenes() if one.name == "calls-between")
    with opened(qapp, scene, variant, SMALLEST) as window:
        assert find_lasting(window, find_faults) == []


def test_it_finds_what_is_cut_outside_or_without_a_name(qapp: QApplication, fonts: tuple[str, ...]) -> None:
    window = QWidget()
    window.resize(200, 100)
    texts = QVBoxLayout(window)
    narrow, nameless, far = QLabel("Much too long for it"), QPushButton(), QLabel("Far", window)
    narrow.setFixedWidth(20)
    texts.addWidget(narrow)
    texts.addWidget(nameless)
    far.move(190, 90)
    window.show()
    faults = find_faults(window)
    window.close()
    assert [fault.split()[0] for fault in faults] == ["QLabel", "QLabel", "QPushButton"]
    assert "beyond" in faults[0]
    assert "needs" in faults[1]
    assert "no name" in faults[2]
