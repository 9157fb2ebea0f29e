"""In which order a test process collects."""

from __future__ import annotations

from pathlib import Path


def list_backwards(folder: Path) -> list[str]:
    """What pytest collects from a folder, the last first. Each of two processes then compiles about
    one half of the tests, and reads what the other has compiled.
    """
    found = {folder / test.relative_to(folder).parts[0] for test in folder.rglob("test_*.py")}
    return [str(path) for path in sorted(found, reverse=True)]
