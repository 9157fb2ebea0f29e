"""The way into the program that a reading child takes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from service.child_program import READER
from service.files.isolation.reader_process import ReaderProcess
from service.files.source import Kind
from tests.service.files.writers import write_xlsx

ROOT = Path(__file__).parents[2]


def test_an_installed_program_starts_itself_as_the_child(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": [["SKU"]]})

    def start() -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "bridge", READER.word]
        return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=dict(os.environ))

    with ReaderProcess(start=start) as reader:
        assert reader.sheet_names(path, Kind.XLSX) == ("Stock",)
