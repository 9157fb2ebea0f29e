"""The facts that a trial proves, printed line by line; the first failure ends it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Final

from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIMIT_S: Final = 600.0
"""Patience, not a measure: on a busy computer a program needs minutes to start in Wine."""
_LOOK_S: Final = 0.05
_BACK_S: Final = 10.0
_STARTS: Final = 4


class TrialChecks:
    """Counts and prints what was proven."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.passed: list[str] = []

    def check(self, sentence: str, holds: bool, shown: str = "") -> None:
        """Print what holds. SetupError where it does not, with what was seen in its place."""
        if not holds:
            raise SetupError(
                f"Trial of {self._name}: this does not hold: {sentence}. Seen: {shown.strip()[-1500:] or '-'}"
            )
        self.passed.append(sentence)
        print(f"ok  {sentence}", flush=True)

    def note(self, sentence: str) -> None:
        """Print what is worth knowing but is no proof."""
        print(f"    {sentence}", flush=True)


def find_back_limit_s(start_s: float) -> float:
    """Seconds in which a program that was ended by an upgrade has to be back: 10. A computer that
    is busy with other things may take as long as for a few plain starts of `start_s`, and longer in
    the proportion of its load.
    """
    if not is_busy():
        return _BACK_S
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    return max(_BACK_S, _STARTS * start_s, _BACK_S * load)


def wait_until(what: str, is_so: Callable[[], bool], limit_s: float = LIMIT_S) -> None:
    """Look again and again. SetupError when it has not come about in that many seconds."""
    end = time.monotonic() + limit_s
    while not is_so():
        if time.monotonic() > end:
            raise SetupError(f"This did not come about within {limit_s:.0f} s: {what}.")
        time.sleep(_LOOK_S)


def is_busy() -> bool:
    """Whether more programs want to run than there are processors: times say nothing then."""
    return os.getloadavg()[0] >= (os.cpu_count() or 1)


def check_no_traceback(data: Path, steps: TrialChecks) -> None:
    """The program's log in a data folder tells of no mistake;
    a program that had nothing to tell has none.
    """
    log = data / "logs" / "counterpart.log"
    said = log.read_text(encoding="utf-8") if log.exists() else ""
    steps.check("nothing went wrong meanwhile", "Traceback" not in said, said)
