"""A package that does not answer is not built: the proof with programs that fail in each way."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bridge.import_check import versions
from bridge.system.paths import database_file
from installer.proof import SKU, Packed, need_versions, prove, runs
from installer.runtimes.inventory import INVENTORY
from installer.toolchain.errors import SetupError
from service.store.engine.store import Store
from service.store.items import get_item
from service.store.keys import list_keys

GOOD = (sys.executable, "-m", "bridge")


def packed(line: tuple[str, ...], data: Path, ended: list[int] | None = None) -> Packed:
    """A program that SIGTERM stops; its exit code is added to `ended`."""

    def end(process: subprocess.Popen[str]) -> None:
        process.send_signal(signal.SIGTERM)
        code = process.wait(60)
        if ended is not None:
            ended.append(code)

    return Packed(line, str(data), runs(*line), end, {})


def script(folder: Path, body: str) -> tuple[str, ...]:
    file = folder / "program.py"
    file.write_text(body, encoding="utf-8")
    return (sys.executable, str(file))


def test_a_program_that_works_is_proven(tmp_path: Path) -> None:
    ended: list[int] = []
    assert prove(packed(GOOD, tmp_path, ended)) == versions()
    assert ended == [0], "it was called while it ran, and ended by itself"
    with closing(Store(database_file(tmp_path))) as store:
        assert store.read_in_caller(lambda db: [key.name for key in list_keys(db, 1)]) == ["Proof"]
        assert store.read_in_caller(lambda db: get_item(db, 1, SKU)).name == "Brake pad"


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


def test_a_program_with_other_versions_than_listed_is_not_built() -> None:
    listed = {one.name: one.version for one in INVENTORY if one.system == "windows"}
    need_versions("windows", listed)
    with pytest.raises(SetupError, match=r"has OpenSSL 3\.0\.15, listed is 3\.5\..*inventory\.py"):
        need_versions("windows", {**listed, "OpenSSL": "3.0.15"})
