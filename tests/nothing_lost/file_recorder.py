"""Records what the program does to whole files: syncs, renames and deletions, with their contents.

`os` functions are replaced meanwhile. SQLite's own syncs come from
tests.nothing_lost.disk_recorder.
What is on the disk after a loss of power follows from the record.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.nothing_lost.disk_recorder import OK, Kind, recorded_disk

TORN = b"\0torn\0"
"""The content of a file whose bytes were not synced."""


@dataclass(frozen=True, slots=True)
class FileEvent:
    """`kind` is sync, folder, rename, delete or answered."""

    kind: str
    name: str = ""
    new_name: str = ""
    content: bytes = b""


@dataclass(slots=True)
class FileRecord:
    """The events below one folder."""

    folder: Path
    counts_syncs: bool = True
    events: list[FileEvent] = field(default_factory=list)

    def note(self, kind: str, path: Path, new: Path | None = None) -> None:
        """Records what is done to a path below the folder."""
        if not path.is_relative_to(self.folder) or (kind in ("sync", "folder") and not self.counts_syncs):
            return
        content = path.read_bytes() if kind == "sync" or (kind == "rename" and path.is_file()) else b""
        name = str(path.relative_to(self.folder))
        self.events.append(FileEvent(kind, name, "" if new is None else str(new.relative_to(self.folder)), content))

    def answer(self) -> None:
        """The program says that it is done."""
        self.events.append(FileEvent("answered"))


@contextmanager
def recorded_files(
    folder: Path, journal: Path, monkeypatch: pytest.MonkeyPatch, *, counts_syncs: bool = True
) -> Iterator[FileRecord]:
    """Records what is done below `folder`, by the program and by SQLite."""
    record = FileRecord(folder.resolve(), counts_syncs)
    fsync, replace, unlink = os.fsync, os.replace, os.unlink

    def recorded_fsync(number: int) -> None:
        path = Path(f"/proc/self/fd/{number}").readlink()
        record.note("folder" if path.is_dir() else "sync", path)
        fsync(number)

    def recorded_replace(source: Any, target: Any, **how: Any) -> None:  # noqa: ANN401 - as os.replace
        record.note("rename", Path(source), Path(target))
        replace(source, target, **how)

    def recorded_unlink(path: Any, **how: Any) -> None:  # noqa: ANN401 - as os.unlink
        unlink(path, **how)
        record.note("delete", Path(path))

    def on_sqlite(kind: Kind, name: str) -> int:
        if kind is Kind.SYNC:
            record.note("sync", record.folder / name)
        return OK

    with recorded_disk(journal, folder) as recorder, monkeypatch.context() as patch:
        recorder.fault = on_sqlite
        patch.setattr(os, "fsync", recorded_fsync)
        patch.setattr(os, "replace", recorded_replace)
        patch.setattr(os, "unlink", recorded_unlink)
        yield record


def list_losses(record: FileRecord, name: str, before: bytes | None) -> Iterator[tuple[bool, bytes | None]]:
    """What file `name` holds after a loss of power behind each event, and whether the program had
    said that it is done: None where the file is missing, TORN where its bytes were not synced.
    """
    synced: dict[str, bytes] = {}
    durable, possible, answered = before, [before], False
    for event in record.events:
        if event.kind == "sync":
            synced[event.name] = event.content
        elif event.kind == "rename" and event.new_name == name:
            possible.append(event.content if synced.get(event.name) == event.content else TORN)
        elif event.kind == "delete" and event.name == name:
            possible.append(None)
        elif event.kind == "folder" and (Path(event.name) == Path(name).parent):
            durable = possible[-1]
            possible = [durable]
        elif event.kind == "answered":
            answered = True
        for content in possible:
            yield answered, content
