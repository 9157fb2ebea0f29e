"""Fast paths follow one pattern: a reference next to them, a test of their own, and a line in the
decision (docs/decisions/0005).
"""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DECISION = (ROOT / "docs" / "decisions" / "0005-fast-paths.md").read_text(encoding="utf-8")
FAST_PATHS = sorted(
    path.relative_to(ROOT) for room in ("service", "bridge", "ui") for path in (ROOT / room).rglob("*_fast.py")
)


def test_they_are_found() -> None:
    assert FAST_PATHS


@pytest.mark.parametrize("path", FAST_PATHS, ids=str)
def test_the_decision_names_it(path: Path) -> None:
    assert f"{path.with_suffix('').relative_to('service')}`" in DECISION


@pytest.mark.parametrize("path", FAST_PATHS, ids=str)
def test_it_has_its_reference_next_to_it_and_a_property_test(path: Path) -> None:
    assert (ROOT / path.with_name(path.name.replace("_fast", ""))).is_file()
    test = ROOT / "tests" / path.with_name(f"test_{path.name}")
    assert "@given" in test.read_text(encoding="utf-8")
