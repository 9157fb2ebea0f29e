"""Tokens, fonts and icons."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QFontMetrics, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFileDialog,
    QLabel,
    QLineEdit,
    QListView,
    QRadioButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui.conftest import ShowWidget
from ui.theme import Theme, Tone, Type
from ui.theme.icons import ICONS, MIRRORED, drawing, icon_pixmap, template_icon, tray_icon
from ui.theme.tokens import DARK, LIGHT, Tint, Tokens, in_high_contrast, in_staging
from ui.widgets import Button, Label, text_field

ROOT = Path(__file__).parents[3]


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (colour.redF(), colour.greenF(), colour.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: QColor, other: QColor) -> float:
    """WCAG's ratio."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_text_is_readable_on_every_background(tokens: Tokens) -> None:
    grounds = (tokens.canvas, tokens.sidebar, tokens.surface, tokens.sunken, tokens.hover, tokens.accent_tint)
    for ground in grounds:
        for text in (tokens.text, tokens.text2, tokens.text3):
            assert contrast(text, ground) >= 4.4
    for tone in Tone:
        tint = tokens.tint(tone)
        assert contrast(tint.text, tint.tint) >= 4.5, tone
    assert contrast(tokens.on_accent, tokens.accent) >= 4.5


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_staging_is_readable_and_changes_the_accent_alone(tokens: Tokens) -> None:
    amber = in_staging(tokens)
    assert contrast(amber.on_accent, amber.accent) >= 4.5
    assert amber.accent_text == tokens.accent_text


def test_high_contrast_draws_borders_like_text() -> None:
    tokens = in_high_contrast(LIGHT)
    assert contrast(tokens.border, tokens.surface) >= 4.5


def test_every_role_has_a_colour() -> None:
    for field in fields(DARK):
        value = getattr(DARK, field.name)
        colours = [value.text, value.fill, value.tint, value.line] if isinstance(value, Tint) else [value]
        assert all(colour is True or colour.isValid() for colour in colours), field.name


@pytest.mark.parametrize("kind", list(Type))
def test_the_shipped_fonts_are_used(theme: Theme, kind: Type) -> None:
    info = QFontInfo(theme.font(kind))
    assert info.family().startswith(kind.value.families[0])
    assert info.pixelSize() == kind.value.pixels


def test_small_steps_grow_in_arabic(theme: Theme) -> None:
    theme.set_arabic(True)
    assert theme.font(Type.CAPTION).pixelSize() == 12
    assert theme.font(Type.SMALL).pixelSize() == 13
    assert theme.font(Type.BODY).pixelSize() == 13


def test_the_scheme_switches_live(theme: Theme, qtbot: QtBot) -> None:
    with qtbot.waitSignal(theme.changed):
        theme.set_scheme(Qt.ColorScheme.Dark)
    assert theme.tokens is DARK
    with qtbot.waitSignal(theme.changed):
        theme.set_staging(True)
    assert theme.tokens.accent == DARK.staging.fill


class QBalloonTip(QWidget):
    """As Qt makes the message of a tray that shows none itself: black on yellow, by its name."""

    def __init__(self) -> None:
        super().__init__()
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor("#ffffe1"))
        palette.setColor(QPalette.ColorRole.WindowText, QColor("#000000"))
        self.setPalette(palette)
        self.label = QLabel("New order", self)


@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_qts_own_message_is_readable(theme: Theme, show: ShowWidget, scheme: Qt.ColorScheme) -> None:
    theme.set_scheme(scheme)
    balloon = QBalloonTip()
    show(balloon)
    ground, ink = balloon.palette().window().color(), balloon.label.palette().windowText().color()
    assert contrast(ink, ground) > 4.5


def test_icons_are_drawn_in_the_asked_colour_and_size(theme: Theme) -> None:
    pixmap = icon_pixmap("package", QColor("#ff0000"), 20, 2.0)
    assert pixmap.width() == 40
    image = pixmap.toImage()
    seen = {
        image.pixelColor(x, y).name() for x in range(40) for y in range(40) if image.pixelColor(x, y).alpha() == 255
    }
    assert seen == {"#ff0000"}


def test_icons_that_point_are_mirrored(theme: Theme) -> None:
    plain = icon_pixmap("send", QColor("#000000"), 18).toImage()
    turned = icon_pixmap("send", QColor("#000000"), 18, rtl=True).toImage()
    assert plain.flipped(Qt.Orientation.Horizontal) == turned
    assert (
        icon_pixmap("clock", QColor("#000000"), 18).toImage()
        == icon_pixmap("clock", QColor("#000000"), 18, rtl=True).toImage()
    )
    assert all((ICONS / f"{name}.svg").exists() for name in MIRRORED)


@pytest.mark.parametrize("state", ["running", "attention", "stopped", "staging"])
def test_tray_states_have_all_sizes_and_a_16_px_drawing(theme: Theme, state: str) -> None:
    assert {size.width() for size in tray_icon(state).availableSizes()} >= {16, 20, 22, 24, 32, 48, 64}
    assert drawing(state, 16).toImage() != drawing(state, 32).scaledToWidth(16).toImage()


