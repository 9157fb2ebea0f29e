"""Imports a module's mutants in place of its source."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

from tests.mutants.job import MutatedSource


class MutatedLoader(SourceFileLoader):
    """Reads the mutants in place of the module's own source."""

    def __init__(self, fullname: str, path: str, code: bytes) -> None:
        super().__init__(fullname, path)
        self._code = code

    def get_data(self, path: str) -> bytes:
        """The mutants, or another file of the module."""
        return self._code if path == self.path else super().get_data(path)

    def path_stats(self, path: str) -> dict[str, float]:
        """Raises OSError, so that no compiled file is read or written."""
        raise OSError(path)


class MutatedFinder(MetaPathFinder):
    """Finds the modules that are mutated."""

    def __init__(self, sources: Iterable[MutatedSource]) -> None:
        self._sources = {source.module: source for source in sources}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """None for every other module."""
        del path, target
        source = self._sources.get(fullname)
        if source is None:
            return None
        file = str(Path(source.file).resolve())
        loader = MutatedLoader(fullname, file, source.code.encode())
        return importlib.util.spec_from_file_location(fullname, file, loader=loader)
