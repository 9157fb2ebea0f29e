"""Asks a program on this computer which version answers."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

_LOOPBACK: Final = "127.0.0.1"
_CALL_S: Final = 2.0
_PAUSE_S: Final = 0.1
_TRY_S: Final = 180.0
"""A slow computer reads all of a new version for the first time then. A program that ends is not
waited for.
"""


def answers(port: int, version: str) -> bool:
    """Whether Counterpart answers there; an empty version means any."""
    connection = http.client.HTTPConnection(_LOOPBACK, port, timeout=_CALL_S)
    try:
        connection.request("GET", "/health")
        health = json.loads(connection.getresponse().read(4096))
        return isinstance(health, dict) and health.get("status") == "ok" and version in ("", health.get("version"))
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()


def await_true(is_so: Callable[[], bool], goes_on: Callable[[], bool], limit_s: float) -> bool:
    """Ask until it is so; False when it can no longer be so or the time is over."""
    end = time.monotonic() + limit_s
    while goes_on() and time.monotonic() < end:
        if is_so():
            return True
        time.sleep(_PAUSE_S)
    return False


def try_program(program: Path, version: str, flags: int = 0) -> str:
    """Serve an empty data folder on a free port with that program and call it; empty when that
    version answered, else what went wrong. What it prints is dropped, except its errors when it did
    not answer (on Windows always): the set-up shows what this process prints. `flags` are those of
    a new process on Windows.
    """
    port = _free_port()
    data = tempfile.mkdtemp(prefix="counterpart-try-")
    line = [str(program), "serve", "--data-dir", data, "--port", str(port)]
    # Not a pipe: nobody would read it meanwhile, and a program that says much would wait for that.
    with tempfile.TemporaryFile() as errors:
        kept = None if sys.platform == "win32" else errors
        try:
            process = subprocess.Popen(line, creationflags=flags, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=kept)  # fmt: skip
        except OSError as error:
            shutil.rmtree(data, ignore_errors=True)
            return str(error)
        try:
            answered = await_true(lambda: answers(port, version), lambda: process.poll() is None, _TRY_S)
            ended = process.poll()
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(data, ignore_errors=True)
        if answered:
            return ""
        errors.seek(0)
        sys.stderr.write(errors.read().decode(errors="replace"))
    return "it did not answer" if ended is None else f"it ended with {ended}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOOPBACK, 0))
        return int(probe.getsockname()[1])
