"""The process that runs mutants: `python -m tests.mutants.worker JOB [MUTANT]`.

It imports modules with all their mutants, collects the tests once, finds which tests call which
function, and forks for each mutant. The process that is forked has run no test, so nothing is
remembered (`lru_cache`) from an earlier mutant. Functions that are called while modules are
imported have their mutants run in a new Python each: this is what MUTANT is for.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from mutmut.mutation import trampoline

from tests.mutants.fork_run import PASSED, RunLimits, make_limits, run_forked
from tests.mutants.job import MutantJob, MutatedSource, add_result, read_job
from tests.mutants.mutated_import import MutatedFinder

CHOSEN = "MUTANT_UNDER_TEST"
"""mutmut's own variable: a mutant, or `stats` to note which functions are called."""
BASELINE = RunLimits(processor_s=900, wall_s=1800.0)
FRESH_S = 60.0
ENCODINGS = "filterwarnings=error\nignore::EncodingWarning\nerror::EncodingWarning:(service|bridge)[.]"
"""A file that is opened without an encoding fails: a mutant that leaves it out would pass where
UTF-8 is the system's.
"""
PATIENCE = (1, 15)
"""How many times the usual time a run gets: on a busy computer a first run may be late without the
mutant, so only a run that is much too late as well is caught.
"""
TIMED_OUT = frozenset({None, -signal.SIGALRM})
OTHER_TESTS_S = 3.0
"""How long the tests of other modules may take for one mutant, at most."""


class CallRecorder:
    """The mutated functions that were called since it was last asked, with their modules."""

    def __init__(self) -> None:
        self._names: set[str] = set()

    def record(self, name: str, caller: str | None = None) -> None:
        """Called by mutmut's trampoline."""
        del caller
        self._names.add(name)

    def take(self) -> frozenset[str]:
        """The names, which are then forgotten."""
        names, self._names = frozenset(self._names), set()
        return names


@dataclass(frozen=True, slots=True)
class MeasuredTest:
    """A test, its seconds without a mutant, and the functions it calls."""

    item: pytest.Item
    seconds: float
    calls: frozenset[str]


class MutantPlugin:
    """Takes the place of pytest's own loop over tests."""

    def __init__(self, job: MutantJob, recorder: CallRecorder, notes: Path) -> None:
        """`notes` is a file for what the tests call."""
        self._job = job
        self._recorder = recorder
        self._notes = notes
        self._failed: list[str] = []
        self.fault = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a test that fails."""
        if report.failed:
            self._failed.append(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs all mutants; `fault` says why it could not."""
        if session.testsfailed:
            self.fault = "the tests cannot be collected"
            return True
        at_import = self._recorder.take()
        _make_database()
        measured = self._measure(session.items)
        os.environ[CHOSEN] = ""
        for source in self._job.sources:
            for mutant in source.mutants:
                function = f"{source.module}.{mutant.rpartition('__mutmut_')[0]}"
                chosen = choose_tests([test for test in measured if function in test.calls], source.own_tests)
                if function in at_import:
                    status = run_in_new_python(source, mutant)
                else:
                    status = self._run_mutant(f"{source.module}.{mutant}", chosen)
                add_result(source, mutant, status)
        return True

    def _measure(self, items: Sequence[pytest.Item]) -> list[MeasuredTest]:
        """Runs each test once without a mutant; those that fail are left out."""

        def run() -> int:
            with self._notes.open("w", encoding="utf-8") as lines:
                for at, item in enumerate(items):
                    begun = time.monotonic()
                    self._failed.clear()
                    item.config.hook.pytest_runtest_protocol(
                        item=item, nextitem=items[at + 1] if at + 1 < len(items) else None
                    )
                    seconds = -1.0 if self._failed else time.monotonic() - begun
                    print(seconds, *self._recorder.take(), file=lines)
            return PASSED

        code = run_forked(run, BASELINE)
        lines = self._notes.read_text(encoding="utf-8").splitlines() if self._notes.exists() else []
        self._notes.unlink(missing_ok=True)
        words = [line.split(" ") for line in lines]
        found = [
            MeasuredTest(item, float(first), frozenset(rest))
            for item, (first, *rest) in zip(items, words, strict=False)
        ]
        failed = [test.item.nodeid for test in found if test.seconds < 0]
        if code != PASSED or failed:
            self.fault = f"without a mutant (exit code {code}) these tests fail: {', '.join(failed)}"
        return [test for test in found if test.seconds >= 0]

    def _run_mutant(self, mutant: str, chosen: Sequence[MeasuredTest]) -> str:
        if not chosen:
            return "no tests"

        def run(patience: int) -> int:
            trampoline.set_mutant_under_test(mutant)
            for test, following in zip(chosen, [*chosen[1:], None], strict=True):
                # A test that hangs ends the process, long before the time of all tests is over.
                signal.setitimer(signal.ITIMER_REAL, patience * make_limits(test.seconds).wall_s)
                test.item.config.hook.pytest_runtest_protocol(
                    item=test.item, nextitem=None if following is None else following.item
                )
                if self._failed:
                    return 1
            return PASSED

        for patience in PATIENCE:
            limits = make_limits(sum(test.seconds for test in chosen), patience)
            code = run_forked(partial(run, patience), limits)
            if code not in TIMED_OUT:
                return "survived" if code == PASSED else "killed"
        return "timeout"


