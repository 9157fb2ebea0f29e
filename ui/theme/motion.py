"""Whether animations are allowed on this computer (design §4)."""

from __future__ import annotations

import ctypes
import os

from PySide6.QtWidgets import QApplication, QStyle

SHORT_MS = 120
DIALOG_MS = 180
TYPING_MS = 200
"""Milliseconds after the last key until typed text counts."""

_SPI_GETCLIENTAREAANIMATION = 0x1042
_SM_REMOTESESSION = 0x1000


def motion_allowed() -> bool:
    """False if the system asks for reduced motion, over remote desktop and on headless screens."""
    if os.environ.get("COUNTERPART_REDUCED_MOTION"):
        return False
    if not _windows_allows():
        return False
    return os.environ.get("QT_QPA_PLATFORM") != "offscreen" and not os.environ.get("XRDP_SESSION")


def style_animates(app: QApplication) -> bool:
    """Whether the style animates: with "no animations" of KDE or Windows Qt gives its animations no
    time.
    """
    return app.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0


def _windows_allows() -> bool:
    """Asks Windows; True on any other system."""
    loader = getattr(ctypes, "windll", None)
    if loader is None:
        return True
    enabled = ctypes.c_int(1)
    loader.user32.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(enabled), 0)
    return bool(enabled.value) and not loader.user32.GetSystemMetrics(_SM_REMOTESESSION)
