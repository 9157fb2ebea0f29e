"""How the program starts itself again as the child process that sends one alert."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import service

CHILD_WORD: Final = "send-alert"
"""The one argument of an installed program that is started as the child."""

_MODULE: Final = "bridge.alerts.send_child"
_PASSED_ON: Final = frozenset(
    {
        "SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE", "SSL_CERT_FILE",
        "SSL_CERT_DIR", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
    }
)  # fmt: skip
"""No HOME: the library must not send passwords that it finds in a .netrc file."""


def child_command(program: str = sys.executable) -> list[str]:
    """An installed program starts itself by its own file, a checkout by its interpreter."""
    if Path(program).stem.lower().startswith("counterpart"):
        return [program, CHILD_WORD]
    return [program, "-P", "-X", "utf8", "-m", _MODULE]


def child_environment(own: dict[str, str]) -> dict[str, str]:
    """What the child needs of this process's environment: the way to the internet, no secret of
    ours.
    """
    passed = {name: text for name, text in own.items() if name in _PASSED_ON}
    return {**passed, "PYTHONPATH": str(Path(service.__file__).resolve().parents[1])}


def start_child() -> subprocess.Popen[bytes]:
    """Starts the child with pipes for its input and its output. Raises OSError."""
    return subprocess.Popen(
        child_command(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=child_environment(dict(os.environ)),
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
