"""Qt's palette and style sheet from the tokens of the theme."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor, QPalette

from ui.theme.metrics import CHOICE_CARD, SCROLL_BAR
from ui.theme.tokens import Tokens

_CHECK = (Path(__file__).with_name("marks") / "check-{}.svg").as_posix()
_DOWN = (Path(__file__).with_name("marks") / "down-{}.svg").as_posix()


def palette_of(tokens: Tokens) -> QPalette:
    """A whole palette: windows, fields, buttons, selection, links, and their disabled forms."""
    role = QPalette.ColorRole
    palette = QPalette()
    colours: dict[QPalette.ColorRole, QColor] = {
        role.Window: tokens.canvas,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.sunken,
        role.Text: tokens.text,
        role.PlaceholderText: tokens.text3,
        role.Button: tokens.surface,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.bad.text,
        role.Highlight: tokens.accent_tint,
        role.HighlightedText: tokens.text,
        role.Accent: tokens.accent,
        role.Link: tokens.accent_text,
        role.LinkVisited: tokens.accent_text,
        role.ToolTipBase: tokens.surface,
        role.ToolTipText: tokens.text,
        role.Light: tokens.border,
        role.Midlight: tokens.hair,
        role.Mid: tokens.border,
        role.Dark: tokens.border_strong,
        role.Shadow: tokens.border_strong,
    }
    for which, colour in colours.items():
        palette.setColor(which, colour)
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, tokens.text3)
    return palette


def with_text(palette: QPalette, colour: QColor) -> QPalette:
    """A copy of a palette with one text colour: for labels."""
    result = QPalette(palette)
    for which in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text):
        result.setColor(which, colour)
    return result


def style_sheet(t: Tokens) -> str:
    """The whole sheet for one scheme."""
    return _box_rules(t) + _field_rules(t) + _choice_rules(t) + _menu_rules(t) + _scrollbar_rules(t)


def _box_rules(t: Tokens) -> str:
    return f"""
QMainWindow, QDialog {{ background: {t.canvas.name()}; }}
QFrame#card {{ background: {t.surface.name()}; border: 1px solid {t.border.name()}; border-radius: 10px; }}
QFrame#dialogCard {{ background: {t.surface.name()}; border: 1px solid {t.border.name()}; border-radius: 14px; }}
QFrame#well {{ background: {t.sunken.name()}; border: 1px solid {t.hair.name()}; border-radius: 8px; }}
QFrame#note[tone="bad"] {{ background: {t.bad.tint.name()}; border: 1px solid {t.bad.line.name()};
 border-radius: 10px; }}
QFrame#note[tone="warn"] {{ background: {t.warn.tint.name()}; border: 1px solid {t.warn.line.name()};
 border-radius: 10px; }}
QFrame#note[tone="good"] {{ background: {t.good.tint.name()}; border: 1px solid {t.good.line.name()};
 border-radius: 10px; }}
QFrame#note[tone="accent"] {{ background: {t.accent_tint.name()}; border: 1px solid {t.accent_line.name()};
 border-radius: 10px; }}
QFrame#note[tone="neutral"] {{ background: {t.sunken.name()}; border: 1px solid {t.border.name()};
 border-radius: 10px; }}
QFrame#note[tone="staging"] {{ background: {t.staging.tint.name()}; border: 1px solid {t.staging.line.name()};
 border-radius: 10px; }}
QFrame#sidebar {{ background: {t.sidebar.name()}; border: none; }}
QFrame#topbar {{ background: {t.surface.name()}; border: none; }}
QFrame#toast {{ background: {t.text.name()}; border-radius: 8px; }}
QScrollArea, QScrollArea > QWidget > QWidget#page, QStackedWidget {{ background: transparent; border: none; }}
QToolTip {{ background: {t.surface.name()}; color: {t.text.name()}; border: 1px solid {t.border_strong.name()};
 padding: 4px 6px; }}
QBalloonTip {{ background: {t.surface.name()}; }}
QBalloonTip QLabel {{ color: {t.text.name()}; }}
QSplitter::handle {{ background: {t.border.name()}; }}
"""


def _field_rules(t: Tokens) -> str:
    return f"""
QLineEdit, QPlainTextEdit, QSpinBox, QDoubleSpinBox, QTimeEdit, QDateEdit, QDateTimeEdit, QComboBox {{
 background: {t.field.name()}; color: {t.text.name()}; border: 1px solid {t.border_strong.name()};
 border-radius: 6px; padding: 0 10px; min-height: 30px;
 selection-background-color: {t.accent_line.name()}; selection-color: {t.text.name()}; }}
