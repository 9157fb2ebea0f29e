"""Prose uses plain words: none of those that once made it hard to read comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.docs.prose import ROOT, every_prose, pages

SOURCES = ("service", "ui", "bridge", "installer", "dev.py")
ODD_WORDS = {
    r"anew": "again",
    r"lest": "so that … not",
    r"ado": "work",
    r"whoever": "the caller, the user",
    r"twins?": "staging shop",
    r"desks?": "context, service",
    r"doorbell": "single instance server",
    r"surroundings": "environment, dependencies",
    r"befores": "undo log",
    r"blot(?:s|ted|ting)?": "redact",
    r"lies?": "is, are",
    r"stood": "was",
    r"stands?(?! for)": "is",
    r"told": "reported, known, called with",
    r"by then": "name the moment",
    r"(?:what|all that) (?:became|becomes) of": "the result of",
    r"(?:came|comes) of": "the result",
    r"(?:give|gives|gave|given) back": "return",
    r"hears? of": "gets a notice of",
    r"(?:hand|hands|handed) out": "return, give",
    r"goes? home": "return",
    r"taken? back": "undo",
    r"(?:come|comes|came) to rest": "stop",
    r"undress(?:ed)?": "unwrap",
    r"far end": "upstream",
}
"""Words that were removed from the prose, with what is written instead."""

_ODD = re.compile(rf"\b(?:{'|'.join(ODD_WORDS)})\b", re.IGNORECASE)
_NO_PROSE = re.compile(r"```.*?```|^    .*?$|`[^`]*`|\"[^\"]*\"|“[^”]*”|\[[^\]]*\]\([^)]*\)", re.DOTALL | re.MULTILINE)
HISTORY = ("renames.md", "CHANGELOG.md")
"""Pages about names and texts of earlier versions."""


def odd_words(text: str) -> Iterator[str]:
    """The odd words of a text, without its code and its quotations."""
    yield from (hit[0].lower() for hit in _ODD.finditer(_NO_PROSE.sub(" ", text)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Whoever asks is told.", ["whoever", "told"]),
        ("Built ANEW; what came of it.", ["anew", "came of"]),
        ("`{…}` stands for one segment, and nothing stands here.", ["stands"]),
        ('A button says "Whoever", a name is `told`, [a twin](twin.md) is a page.', []),
        ("```\nwhoever\n```\n    told\nHold the holder; the lieutenant understands.", []),
    ],
)
def test_an_odd_word_is_found_and_code_is_none(text: str, words: list[str]) -> None:
    assert list(odd_words(text)) == words


def test_docstrings_and_comments_have_no_odd_word() -> None:
    found = {
        prose.place: words
        for prose in every_prose()
        if prose.path.relative_to(ROOT).parts[0] in SOURCES and (words := list(odd_words(prose.text)))
    }
    assert found == {}


def test_pages_have_no_odd_word() -> None:
    found = {
        str(path.relative_to(ROOT)): words
        for path in pages()
        if path.name not in HISTORY and (words := list(odd_words(path.read_text("utf-8"))))
    }
    assert found == {}
