"""The keyring adapter with a real Secret Service: gnome-keyring on a separate session bus."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest

from tests.programs import program

ROOT = Path(__file__).resolve().parents[3]
UNLOCKED = 'printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null; exec "$@"'


def in_session(home: Path, start: str) -> dict[str, object]:
    command = [
        program("dbus-run-session"),
        "--",
        "sh",
        "-c",
        start,
        "sh",
        sys.executable,
        "-m",
        "tests.bridge.secrets.secret_service_probe",
    ]
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    folders = {name: str(home / name) for name in ("XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
    for folder in folders.values():
        Path(folder).mkdir(mode=0o700)
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**kept, **folders, "HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return cast("dict[str, object]", json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.skipif(sys.platform != "linux", reason="the Secret Service is Linux's")
def test_a_secret_is_kept_read_back_and_removed(tmp_path: Path) -> None:
    program("gnome-keyring-daemon")
    assert in_session(tmp_path, UNLOCKED) == {
        "state": "works",
        "sentence": "Secret Service keeps the webhook secrets",
        "same": True,
        "removed": True,
    }
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert b"whsec_" not in kept


@pytest.mark.skipif(sys.platform != "linux", reason="the Secret Service is Linux's")
def test_without_a_secret_service_the_keyring_is_absent(tmp_path: Path) -> None:
    said = in_session(tmp_path, 'exec env DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent "$@"')
    assert said["state"] == "absent"
