"""Labels and values of a grid of facts."""

from __future__ import annotations

from collections.abc import Callable

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Fact, FactGrid
from ui.widgets.label import Label


def test_labels_of_a_row_are_at_one_height_next_to_an_arabic_amount(
    theme: Theme, show: ShowWidget, settle: Callable[[], None]
) -> None:
    theme.set_arabic(True)
    grid = FactGrid(theme, (Fact("سعر المحل", "1.500 د.ب", strong=True), Fact("سعر الجملة", "—")), columns=2)
    show(grid)
    settle()
    labels = [label for label in grid.findChildren(Label) if label.text().startswith("سعر")]
    assert len({(label.y(), label.height()) for label in labels}) == 1
