"""Proves a package: its program, as packed, is started, called and stopped on this computer."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bridge.__main__ import CHECK_WORD
from installer.runtimes.inventory import INVENTORY, other_versions
from installer.surroundings import run
from installer.toolchain.environment import clean_environment
from installer.toolchain.errors import SetupError
from service.version import VERSION

SKU: Final = "PROOF-1"
_LIMIT_S: Final = 120.0
_PAUSE_S: Final = 0.1
_DIRECT: Final = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass(frozen=True, slots=True)
class Packed:
    """A packed program: its command, how `serve` is stopped, its environment."""

    line: tuple[str, ...]
    data: str
    execute: Callable[..., tuple[int, str]]
    stop: Callable[[subprocess.Popen[str]], None]
    environment: Mapping[str, str]

    def run(self, *words: str) -> str:
        """The output of a command. SetupError if it fails."""
        code, text = self.execute(*words)
        if code:
            raise SetupError(f"`{words[0]}` of the packed program ended with {code}: {text.strip()}. It is not built.")
        return text

    def serve(self, port: int) -> subprocess.Popen[str]:
        """Start `serve`, with readable output."""
        return subprocess.Popen(
            [*self.line, "serve", "--data-dir", self.data, "--port", str(port)],
            env=clean_environment(os.environ) | dict(self.environment), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip


def prove(packed: Packed) -> dict[str, str]:
    """Check version, imports, key, start, an upload, the stored items, and the end. SetupError at
    the first failure. Returns the versions that the program names.
    """
    output = packed.run("--version")
    if VERSION not in output:
        raise SetupError(f"The packed program says {output.strip()!r} instead of version {VERSION}. It is not built.")
    imports = json.loads(packed.run(CHECK_WORD))
    key = str(json.loads(packed.run("keys", "create", "Proof", "--json", "--data-dir", packed.data))["key"])
    port = free_port()
    with packed.serve(port) as process:
        try:
            _await_answer(process, port)
            _call(port, "/v1/items", key, {"items": [{"sku": SKU, "name": "Brake pad", "quantity": 4}]})
            if SKU not in json.dumps(_call(port, "/v1/items", key)):
                raise SetupError("The packed program does not hold the item that it accepted. It is not built.")
            packed.stop(process)
            process.wait(_LIMIT_S)
        finally:
            process.kill()
    return dict(imports["versions"])


def prove_frozen(program: Path) -> dict[str, str]:
    """Prove a frozen program, which ends with 0 after SIGTERM. Returns its versions."""
    with tempfile.TemporaryDirectory(prefix="counterpart-proof-") as data:
        line = (str(program),)
        return prove(Packed(line, data, runs(*line), _terminate, {"QT_QPA_PLATFORM": "offscreen"}))


def prove_linux(program: Path) -> None:
    """Prove a frozen program, what it carries, and that each library it may load is there."""
    need_versions("linux", prove_frozen(program))
    _need_libraries(program.parent)


def need_versions(system: str, found: Mapping[str, str]) -> None:
    """SetupError if a package carries other versions than installer/runtimes/inventory.py lists."""
    others = other_versions(INVENTORY, system, found)
    if others:
        raise SetupError(f"{' '.join(others)} See installer/runtimes/inventory.py. It is not built.")


def prove_windows(tree: Path) -> None:
    """Prove a version's folder, in its own Wine, stopped by the closer like in the set-up."""
    from installer.windows.wine_prefix import WinePrefix  # noqa: PLC0415 - only this build needs it

    with closing(WinePrefix()) as wine:
        folder = wine.prefix / "drive_c" / "Proof"
        run(["cp", "-a", tree, folder])

        def close(_process: subprocess.Popen[str]) -> None:
            wine.run(folder / "closer.exe", wine.path(folder))

        program = folder / "counterpart.exe"

        def execute(*words: str) -> tuple[int, str]:
            return wine.run(program, *words)

        packed = Packed(("wine", str(program)), "C:\\Proof data", execute, close, wine.environment)
        need_versions("windows", prove(packed))


def runs(*line: str) -> Callable[..., tuple[int, str]]:
    """Make a function that runs a program of this system and returns its exit code and output."""

    def execute(*words: str) -> tuple[int, str]:
        done = subprocess.run(
            [*line, *words], env=clean_environment(os.environ), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace", check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    return execute


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _terminate(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGTERM)
    code = process.wait(_LIMIT_S)
    if code:
        raise SetupError(f"The packed program ended with {code} when it was asked to end. It is not built.")


def _need_libraries(folder: Path) -> None:
    """SetupError if a library that one in the folder may load does not exist."""
    inner = folder / "_internal"
    libraries = sorted(path for path in inner.rglob("*.so*") if not path.is_symlink())
    output = run(["ldd", *libraries], extra={"LD_LIBRARY_PATH": str(inner)})
    missing = sorted({line.strip() for line in output.splitlines() if "not found" in line})
    if missing:
        raise SetupError(f"The package lacks libraries, the first is {missing[0]}. It is not built.")


def _await_answer(process: subprocess.Popen[str], port: int) -> None:
    end = time.monotonic() + _LIMIT_S
    while time.monotonic() < end and process.poll() is None:
        try:
            if _call(port, "/health")["version"] == VERSION:
                return
        except OSError:
            time.sleep(_PAUSE_S)
    process.kill()
    output = process.stdout.read() if process.stdout else ""
    raise SetupError(f"The packed program did not answer a call. It is not built. Its words:\n{output[-1500:]}")


def _call(port: int, path: str, key: str = "", body: object = None) -> dict[str, object]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data)
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    with _DIRECT.open(request, timeout=20) as answer:
        answer_body = json.loads(answer.read())
    return answer_body if isinstance(answer_body, dict) else {}
