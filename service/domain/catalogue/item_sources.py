"""Which system wrote an item last, so that a person knows what will replace their change."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ItemSource:
    """A system that writes items: the API key of its calls, or the file of a pull."""

    key_id: int | None = None
    file: str | None = None


@dataclass(frozen=True, slots=True)
class Overwriter:
    """A system that will write some items again: the name of its key or of its file, and how many
    items it wrote last.
    """

    name: str
    is_file: bool
    items: int


def get_file_name(path: str) -> str:
    """The last part of a path of any system."""
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2] or path
