"""Prose uses plain words: none of those that once made it hard to read comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import pytest

from tests.docs.prose import ROOT, every_prose, pages, python_files, texts_of

ODD_WORDS = {
    r"anew": "again",
    r"lest": "so that … not",
    r"ado": "work",
    r"besides?": "next to, together with, in addition to, at the same time as",
    r"whoever": "the caller, the user",
    r"twins?": "staging shop",
    r"desks?": "context, service",
    r"doorbell": "single instance server",
    r"surroundings": "environment, dependencies",
    r"blot(?:s|ted|ting)?": "redact",
    r"lies?": "is, are",
    r"stood": "was",
    r"stands?(?! (?:in )?for)": "is",
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

FINE_IN_TEXTS = ("told", r"taken? back")
"""A buyer is told; a column's name; how the window names undo."""

_ODD = re.compile(rf"\b(?:{'|'.join(ODD_WORDS)})\b", re.IGNORECASE)
_NO_PROSE = re.compile(r"```.*?```|^    .*?$|`[^`]*`|\"[^\"]*\"|“[^”]*”|\[[^\]]*\]\([^)]*\)", re.DOTALL | re.MULTILINE)


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
        if prose.path != Path(__file__) and (words := list(odd_words(cleandoc(prose.text))))
    }
    assert found == {}


def test_pages_have_no_odd_word() -> None:
    found = {
        str(path.relative_to(ROOT)): words for path in pages() if (words := list(odd_words(path.read_text("utf-8"))))
    }
    assert found == {}


def test_texts_have_no_odd_word() -> None:
    fine = re.compile("|".join(FINE_IN_TEXTS), re.IGNORECASE)
    found = {
        text.place: words
        for path in python_files()
        if path.relative_to(ROOT).parts[0] != "tests"
        for text in texts_of(path)
        if (words := [word for word in odd_words(text.text) if not fine.fullmatch(word)])
    }
    assert found == {}
