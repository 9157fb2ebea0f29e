"""The ring of a new order, with what each system has for it."""

from __future__ import annotations

import shutil
import subprocess
import sys

from PySide6.QtWidgets import QApplication

_LINUX = (("canberra-gtk-play", "--id=message-new-instant"), ("pw-play", ""), ("paplay", ""))
_LINUX_FILE = "/usr/share/sounds/freedesktop/stereo/message-new-instant.oga"
_MAC_FILE = "/System/Library/Sounds/Glass.aiff"


def ring() -> None:
    """Plays the system's own sound and does not wait for its end."""
    if sys.platform == "win32":
        import winsound  # noqa: PLC0415 - exists on Windows only

        winsound.PlaySound("SystemNotification", winsound.SND_ALIAS | winsound.SND_ASYNC)
        return
    line = _player()
    if line is None:
        QApplication.beep()
        return
    subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _player() -> list[str] | None:
    if sys.platform == "darwin":
        return ["afplay", _MAC_FILE]
    for name, argument in _LINUX:
        program = shutil.which(name)
        if program:
            return [program, argument or _LINUX_FILE]
    return None
