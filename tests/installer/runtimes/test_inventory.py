"""The inventory of runtimes: dates against a given day, versions against locks and packages."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest

from bridge.import_check import versions
from installer.runtimes.inventory import (
    INVENTORY,
    PAGE,
    Carried,
    faults,
    list_warnings,
    main,
    not_locked,
    other_versions,
    table,
    with_table,
    write_page,
)
from installer.surroundings import ROOT

DAY = date(2026, 11, 22)
ONE = Carried("windows", "OpenSSL", "3.5.8", "openssl.txt", "wheel==1.0", DAY, "OpenSSL")
SYSTEMS = {one.system for one in INVENTORY}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the locks and the page."""
    shutil.copytree(ROOT / "installer" / "requirements", tmp_path / "installer" / "requirements")
    (tmp_path / "docs").mkdir()
    shutil.copy(ROOT / PAGE, tmp_path / PAGE)
    return tmp_path


def test_a_part_without_support_is_named_with_its_lock() -> None:
    sentence = "OpenSSL 3.5.8 (windows) has had no support since 2026-11-22. Take a newer one: openssl.txt."
    assert list_warnings([ONE], DAY + timedelta(days=1)) == [sentence]


@pytest.mark.parametrize(("days", "warned"), [(91, False), (90, True), (0, True)])
def test_the_warning_begins_ninety_days_before_and_the_last_day_still_counts(days: int, warned: bool) -> None:
    sentence = f"OpenSSL 3.5.8 (windows) is supported until 2026-11-22 only: {days} days."
    assert list_warnings([ONE], DAY - timedelta(days=days)) == [sentence] * warned


def test_a_listed_version_that_is_not_locked_is_named() -> None:
    assert not_locked([ONE], {"openssl.txt": "# wheel==1.0 is not it\nwheel==1.0 --hash=sha256:aa\n"}) == []
    for text in ("wheel==1.0.1 --hash=sha256:aa\n", "# wheel==1.0 --hash=sha256:aa\n", ""):
        assert "OpenSSL 3.5.8 (windows) is listed as wheel==1.0" in not_locked([ONE], {"openssl.txt": text})[0]
    assert not_locked([ONE], {})


def test_a_package_with_other_versions_is_named() -> None:
    assert other_versions([ONE], "windows", {"OpenSSL": "3.5.8"}) == []
    assert other_versions([ONE], "windows", {"OpenSSL": "3.0.15", "Qt": "6.11.3"}) == [
        "The package has OpenSSL 3.0.15, listed is 3.5.8.",
        "The package has Qt 6.11.3, listed is nothing.",
    ]
    assert other_versions([ONE], "windows", {}) == ["The package has OpenSSL nothing, listed is 3.5.8."]
    assert other_versions([ONE], "linux", {"OpenSSL": "3.5.8"}), "another system has another list"


def test_each_package_lists_all_that_its_program_names() -> None:
    for system in SYSTEMS:
        assert {one.name for one in INVENTORY if one.system == system} == set(versions())


def test_what_comes_with_the_locked_packages_is_listed_as_it_is_here() -> None:
    found = versions()
    for name in ("Qt", "OpenSSL of cryptography"):
        assert {one.version for one in INVENTORY if one.name == name} == {found[name]}


def test_the_inventory_of_the_project_fits_its_locks_and_its_page() -> None:
    assert faults(ROOT) == []


def test_the_calendar_warns_and_never_fails_the_check(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = min(one.until for one in INVENTORY)
    assert main([], first + timedelta(days=10_000), root) == 0
    assert f"has had no support since {first}" in capsys.readouterr().out


def test_a_newer_lock_fails_the_check_until_the_inventory_follows(root: Path) -> None:
    lock = root / "installer" / "requirements" / "runtime.txt"
    qt = next(one for one in INVENTORY if one.name == "Qt")
    lock.write_text(lock.read_text(encoding="utf-8").replace(qt.pin, f"{qt.pin}.1"), encoding="utf-8")
    assert any(sentence.startswith("Qt ") for sentence in faults(root))


def test_an_old_page_fails_the_check_and_is_written_again(root: Path) -> None:
    page = root / PAGE
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("3.5.8", "3.5.7"), encoding="utf-8")
    assert faults(root) == ["docs/runtimes.md is old. Run: python3 dev.py lock"]
    write_page(root)
    assert page.read_text(encoding="utf-8") == text


def test_the_table_has_a_line_for_each_part() -> None:
    other = replace(ONE, name="Qt")
    assert [line.split("|")[2].strip() for line in table([ONE, other]).splitlines()[2:]] == ["OpenSSL", "Qt"]
    page = "before\n<!-- inventory: begin -->\nold\n<!-- inventory: end -->\nafter\n"
    assert with_table(page, (ONE,)).count("| OpenSSL | 3.5.8 |") == 1
    assert with_table(page, (ONE,)).endswith("<!-- inventory: end -->\nafter\n")
