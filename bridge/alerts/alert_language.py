"""Puts alerts into the language of the settings where no window does it: `serve` and commands."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cached_property

from service.domain.sentences import Sentence

log = logging.getLogger(__name__)


class AlertLanguage:
    """`read_language` gives `en`, `ar` or `system`. Qt is loaded when a sentence may need it."""

    def __init__(self, read_language: Callable[[], str]) -> None:
        self._read_language = read_language

    def speak(self, sentence: Sentence) -> str:
        """The sentence in the language that is set now."""
        language = self._read_language()
        if language == "en":
            return str(sentence)
        return self._speak_arabic(sentence) if language == "ar" or self._is_system_arabic else str(sentence)

    @cached_property
    def _is_system_arabic(self) -> bool:
        try:
            from ui.i18n.language import Language, resolve_language  # noqa: PLC0415 - see the class
        except ImportError as error:
            _log_missing(error)
            return False
        return resolve_language() is Language.ARABIC

    @cached_property
    def _speak_arabic(self) -> Callable[[Sentence], str]:
        try:
            from ui.i18n.language import open_arabic  # noqa: PLC0415 - see the class

            return open_arabic()
        except (ImportError, RuntimeError) as error:
            _log_missing(error)
            return str


def _log_missing(error: Exception) -> None:
    """A small computer may lack libraries of Qt or lrelease; alerts then go on in English."""
    log.warning("Alerts are in English, as the translations cannot be loaded: %s", error)
