"""A root to install a package in, made within a second: this computer's own files under a layer
that takes every change, with processes of its own. Nothing of it is left afterwards.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import psutil

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import TracebackType

_LAY: Final = """
set -e
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
root="$1/root"
shift
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
for folder in "$@"; do
    mkdir -p "$root$folder"
    mount --bind "$folder" "$root$folder"
    parent="$folder"
    while [ "$parent" != / ]; do
        parent=$(dirname "$parent")
        chmod a+x "$root$parent"
    done
done
: > "$root/var/lib/dpkg/triggers/File"
exec chroot "$root" "$PYTHON" -SEc 'import signal, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("ready", flush=True)
sys.stdin.read()'
"""
"""The folder for the layer, then those that are the same inside. Every user may enter what is above
them. No trigger of another package runs. The first process lets children go and ends with its
input, and everything inside with it.
"""


class NoLayers(Exception):
    """Layers or separate processes are not allowed to this user here."""


class LayeredRoot:
    """`work` is an empty folder, `same` are folders that are the same inside as outside."""

    def __init__(self, work: Path, *same: Path) -> None:
        self._line = [
            "unshare", "--mount", "--pid", "--fork", "sh", "-c", _LAY, "sh", *(str(folder) for folder in (work, *same)),
        ]  # fmt: skip
        self._started: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        """Raises NoLayers."""
        self._first = subprocess.Popen(
            self._line, env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHON": sys.executable},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        said = self._first.stdout.readline() if self._first.stdout else ""
        if said != "ready\n":
            self._first.communicate()
            raise NoLayers(said.strip())
        self._inside = psutil.Process(self._first.pid).children()[0].pid
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._first.communicate()
        for started in self._started:
            started.wait()

    def line(self, *words: str) -> list[str]:
        """A command line that runs inside, from its root folder."""
        return ["nsenter", f"--target={self._inside}", "--mount", "--pid", "--root", "--wd", *words]

    def run(self, *words: str, variables: Mapping[str, str]) -> tuple[int, str]:
        """Run inside to the end; exit code and output."""
        done = subprocess.run(
            self.line(*words), env=dict(variables), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def start(self, *words: str, variables: Mapping[str, str]) -> None:
        """Start inside, without output."""
        self._started.append(
            subprocess.Popen(
                self.line(*words), env=dict(variables), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )  # fmt: skip
