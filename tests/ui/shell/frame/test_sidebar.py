"""The order of the side bar, and what is quiet in it."""

from __future__ import annotations

from collections.abc import Callable

from tests.ui.conftest import ShowWidget
from ui.shell.frame.sidebar import Sidebar
from ui.shell.pane_context import PaneKey
from ui.theme import Theme

SELLING = (PaneKey.SYSTEM, PaneKey.WEBHOOKS, PaneKey.MARKETPLACE)


def _order(bar: Sidebar) -> list[PaneKey]:
    return sorted(bar.buttons, key=lambda key: bar.buttons[key].mapTo(bar, bar.buttons[key].rect().topLeft()).y())


def test_what_a_shop_does_every_day_stands_first(theme: Theme, show: ShowWidget) -> None:
    bar = Sidebar(theme, lambda _key: None)
    show(bar)
    assert _order(bar)[:4] == [PaneKey.OVERVIEW, PaneKey.ORDERS, PaneKey.CATALOGUE, PaneKey.HISTORY]


def test_what_is_not_used_is_quiet_and_below_until_it_is(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    bar = Sidebar(theme, lambda _key: None)
    show(bar)
    bar.show_use(frozenset({PaneKey.MARKETPLACE}))
    settle()
    awake = bar.buttons[PaneKey.SYSTEM].grab().toImage()
    assert [key for key in _order(bar) if key in SELLING] == [PaneKey.MARKETPLACE, PaneKey.SYSTEM, PaneKey.WEBHOOKS]
    bar.show_use(frozenset(SELLING))
    settle()
    assert [key for key in _order(bar) if key in SELLING] == list(SELLING)
    assert bar.buttons[PaneKey.SYSTEM].grab().toImage() != awake
