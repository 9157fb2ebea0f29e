"""What became of the nightly backup, for a window to tell."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.sentences import Sentence


class NightlyOutcome:
    """Why the last nightly backup was not made; `altered` hears of each other state, on the thread that tells it."""

    def __init__(self, altered: Callable[[], None]) -> None:
        self._altered = altered
        self._fault: Sentence | None = None

    def fault(self) -> Sentence | None:
        """None where nothing is missing, or nothing is known yet."""
        return self._fault

    def tell(self, fault: Sentence | None) -> None:
        """The same again is no news."""
        if fault != self._fault:
            self._fault = fault
            self._altered()

    def made(self) -> None:
        """A good backup was made, by night or by hand."""
        self.tell(None)