QPlainTextEdit {{ padding: 6px 8px; }}
QLineEdit:focus, QPlainTextEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QTimeEdit:focus, QDateEdit:focus,
QDateTimeEdit:focus, QComboBox:focus {{ border: 2px solid {t.accent.name()}; padding: 0 9px; }}
QPlainTextEdit:focus {{ padding: 5px 7px; }}
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled, QPlainTextEdit:disabled {{
 background: {t.sunken.name()}; color: {t.text3.name()}; }}
QLineEdit[fault="true"], QPlainTextEdit[fault="true"], QComboBox[fault="true"] {{
 border: 1px solid {t.bad.fill.name()}; }}
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {{ border: none; background: transparent; padding: 0; min-height: 0; }}
QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {{ border: none; padding: 0; }}
QLineEdit#bare {{ border: none; background: transparent; padding: 0; }}
QLineEdit#bare:focus {{ border: none; padding: 0; }}
QComboBox::drop-down {{ border: none; width: 26px; }}
QComboBox::down-arrow {{ image: url({_DOWN.format("dark" if t.dark else "light")}); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{ background: {t.surface.name()}; border: 1px solid {t.border_strong.name()};
 padding: 4px; outline: none; selection-background-color: {t.accent_tint.name()};
 selection-color: {t.text.name()}; }}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button,
QTimeEdit::up-button, QTimeEdit::down-button,
QDateEdit::up-button, QDateEdit::down-button, QDateTimeEdit::up-button, QDateTimeEdit::down-button {{
 width: 0; border: none; }}
"""


def _choice_rules(t: Tokens) -> str:
    mark = _CHECK.format("staging" if t.accent == t.staging.fill else "plain")
    return f"""
QCheckBox, QRadioButton {{ spacing: 10px; color: {t.text.name()}; min-height: 24px; }}
QCheckBox {{ outline: 2px solid {t.accent.name()}; outline-radius: 6px; }}
QRadioButton#choiceCard {{ min-height: {CHOICE_CARD}px; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: 16px; height: 16px;
 border: 1px solid {t.text3.name()}; background: {t.field.name()}; }}
QCheckBox::indicator {{ border-radius: 4px; }}
QRadioButton::indicator {{ border-radius: 9px; }}
QCheckBox::indicator:checked {{ background: {t.accent.name()}; border-color: {t.accent.name()}; image: url({mark}); }}
QRadioButton::indicator:checked {{ width: 8px; height: 8px; border: 5px solid {t.accent.name()};
 background: {t.on_accent.name()}; }}
QCheckBox::indicator:focus, QRadioButton::indicator:focus {{ border: 2px solid {t.accent.name()}; }}
QRadioButton::indicator:checked:focus {{ border: 5px solid {t.accent.name()}; background: {t.accent_line.name()}; }}
"""


def _menu_rules(t: Tokens) -> str:
    return f"""
QMenu {{ background: {t.surface.name()}; border: 1px solid {t.border_strong.name()}; padding: 4px; }}
QMenu::item {{ padding: 7px 28px 7px 12px; border-radius: 6px; color: {t.text.name()}; }}
QMenu::icon {{ padding-left: 10px; padding-right: 10px; }}
QMenu::item:selected {{ background: {t.hover.name()}; }}
QMenu::item:disabled {{ color: {t.text3.name()}; }}
QMenu::separator {{ height: 1px; background: {t.border.name()}; margin: 4px 8px; }}
QTableView, QListView, QTreeView {{ background: transparent; border: none; outline: none;
 gridline-color: transparent; selection-background-color: transparent; }}
QListView:window {{ background: {t.surface.name()}; border: 1px solid {t.border_strong.name()}; }}
QListView:window, QFileDialog QListView, QFileDialog QTreeView {{
 selection-background-color: {t.accent_tint.name()}; selection-color: {t.text.name()}; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{ background: transparent; border: none; }}
QTabBar {{ background: transparent; }}
"""


def _scrollbar_rules(t: Tokens) -> str:
    return f"""
QScrollBar:vertical {{ background: transparent; width: {SCROLL_BAR}px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: {SCROLL_BAR}px; margin: 2px; }}
QScrollBar::handle {{ background: {t.border_strong.name()}; border-radius: 3px; min-height: 32px; min-width: 32px; }}
QScrollBar::handle:hover {{ background: {t.text3.name()}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""
