"""The mutants of the modules of one folder: which are left to run, and their results."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.job import MutantJob, MutatedSource, read_results, write_job
from tests.mutants.mutated_module import MutatedModule, choose_mutants, mutate_module
from tests.mutants.report import CAUGHT, is_uncounted
from tests.mutants.selection import list_neighbours, list_tests


@dataclass(frozen=True, slots=True)
class ModuleResult:
    """The status of each mutant that was chosen and counts, by its whole name."""

    module: MutatedModule
    statuses: Mapping[str, str]

    @property
    def left_out(self) -> int:
        """How many mutants were not chosen or change nothing."""
        return len(self.module.mutants) - len(self.statuses)


@dataclass(frozen=True, slots=True)
class FolderResult:
    """The modules of a folder, and what went wrong."""

    modules: Sequence[ModuleResult]
    fault: str = ""


def run_folder(paths: Sequence[str], work: Path, most: int | None, *, own_tests_only: bool = False) -> FolderResult:
    """Runs the mutants of modules of one folder. `work` is the copied project."""
    modules = {path: mutate_module(path, work) for path in paths}
    counted = {path: _choose(module, most) for path, module in modules.items()}
    sources = tuple(_make_source(path, modules[path], counted[path], work) for path in paths)
    sources = tuple(source for source in sources if source.mutants)
    fault = _run_job(sources, work, own_tests_only=own_tests_only) if sources else ""
    found = [_read_result(modules[path], counted[path], work) for path in paths]
    return FolderResult(found, fault)


def _choose(module: MutatedModule, most: int | None) -> list[str]:
    return [name for name in choose_mutants(module, most) if not is_uncounted(module.diff(name))]


def _make_source(path: str, module: MutatedModule, counted: Sequence[str], work: Path) -> MutatedSource:
    """With the mutants that are not caught yet."""
    known = _read_statuses(module, work)
    left = tuple(name for name in counted if known.get(name) not in CAUGHT)
    results = str(_find_results(module, work))
    return MutatedSource(module.name, path, module.code, left, tuple(list_tests(path, work)), results)


def _run_job(sources: Sequence[MutatedSource], work: Path, *, own_tests_only: bool) -> str:
    """Says what went wrong, or nothing."""
    own = [test for source in sources for test in source.own_tests]
    others = () if own_tests_only else sources
    neighbours = [test for source in others for test in list_neighbours(source.file, work)]
    file = work / "results" / f"{sources[0].module}.json"
    write_job(MutantJob(tuple(sources), tuple(dict.fromkeys([*own, *neighbours]))), file)
    line = [sys.executable, "-m", "tests.mutants.worker", str(file)]
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "HYPOTHESIS_PROFILE": "mutants",
        "PYTHONWARNDEFAULTENCODING": "1",
    }
    done = subprocess.run(line, cwd=work, check=False, capture_output=True, text=True, env=environment)
    file.unlink()
    if done.returncode == 0:
        return ""
    return "\n".join([str(Path(sources[0].file).parent), *done.stdout.splitlines()[-20:], done.stderr[-4000:]])


def _read_result(module: MutatedModule, counted: Sequence[str], work: Path) -> ModuleResult:
    known = _read_statuses(module, work)
    return ModuleResult(module, {f"{module.name}.{name}": known.get(name, "not run") for name in counted})


def _find_results(module: MutatedModule, work: Path) -> Path:
    return work / "results" / f"{module.name}.{module.digest[:12]}.tsv"


def _read_statuses(module: MutatedModule, work: Path) -> dict[str, str]:
    file = _find_results(module, work)
    return read_results(file.read_text(encoding="utf-8").splitlines(keepends=True)) if file.exists() else {}
