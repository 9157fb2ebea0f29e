"""Colours, type, icons and drawings: the look of DESIGN.md in one place."""

from ui.theme.metrics import Radius, Space, Type
from ui.theme.theme import Theme
from ui.theme.tokens import Tokens, Tone

__all__ = ["Radius", "Space", "Theme", "Tokens", "Tone", "Type"]
