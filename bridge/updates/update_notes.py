"""What is known of newer versions, stored in the data folder between two starts."""

from __future__ import annotations

from pathlib import Path

import msgspec

from bridge.private_file import replace_private_file
from service.domain.times import Millis


class UpdateNotes(msgspec.Struct, frozen=True):
    """`package` is the path of the whole, checked package, empty until it is there; `digest` is
    its SHA-256. `tried` is the version that was installed last, so that one that fails is not tried
    every night.
    """

    looked_at: Millis | None = None
    version: str = ""
    changes_en: str = ""
    changes_ar: str = ""
    package: str = ""
    digest: str = ""
    tried: str = ""


class NotesFile:
    """The file with the notes."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "notes.json"

    def read(self) -> UpdateNotes:
        """The notes; empty ones if there are none, or a power cut damaged them."""
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=UpdateNotes)
        except (OSError, msgspec.DecodeError):
            return UpdateNotes()

    def write(self, notes: UpdateNotes) -> None:
        """Store the notes. Raises OSError."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        replace_private_file(self._file, msgspec.json.encode(notes))
