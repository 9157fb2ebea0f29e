"""The user of the computer who runs this program."""

from __future__ import annotations

import os
import sys


def find_user() -> str:
    """The user's name as the system has it, not as the environment says; "" if it has none."""
    try:
        if sys.platform == "win32":
            return os.getlogin()
        import pwd  # noqa: PLC0415 - Windows has no such module

        return pwd.getpwuid(os.geteuid()).pw_name
    except (OSError, KeyError):
        return ""
