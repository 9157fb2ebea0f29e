"""The Arabic of the service's sentences without an application, for alerts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from service.domain.sentences import Sentence
from ui.i18n.arabic_sentences import write_arabic
from ui.i18n.language import COMPILED, Language, load_translator

_PARTS = ("service", "common")


def open_arabic(folder: Path = COMPILED) -> Callable[[Sentence], str]:
    """Loads the translations; RuntimeError if a shipped file cannot be read."""
    translators = tuple(load_translator(folder / f"{part}_{Language.ARABIC.value}.qm") for part in _PARTS)

    def translate(context: str, text: str, comment: str = "", n: int = -1, /) -> str:
        found = (translator.translate(context, text, comment, n) for translator in translators)
        return next(filter(None, found), text)

    return partial(write_arabic, translate=translate)
