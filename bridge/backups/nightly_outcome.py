"""The outcome of the nightly backup, for the window."""

from __future__ import annotations

from collections.abc import Callable

from service.domain.sentences import Sentence


class NightlyOutcome:
    """Why the last nightly backup was not made; `on_change` is called for each change, on the
    reporting thread.
    """

    def __init__(self, on_change: Callable[[], None]) -> None:
        self._on_change = on_change
        self._fault: Sentence | None = None

    def fault(self) -> Sentence | None:
        """The reason; None if nothing is missing, or nothing is known yet."""
        return self._fault

    def set_fault(self, fault: Sentence | None) -> None:
        """Sets the reason. The same reason again is no change."""
        if fault != self._fault:
            self._fault = fault
            self._on_change()

    def clear_fault(self) -> None:
        """Clears the reason after a good backup, made by night or by hand."""
        self.set_fault(None)
