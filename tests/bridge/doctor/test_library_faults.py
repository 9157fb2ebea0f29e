"""Versions of libraries with known faults, or without support."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bridge.doctor.library_faults import (
    LibraryVersions,
    Version,
    find_library_faults,
    has_certificate_fault,
    has_large_token_fault,
    has_reference_fault,
    has_wal_reset_fault,
)
from service.domain.times import parse_moment


@pytest.mark.parametrize(
    ("version", "faulty"),
    [
        ((3, 6, 23), False), ((3, 7, 0), True), ((3, 40, 1), True), ((3, 44, 5), True), ((3, 44, 6), False),
        ((3, 45, 0), True), ((3, 50, 6), True), ((3, 50, 7), False), ((3, 51, 2), True), ((3, 51, 3), False),
        ((3, 53, 4), False),
    ],
)  # fmt: skip
def test_wal_reset(version: Version, faulty: bool) -> None:
    assert has_wal_reset_fault(version) is faulty


@pytest.mark.parametrize(("version", "faulty"), [((2, 5, 0), True), ((2, 5, 9), True), ((2, 6, 0), False)])
def test_large_tokens(version: Version, faulty: bool) -> None:
    assert has_large_token_fault(version) is faulty


@pytest.mark.parametrize(
    ("version", "faulty"), [((1, 1, 1), False), ((3, 0, 0), True), ((3, 0, 6), True), ((3, 0, 7), False)]
)
def test_certificates(version: Version, faulty: bool) -> None:
    assert has_certificate_fault(version) is faulty


@pytest.mark.parametrize(
    ("qt", "python", "faulty"),
    [
        ((6, 12, 0), (3, 11, 7), True),
        ((6, 12, 0, 1), (3, 11, 7), True),
        ((6, 12, 1), (3, 11, 7), False),
        ((6, 12, 0), (3, 12, 0), False),
        ((6, 12, 0), (), False),
    ],
)
def test_references(qt: Version, python: Version, faulty: bool) -> None:
    assert has_reference_fault(qt, python) is faulty


TODAY = parse_moment("2026-11-27T12:00:00Z")
GOOD = LibraryVersions((3, 53, 4), (3, 0, 19), (2, 6, 0), (6, 11, 3), (3, 11, 7))


def test_good_and_unknown_versions_have_no_fault() -> None:
    assert find_library_faults(GOOD, TODAY) == ()
    assert find_library_faults(LibraryVersions(), TODAY) == ()
    assert LibraryVersions().named == ()


@pytest.mark.parametrize(
    ("versions", "words", "avoided"),
    [
        (replace(GOOD, sqlite=(3, 40, 1)), "SQLite 3.40.1 can lose pages", True),
        (replace(GOOD, expat=(2, 5, 0)), "expat 2.5.0 is slow", True),
        (replace(GOOD, openssl=(3, 0, 6)), "OpenSSL 3.0.6 can be crashed", False),
        (replace(GOOD, python=(3, 11, 3)), "Python 3.11.3 reads some addresses", False),
        (replace(GOOD, qt=(6, 12, 0)), "Qt 6.12.0 crashes on Python 3.11.7", False),
    ],
)
def test_each_fault_is_named_with_its_version(versions: LibraryVersions, words: str, avoided: bool) -> None:
    (fault,) = find_library_faults(versions, TODAY)
    assert str(fault.sentence).startswith(words)
    assert fault.avoided is avoided


def test_what_is_fixed_is_no_fault() -> None:
    assert find_library_faults(replace(GOOD, openssl=(3, 0, 7), qt=(6, 12, 0), python=(3, 12, 1)), TODAY) == ()
    assert find_library_faults(replace(GOOD, openssl=(1, 1, 1), python=(3, 11, 4)), TODAY) == ()


@pytest.mark.parametrize(("day", "told"), [("2027-03-23", False), ("2027-03-24", True)])
def test_a_library_without_support_is_named_from_the_day_after_the_last(day: str, told: bool) -> None:
    found = find_library_faults(GOOD, parse_moment(f"{day}T12:00:00Z"))
    sentence = "Qt 6.11.3 has had no fixes since 2027-03-23. Install the newest version of the program."
    assert [(str(fault.sentence), fault.avoided) for fault in found] == [(sentence, False)] * told