def test_licences_lie_next_to_what_is_shipped() -> None:
    fonts = ROOT / "ui" / "theme" / "fonts"
    for family in ("Inter", "IBMPlexSansArabic", "JetBrainsMono"):
        assert "SIL OPEN FONT LICENSE" in (fonts / f"{family}-OFL.txt").read_text(encoding="utf-8").upper()
    assert "ISC" in (ICONS / "LICENSE").read_text(encoding="utf-8")
    assert sum(file.stat().st_size for file in fonts.glob("*.ttf")) < 2_600_000


@pytest.mark.parametrize("state", ["running", "attention", "stopped"])
def test_the_menu_bar_of_macos_gets_a_mask_with_nothing_of_the_tile(fonts: tuple[str, ...], state: str) -> None:
    icon = template_icon(state)
    assert icon.isMask()
    image = icon.pixmap(64, 64).toImage()
    assert image.pixelColor(4, 32).alpha() == 0
    assert image.pixelColor(20, 28).alpha() > 200
    assert image.pixelColor(20, 28).red() == 0


def test_a_hyphen_is_narrow_but_in_columns_of_figures(theme: Theme) -> None:
    """With tabular figures it is as wide as a digit: `ORD - 2026`."""
    plain = QFontMetrics(theme.font(Type.MEDIUM))
    tabular = QFontMetrics(theme.font(Type.MEDIUM, tabular=True))
    assert plain.horizontalAdvance("ORD-2026") < tabular.horizontalAdvance("ORD-2026") - 2
    assert tabular.horizontalAdvance("1") == tabular.horizontalAdvance("8")
    assert theme.font(Type.TITLE) == theme.font(Type.TITLE, tabular=True)
    label = Label(theme, "ORD-2026-000123", Type.STRONG)
    assert label.font() == theme.font(Type.STRONG)
    label.setText("22:41")
    assert label.font() == theme.font(Type.STRONG, tabular=True)


def test_the_hyphen_of_buttons_fields_and_menus_is_narrow_too(theme: Theme, qapp: QApplication) -> None:
    """`Self - test, support` was painted for a section's button."""
    for font in (qapp.font(), Button(theme, "Self-test").font(), text_field(theme).font()):
        assert font.featureValue(QFont.Tag("tnum")) == 0


def test_a_tick_box_that_has_the_focus_has_its_ring(theme: Theme, show: ShowWidget) -> None:
    """It was a pale frame, and on a ticked one nothing else showed the focus."""
    box = QCheckBox("A new order")
    box.setChecked(True)
    show(box)
    box.clearFocus()
    before = _count_accent(theme, box)
    box.setFocus(Qt.FocusReason.TabFocusReason)
    assert _count_accent(theme, box) > before + 2 * box.fontMetrics().horizontalAdvance(box.text())


@pytest.mark.parametrize("focused", [False, True])
def test_a_chosen_radio_button_is_blue_and_nowhere_black_at_first(
    theme: Theme, show: ShowWidget, focused: bool
) -> None:
    page = QWidget()
    choices = QVBoxLayout(page)
    chosen, other = QRadioButton(""), QRadioButton("")
    chosen.setChecked(True)
    choices.addWidget(chosen)
    choices.addWidget(other)
    show(page)
    (chosen if focused else other).setFocus(Qt.FocusReason.TabFocusReason)
    image = chosen.grab().toImage()
    ring = [image.pixelColor(x, y) for x in range(17) for y in range(image.height())]
    assert theme.tokens.accent in ring
    assert all(max(colour.red(), colour.green(), colour.blue()) > 100 for colour in ring)


def _count_accent(theme: Theme, widget: QWidget) -> int:
    image = widget.grab().toImage()
    accent = theme.tokens.accent
    return sum(image.pixelColor(x, y) == accent for x in range(image.width()) for y in range(image.height()))


@pytest.fixture
def file_dialog(theme: Theme, show: ShowWidget, tmp_path: Path, qtbot: QtBot) -> QFileDialog:
    """Qt's own dialog, with one file; a desktop without one of its own has it."""
    (tmp_path / "pads.png").touch()
    dialog = QFileDialog(None, "Choose a picture", str(tmp_path))
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    show(dialog)
    tree = dialog.findChild(QTreeView)
    assert tree is not None
    qtbot.waitUntil(lambda: tree.model().rowCount(tree.rootIndex()) == 1)
    return dialog


@pytest.mark.qt_log_ignore(r"This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)")
def test_names_that_complete_a_typed_one_are_readable(theme: Theme, file_dialog: QFileDialog, qtbot: QtBot) -> None:
    """The list was transparent, which is black where no compositor runs."""
    edit = file_dialog.findChild(QLineEdit)
    assert edit is not None
    QTest.keyClicks(edit, "pad")
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, QListView)
    seen = popup.grab().toImage()
    assert seen.pixelColor(seen.width() - 8, seen.height() // 2) == theme.tokens.surface
    popup.close()


def test_the_chosen_file_of_a_dialog_is_marked(theme: Theme, file_dialog: QFileDialog) -> None:
    tree = file_dialog.findChild(QTreeView)
    assert tree is not None
    file = tree.model().index(0, 0, tree.rootIndex())
    tree.setCurrentIndex(file)
    place = tree.visualRect(file)
    assert tree.viewport().grab().toImage().pixelColor(place.topRight() - QPoint(3, -3)) == theme.tokens.accent_tint
