"""What a mistyped argument does: nothing to the pictures of the docs."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("--hlep", 2), ("--size=wide", 2)])
def test_an_argument_that_asks_for_no_picture_takes_none(argument: str, code: int) -> None:
    # No scene has this name, so a program that goes on takes no picture either.
    command = (sys.executable, "-m", "tests.screenshots", argument, "--only=no-such-scene")
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == code
    assert "usage: python -m tests.screenshots" in done.stdout + done.stderr
