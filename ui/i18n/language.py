"""The two languages and the loading of their compiled translations.

Qt's QtGui is not needed: it needs libraries of a display, which a computer without one lacks.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, Qt, QTranslator

from service.domain.sentences import Sentence
from service.domain.settings import SYSTEM
from ui.i18n.service_sentences import write_arabic

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

COMPILED = Path(__file__).parent


class Language(StrEnum):
    """A language of the window; the value is the file suffix of its translations."""

    ENGLISH = "en"
    ARABIC = "ar"

    @property
    def direction(self) -> Qt.LayoutDirection:
        right = self is Language.ARABIC
        return Qt.LayoutDirection.RightToLeft if right else Qt.LayoutDirection.LeftToRight


def resolve_language(code: str = SYSTEM, system: Callable[[], str] | None = None) -> Language:
    """The language chosen, or the system's where the window has it, else English."""
    name = code if code != SYSTEM else (system or (lambda: QLocale.system().name()))()
    return Language.ARABIC if name.startswith(Language.ARABIC.value) else Language.ENGLISH


def open_arabic(folder: Path = COMPILED) -> Callable[[Sentence], str]:
    """The writer of alerts in Arabic, without an application; RuntimeError at a broken file."""
    translator = load_translator(folder / f"{Language.ARABIC.value}.qm")

    def translate(context: str, text: str, comment: str = "", n: int = -1, /) -> str:
        return translator.translate(context, text, comment, n) or text

    return partial(write_arabic, translate=translate)


def load_translator(file: Path, parent: QObject | None = None) -> QTranslator:
    """One compiled file; RuntimeError if it cannot be read."""
    translator = QTranslator(parent)
    if not translator.load(str(file)):
        raise RuntimeError(f"{file.name} is no translation that Qt can read; install Counterpart again.")
    return translator


class Translations(QObject):
    """Installs the translators of one language: the window's, and with Arabic Qt's own."""

    def __init__(self, app: QGuiApplication, folder: Path = COMPILED, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._folder = folder
        self._loaded: dict[Language, list[QTranslator]] = {}
        self._installed: list[QTranslator] = []
        self.language = Language.ENGLISH

    def use(self, language: Language) -> None:
        """Switches texts and layout direction; RuntimeError if a shipped file cannot be read."""
        wanted = self._load(language)
        # Each translator that goes or comes is an event for every widget of the window.
        if wanted is not self._installed:
            for old in self._installed:
                QCoreApplication.removeTranslator(old)
            for new in wanted:
                QCoreApplication.installTranslator(new)
        self._installed = wanted
        self.language = language
        self._app.setLayoutDirection(language.direction)

    def _load(self, language: Language) -> list[QTranslator]:
        """The translators of a language, whose files are read at its first use."""
        if language not in self._loaded:
            files = [self._folder / f"{language.value}.qm"]
            files += [] if language is Language.ENGLISH else [find_texts_of_qt(language)]
            self._loaded[language] = [load_translator(file, self) for file in files]
        return self._loaded[language]


def find_texts_of_qt(language: Language) -> Path:
    """The file with Qt's own texts: the menu of a text field, the file and print dialogs."""
    return Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), f"qtbase_{language.value}.qm")
