"""Mutates the modules at the given paths and runs their mirrored tests against each mutant.

A run that is cut off goes on where it was; `--fresh` begins again. Each survivor that
docs/mutants.md does not argue for is shown as a diff, and the command ends with 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.report import (
    CAUGHT,
    MutantReport,
    format_report,
    is_equivalent,
    make_report,
    read_argued,
    read_results,
)
from tests.mutants.selection import DEFAULT_PATHS, ROOT, list_modules, list_tests

WORK = ROOT / "build" / "mutants"
PAGE = ROOT / "docs" / "mutants.md"
COPIED = ("service", "ui", "bridge", "installer", "tests", "docs")
IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc", "screenshots")


def main() -> int:
    """Answers 0 when enough mutants are caught and each survivor is argued."""
    parser = argparse.ArgumentParser(prog="dev.py mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help=f"files or folders; else {', '.join(DEFAULT_PATHS)}")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    given = parser.parse_args()
    if os.name != "posix":
        parser.error("mutmut forks, which needs Linux or macOS")
    try:
        modules = list_modules(given.paths or DEFAULT_PATHS)
    except ValueError as error:
        parser.error(str(error))
    if given.fresh:
        shutil.rmtree(WORK, ignore_errors=True)
    _copy_project(modules)
    code = _run_mutmut("run", "--max-children", "2").returncode
    if code:
        print("mutmut did not run to its end; the lines above say why.", file=sys.stderr)
        return code
    report = _read_report(modules)
    for name in report.unargued:
        print("\n".join(_diff(name)))
    print("\n".join(format_report(report)))
    return 0 if report.is_good else 1


def _copy_project(modules: Sequence[str]) -> None:
    """A copy of the project next to mutmut's own results, which stay."""
    WORK.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        shutil.rmtree(WORK / name, ignore_errors=True)
        shutil.copytree(ROOT / name, WORK / name, ignore=IGNORED)
    for file in (*ROOT.glob("*.md"), ROOT / "dev.py"):
        shutil.copy(file, WORK)
    tests = dict.fromkeys(test for module in modules for test in list_tests(module))
    settings = {
        "source_paths": ["service", "bridge"],
        "only_mutate": list(modules),
        "pytest_add_cli_args_test_selection": list(tests),
        "pytest_add_cli_args": ["-p", "no:cacheprovider", "-x"],
        # Each mutant starts without what functions remembered in the run before.
        "process_isolation": "forkserver",
        # On a busy computer a slow test must not count as a mutant that hangs.
        "timeout_constant": 30.0,
        "also_copy": [name for name in (*COPIED, "dev.py") if name not in {"service", "bridge"}],
    }
    added = "".join(f"{name} = {value!r}\n" for name, value in settings.items())
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (WORK / "pyproject.toml").write_text(f"{text}\n[tool.mutmut]\n{added}", encoding="utf-8")


def _run_mutmut(*words: str, capture: bool = False) -> subprocess.CompletedProcess[str]:
    line = [str(Path(sys.executable).with_name("mutmut")), *words]
    return subprocess.run(line, cwd=WORK, check=False, text=True, stdout=subprocess.PIPE if capture else None)


def _diff(name: str) -> list[str]:
    return _run_mutmut("show", name, capture=True).stdout.splitlines()


def _read_report(modules: Sequence[str]) -> MutantReport:
    """Of the modules of this run alone: mutmut remembers those of earlier ones.

    Equivalent mutants do not count.
    """
    names = tuple(module.removesuffix(".py").replace("/", ".") + "." for module in modules)
    results = read_results(_run_mutmut("results", "--all", "true", capture=True).stdout.splitlines())
    chosen = {name: status for name, status in results.items() if name.startswith(names)}
    chosen = {name: status for name, status in chosen.items() if status in CAUGHT or not is_equivalent(_diff(name))}
    argued = read_argued(PAGE.read_text(encoding="utf-8").splitlines()) if PAGE.exists() else frozenset()
    return make_report(chosen, argued)


if __name__ == "__main__":
    sys.exit(main())
