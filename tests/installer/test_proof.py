"""A package that does not answer is not built: the proof with programs that fail in each way."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from installer.proof import Packed, prove, runs
from installer.toolchain.errors import SetupError

GOOD = (sys.executable, "-m", "bridge")


def packed(line: tuple[str, ...], data: Path) -> Packed:
    def end(process: subprocess.Popen[str]) -> None:
        process.send_signal(signal.SIGTERM)

    return Packed(line, str(data), runs(*line), end, {})


def script(folder: Path, body: str) -> tuple[str, ...]:
    file = folder / "program.py"
    file.write_text(body, encoding="utf-8")
    return (sys.executable, str(file))


def test_a_program_that_works_is_proven(tmp_path: Path) -> None:
    prove(packed(GOOD, tmp_path))


def test_a_program_of_another_version_is_not_built(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"says 'version 0\.0\.0' instead of"):
        prove(packed(script(tmp_path, "print('version 0.0.0')"), tmp_path))


def test_a_program_that_lacks_a_module_is_not_built(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="No module named 'lib_that_was_dropped'"):
        prove(packed(script(tmp_path, "import lib_that_was_dropped"), tmp_path))


def test_a_program_whose_service_does_not_start_is_not_built(tmp_path: Path) -> None:
    body = f"""
import subprocess, sys
if "serve" in sys.argv:
    sys.exit("the service lacks a library")
sys.exit(subprocess.run({list(GOOD)!r} + sys.argv[1:]).returncode)
"""
    with pytest.raises(SetupError, match=r"(?s)did not answer a call.*the service lacks a library"):
        prove(packed(script(tmp_path, body), tmp_path / "data"))
