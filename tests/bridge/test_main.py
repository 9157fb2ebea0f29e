"""The way into the program that a reading child takes."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from bridge.cli.program import program
from bridge.system.instance_lock import InstanceLock
from service.child_program import READER
from service.files.format_reader import Fact
from service.files.isolation.reader_process import ReaderProcess
from service.files.source import Kind, Source
from tests.service.files.writers import write_xlsx

OWNER = """
import time
from {module} import {name}
child = {name}.start()
print(child.pid, flush=True)
time.sleep(600)
"""
WAITING_CHILD = """
import time
from service.child_program import end_with_owner
end_with_owner()
print("waits", flush=True)
time.sleep(600)
"""
ROOT = Path(__file__).parents[2]


def test_a_start_while_the_program_ends_waits_says_so_and_serves(tmp_path: Path) -> None:
    ending = InstanceLock(tmp_path)
    ending.mark_ending()
    line = [sys.executable, "-m", "bridge", "serve", "--port", "0", "--data-dir", str(tmp_path)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as start:
        try:
            assert start.stdout is not None
            assert start.stderr is not None
            assert start.stderr.readline() == "Counterpart is ending; waiting for it.\n"
            ending.release()
            assert start.stdout.readline().startswith("Listening on ")
        finally:
            start.kill()


@pytest.mark.skipif(sys.platform != "linux", reason="it waits for a process that is not its own")
@pytest.mark.parametrize(
    ("module", "name"), [("service.child_program", "READER"), ("bridge.alerts.send_program", "SENDER")]
)
def test_a_child_ends_with_its_owner(module: str, name: str) -> None:
    line = [sys.executable, "-c", OWNER.format(module=module, name=name)]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        child = os.pidfd_open(int(owner.stdout.readline()))
        owner.kill()
    try:
        assert select.select([child], [], [], 30)[0] == [child]
    finally:
        os.close(child)


def test_a_child_that_is_busy_ends_when_its_input_closes() -> None:
    line = [sys.executable, "-c", WAITING_CHILD]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stdout.readline() == "waits\n"
        child.stdin.close()
        assert child.wait(30) == 0


def test_an_installed_program_starts_itself_as_the_child(tmp_path: Path) -> None:
    path = write_xlsx(tmp_path / "list.xlsx", {"Stock": [["SKU"]]})

    def start() -> subprocess.Popen[bytes]:
        line = [sys.executable, "-m", "bridge", READER.word]
        return subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=dict(os.environ))

    with ReaderProcess(start=start) as reader:
        assert reader.ask(Fact.SHEETS, path, Source(Kind.XLSX)) == ("Stock",)


def test_the_version_is_told_without_the_imports_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    asks = "import sys; from bridge.__main__ import main; main(); print('click' in sys.modules)"
    told = subprocess.run(
        [sys.executable, "-c", asks, "--version"], check=True, capture_output=True, text=True
    ).stdout.splitlines()
    with pytest.raises(SystemExit):
        program.main(["--version"])
    assert told == [capsys.readouterr().out.strip(), "False"]
