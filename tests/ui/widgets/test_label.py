"""What is copied from a label that can be selected."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from tests.ui.conftest import ShowWidget
from ui.i18n.bidi import ltr
from ui.theme import Theme, Type
from ui.widgets import Button, ElidedLabel, FilterChip, IconButton, Label, WrappedLabel
from ui.widgets.label import begins_rtl, escape_mnemonic, set_plain_tooltip
from ui.widgets.painting import elide

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


@pytest.mark.parametrize(("text", "is_left"), [("Headlamp, left, for a Nissan", False), (WORDS, True)])
def test_a_cut_text_has_its_dots_where_it_ends(
    qapp: QApplication, theme: Theme, show: ShowWidget, text: str, *, is_left: bool
) -> None:
    theme.set_arabic(True)
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    label = ElidedLabel(theme, text, Type.FIGURE)
    label.setFixedWidth(150)
    show(label)
    image = label.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    dark = {x: [y for y in range(image.height()) if image.pixelColor(x, y).red() < 128] for x in range(image.width())}
    inked = [x for x in dark if dark[x]]
    dot = dark[inked[1] if is_left else inked[-2]]
    assert dot[-1] - dot[0] < 5


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
    assert begins_rtl(text) is begins_rtl(text, in_rtl=True) is rtl


@pytest.mark.parametrize("in_rtl", [False, True])
def test_isolated_parts_alone_run_as_what_they_are_in(*, in_rtl: bool) -> None:
    """A column's first three values began at the left in Arabic."""
    assert begins_rtl("\u206821.000\u2069 · \u20681.900\u2069", in_rtl=in_rtl) is in_rtl


def test_a_chip_shows_an_ampersand_on_itself_and_in_its_menu(theme: Theme) -> None:
    chip = FilterChip(theme, (("", "Any category"), ("1", "Bolts & Nuts")), lambda _key: None, name="Category")
    chip.choose("1")
    assert chip.text() == "Bolts & Nuts"
    assert chip.accessibleName() == "Category: Bolts & Nuts"
    assert chip.shortcut().isEmpty()
    menu = chip.findChild(QMenu)
    assert menu is not None
    assert menu.actions()[1].text() == "Bolts && Nuts"


def test_no_name_makes_a_key_of_a_button(theme: Theme, show: ShowWidget) -> None:
    page = QWidget()
    pressed: list[str] = []
    button = Button(theme, "Ali &Sons", on_click=lambda: pressed.append("built"))
    button.setParent(page)
    button.setText("Hassan &Sons")
    show(page)
    QTest.keyClick(page, Qt.Key.Key_S, Qt.KeyboardModifier.AltModifier)
    assert pressed == []
    assert button.shortcut().isEmpty()


def test_a_tool_tip_shows_tags_as_they_are(theme: Theme) -> None:
    label = ElidedLabel(theme, "<b>Al Noor</b> & Sons")
    set_plain_tooltip(label, label.text())
    assert label.toolTip() == "<span>&lt;b&gt;Al Noor&lt;/b&gt; &amp; Sons</span>"
    set_plain_tooltip(label, "A < B & C")
    assert label.toolTip() == "A < B & C"
    assert IconButton(theme, "ellipsis", "More for <i>Till</i>").toolTip().startswith("<span>More for &lt;i&gt;")


@pytest.mark.parametrize(("kind", "is_whole"), [(Type.MONO, True), (Type.BODY, False)])
def test_the_end_of_an_address_is_not_cut(theme: Theme, show: ShowWidget, kind: Type, is_whole: bool) -> None:
    labels = [ElidedLabel(theme, "http://192.168.1.21:9000/hook", kind)]
    cut = elide(labels[0].fontMetrics(), labels[0].text(), 150, Qt.TextElideMode.ElideMiddle)
    labels.append(ElidedLabel(theme, cut, kind))
    for label in labels:
        label.setFixedWidth(150)
        show(label)
    assert (labels[0].grab().toImage() == labels[1].grab().toImage()) is is_whole


def test_a_label_shows_tags_as_they_are(theme: Theme) -> None:
    assert ElidedLabel(theme, "<b>x</b>").textFormat() is Qt.TextFormat.PlainText


def test_two_ampersands_are_one_in_a_menu() -> None:
    assert escape_mnemonic("A & B && C") == "A && B &&&& C"


def _copy_by_key(label: Label) -> None:
    label.setSelection(0, len(label.text()))
    QTest.keySequence(label, QKeySequence(QKeySequence.StandardKey.Copy))


def _copy_by_menu(label: Label) -> None:
    for at in (1, 0):
        label.make_menu().actions()[at].trigger()


@pytest.mark.parametrize("copy", [_copy_by_key, _copy_by_menu])
def test_a_copied_reference_has_no_marks_of_direction(
    theme: Theme, show: ShowWidget, copy: Callable[[Label], None]
) -> None:
    label = Label(theme, ltr("ORD-2026-000001"), selectable=True)
    show(label)
    label.setFocus(Qt.FocusReason.MouseFocusReason)
    copy(label)
    assert QGuiApplication.clipboard().text() == "ORD-2026-000001"


def test_nothing_can_be_copied_before_it_is_selected(theme: Theme, show: ShowWidget) -> None:
    label = Label(theme, ltr("ORD-2026-000001"), selectable=True)
    show(label)
    assert [action.isEnabled() for action in label.make_menu().actions()] == [False, True]


def test_a_text_that_gets_more_room_gives_its_lines_back(theme: Theme, show: ShowWidget) -> None:
    label = WrappedLabel(theme, "Look at the order: it shows what is possible now.")
    show(label)
    label.setFixedWidth(120)
    narrow = label.minimumHeight()
    label.setFixedWidth(500)
    assert label.minimumHeight() == label.fontMetrics().height() < narrow