def choose_tests(covering: Sequence[MeasuredTest], own: Sequence[str]) -> list[MeasuredTest]:
    """The module's own tests first, the quickest first; then some of the others."""
    by_time = sorted(covering, key=lambda test: test.seconds)
    chosen = [test for test in by_time if test.item.nodeid.partition("::")[0] in own]
    room = OTHER_TESTS_S
    for test in by_time:
        room -= test.seconds
        if room < 0:
            break
        if test not in chosen:
            chosen.append(test)
    return chosen


def run_in_new_python(source: MutatedSource, mutant: str) -> str:
    """Runs the module's own tests in a Python that imports everything with the mutant chosen."""
    line = [sys.executable, "-m", "tests.mutants.worker", sys.argv[1], f"{source.module}.{mutant}"]
    try:
        done = subprocess.run(line, check=False, timeout=FRESH_S, capture_output=True)
    except subprocess.TimeoutExpired:
        return "timeout"
    return "survived" if done.returncode == PASSED else "killed"


def _make_database() -> None:
    """Makes once, for all mutants, the database that tests copy."""
    if database := sys.modules.get("tests.fakes.new_database"):
        database.make_template()


def main() -> int:
    """Answers 0 when all mutants were run; with MUTANT, PASSED when the tests passed."""
    file = Path(sys.argv[1])
    job = read_job(file)
    recorder = CallRecorder()
    # The name that the trampoline calls; mutmut writes to a file of its own in its place.
    vars(trampoline)["record_trampoline_hit"] = recorder.record
    sys.meta_path.insert(0, MutatedFinder(job.sources))
    options = ["-q", "-s", "--tb=no", "-p", "no:cacheprovider", "-p", "no:faulthandler", "-o", ENCODINGS]
    if len(sys.argv) > 2:
        trampoline.set_mutant_under_test(sys.argv[2])
        own = [source.own_tests for source in job.sources if sys.argv[2].startswith(f"{source.module}.x")]
        return PASSED if pytest.main(["-x", *options, *own[0]]) == pytest.ExitCode.OK else 1
    os.environ[CHOSEN] = "stats"
    plugin = MutantPlugin(job, recorder, file.with_suffix(".calls"))
    code = pytest.main([*options, *job.tests], plugins=[plugin])
    if plugin.fault or code != pytest.ExitCode.OK:
        print(plugin.fault or f"pytest ended with {code}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
