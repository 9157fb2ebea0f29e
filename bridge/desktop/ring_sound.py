"""Plays the ring for a new order with what each system has."""

from __future__ import annotations

import logging
import shutil
import subprocess
import sys
import threading

from PySide6.QtWidgets import QApplication

log = logging.getLogger(__name__)

_LINUX = (("canberra-gtk-play", "--id=message-new-instant"), ("pw-play", ""), ("paplay", ""))
_LINUX_FILE = "/usr/share/sounds/freedesktop/stereo/message-new-instant.oga"
_MAC_FILE = "/System/Library/Sounds/Glass.aiff"


def play_ring() -> None:
    """Plays the system's own sound and does not wait for its end."""
    if sys.platform == "win32":
        import winsound  # noqa: PLC0415 - exists on Windows only

        try:
            winsound.PlaySound("SystemNotification", winsound.SND_ALIAS | winsound.SND_ASYNC)
        except RuntimeError as error:  # no sound card
            log.info("The ring could not be played: %s", error)
        return
    line = _find_player()
    if line is None:
        QApplication.beep()
        return
    threading.Thread(target=_run_player, args=(line,), name="ring", daemon=True).start()


def _run_player(line: list[str]) -> None:
    """Waits for the player in its own thread, so that no zombie process is left."""
    try:
        subprocess.run(
            line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        )
    except OSError as error:
        log.info("The ring could not be played: %s", error)


def _find_player() -> list[str] | None:
    if sys.platform == "darwin":
        return ["afplay", _MAC_FILE]
    for name, argument in _LINUX:
        program = shutil.which(name)
        if program:
            return [program, argument or _LINUX_FILE]
    return None
