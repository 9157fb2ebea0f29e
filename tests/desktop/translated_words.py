"""The words of the window in its language, found by their English source texts."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import product
from typing import Final

from tests.translations import read

_PLACEHOLDER: Final = re.compile(r"%n|%L?\d|\{\w+\}")
_MIN_LETTERS: Final = 3
_Template = tuple[re.Pattern[str], list[str], tuple[str, ...]]


class TranslatedWords:
    """`find("Accept ORD-1?")` gives what a window in this language may show for it."""

    def __init__(self, language: str) -> None:
        self._texts: dict[str, set[str]] = {}
        self._templates: list[_Template] = []
        for message in read(language).getroot().iter("message"):
            self._add_message(message)

    def find(self, words: str) -> set[str]:
        """Every translation of a text, or of a template that it fills, with other texts or as they
        are; the words themselves where there is none, as with part numbers and names.
        """
        found = self._translate(words)
        # What the service says about a field begins with a capital letter in the window.
        found |= {text[:1].upper() + text[1:] for text in self._translate(words[:1].lower() + words[1:])}
        return found or {words}

    def _translate(self, words: str) -> set[str]:
        found = set(self._texts.get(words, ()))
        for pattern, names, translations in self._templates:
            if filled := pattern.fullmatch(words):
                known = [{value, *self._texts.get(value, ())} for value in filled.groups()]
                for values in product(*known):
                    found |= {_fill(text, dict(zip(names, values, strict=True))) for text in translations}
        return found

    def _add_message(self, message: ET.Element) -> None:
        source = message.findtext("source") or ""
        translation = message.find("translation")
        forms = [] if translation is None else [form.text or "" for form in translation.iter("numerusform")]
        texts = forms or ["" if translation is None else translation.text or ""]
        kept = tuple(text for text in texts if text) or (source,)
        if not _PLACEHOLDER.search(source):
            self._texts.setdefault(source, set()).update(kept)
        elif sum(letter.isalpha() for letter in _PLACEHOLDER.sub("", source)) >= _MIN_LETTERS:
            self._templates.append((*_pattern(source), kept))


def _pattern(source: str) -> tuple[re.Pattern[str], list[str]]:
    """A pattern of the source's filled texts, and the names of its groups. A plural in brackets
    fits with and without its ending.
    """
    names: list[str] = []
    parts = []
    at = 0
    for placeholder in _PLACEHOLDER.finditer(source):
        parts += [_literal(source[at : placeholder.start()]), "(.+?)"]
        names.append(placeholder.group())
        at = placeholder.end()
    return re.compile("".join([*parts, _literal(source[at:])])), names


def _literal(text: str) -> str:
    return re.sub(r"\\\((\w+)\\\)", r"(?:\\(\1\\)|\1)?", re.escape(text))


def _fill(text: str, values: dict[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: values.get(found.group(), found.group()), text)
