"""Every bound of docs/limits.md is in the code by its name, and a test proves it.

A name is a constant, a class, a function or a field. A test proves it that mentions it, or that
tests a module which mentions it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from service.domain.marketplace.orders import ACCEPT_MINUTES
from service.domain.times import MINUTE
from service.domain.webhooks.retries import RETRY_AFTER, describe_schedule
from tests.docs.prose import ROOT

TABLE, _, UNPROVEN = (ROOT / "docs" / "limits.md").read_text("utf-8").partition("## Bounds without a test")
WHOSE = (
    "Any caller",
    "A caller without a key",
    "A caller with a key",
    "Receivers of webhooks",
    "Files",
    "Backups and secrets",
    "The upstream of a link",
)
_DEFINED = re.compile(r"^(?: {4})?(\w+)(?:: [^=\n]+)? = |^(?:class|def) (\w+)", re.MULTILINE)


class Bound(NamedTuple):
    """One name in one row of a table."""

    what: str
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.what})"


def bounds_of(text: str) -> list[Bound]:
    """The bounds of a page's tables."""
    rows = (line.split("|") for line in text.splitlines() if line.startswith("| ") and not line.startswith("| what |"))
    return [Bound(what.strip(), name) for _, what, _, names, _ in rows for name in names_in(names)]


def names_in(cell: str) -> list[str]:
    """The names in a cell; one that is none fails."""
    names = re.findall(r"`(\w+)`", cell)
    assert cell.strip() == ", ".join(f"`{name}`" for name in names), cell
    return names


@pytest.fixture(scope="module")
def sources() -> Mapping[Path, str]:
    """The text of each source module."""
    paths = (path for folder in ("service", "bridge", "ui") for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT): path.read_text("utf-8") for path in paths}


@pytest.fixture(scope="module")
def defined(sources: Mapping[Path, str]) -> set[str]:
    """The names of the code."""
    return {name or made for text in sources.values() for name, made in _DEFINED.findall(text)}


@pytest.fixture(scope="module")
def mentions(sources: Mapping[Path, str]) -> Mapping[Path, set[str]]:
    """The words of each source module, and of each test module."""
    tests = (path for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__))
    texts = {**sources, **{path.relative_to(ROOT): path.read_text("utf-8") for path in tests}}
    return {path: set(re.findall(r"\w+", text)) for path, text in texts.items()}


@pytest.fixture(scope="module")
def tests(mentions: Mapping[Path, set[str]]) -> set[Path]:
    """Each test module, and each folder of some."""
    return {place for path in mentions if path.parts[0] == "tests" for place in (path, path.parent)}


def proofs_of(home: Path) -> tuple[Path, ...]:
    """What proves a bound that a module mentions: the module if it is a test, or its tests."""
    folder = Path("tests", home.parent)
    return home, folder / f"test_{home.name}", folder / home.stem


@pytest.mark.parametrize("bound", bounds_of(TABLE), ids=str)
def test_a_bound_is_in_the_code_and_a_test_proves_it(
    bound: Bound, defined: set[str], mentions: Mapping[Path, set[str]], tests: set[Path]
) -> None:
    assert bound.name in defined
    homes = [path for path, words in mentions.items() if bound.name in words]
    assert any(not tests.isdisjoint(proofs_of(home)) for home in homes)


@pytest.mark.parametrize("bound", bounds_of(UNPROVEN), ids=str)
def test_a_bound_without_a_test_is_in_the_code(bound: Bound, defined: set[str]) -> None:
    assert bound.name in defined


@pytest.mark.parametrize("whose", WHOSE)
def test_everyone_has_bounds(whose: str) -> None:
    _, heading, section = TABLE.partition(f"\n## {whose}\n")
    assert heading
    assert bounds_of(section.partition("\n## ")[0])


def test_pages_say_the_schedule_and_the_time_to_accept_as_they_are() -> None:
    pages = {
        name: " ".join((ROOT / "docs" / f"{name}.md").read_text("utf-8").split())
        for name in ("contract", "webhooks", "integrating")
    }
    minutes = sum(RETRY_AFTER) // MINUTE
    assert f"follows after {describe_schedule()} minutes" in pages["contract"]
    assert f"follows after {describe_schedule()} minutes" in pages["webhooks"]
    assert f"retries for {minutes} minutes" in pages["integrating"]
    for name, sentence in (
        ("contract", "| `accept_by` | {} minutes after"),
        ("contract", "| ({} minutes) | placed | cancelled |"),
        ("contract", "nobody accepts within {} minutes is cancelled"),
        ("contract", "each placed order has {} minutes from that moment"),
        ("integrating", "nobody accepts within {} minutes is cancelled"),
    ):
        assert sentence.format(ACCEPT_MINUTES) in pages[name], sentence
