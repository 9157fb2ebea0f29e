"""What caused a write of items' values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class CauseKind(StrEnum):
    """The kinds of causes. What `WriteCause.id` names is given for each."""

    CALL = "call"
    """An upload: the id of its entry in the call log."""
    RUN = "run"
    """A part of a file's run: the run."""
    HAND = "hand"
    """An edit or a movement by the owner."""
    ORDER = "order"
    """An action of an order: the order."""
    LINK = "link"
    """Items that only the marketplace had."""
    UPLOAD_UNDO = "upload_undo"
    """An upload was undone: the upload's write."""
    RUN_UNDO = "run_undo"
    """A run was undone: the run."""
    SAMPLE = "sample"
    """The sample data."""
    SET_ASIDE = "set_aside"
    """An order of the marketplace could not be taken; no item changed, and no write is stored."""


@dataclass(frozen=True, slots=True)
class WriteCause:
    """A kind, and the id of what it names, if it names something."""

    kind: CauseKind
    id: int | None = None


WRITTEN_BY_CALL = WriteCause(CauseKind.CALL)
"""A call whose entry in the log is not written yet."""

WRITTEN_BY_HAND = WriteCause(CauseKind.HAND)
