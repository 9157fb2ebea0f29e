"""Makes four requests at once and returns the answers when the last has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.keys_port import KeyRow, PushState
from ui.backend.pulls_port import PullState
from ui.backend.webhooks_port import TargetRow
from ui.shell.pane_context import PaneContext

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class SystemView:
    """Everything that the pane's first page displays."""

    keys: tuple[KeyRow, ...]
    push: PushState
    pull: PullState
    targets: tuple[TargetRow, ...]


class SystemLoader:
    """A later load drops an earlier one; only the first failure is displayed."""

    def __init__(self, context: PaneContext, dispatcher: GuiDispatcher) -> None:
        self._context, self._dispatcher = context, dispatcher
        self._load_number = 0

    def load(self, on_loaded: Callable[[SystemView], None], on_failed: Callable[[BackendError], None]) -> None:
        """Requests keys, push, pull and targets."""
        self._load_number += 1
        turn, backend, shop = self._load_number, self._context.backend, self._context.shop.id
        keys: list[tuple[KeyRow, ...]] = []
        push: list[PushState] = []
        pull: list[PullState] = []
        targets: list[tuple[TargetRow, ...]] = []

        def into(place: list[T]) -> Callable[[T], None]:
            def take(answer: T) -> None:
                place.append(answer)
                if turn == self._load_number and keys and push and pull and targets:
                    on_loaded(SystemView(keys[0], push[0], pull[0], targets[0]))

            return take

        def fail(error: BackendError) -> None:
            if turn == self._load_number:
                self._load_number += 1
                on_failed(error)

        self._dispatcher.fetch(backend.keys.list(shop), into(keys), fail)
        self._dispatcher.fetch(backend.keys.push_state(shop), into(push), fail)
        self._dispatcher.fetch(backend.pulls.state(shop), into(pull), fail)
        self._dispatcher.fetch(backend.webhooks.targets(shop), into(targets), fail)
