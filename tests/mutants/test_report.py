"""What a run of the mutants comes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.report import format_report, is_uncounted, make_report, read_argued
from tests.mutants.selection import (
    DEFAULT_PATHS,
    MORE_TESTS,
    MOST_IMPORTING,
    ROOT,
    list_modules,
    list_neighbours,
    list_tests,
)

RESULTS = {
    "service.domain.money.x_format_bhd__mutmut_1": "killed",
    "service.domain.money.x_format_bhd__mutmut_2": "survived",
    "service.domain.keys.xǁKeyǁtext__mutmut_1": "no tests",
    "service.domain.keys.x_new__mutmut_1": "timeout",
}
PAGE = [
    "- `service.domain.money.x_format_bhd__mutmut_2`: the sum is the same.",
    "- `service.domain.keys.xǁKeyǁtext__mutmut_1`:",
]


def test_survivors_are_argued_or_to_mend() -> None:
    report = make_report(RESULTS, read_argued(PAGE))
    assert report.modules == {"service.domain.money": (1, 2), "service.domain.keys": (1, 2)}
    assert report.argued == ("service.domain.money.x_format_bhd__mutmut_2",)
    assert report.unargued == ("service.domain.keys.xǁKeyǁtext__mutmut_1",)
    assert not report.is_good
    assert format_report(report)[-1] == "50.0% caught, 1 argued, 1 to mend"


@pytest.mark.parametrize(("caught", "is_good"), [(95, True), (94, False)])
def test_95_in_100_must_be_caught_though_all_others_are_argued(caught: int, is_good: bool) -> None:
    results = {f"a.b.x_f__mutmut_{at}": "killed" if at < caught else "survived" for at in range(100)}
    assert make_report(results, frozenset(results)).is_good is is_good


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ('    x.encode("utf-8")', '    x.encode("UTF-8")', True),
        ('    hmac.digest(a, b, "sha256")', '    hmac.digest(a, b, "SHA256")', True),
        ('    x.encode("utf-8")', '    x.encode("XXutf-8XX")', False),
        ('    x == "abc"', '    x == "ABC"', False),
        ('    headers["Retry-After"] = "1"', '    headers["retry-after"] = "1"', True),
        ('    headers["Retry-After"] = "1"', '    headers["XXRetry-AfterXX"] = "1"', False),
        ('    db.execute("BEGIN IMMEDIATE")', '    db.execute("begin immediate")', True),
        ('    db.execute("COMMIT")', '    db.execute("XXCOMMITXX")', False),
        ('    message("Use POST here.")', '    message("XXUse POST here.XX")', True),
        ('    message("Use POST here.")', '    message("USE POST HERE.")', True),
        ('    message("Use POST here.")', "    message(None)", False),
        ('    f("Use POST here.", "a")', '    f("Use POST here.", "b")', False),
    ],
)
def test_the_case_of_a_name_and_the_words_of_a_sentence_do_not_count(before: str, after: str, same: bool) -> None:
    assert is_uncounted(["# name: survived", "--- a.py", "+++ a.py", f"-{before}", f"+{after}"]) is same


def test_a_module_has_its_mirrored_tests_or_those_that_import_it() -> None:
    assert list_tests("service/domain/money.py") == ["tests/service/domain/test_money.py"]
    assert list_tests("service/usecases/settle_clock.py") == ["tests/service/schedule/test_clock_guard.py"]
    importing = list_tests("service/domain/setting_kinds.py")
    assert 1 <= len(importing) <= MOST_IMPORTING
    assert all("setting" in test for test in importing[:1])


def test_the_other_tests_of_the_folder_look_at_what_a_module_s_own_let_through() -> None:
    others = list_neighbours("service/domain/money.py")
    assert "tests/service/domain/test_keys.py" in others
    assert "tests/service/domain/test_money.py" not in others


def test_every_module_of_the_usual_run_has_tests_that_are_there() -> None:
    modules = list_modules(DEFAULT_PATHS)
    assert "service/domain/money.py" in modules
    assert not [module for module in modules if module.endswith("__init__.py")]
    for module in (*modules, *MORE_TESTS):
        assert (ROOT / module).is_file()
        for test in list_tests(module):
            assert (ROOT / test).is_file()


def test_a_path_without_a_module_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="There is no module at service/nowhere"):
        list_modules(["service/nowhere"], tmp_path)
