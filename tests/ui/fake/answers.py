"""How the fake answers: at once, when released, or with an error; and a record of the requests."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TypeVar

from ui.backend import BackendError

T = TypeVar("T")


@dataclass
class Answers:
    """`asked` lists (name, arguments). `fail(name, error)` until `mend(name)`;
    `hold(name)` until `release(name)`. All that has no error of its own fails with `error`.
    """

    asked: list[tuple[str, tuple[object, ...]]] = field(default_factory=list)
    error: BackendError | None = None
    _errors: dict[str, BackendError] = field(default_factory=dict)
    _on_hold: dict[str, list[Callable[[], None]]] = field(default_factory=dict)

    def fail(self, name: str, error: BackendError) -> None:
        self._errors[name] = error

    def mend(self, name: str) -> None:
        del self._errors[name]

    def hold(self, name: str) -> None:
        self._on_hold[name] = []

    def release(self, name: str) -> None:
        for finish in self._on_hold.pop(name):
            finish()

    def names(self) -> list[str]:
        """What was asked, in order."""
        return [name for name, _arguments in self.asked]

    def last(self, name: str) -> tuple[object, ...]:
        """The arguments of the last request of that name."""
        return next(arguments for asked, arguments in reversed(self.asked) if asked == name)

    def answer(self, name: str, make: Callable[[], T], *arguments: object) -> Future[T]:
        """Answers one request."""
        self.asked.append((name, arguments))
        future: Future[T] = Future()

        def finish() -> None:
            if future.cancelled():
                return
            error = self._errors.get(name, self.error)
            if error is not None:
                future.set_exception(error)
                return
            try:
                future.set_result(make())
            except BackendError as raised:
                future.set_exception(raised)

        if name in self._on_hold:
            self._on_hold[name].append(finish)
        else:
            finish()
        return future
