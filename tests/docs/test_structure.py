"""Tests mirror the source: a test of `service/x/y.py` is `tests/service/x/test_y.py`. Other tests
of a folder, or of a module in a folder of its name, say in theirs what they are about.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import pytest

from tests.docs.prose import ROOT

FLOORS = ("service", "ui", "bridge", "installer")
OF_SEVERAL_MODULES = ("tests/service/api/all_routes", "tests/service/delivery/outbox")
"""Folders of tests about several modules of the folder above."""


def without_source(tests: Iterable[PurePosixPath], root: Path) -> list[str]:
    """The folders of test modules that mirror neither a folder nor a module."""
    folders = {test.parent for test in tests}
    sources = {folder: root.joinpath(*folder.parts[1:]) for folder in folders}
    return sorted(
        str(folder)
        for folder, source in sources.items()
        if not source.is_dir() and not source.with_suffix(".py").is_file()
    )


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("tests/service/api/test_edge.py", []),
        ("tests/service/api/test_what_is_sent.py", []),
        ("tests/service/api/edge/test_refused_calls.py", []),
        ("tests/service/doors/test_edge.py", ["tests/service/doors"]),
        ("tests/service/api/door/test_edge.py", ["tests/service/api/door"]),
    ],
)
def test_a_test_without_its_source_is_found(tmp_path: Path, test: str, expected: list[str]) -> None:
    (tmp_path / "service" / "api").mkdir(parents=True)
    (tmp_path / "service" / "api" / "edge.py").touch()
    assert without_source([PurePosixPath(test)], tmp_path) == expected


def test_tests_mirror_the_source() -> None:
    tests = [
        PurePosixPath(path.relative_to(ROOT).as_posix())
        for floor in FLOORS
        for path in (ROOT / "tests" / floor).rglob("test_*.py")
    ]
    assert len(tests) > 100
    assert without_source(tests, ROOT) == sorted(OF_SEVERAL_MODULES)
