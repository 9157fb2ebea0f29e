"""Scripts in the place of those of an installed package."""

from __future__ import annotations

from pathlib import Path

from bridge.updates.debian_scripts import PackageScripts


def make_scripts(folder: Path, start: str = ":") -> PackageScripts:
    """The notes are an empty folder; `start` is a line of shell."""
    folder.mkdir(exist_ok=True)
    notes = folder / "notes"
    for name, line in (("prerm", f"mkdir -p '{notes}'"), ("postinst", f"rmdir '{notes}'\n{start}")):
        (folder / name).write_text(f"#!/bin/sh -e\n{line}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return PackageScripts(notes, f"{folder}/")
