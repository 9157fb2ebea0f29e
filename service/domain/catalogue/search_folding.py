"""Folds texts for the search: spellings that a person takes for the same become equal.

Case, accents, Arabic vowel marks, tatweel and the forms of hamza, alef, ya and ta marbuta make no
difference, nor do separators in a number and the digits of another script.
"""

from __future__ import annotations

import re
import unicodedata

_ARTICLE = "ال"
_MIN_WITH_ARTICLE = 5
_PARTS = re.compile(r"[^\W_]+")
_LETTERS = {"ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ء": "", "ـ": ""}

Chunk = tuple[str, ...]
"""The text between two spaces: its runs of letters and digits."""


class _Letters(dict[int, str]):
    """What each letter becomes, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        category = unicodedata.category(letter)
        if letter in _LETTERS:
            folded = _LETTERS[letter]
        elif category == "Nd":
            folded = str(unicodedata.decimal(letter))
        else:
            folded = "" if category in ("Mn", "Cf") else letter
        self[code] = folded
        return folded


_FOLDED = _Letters()


def fold_text(text: str) -> str:
    """The form that all spellings of a text share; folding it again changes nothing."""
    if text.isascii():
        return text.lower()
    folded = _fold_once(text)
    while not folded.isascii() and folded != (again := _fold_once(folded)):
        folded = again
    return folded


def _fold_once(text: str) -> str:
    return unicodedata.normalize("NFKD", text).casefold().translate(_FOLDED)


def split_chunks(folded: str) -> list[Chunk]:
    """Folded text as chunks; one without letters and digits is left out.

    For example, `5w-30 oil` gives `("5w", "30")` and `("oil",)`.
    """
    return [parts for chunk in folded.split() if (parts := tuple(_PARTS.findall(chunk)))]


def list_words(text: str) -> set[str]:
    """Every folded word of a text: the parts of its chunks, without their article too, and each
    divided chunk as one.
    """
    folded = fold_text(text)
    chunks = folded.split()
    words = {chunk for chunk in chunks if chunk.isalnum()}
    divided = [_PARTS.findall(chunk) for chunk in chunks if not chunk.isalnum()]
    words.update(*divided)
    if not folded.isascii():
        words.update([strip_article(word) for word in words])
    words.update(["".join(parts) for parts in divided if len(parts) > 1])
    return words


def strip_article(word: str) -> str:
    """An Arabic word without its article, which people leave out or add."""
    return word[2:] if len(word) >= _MIN_WITH_ARTICLE and word.startswith(_ARTICLE) else word


def compact_number(folded: str) -> str:
    """A part number without its separators."""
    return folded if folded.isalnum() else "".join(_PARTS.findall(folded))
