"""Runs programs to their end."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

LIMIT_S = 300.0


def run_compiler(line: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    """Run a compiler; what it says goes into the error."""
    done = subprocess.run(
        line, capture_output=True, text=True, timeout=LIMIT_S, check=False, env={**os.environ, **(environment or {})}
    )
    if done.returncode:
        raise AssertionError(f"{' '.join(line)}\nended with {done.returncode}:\n{done.stdout}{done.stderr}")


def isolate(folder: Path) -> None:
    """Keep this process and those that it starts away from the keyring and
    the data of the user who runs it.
    """
    os.environ.update(PYTHON_KEYRING_BACKEND="keyring.backends.fail.Keyring", COUNTERPART_DATA_DIR=str(folder))
    os.environ.pop("COUNTERPART_VAULT_PASSPHRASE", None)
