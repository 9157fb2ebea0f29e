"""What the undo of an upload does."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.history.item_history import ValueChange
from service.domain.sentences import Sentence


@dataclass(frozen=True, slots=True)
class LeftItem:
    """An item that stays as it is, or in part, and why."""

    sku: str
    why: Sentence


@dataclass(frozen=True, slots=True)
class UploadUndo:
    """What the undo of an upload does, or did: by SKU the values that go back, the new items that
    go, and what stays.
    """

    call_id: int
    changes: tuple[tuple[str, tuple[ValueChange, ...]], ...]
    removed: tuple[str, ...]
    left: tuple[LeftItem, ...]

    @property
    def does_something(self) -> bool:
        return bool(self.changes or self.removed)
