"""Whether an item is what a search means, and how well."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from enum import IntEnum

from service.domain.catalogue.items import Fit
from service.domain.catalogue.search_query import (
    QueryWord,
    SearchQuery,
    SearchTexts,
    begins_with_one_error,
    fold_text,
    has_stretch,
    holds_with_one_error,
    is_correctable,
    list_model_words,
    list_other_words,
    list_words,
    strip_article,
)

Rank = tuple[int, bool, int, str]
"""Less is better: how the words match, inactive, the length of its name, its folded SKU."""


class MatchKind(IntEnum):
    """How a word meets an item; less is better."""

    NUMBER = 0
    NAME = 2
    NUMBER_BEGINNING = 3
    NAME_BEGINNING = 4
    OTHER = 5
    OTHER_BEGINNING = 6
    YEAR = 5
    NUMBER_STRETCH = 7
    MISTYPED = 30


def rank_item(query: SearchQuery, texts: SearchTexts, *, forgiving: bool = False) -> Rank | None:
    """The rank of an item that every word meets, else None; `forgiving` allows one typing error."""
    match_rank = _FoldedItem(texts).match(query, forgiving=forgiving)
    if match_rank is None:
        return None
    name = texts.name if query.compact.isascii() else texts.name_ar or texts.name
    return match_rank, not texts.active, len(name), fold_text(texts.sku)


class _FoldedItem:
    """An item's texts, folded as far as the query needs them."""

    def __init__(self, texts: SearchTexts) -> None:
        self._texts = texts
        self._numbers = texts.numbers
        self._name = list_words(texts.name)
        if texts.name_ar:
            self._name |= list_words(texts.name_ar)
        self._other_words: frozenset[str] | None = None

    def match(self, query: SearchQuery, *, forgiving: bool) -> int | None:
        """The sum of the words' kinds."""
        if not query.words:
            return None
        compact = query.compact
        if compact in self._numbers:
            return MatchKind.NUMBER
        total, may_forgive = 0, forgiving
        # Most candidates have every word but the year, which the index leaves out.
        for word in sorted(query.words, key=lambda word: word.year is None):
            kind = self._match_word(word, query)
            if kind is None and may_forgive and self._is_mistyped(word):
                kind, may_forgive = MatchKind.MISTYPED, False
            if kind is None:
                return self._match_number(compact) if len(query.words) > 1 else None
            total += kind
        return total

    def _match_word(self, word: QueryWord, query: SearchQuery) -> int | None:
        kind = self._match_text(word.text)
        if kind is None and len(word.parts) > 1:
            kinds = [kind for part in word.parts if (kind := self._match_text(part)) is not None]
            kind = max(kinds) if len(kinds) == len(word.parts) else None
        if kind is None and word.year is not None and self._fits_year(word.year, query):
            return MatchKind.YEAR
        return kind

    def _match_text(self, text: str) -> int | None:
        number = self._match_number(text)
        if number is not None and number <= MatchKind.NAME:
            return number
        name = _match_words(text, self._name, MatchKind.NAME)
        if name is MatchKind.NAME:
            return name
        kinds = (number, name, _match_words(text, self._others, MatchKind.OTHER))
        return min((kind for kind in kinds if kind is not None), default=None)

    def _match_number(self, text: str) -> int | None:
        if not text:
            return None
        if text in self._numbers:
            return MatchKind.NUMBER
        kind = None
        for number in self._numbers:
            if number.startswith(text):
                return MatchKind.NUMBER_BEGINNING
            if kind is None and has_stretch(number, text):
                kind = MatchKind.NUMBER_STRETCH
        return kind

    @property
    def _others(self) -> frozenset[str]:
        if self._other_words is None:
            self._other_words = frozenset().union(*list_other_words(self._texts))
        return self._other_words

    def _fits_year(self, year: int, query: SearchQuery) -> bool:
        """Whether a car that the other words name, else any car, was built in that year."""
        if all(word.year is not None for word in query.words):
            return False
        fits = self._texts.fit
        named = [fit for fit in fits if any(_names_car(word, fit) for word in query.words)]
        return any(
            (fit.year_from is None or fit.year_from <= year) and (fit.year_to is None or year <= fit.year_to)
            for fit in named or fits
        )

    def _is_mistyped(self, word: QueryWord) -> bool:
        if not is_correctable(word):
            return False
        words = (*self._name, *self._others)
        return any(begins_with_one_error(word.text, other) for other in words) or any(
            holds_with_one_error(word.text, number) for number in self._numbers
        )


def _names_car(word: QueryWord, fit: Fit) -> bool:
    return _match_words(word.text, list_model_words(fit), MatchKind.OTHER) is not None


def _match_words(text: str, words: AbstractSet[str], whole: MatchKind) -> int | None:
    """A whole word, or the beginning of one, which counts less."""
    if text in words:
        return whole
    beginnings: tuple[str, ...] = (text,)
    bare = strip_article(text)
    if bare != text:
        if bare in words:
            return whole
        beginnings = (text, bare)
    for word in words:
        if word.startswith(beginnings):
            return MatchKind.NAME_BEGINNING if whole is MatchKind.NAME else MatchKind.OTHER_BEGINNING
    return None
