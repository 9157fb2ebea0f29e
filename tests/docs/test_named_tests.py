"""Every test that a page names exists."""

from __future__ import annotations

import re

import pytest

from tests.docs.prose import PAGES, ROOT

_NAMED = re.compile(r"`(test_\w+?)(?:\.py)?`")
_DEFINED = re.compile(r"^ *(?:async )?def (test_\w+)", re.MULTILINE)
PAGES_WITH_TESTS = sorted(page for page in PAGES.glob("*.md") if _NAMED.search(page.read_text("utf-8")))


@pytest.fixture(scope="module")
def known() -> set[str]:
    """The names of test modules and of the tests in them."""
    modules = list((ROOT / "tests").rglob("test_*.py"))
    tests = (name for module in modules for name in _DEFINED.findall(module.read_text("utf-8")))
    return {*tests, *(module.stem for module in modules)}


@pytest.mark.parametrize("page", [page.name for page in PAGES_WITH_TESTS])
def test_a_page_names_tests_that_exist(page: str, known: set[str]) -> None:
    named = set(_NAMED.findall((PAGES / page).read_text("utf-8")))
    assert named - known == set()
