"""Runs a program of the system, within a limit."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence

from service.domain.errors import Unavailable
from service.domain.sentences import message, verbatim

LIMIT_S = 30.0
ASKING_LIMIT_S = 120.0
"""Where somebody types a password first, or each file of a large folder is changed."""


Run = Callable[[Sequence[str]], subprocess.CompletedProcess[str]]


def run_program(words: Sequence[str], limit_s: float = LIMIT_S) -> subprocess.CompletedProcess[str]:
    """Raises Unavailable where there is no such program, or it hangs."""
    try:
        return subprocess.run(words, capture_output=True, text=True, check=False, timeout=limit_s)
    except FileNotFoundError as error:
        raise Unavailable(
            message(
                "This computer has no {program}, so it cannot run the service by itself. "
                "Let its own way of starting programs run: counterpart serve",
                program=words[0],
            )
        ) from error
    except subprocess.TimeoutExpired as error:
        raise Unavailable(message("{program} did not answer. Try again in a moment.", program=words[0])) from error


def must_run(run: Run, *words: str) -> None:
    """Raises Unavailable, with the last line of what it printed, where it fails."""
    done = run(words)
    if done.returncode:
        lines = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise Unavailable(
            message(
                "{command} failed: {reason}",
                command=" ".join(words),
                reason=verbatim(lines[-1] if lines else f"exit code {done.returncode}"),
            )
        )
