"""Arabic texts of several lines: each line begins at the right edge and none loses a letter."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Label
from ui.widgets.wrapped_text import begins_rtl

WORDS = " ".join(["محمد"] * 60)
"""Each line begins with the same letter, and no letter has dots apart from it."""


def inked_lines(widget: QWidget) -> list[tuple[int, int]]:
    """The first and last dark pixel of each painted line."""
    image = QImage(widget.size(), QImage.Format.Format_Grayscale8)
    image.fill(Qt.GlobalColor.white)
    widget.render(image)
    lines: list[tuple[int, int]] = []
    between = True
    for y in range(image.height()):
        dark = [x for x in range(image.width()) if image.pixelColor(x, y).red() < 128]
        if not dark:
            between = True
        elif between:
            lines.append((dark[0], dark[-1]))
            between = False
        else:
            lines[-1] = (min(lines[-1][0], dark[0]), max(lines[-1][1], dark[-1]))
    return lines


@pytest.mark.parametrize("centred", [False, True])
def test_each_line_begins_at_the_right_edge(theme: Theme, show: ShowWidget, *, centred: bool) -> None:
    theme.set_arabic(True)
    label = Label(theme, WORDS, wrap=True)
    if centred:
        label.centre_lines()
    show(label)
    for width in range(300, 340, 4):
        label.resize(width, label.heightForWidth(width) + 20)
        ends = {end for _start, end in inked_lines(label)}
        assert len(ends) == 1, (width, ends)
        assert width - ends.pop() <= 3


def test_lines_of_our_own_and_parts_in_latin_keep_their_places(theme: Theme, show: ShowWidget) -> None:
    theme.set_arabic(True)
    label = Label(theme, "محمد ORD-2026-000002\nمحمد", wrap=True)
    show(label)
    label.resize(300, label.heightForWidth(300))
    long, short = inked_lines(label)
    assert long[1] == short[1]
    assert long[0] < short[0]


@pytest.mark.parametrize(
    ("text", "rtl"),
    [
        ("قطعة", True),
        ("12 قطعة", True),
        ("Order قطعة", False),
        ("\u2068ORD-1\u2069 قطعة", True),
        ("\u2067قطعة\u2069 part", False),
        ("12.500", False),
        ("", False),
    ],
)
def test_the_first_letter_outside_of_isolated_parts_decides(text: str, *, rtl: bool) -> None:
    assert begins_rtl(text) is rtl
