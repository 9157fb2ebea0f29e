"""The checks: all run, all counted, and the last line says how many tests ran."""

import sys
from pathlib import Path

import pytest

from installer.toolchain.checks import Result, check, conclude, counts, every_check, lint_lines, summary


def report(folder: Path, **numbers: int) -> Path:
    """A report as pytest writes it."""
    attributes = " ".join(f'{name}="{number}"' for name, number in numbers.items())
    path = folder / "report.xml"
    path.write_text(f"<testsuites><testsuite {attributes}/></testsuites>", encoding="utf-8")
    return path


def test_errors_count_as_failed_and_skipped_ones_are_named(tmp_path: Path) -> None:
    assert counts(report(tmp_path, tests=10, failures=1, errors=2, skipped=3)) == "4 passed, 3 failed, 3 skipped"
    assert counts(report(tmp_path, tests=10, failures=0, errors=0, skipped=0)) == "10 passed, 0 failed"


@pytest.mark.parametrize("text", ["", "<testsuites>"])
def test_no_report_is_a_failure(tmp_path: Path, text: str) -> None:
    path = tmp_path / "report.xml"
    assert counts(path).startswith("0 passed, 1 failed")
    path.write_text(text, encoding="utf-8")
    assert counts(path).startswith("0 passed, 1 failed")


@pytest.mark.parametrize("code", [0, 3])
def test_a_check_keeps_its_exit_code(tmp_path: Path, code: int) -> None:
    result = check(tmp_path, "one", [sys.executable, "-c", f"raise SystemExit({code})"])
    assert (result.name, result.code) == ("one", code)
    assert result.seconds > 0


def test_what_a_check_says_goes_to_a_file_with_its_errors(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    line = [sys.executable, "-c", "import sys; print('found', flush=True); print('why', file=sys.stderr)"]
    with (tmp_path / "said").open("w+b") as output:
        assert check(tmp_path, "one", line, output=output).code == 0
        output.seek(0)
        assert output.read().decode().split() == ["---", "one", "found", "why"]
    assert capfd.readouterr().out == ""


def test_one_failure_fails_all_and_the_closing_line_is_last(capsys: pytest.CaptureFixture[str]) -> None:
    results = [Result("mypy", 1, 2.0), Result("pytest", 0, 3.0)]
    assert conclude(results, "5 passed, 0 failed") == 1
    assert capsys.readouterr().out.splitlines()[-1] == "5 passed, 0 failed"
    assert conclude(results[1:]) == 0
    assert summary(results).splitlines()[0].split() == ["FAILED", "mypy", "2.0", "s"]


def make_tools(root: Path, failing: str) -> None:
    """Tools that print their name; the one of that name fails, as do the tests for `pytest`."""
    folder = root / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("ruff", "mypy", "lint-imports", "vulture", "python"):
        tool = folder / name
        script = f"case '{name} '$* in *'{failing}'*) exit 3;; esac"
        tool.write_text(f"#!/bin/sh\necho said by {name}\n{script}\n", "utf-8")
        tool.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="the tools are scripts of the shell")
@pytest.mark.parametrize("failing", ["ruff check", "format", "mypy", "lint-imports", "vulture", "runtimes", "pytest"])
def test_each_check_next_to_the_tests_can_fail_the_run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], failing: str
) -> None:
    make_tools(tmp_path, failing)
    results, closing = every_check(tmp_path, [])
    assert [one.name for one in results] == [*lint_lines(tmp_path), "pytest"]
    assert [one.code for one in results if one.code] == [3]
    assert capfd.readouterr().out.count("said by") == len(results)
    assert conclude(results, closing) == 1
    assert closing == "0 passed, 1 failed (pytest wrote no report)"
