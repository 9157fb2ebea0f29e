"""How far the reading of a watched file has come, as it is stored."""

from __future__ import annotations

from dataclasses import dataclass

MAX_TRIES = 3
"""Runs of one state of a file that may end with the program."""

_DONE = 0


@dataclass(frozen=True, slots=True)
class WatchProgress:
    """The last state of the file that was read, and how many runs of it have begun; 0 once one
    has ended.
    """

    mark: str = ""
    tries: int = _DONE

    @property
    def text(self) -> str:
        return f"{self.tries}|{self.mark}" if self.mark else ""

    def may_read(self, mark: str) -> bool:
        """Whether the file in this state is to be read."""
        return mark != self.mark or _DONE < self.tries < MAX_TRIES

    def begin(self, mark: str) -> WatchProgress:
        """A run of this state begins."""
        return WatchProgress(mark, self.tries + 1 if mark == self.mark else 1)

    def end(self, mark: str) -> WatchProgress:
        """A run of this state has ended, well or not."""
        return WatchProgress(mark)


def parse_progress(text: str | None) -> WatchProgress:
    """The stored progress; nothing was read if there is none."""
    tries, bar, mark = (text or "").partition("|")
    return WatchProgress(mark, int(tries)) if bar and tries.isdigit() else WatchProgress()
