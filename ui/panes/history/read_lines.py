"""The lines of the history that were read, and how newer pages join them."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.history import Cursor, HistoryLine
from ui.backend.history.history_port import WritePage


@dataclass(frozen=True, slots=True)
class ReadLines:
    """Lines, newest first, that were read without a gap from `top` down to `resume`, where the
    next page begins; None at the end.
    """

    rows: tuple[HistoryLine, ...] = ()
    resume: Cursor | None = None
    top: Cursor | None = None

    @staticmethod
    def begin(page: WritePage) -> ReadLines:
        """The newest page alone."""
        return ReadLines(page.rows, page.resume, page.start)

    def append(self, page: WritePage) -> ReadLines:
        """With the page that follows."""
        return ReadLines((*self.rows, *page.rows), page.resume, self.top)

    def renew(self, page: WritePage) -> ReadLines:
        """With the newest page again, over what it replaces. Where it does not reach down to what
        was read, only the page remains.
        """
        end = page.resume
        if end is None or self.top is None or end > self.top:
            return ReadLines.begin(page)
        rest = tuple(line for line in self.rows if line.cursor < end)
        resume = None if self.resume is None else min(self.resume, end)
        return ReadLines((*page.rows, *rest), resume, page.start)
