"""References of code and pages to a section or a file lead to one that exists. The form is
`contract §6.3` (CONTRIBUTING.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.prose import PAGES, ROOT, every_prose, pages, sections

_SECTIONS = re.compile(r"(?:\b([a-z_]+) )?(§[\d.]*\d(?:(?:, | and )§[\d.]*\d)*|§)")
_PAGE = re.compile(r"[\w/.-]*\w\.md\b")
_ISSUE = re.compile(r"\bissues? #?\d|\(issue\b", re.IGNORECASE)
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def faulty_references(text: str) -> Iterator[str]:
    """Every reference in a text that leads nowhere."""
    for found in _SECTIONS.finditer(text):
        known = sections(found[1]) if found[1] else frozenset[str]()
        for number in re.findall(r"§([\d.]*)", found[2]):
            if number not in known:
                yield f"{found[1] or ''} §{number}".strip()


def absent_sources(text: str, *folders: Path) -> Iterator[str]:
    """What a text names that a reader of the repository does not have:
    issues, and pages that are in neither the root, docs/ nor one of the folders.
    """
    yield from _ISSUE.findall(text)
    for name in _PAGE.findall(text):
        if not any((folder / name).is_file() for folder in (ROOT, PAGES, *folders)):
            yield name


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("The bounds of docs/performance.md, CONTRIBUTING.md and pull.md.", []),
        ("What CONTRACT.md says", ["CONTRACT.md"]),
        ("See issue 5 point 2", ["issue 5"]),
        ("Issue #7 says so", ["Issue #7"]),
        ("(issue: the test receiver)", ["(issue"]),
        ("hashlib.md5 and an issued key", []),
    ],
)
def test_what_a_reader_does_not_have_is_found(text: str, absent: list[str]) -> None:
    assert list(absent_sources(text)) == absent


def test_code_names_nothing_that_a_reader_does_not_have() -> None:
    assert {prose.place: absent for prose in every_prose() if (absent := list(absent_sources(prose.text)))} == {}


def test_pages_name_nothing_that_a_reader_does_not_have() -> None:
    found = {
        str(path.relative_to(ROOT)): list(absent_sources(path.read_text("utf-8"), path.parent)) for path in pages()
    }
    assert {name: absent for name, absent in found.items() if absent} == {}


def test_files_that_pages_name_are_there() -> None:
    """Paths in backquotes, such as `service/store/engine`; in those of recipes `x` is any name."""
    named = [
        f"{page.name}: {path}"
        for page in pages()
        for path in re.findall(r"`((?:service|ui|bridge|tests|installer|docs)/[\w./*-]*)`", page.read_text("utf-8"))
        if not list(ROOT.glob(path.rstrip("/"))) and not re.search(r"\bx\b|_x\.|[/_]x_", path)
    ]
    assert named == []


@pytest.mark.parametrize(
    ("text", "faulty"),
    [
        ("Items as held (contract §3).", []),
        ("Retries (contract §6.4), the tray (desktop §3.3)", []),
        ("Nothing there (contract §6.99).", ["contract §6.99"]),
        ("Two at once (contract §4.2 and §4.3, desktop §2).", []),
        ("One of two is wrong (contract §4.2 and §4.99).", ["contract §4.99"]),
        ("No such page (charter §1).", ["charter §1"]),
        ("No page (§4)", ["§4"]),
        ("No number (contract §).", ["contract §"]),
    ],
)
def test_a_reference_that_leads_nowhere_is_found(text: str, faulty: list[str]) -> None:
    assert list(faulty_references(text)) == faulty


def test_references_in_code_lead_to_a_heading() -> None:
    assert {prose.place: faulty for prose in every_prose() if (faulty := list(faulty_references(prose.text)))} == {}


def test_references_in_pages_lead_to_a_heading() -> None:
    found = {path.name: list(faulty_references(path.read_text("utf-8"))) for path in pages()}
    assert {name: faulty for name, faulty in found.items() if faulty} == {}


def test_links_between_pages_lead_to_a_file() -> None:
    faulty = [
        f"{path.relative_to(ROOT)}: {link}"
        for path in pages()
        for link in _LINK.findall(path.read_text("utf-8"))
        if "://" not in link and not (path.parent / link).exists()
    ]
    assert faulty == []


@pytest.mark.parametrize("page", ["contract", "desktop", "design", "link", "pull"])
def test_headings_are_numbered_in_their_order(page: str) -> None:
    numbers = [tuple(map(int, section.split("."))) for section in sections(page)]
    text = (PAGES / f"{page}.md").read_text("utf-8")
    written = re.findall(r"^#{2,4} (\d+(?:\.\d+)*)", text, re.MULTILINE)
    assert len(written) == len(numbers), "a number stands on two headings"
    assert [tuple(map(int, number.split("."))) for number in written] == sorted(numbers)
