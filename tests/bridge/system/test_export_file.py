"""Files are replaced whole, and what a killed export left is deleted by the next one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.system.export_file import write_lines

_KILLED = """
import os, signal, sys
from pathlib import Path
from bridge.system.export_file import write_lines

def lines():
    yield "half\\n"
    os.kill(os.getpid(), signal.SIGKILL)

write_lines(Path(sys.argv[1]), lines())
"""


def _list_hidden(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name.startswith("."))


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_the_next_export_deletes_what_a_killed_one_left(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", _KILLED, str(tmp_path / "monday.csv")], check=False, timeout=60)
    left = _list_hidden(tmp_path)

    assert ended.returncode < 0
    assert len(left) == 1
    assert write_lines(tmp_path / "tuesday.csv", ["a\n"]) == 1
    assert _list_hidden(tmp_path) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tuesday.csv"]


def test_an_export_leaves_another_that_still_runs(tmp_path: Path) -> None:
    def write_both() -> list[str]:
        write_lines(tmp_path / "inner.csv", ["b\n"])
        return ["a\n"]

    written = write_lines(tmp_path / "outer.csv", (line for _ in range(1) for line in write_both()))

    assert written == 1
    assert (tmp_path / "outer.csv").read_text() == "a\n"
    assert (tmp_path / "inner.csv").read_text() == "b\n"


def test_a_process_that_got_the_number_of_an_ended_one_does_not_keep_its_file(tmp_path: Path) -> None:
    names: list[str] = []

    def list_names() -> Iterator[str]:
        names.extend(_list_hidden(tmp_path))
        yield "a\n"

    write_lines(tmp_path / "a.csv", list_names())
    old = tmp_path / names[0]
    old.write_text("half")
    os.utime(old, (0, 0))
    folder = tmp_path / f"{names[0]}x"
    folder.mkdir()
    (folder / "sheet.xml").write_text("half")
    os.utime(folder, (0, 0))

    write_lines(tmp_path / "b.csv", ["b\n"])

    assert _list_hidden(tmp_path) == []


def test_files_of_other_programs_and_computers_stay(tmp_path: Path) -> None:
    others = [".counterpart-export-00000000-1-abc", ".counterpart-export-notes", ".orders.csv"]
    for name in others:
        (tmp_path / name).write_text("")

    write_lines(tmp_path / "b.csv", ["b\n"])

    assert _list_hidden(tmp_path) == sorted(others)
