"""Colours, type, icons and drawings: the whole look (design §1)."""

from ui.theme.metrics import Radius, Type
from ui.theme.theme import Theme
from ui.theme.tokens import Tokens, Tone

__all__ = ["Radius", "Theme", "Tokens", "Tone", "Type"]
