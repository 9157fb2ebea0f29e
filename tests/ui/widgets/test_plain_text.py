"""Names from data are displayed literally: no `&` becomes a shortcut, no tag becomes a style."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QWidget

from tests.ui.conftest import ShowWidget
from ui.theme import Theme
from ui.widgets import Button, ElidedLabel, FilterChip, IconButton
from ui.widgets.plain_text import escape_mnemonic, set_plain_tooltip


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
    button = Button(theme, "Ali &Sons", parent=page)
    button.clicked.connect(lambda: pressed.append("built"))
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


def test_a_label_shows_tags_as_they_are(theme: Theme) -> None:
    assert ElidedLabel(theme, "<b>x</b>").textFormat() is Qt.TextFormat.PlainText


def test_two_ampersands_are_one_in_a_menu() -> None:
    assert escape_mnemonic("A & B && C") == "A && B &&&& C"
