"""The Qt palette made of tokens, for what Fusion still paints itself."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from ui.theme.tokens import Tokens


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
