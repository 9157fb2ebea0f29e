"""The first lines that `serve` prints for a new owner."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from bridge.start.headless_service import first_steps_text, network_text, start_command
from bridge.system.paths import data_folder

ROOT = Path(__file__).parents[3]
RARE = (
    "PySide6",
    "bridge.autostart.windows_api",
    "bridge.start.window_parts",
    "bridge.system.certificate",
    "cryptography",
    "keyring",
    "service.pull.run_pull",
    "ui.shell",
)
"""Modules that a service loads when something needs them."""


def write_program(folder: Path) -> Path:
    program = folder / "counterpart"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text("#!/bin/sh\n", encoding="ascii")
    program.chmod(0o755)
    return program


def test_a_program_off_the_path_is_named_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write_program(tmp_path / "a folder")
    monkeypatch.setattr(sys, "argv", [str(program), "serve"])
    monkeypatch.setenv("PATH", str(tmp_path / "elsewhere"))
    assert shlex.split(start_command()) == [str(program)]
    write_program(tmp_path / "elsewhere")
    assert shlex.split(start_command()) == [str(program)], "a namesake that is found is not this one"
    monkeypatch.setenv("PATH", str(program.parent))
    assert start_command() == "counterpart"


def test_windows_launcher_is_named_without_the_module_that_it_adds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "counterpartw.exe"))
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "program" / "bridge" / "__main__.py"), "serve"])
    assert start_command() == str(tmp_path / "counterpart.exe")


def test_the_data_folder_is_named_where_it_is_not_the_usual_one(tmp_path: Path) -> None:
    chosen = tmp_path / "my data"
    lines = [
        shlex.split(line) for line in first_steps_text("http://127.0.0.1:8711", chosen).splitlines() if "    " in line
    ]
    assert [line[-2:] for line in lines if "curl" not in line] == [["--data-dir", str(chosen)]] * 3
    assert "--data-dir" not in first_steps_text("http://127.0.0.1:8711", data_folder(None, {}))


@pytest.mark.parametrize(
    ("address", "called"),
    [
        ("http://127.0.0.1:8711", "http://127.0.0.1:8711/v1/items"),
        ("http://0.0.0.0:80", "http://127.0.0.1:80/v1/items"),
        ("http://[::]:8711", "http://[::1]:8711/v1/items"),
    ],
)
def test_the_address_in_the_call_is_one_that_answers(address: str, called: str, tmp_path: Path) -> None:
    assert called in first_steps_text(address, tmp_path)


def test_an_open_service_says_how_other_computers_call(tmp_path: Path) -> None:
    text = network_text("https://shop-pc.local:8710", tmp_path)
    assert "https://shop-pc.local:8710" in text
    assert shlex.split(text.splitlines()[1])[-4:] == ["certificate", "show", "--data-dir", str(tmp_path)]


@pytest.mark.skipif(os.name != "posix", reason="a closed pipe is told by a signal on POSIX only")
def test_nobody_who_stops_reading_ends_the_service(tmp_path: Path) -> None:
    """A script reads the line it waits for and goes on; what to do next then finds no reader."""
    line = [sys.executable, "-m", "bridge", "serve", "--port", "0", "--data-dir", str(tmp_path)]
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=writing) as running:
        os.close(writing)
        assert running.stdout is not None
        assert running.stdout.readline().startswith(b"Listening on ")
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0
    assert not (tmp_path / "running").exists(), "it came to a clean end"


@pytest.mark.skipif(os.name != "posix", reason="a signal ends it in order on POSIX only")
def test_an_idle_service_has_loaded_nothing_that_few_need(tmp_path: Path) -> None:
    """Some 30 MB of memory, and half a second of its start."""
    line = [sys.executable, "-X", "importtime", "-m", "bridge", "serve", "--port", "0", "--data-dir", str(tmp_path)]
    imports = tmp_path / "imports"
    with (
        imports.open("wb") as writing,
        subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, stderr=writing) as running,
    ):
        assert running.stdout is not None
        address = running.stdout.readline().decode().removeprefix("Listening on ").strip()
        with pytest.raises(HTTPError, match="401"):
            urlopen(f"{address}/v1/items", timeout=30)  # noqa: S310 - this computer
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0
    loaded = {line.rpartition("|")[2].strip() for line in imports.read_text(encoding="utf-8").splitlines()}
    assert "service.service" in loaded
    assert [name for name in sorted(loaded) if name.startswith(RARE)] == []
