"""A service from power-on: its states, what is asked of it, and programs that are run for it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.domain.errors import Unavailable
from service.domain.sentences import verbatim

LIMIT_S = 30.0
ASKING_LIMIT_S = 120.0
"""Where somebody types a password first, or each file of a large folder is changed."""


Run = Callable[[Sequence[str]], subprocess.CompletedProcess[str]]


@dataclass(frozen=True, slots=True)
class ServiceState:
    """`at_power_on`: whether it starts with the computer, and not only when its user logs in."""

    installed: bool
    active: bool
    at_power_on: bool


class PowerOnService(Protocol):
    """The service of one data folder as one system runs it. Every method raises Unavailable."""

    @property
    def place(self) -> str:
        """What the system has of it: the unit's file, or the name of the service."""
        ...

    def install(self) -> ServiceState:
        """Registers and starts it. After a fault it is not registered."""
        ...

    def remove(self) -> None:
        """Ends it and starts it no more; one that is not installed is no fault."""
        ...

    def read_state(self) -> ServiceState: ...


def run_program(words: Sequence[str], limit_s: float = LIMIT_S) -> subprocess.CompletedProcess[str]:
    """Raises Unavailable where there is no such program, or it hangs."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=limit_s)
    except FileNotFoundError as error:
        raise Unavailable.saying(
            "This computer has no {program}, so it cannot start the service automatically. "
            "Let its own way of starting programs run: counterpart serve",
            program=words[0],
        ) from error
    except subprocess.TimeoutExpired as error:
        raise Unavailable.saying("{program} did not answer. Try again in a moment.", program=words[0]) from error


def must_run(run: Run, *words: str) -> None:
    """Raises Unavailable, with the last line of what it printed, where it fails."""
    done = run(words)
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise Unavailable.saying(
            "{command} failed: {reason}",
            command=" ".join(words),
            reason=verbatim(lines[-1] if lines else f"exit code {done.returncode}"),
        )
