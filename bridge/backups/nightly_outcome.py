"""What became of the nightly backup, for a window to tell."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.sentences import Sentence


class NightlyOutcome:
    """Why the last nightly backup was not made;
    `altered` hears of each other state, on the thread that tells it.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._fault: Sentence | None = None

    def fault(self) -> Sentence | None:
        """None where nothing is missing, or nothing is known yet."""
        return self._fault

    def set_fault(self, fault: Sentence | None) -> None:
        """The same again is no news."""
        if fault != self._fault:
            self._fault = fault
            self._on_change()

    def clear_fault(self) -> None:
        """A good backup was made, by night or by hand."""
        self.set_fault(None)
