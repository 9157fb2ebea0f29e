"""Asks the system whether its administrator sits at the computer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence

from bridge.autostart.windows_api import run_as_administrator
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import message

_WAIT_S = 180
"""How long the system's own question may stay open."""


def ask_administrator() -> None:
    """Runs a program that does nothing, which the system allows to its administrator only. Raises
    Refused after a No, and Unavailable where nobody can be asked.
    """
    if sys.platform == "win32":
        run_as_administrator(os.environ.get("COMSPEC", "cmd.exe"), ("/c", "exit", "0"))
    elif sys.platform == "darwin":
        ask_with(("osascript", "-e", 'do shell script "true" with administrator privileges'))
    else:
        ask_with(("pkexec", "true"))


def ask_with(command: Sequence[str]) -> None:
    """The same with a command that ends with 0 after a Yes."""
    try:
        answer = subprocess.run(command, check=False, timeout=_WAIT_S, capture_output=True)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise Unavailable(
            message("This computer cannot ask for its administrator here. Use the passphrase of the backups.")
        ) from fault
    if answer.returncode:
        raise Refused("administrator", message("The administrator did not agree, so nothing was changed."))
