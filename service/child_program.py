"""How the program starts itself again as a child process with one task."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import service

_INPUT = 0

PASSED_ON = frozenset({"SYSTEMROOT", "SYSTEMDRIVE", "TEMP", "TMP", "TMPDIR", "LANG", "LC_ALL", "LC_CTYPE"})
"""The variables that each child needs: no secret, no setting."""


@dataclass(frozen=True, slots=True)
class ChildProgram:
    """A task of a child: `word` is the one argument of an installed program that is started for it,
    `module` runs it in a checkout. `passed_on` are the names of variables that it gets.
    """

    word: str
    module: str
    passed_on: frozenset[str] = PASSED_ON

    def make_command(self, program: str = sys.executable) -> list[str]:
        """An installed program starts itself by its own file, a checkout by its interpreter."""
        if Path(program).stem.lower().startswith("counterpart"):
            return [program, self.word]
        return [program, "-P", "-X", "utf8", "-m", self.module]

    def make_environment(self, own: Mapping[str, str]) -> dict[str, str]:
        """What the child needs of this process's environment."""
        passed = {name: text for name, text in own.items() if name in self.passed_on}
        return {**passed, "PYTHONPATH": str(Path(service.__file__).resolve().parents[1])}

    def start(self) -> subprocess.Popen[bytes]:
        """Starts the child with pipes for its input and its output. Raises OSError."""
        return subprocess.Popen(
            self.make_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self.make_environment(os.environ),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )


def end_with_owner() -> None:
    """Ends this process at once when the input closes, as it does when its owner is gone."""

    def wait() -> None:
        while os.read(_INPUT, 1):
            pass
        os._exit(0)

    threading.Thread(target=wait, name="owner", daemon=True).start()


READER: Final = ChildProgram("read-export-file", "service.files.isolation.child")
