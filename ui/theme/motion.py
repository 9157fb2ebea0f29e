"""Whether things may move on this computer (DESIGN.md, Motion)."""

from __future__ import annotations

import ctypes
import os
import sys

SHORT_MS = 120
DIALOG_MS = 180
_SPI_GETCLIENTAREAANIMATION = 0x1042
_SM_REMOTESESSION = 0x1000


def motion_allowed() -> bool:
    """False where the system asks for reduced motion, over remote desktop and on headless screens."""
    if os.environ.get("COUNTERPART_REDUCED_MOTION"):
        return False
    if sys.platform == "win32":
        return _windows_allows()
    return os.environ.get("QT_QPA_PLATFORM") != "offscreen" and not os.environ.get("XRDP_SESSION")


def _windows_allows() -> bool:
    if sys.platform != "win32":
        return True
    enabled = ctypes.c_int(1)
    user = ctypes.windll.user32
    user.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(enabled), 0)
    return bool(enabled.value) and not user.GetSystemMetrics(_SM_REMOTESESSION)
