"""Badges: only one of data is cut, and only where it has no room."""

from __future__ import annotations

import pytest

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import strip_marks
from ui.theme import Theme
from ui.widgets import Badge


@pytest.mark.parametrize("text", ["Key refused", "Needs your approval", "قطع", "فلاتر"])
@pytest.mark.parametrize("dot", [False, True])
def test_a_text_that_fits_is_whole(theme: Theme, text: str, dot: bool) -> None:
    theme.set_arabic(not text.isascii())
    badge = Badge(theme, text, dot=dot, shrinks=True)
    badge.resize(badge.sizeHint())
    assert badge.painted_text() == text
    assert badge.toolTip() == ""


def test_one_of_data_is_cut_where_it_has_no_room(theme: Theme, show: ShowWidget) -> None:
    badge = Badge(theme, "Suspension and steering", shrinks=True)
    show(badge)
    badge.resize(80, badge.sizeHint().height())
    assert strip_marks(badge.painted_text()).endswith("…")
    assert badge.toolTip() == "Suspension and steering"


def test_a_state_is_never_cut(theme: Theme) -> None:
    badge = Badge(theme, "Key refused")
    badge.resize(30, badge.sizeHint().height())
    assert badge.painted_text() == "Key refused"
