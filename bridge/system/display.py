"""Whether a window can be shown here: a display is named and answers (desktop §3.3)."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

X_SOCKETS = Path("/tmp/.X11-unix")  # noqa: S108 - where every X server has them
_X_PORTS = 6000
_WAIT_S = 3.0
_X_NAME = re.compile(r"(?:[\w-]+/)?(?P<host>.*):(?P<number>\d+)(?:\.\d+)?")


def has_display(environment: Mapping[str, str], sockets: Path = X_SOCKETS) -> bool:
    """Whether one answers. Qt would end the program on what an ended session or tunnel left."""
    if sys.platform in ("win32", "darwin"):
        return True
    wayland, x_name = environment.get("WAYLAND_DISPLAY", ""), environment.get("DISPLAY", "")
    return bool(
        (wayland and _connects_to_socket(str(Path(environment.get("XDG_RUNTIME_DIR", "/")) / wayland)))
        or (x_name and _x_server_answers(x_name, sockets))
    )


def _x_server_answers(name: str, sockets: Path) -> bool:
    match = _X_NAME.fullmatch(name)
    if match is None:
        return False
    host, number = match["host"].strip("[]"), int(match["number"])
    if host in ("", "unix"):
        path = str(sockets / f"X{number}")
        return (
            _connects_to_socket(path)
            or _connects_to_socket(f"\0{path}")
            or _connects_to_port("127.0.0.1", _X_PORTS + number)
        )
    return _connects_to_port(host, _X_PORTS + number)


def _connects_to_socket(path: str) -> bool:
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(_WAIT_S)
            line.connect(path)
    except OSError:
        return False
    return True


def _connects_to_port(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=_WAIT_S).close()
    except (OSError, OverflowError):
        return False
    return True
