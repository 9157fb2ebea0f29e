"""Programs of the operating system that tests are run against."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest


def program(name: str) -> str:
    """Its path. Where dev.py installs Debian's packages (Debian, as root) a missing one fails, elsewhere it skips."""
    found = shutil.which(name)
    if found is not None:
        return found
    if Path("/etc/debian_version").exists() and os.geteuid() == 0:
        pytest.fail(f"{name} is not installed; on Debian as root it has to be")
    pytest.skip(f"{name} is not installed")
