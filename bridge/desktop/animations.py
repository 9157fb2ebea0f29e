"""Whether animations are off in GNOME; Qt itself knows it for Windows and KDE (design §4)."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

_COMMAND = ("gsettings", "get", "org.gnome.desktop.interface", "enable-animations")
_LIMIT_S = 3.0
_DESKTOPS = frozenset({"GNOME", "UNITY", "BUDGIE", "PANTHEON"})


def animations_disabled(environment: Mapping[str, str], ask: Callable[[], str] | None = None) -> bool:
    """Asks the desktop's own settings; False if they cannot be read. May take long."""
    names = environment.get("XDG_CURRENT_DESKTOP", "").upper().split(":")
    return bool(_DESKTOPS & set(names)) and (ask or _read_setting)().strip() == "false"


def _read_setting() -> str:
    try:
        done = subprocess.run(_COMMAND, capture_output=True, text=True, timeout=_LIMIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        log.info("The desktop was not asked for its animations: %s", error)
        return ""
    return done.stdout
