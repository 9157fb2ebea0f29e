"""The note that a damaged database leaves in the data folder (desktop §3.6)."""

from __future__ import annotations

from pathlib import Path

NOTE_FILE = "damaged.txt"
"""In the data folder after a damage, until a backup is restored or the owner removes it."""


def read_damage_note(folder: Path) -> str:
    """What the owner has to decide after a damage, empty if nothing."""
    try:
        return (folder / NOTE_FILE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""
