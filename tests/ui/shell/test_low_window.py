"""A window on a screen of 1024x600, which leaves 1024x564 below its title bar: the pages with lists
of their own are whole, so nobody has to choose between two scroll bars.
"""

from __future__ import annotations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget

from tests.screenshots.capture import Variant, find_lasting, opened
from tests.screenshots.scenes import Scene, all_scenes
from ui.shell.pane import Pane
from ui.shell.pane_context import PaneKey
from ui.widgets import Dialog
from ui.widgets.containers import ScrollContainer

OPENED_CALLS = ("calls-confirmed", "calls-not-json", "calls-our-fault", "calls-rows", "calls-upload")
LISTS_IN_DIALOGS = (
    "calls-undo",
    "catalogue-history",
    "catalogue-ledger",
    "catalogue-prices",
    "settings-bundle",
    "settings-licences",
    "webhooks-answers",
    "webhooks-body",
    "webhooks-receiver",
)
LOW = Variant(QSize(1024, 564))


@pytest.mark.parametrize("key", [PaneKey.ORDERS, PaneKey.CATALOGUE, PaneKey.CALLS, PaneKey.HISTORY])
@pytest.mark.parametrize("variant", ["light", "arabic"])
def test_a_page_of_lists_has_no_scroll_bar_of_its_own(
    qapp: QApplication, fonts: tuple[str, ...], key: PaneKey, variant: str
) -> None:
    with opened(qapp, Scene(key.value, key), variant, LOW, paints=False) as window:
        assert find_lasting(window, _list_scrolled_pages) == []


@pytest.mark.parametrize("name", OPENED_CALLS)
@pytest.mark.parametrize("variant", ["light", "arabic"])
def test_an_opened_call_does_not_make_the_log_scroll(
    qapp: QApplication, fonts: tuple[str, ...], name: str, variant: str
) -> None:
    (scene,) = (one for one in all_scenes() if one.name == name)
    with opened(qapp, scene, variant, LOW, paints=False) as window:
        assert find_lasting(window, _list_scrolled_pages) == []


@pytest.mark.parametrize("name", LISTS_IN_DIALOGS)
@pytest.mark.parametrize("variant", ["light", "arabic"])
def test_a_dialog_around_a_list_does_not_scroll(
    qapp: QApplication, fonts: tuple[str, ...], name: str, variant: str
) -> None:
    (scene,) = (one for one in all_scenes() if one.name == name)
    with opened(qapp, scene, variant, LOW, paints=False) as window:
        assert find_lasting(window, _list_scrolled_dialogs) == []


def _list_scrolled_dialogs(window: QWidget) -> list[str]:
    return [
        f"{type(dialog).__name__} scrolls by {area.verticalScrollBar().maximum()} px"
        for dialog in window.findChildren(Dialog)
        for area in dialog.findChildren(ScrollContainer)
        if area.isVisible() and area.verticalScrollBar().maximum() > 0
    ]


def _list_scrolled_pages(window: QWidget) -> list[str]:
    return [
        f"{type(pane).__name__} scrolls by {area.verticalScrollBar().maximum()} px"
        for area in window.findChildren(ScrollContainer)
        if isinstance(pane := area.parent(), Pane)
        and area.widget() is pane.content
        and area.isVisible()
        and area.verticalScrollBar().maximum() > 0
    ]
