"""Every window of the program, also those that only Qt knows."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QApplication, QWidget


def list_windows() -> list[QWidget]:
    """Qt gives the addresses of all windows before Python makes an object of each. A garbage
    collection in between deletes windows that nobody uses, and their addresses crash the program.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        return QApplication.topLevelWidgets()
    finally:
        if was_enabled:
            gc.enable()
