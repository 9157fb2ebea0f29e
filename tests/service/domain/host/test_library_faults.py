"""Versions of SQLite and expat with known faults."""

from __future__ import annotations

import pytest

from service.domain.host.library_faults import Version, has_large_token_fault, has_wal_reset_fault


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
