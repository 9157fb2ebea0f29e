"""Asks four rooms at once and hands over what they answer when the last has answered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.backend.keys import KeyRow, PushState
from ui.backend.pulls import PullState
from ui.backend.webhooks import TargetRow
from ui.shell.desk import Desk

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SystemView:
    """All that the pane's first page shows."""

    keys: tuple[KeyRow, ...]
    push: PushState
    pull: PullState
    targets: tuple[TargetRow, ...]


class Loader:
    """A later load makes an earlier one forgotten; the first failure is told once."""

    def __init__(self, desk: Desk, courier: Courier) -> None:
        self._desk, self._courier = desk, courier
        self._turn = 0

    def load(self, done: Callable[[SystemView], None], failed: Callable[[BackendError], None]) -> None:
        """Asks keys, push, pull and targets."""
        self._turn += 1
        turn, backend, shop = self._turn, self._desk.backend, self._desk.shop.id
        keys: list[tuple[KeyRow, ...]] = []
        push: list[PushState] = []
        pull: list[PullState] = []
        targets: list[tuple[TargetRow, ...]] = []

        def into(place: list[T]) -> Callable[[T], None]:
            def take(answer: T) -> None:
                place.append(answer)
                if turn == self._turn and keys and push and pull and targets:
                    done(SystemView(keys[0], push[0], pull[0], targets[0]))

            return take

        def fail(error: BackendError) -> None:
            if turn == self._turn:
                self._turn += 1
                failed(error)

        self._courier.fetch(backend.keys.list(shop), into(keys), fail)
        self._courier.fetch(backend.keys.push_state(shop), into(push), fail)
        self._courier.fetch(backend.pulls.state(shop), into(pull), fail)
        self._courier.fetch(backend.webhooks.targets(shop), into(targets), fail)
