"""Mutants of a small project, from their making to the answer."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.mutants.folder_run import run_folder
from tests.mutants.job import read_results
from tests.mutants.mutated_module import choose_mutants, mutate_module
from tests.mutants.selection import ROOT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="mutants are forked")

SOURCE = """
def is_small(number):
    return number < 10


def double(number):
    return number * 2


def count_days():
    return 7


DAYS = count_days()
"""
TESTS = """
from service.small import DAYS, is_small


def test_is_small():
    assert is_small(9)


def test_days():
    assert DAYS == 7


def test_broken():
    assert is_small(99)
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one module, its tests, and the code that runs mutants."""
    (tmp_path / "results").mkdir()
    (tmp_path / "service").mkdir()
    (tmp_path / "service" / "small.py").write_text(SOURCE)
    (tmp_path / "tests" / "service").mkdir(parents=True)
    (tmp_path / "tests" / "service" / "test_small.py").write_text(TESTS)
    shutil.copytree(ROOT / "tests" / "mutants", tmp_path / "tests" / "mutants", ignore=shutil.ignore_patterns("test_*"))
    (tmp_path / "pyproject.toml").write_text(
        '[tool.mutmut]\nsource_paths = ["service"]\n[tool.pytest.ini_options]\npythonpath = ["."]\n'
        'addopts = ["--import-mode=importlib"]\nasyncio_default_fixture_loop_scope = "function"\n'
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_mutant_is_run_with_the_tests_that_reach_it(work: Path) -> None:
    module = mutate_module("service/small.py", work)
    (work / "results" / f"service.small.{module.digest[:12]}.tsv").write_text("x_is_small__mutmut_1\tkilled\n")
    result = run_folder(["service/small.py"], work, None)
    assert "tests/service/test_small.py::test_broken" in result.fault
    (found,) = result.modules
    assert {name.removeprefix("service.small."): status for name, status in found.statuses.items()} == {
        # Caught in an earlier run.
        "x_is_small__mutmut_1": "killed",
        "x_is_small__mutmut_2": "survived",
        "x_double__mutmut_1": "no tests",
        "x_double__mutmut_2": "no tests",
        "x_count_days__mutmut_1": "killed",
    }


def test_some_mutants_are_chosen_the_same_each_time(work: Path) -> None:
    module = mutate_module("service/small.py", work)
    assert choose_mutants(module, None) == module.mutants
    assert choose_mutants(module, 99) == module.mutants
    chosen = choose_mutants(module, 3)
    assert len(chosen) == 3
    assert choose_mutants(module, 3) == chosen
    assert set(chosen) < set(module.mutants)


def test_stored_mutants_are_those_of_the_present_source(work: Path) -> None:
    module = mutate_module("service/small.py", work)
    assert mutate_module("service/small.py", work) == module
    (work / "service" / "small.py").write_text(SOURCE.replace("def double", "def triple"))
    assert "x_triple__mutmut_1" in mutate_module("service/small.py", work).mutants


def test_a_mutant_is_shown_as_what_it_changes(work: Path) -> None:
    lines = mutate_module("service/small.py", work).diff("x_is_small__mutmut_1")
    assert lines[0] == "# service.small.x_is_small__mutmut_1"
    assert [line for line in lines if line[0] in "+-"][2:] == ["-    return number < 10", "+    return number <= 10"]


def test_a_line_that_was_cut_off_is_no_result() -> None:
    assert read_results(["a\tkilled\n", "b\tsurvived\n", "b\tkilled\n", "c\tkil"]) == {"a": "killed", "b": "killed"}
