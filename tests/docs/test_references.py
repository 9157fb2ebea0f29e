"""Where code and pages refer to a section or a file, it is there. The form is `contract §6.3` (CONTRIBUTING.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.docs.prose import PAGES, ROOT, Prose, pages, prose_of, python_files, sections

_SECTIONS = re.compile(r"(?:\b([a-z_]+) )?(§[\d.]*\d(?:(?:, | and )§[\d.]*\d)*|§)")
_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def faulty_references(text: str) -> Iterator[str]:
    """Every reference in a text that leads nowhere."""
    for found in _SECTIONS.finditer(text):
        known = sections(found[1]) if found[1] else frozenset[str]()
        for number in re.findall(r"§([\d.]*)", found[2]):
            if number not in known:
                yield f"{found[1] or ''} §{number}".strip()


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
    every: list[Prose] = [prose for path in python_files() for prose in prose_of(path)]
    assert {prose.place: faulty for prose in every if (faulty := list(faulty_references(prose.text)))} == {}


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


@pytest.mark.parametrize("page", ["contract", "desktop", "design"])
def test_headings_are_numbered_in_their_order(page: str) -> None:
    numbers = [tuple(map(int, section.split("."))) for section in sections(page)]
    text = (PAGES / f"{page}.md").read_text("utf-8")
    written = re.findall(r"^#{2,4} (\d+(?:\.\d+)*)", text, re.MULTILINE)
    assert len(written) == len(numbers), "a number stands on two headings"
    assert [tuple(map(int, number.split("."))) for number in written] == sorted(numbers)
