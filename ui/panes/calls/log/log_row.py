"""One line of the log with its texts, made once when its page arrives."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from service.domain.call_log.calls import Call, Cursor
from service.domain.times import Millis
from ui.i18n import Formats
from ui.i18n.bidi import strip_marks
from ui.panes.calls.words.call_words import CallWords, outcome_tone
from ui.theme import Tone

NO_KEY = "\u2014"


@dataclass(frozen=True, slots=True)
class LogRow:
    """The texts of a call's line; `day` is "" for one of today."""

    call: Call
    time: str
    day: str
    status: str
    tone: Tone
    outcome: str
    key: str

    @property
    def cursor(self) -> Cursor:
        """The position in the log."""
        return self.call.at, self.call.id

    @property
    def accessible_text(self) -> str:
        """The line for a screen reader."""
        parts = (self.day, self.time, self.status, self.call.method, self.call.path, self.outcome, self.key)
        return strip_marks(", ".join(part for part in parts if part))


class LogRowFactory:
    """Makes the lines of calls."""

    def __init__(self, formats: Formats, words: CallWords) -> None:
        self._formats, self._words = formats, words

    def make_rows(self, calls: tuple[Call, ...], now: Millis) -> list[LogRow]:
        """In the same order."""
        today = self._formats.to_local(now).date()
        return [self._row(call, today=self._formats.to_local(call.at).date() == today) for call in calls]

    def _row(self, call: Call, *, today: bool) -> LogRow:
        return LogRow(
            call=call,
            time=self._formats.time(call.at, seconds=True),
            day="" if today else self._formats.date(call.at).rpartition(" ")[0],
            status=str(call.status),
            tone=outcome_tone(call),
            outcome=self._words.describe(call),
            key=call.key or NO_KEY,
        )


@lru_cache(maxsize=4096)
def fit_path(path: str, characters: int) -> str:
    """Shortens a path to so many characters; of an order's path the end of the reference and the
    action stay.
    """
    if len(path) <= characters:
        return path
    head, slash, action = path.rpartition("/")
    start, _, reference = head.rpartition("/")
    if slash and start.endswith("/orders") and "?" not in path:
        for begin, digits in ((f"{start}/", 6), (f"{start}/", 3), ("", 6), ("", 3)):
            short = f"{begin}…{reference[-digits:]}/{action}"
            if len(short) <= characters:
                return short
    return f"{path[: max(1, characters - 1)]}…"
