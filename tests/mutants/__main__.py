"""Mutates the modules at the given paths and runs their tests against each mutant.

A run that is cut off goes on where it was, and a second run looks at the survivors again: what is
caught stays caught until the module changes. `--fresh` begins again. Each survivor that
nobody argues for is shown as a diff, and the command ends with 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import PurePath

from tests.mutants.folder_run import FolderResult, run_folder
from tests.mutants.project_copy import update_copy
from tests.mutants.report import format_report, make_report, read_argued
from tests.mutants.selection import DEFAULT_PATHS, ROOT, list_modules

WORK = ROOT / "build" / "mutants"
PAGE = ROOT / "docs" / "mutants.md"
COPIED = ("service", "ui", "bridge", "installer", "tests", "docs")
AT_ONCE = 2


def main() -> int:
    """Answers 0 when enough mutants are caught and each survivor is argued."""
    parser = argparse.ArgumentParser(prog="dev.py mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", metavar="PATH", help=f"files or folders; else {', '.join(DEFAULT_PATHS)}")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    parser.add_argument("--most", type=int, metavar="N", help="at most N mutants of a module, the same in each run")
    parser.add_argument("--own", action="store_true", help="only a module's own tests, not those next to them")
    given = parser.parse_args()
    if os.name != "posix":
        parser.error("mutants are forked, which needs Linux or macOS")
    try:
        modules = list_modules(given.paths or DEFAULT_PATHS)
    except ValueError as error:
        parser.error(str(error))
    if given.fresh:
        shutil.rmtree(WORK, ignore_errors=True)
    _copy_project()
    # mutmut reads its settings from the present folder.
    os.chdir(WORK)
    folders = [list(paths) for _, paths in groupby(modules, lambda path: PurePath(path).parent)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda paths: run_folder(paths, WORK, given.most, own_tests_only=given.own), folders))
    return _print_report(found)


def _print_report(found: Sequence[FolderResult]) -> int:
    results = [result for folder in found for result in folder.modules]
    argued = read_argued(PAGE.read_text(encoding="utf-8").splitlines()) if PAGE.exists() else frozenset()
    report = make_report({name: status for result in results for name, status in result.statuses.items()}, argued)
    to_mend = frozenset(report.unargued)
    for result in results:
        for name in sorted(to_mend.intersection(result.statuses)):
            print("\n".join(result.module.diff(name.removeprefix(f"{result.module.name}."))))
    print("\n".join(format_report(report)))
    print(f"{sum(result.left_out for result in results)} mutants were not chosen or change nothing")
    faults = [folder.fault for folder in found if folder.fault]
    print("\n".join(faults), file=sys.stderr, end="")
    return 0 if report.is_good and not faults else 1


def _copy_project() -> None:
    """A copy of the project, in which a mutant may do harm, next to the results."""
    (WORK / "results").mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        update_copy(ROOT / name, WORK / name)
    for file in (*ROOT.glob("*.md"), ROOT / "dev.py"):
        shutil.copy(file, WORK)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (WORK / "pyproject.toml").write_text(f'{text}\n[tool.mutmut]\nsource_paths = ["service", "bridge"]\n', "utf-8")


if __name__ == "__main__":
    sys.exit(main())
