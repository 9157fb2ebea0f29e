"""Every bound of docs/limits.md names an existing test."""

from __future__ import annotations

import re

import pytest

from tests.docs.prose import ROOT

PAGE = ROOT / "docs" / "limits.md"
SHOWN, _, UNSHOWN = PAGE.read_text(encoding="utf-8").partition("## Bounds without a test of their own")
ROWS = [line for line in SHOWN.splitlines() if line.startswith("| ")][1:]
REST = [line for line in UNSHOWN.splitlines() if line.startswith("| ")][1:]
WHOSE = ("any caller", "without a key", "staging or live key", "receivers", "files", "backups", "upstream of a link")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[2].strip()[:60])
def test_the_named_test_exists(row: str) -> None:
    *_, named, _ = row.split("|")
    match = re.fullmatch(r" `(tests/[\w/]+\.py)::(test_\w+)` ", named)
    assert match is not None, named
    file, test = match.groups()
    assert re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)


def test_everyone_has_bounds() -> None:
    named = {row.split("|")[1].strip() for row in ROWS}
    assert set(WHOSE) <= named


@pytest.mark.parametrize("row", REST, ids=lambda row: row.split("|")[2].strip()[:60])
def test_where_a_bound_is_exists(row: str) -> None:
    *_, named, _ = row.split("|")
    assert (ROOT / named.strip(" `")).is_file(), named
