"""What a person types to find a part, and the terms under which parts are filed for it.

A term begins with `w` for a word, `s` for a part number whole, `n` for a stretch of one, or `y`
for years of the cars that the part fits. A number is filed under each of its ends, so that every
stretch of it is the beginning of a term.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import NamedTuple

from service.domain.catalogue.items import Fit

_ARTICLE = "ال"
_MIN_WITH_ARTICLE = 5
_PARTS = re.compile(r"[^\W_]+")
_LETTERS = {"ٱ": "ا", "ى": "ي", "ی": "ي", "ة": "ه", "ک": "ك", "ء": "", "ـ": ""}

Chunk = tuple[str, ...]
"""The text between two spaces: its runs of letters and digits."""
MIN_WORD = 4
"""Shorter words are near too many others."""
MAX_TEXT = 200
"""Characters of a search that are looked at."""

MAX_WORDS = 10
_WORD, _WHOLE_NUMBER, _NUMBER, _YEAR = "w", "s", "n", "y"
_MAX_TERM = 24
_MAX_ENDS = 64
_MIN_END = 3
_MIN_BEGUN = 3
"""Shorter beginnings are filed under too much to be looked up together with longer ones; the rule
that decides looks at them all the same.
"""

_MAX_BEGUN_NUMBERS = 100
"""How many numbers that begin with a text are looked up before its words: these may be better."""

_YEARS = range(1950, 2050)
_DECADE = 10


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
    """Folded text as chunks: `5w-30 oil` gives `("5w", "30")` and `("oil",)`."""
    return [parts for chunk in folded.split() if (parts := tuple(_PARTS.findall(chunk)))]


def list_words(text: str) -> set[str]:
    """Every folded word of a text: parts of chunks, also without article, and whole chunks."""
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


def is_one_error_apart(first: str, second: str) -> bool:
    """True also for equal words."""
    if abs(len(first) - len(second)) > 1:
        return False
    shorter = min(len(first), len(second))
    start = 0
    while start < shorter and first[start] == second[start]:
        start += 1
    end = 0
    while end < shorter - start and first[len(first) - 1 - end] == second[len(second) - 1 - end]:
        end += 1
    left, right = first[start : len(first) - end], second[start : len(second) - end]
    if len(left) <= 1 and len(right) <= 1:
        return True
    return len(left) == 2 and left == right[::-1]


@lru_cache(maxsize=16_384)
def begins_with_one_error(typed: str, word: str) -> bool:
    """Whether a word, or its beginning, is what was typed but for one error."""
    return any(is_one_error_apart(typed, word[:length]) for length in _lengths(typed, len(word)))


def holds_with_one_error(typed: str, number: str) -> bool:
    """The same for any stretch of a number."""
    lengths = _lengths(typed, len(number))
    return any(
        is_one_error_apart(typed, number[start : start + length])
        for start in range(len(number))
        for length in lengths
        if start + length <= len(number)
    )


def list_one_error_away(typed: str, list_letters: Callable[[str], Iterable[str]]) -> set[str]:
    """What was typed, and all that is one typing error away from it. Letters are only exchanged or
    added where `list_letters` says that they follow what is before them.
    """
    near = {typed}
    for place in range(len(typed)):
        before, after = typed[:place], typed[place + 1 :]
        letters = tuple(list_letters(before))
        near.update([before + letter + after for letter in letters])
        near.update([before + letter + typed[place:] for letter in letters])
        near.add(before + after)
        near.add(before + after[:1] + typed[place] + after[1:])
    return near


def _lengths(typed: str, longest: int) -> range:
    return range(max(1, len(typed) - 1), min(len(typed) + 1, longest) + 1)


@dataclass(frozen=True, slots=True)
class SearchTexts:
    """The texts of an item that a search looks at."""

    sku: str
    name: str
    name_ar: str | None = None
    oem_number: str | None = None
    brand: str | None = None
    category: str | None = None
    fit: tuple[Fit, ...] = ()
    active: bool = True
    shelf: str | None = None
    barcode: str | None = None

    @property
    def numbers(self) -> list[str]:
        """What its part numbers and its barcode can be written as."""
        texts = (self.sku, self.oem_number, self.barcode)
        return [number for text in texts if text for number in list_numbers(text)]


SEARCHED = tuple(field.name for field in fields(SearchTexts) if field.name not in ("fit", "active"))
"""Its texts that are fields of an item, in its order."""


@dataclass(frozen=True, slots=True)
class QueryWord:
    """The text between two spaces: as one, and its parts where separators divide it."""

    text: str
    parts: tuple[str, ...]

    @property
    def year(self) -> int | None:
        """The model year that it may be."""
        return _parse_year(self.text)


@lru_cache(maxsize=64)  # each item of a search asks for the same ones
def _parse_year(text: str) -> int | None:
    is_year = len(text) == 4 and text.isdecimal() and int(text) in _YEARS
    return int(text) if is_year else None


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """The words, and all of them together as a part number has them."""

    words: tuple[QueryWord, ...]

    @property
    def compact(self) -> str:
        return "".join(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Term:
    """A term, or with `is_prefix` every term that begins with it."""

    text: str
    is_prefix: bool = False


@dataclass(frozen=True, slots=True)
class AnyOf:
    """What is filed under one of these."""

    options: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class AllOf:
    """What is filed under each of these."""

    conditions: tuple[Expression, ...]


Expression = Term | AnyOf | AllOf


class Stage(NamedTuple):
    """One look into the index: what is looked up, and how many items of it at most."""

    lookup: Expression
    most: int | None = None


def parse_query(text: str) -> SearchQuery:
    """The words of a typed text; none where it has no letter and no digit."""
    chunks = split_chunks(fold_text(text[:MAX_TEXT]))[:MAX_WORDS]
    return SearchQuery(tuple(QueryWord("".join(parts), parts) for parts in chunks))


def list_terms(texts: SearchTexts, words: Iterable[str]) -> set[str]:
    """Every term under which an item is filed; `words` are those of `list_item_words`."""
    terms = {_WORD + word[:_MAX_TERM] for word in words}
    for number in texts.numbers:
        terms.add(_WHOLE_NUMBER + number[:_MAX_TERM])
        terms.update([_NUMBER + number[start : start + _MAX_TERM] for start in range(_last_end(number) + 1)])
    return terms.union(*(_list_year_terms(fit.year_from, fit.year_to) for fit in texts.fit))


@lru_cache(maxsize=4096)
def _list_year_terms(first: int | None, last: int | None) -> frozenset[str]:
    """Decades that are covered wholly, and the single years of the others: 2018 to 2031 gives
    `y2018`, `y2019`, `y202`, `y2030`, `y2031`. Without an end, up to the last year of a search.
    """
    start = _YEARS.start if first is None else max(first, _YEARS.start)
    stop = _YEARS.stop if last is None else min(last + 1, _YEARS.stop)
    decades = range(-(-start // _DECADE) * _DECADE, stop - _DECADE + 1, _DECADE)
    covered = {year for decade in decades for year in range(decade, decade + _DECADE)}
    years = (year for year in range(start, stop) if year not in covered)
    return frozenset((*(f"{_YEAR}{decade // _DECADE}" for decade in decades), *(f"{_YEAR}{year}" for year in years)))


def list_item_words(texts: SearchTexts) -> set[str]:
    """The folded words of an item: names, brand, category, shelf, cars."""
    words = list_words(texts.name)
    if texts.name_ar:
        words |= list_words(texts.name_ar)
    return words.union(*list_other_words(texts))


def list_other_words(texts: SearchTexts) -> list[frozenset[str]]:
    """Those of brand, category, shelf and cars."""
    other = [_list_repeated(text) for text in (texts.brand, texts.category, texts.shelf) if text]
    return [*other, *(list_car_words(fit) for fit in texts.fit)]


def list_car_words(fit: Fit) -> frozenset[str]:
    """The words of a car's make and model."""
    return _list_repeated(f"{fit.make} {fit.model}")


def list_model_words(fit: Fit) -> frozenset[str]:
    """The words of its model alone."""
    return _list_repeated(fit.model)


@lru_cache(maxsize=8192)
def _list_repeated(text: str) -> frozenset[str]:
    """Brands, categories and cars are the same on many items."""
    return frozenset(list_words(text))


def list_numbers(text: str) -> list[str]:
    """The part numbers of a SKU or OEM number: the whole, and each between spaces."""
    folded = fold_text(text)
    whole = compact_number(folded)
    numbers = [whole] if whole else []
    if " " in folded:
        numbers += ["".join(parts) for parts in split_chunks(folded)]
    return numbers


def names_part(text: str, numbers: Iterable[str | None]) -> bool:
    """Whether a text, a scanned barcode perhaps, is one of those part numbers whole."""
    compact = parse_query(text).compact
    return bool(compact) and any(compact in list_numbers(number) for number in numbers if number)


def has_stretch(number: str, typed: str) -> bool:
    """Whether a number is filed under a term that begins with what was typed."""
    return 0 <= number.find(typed) <= _last_end(number)


def _last_end(number: str) -> int:
    return min(max(0, len(number) - _MIN_END), _MAX_ENDS)


def list_stages(query: SearchQuery) -> list[Stage]:
    """What to look up one after the other, the most likely first.

    First the text as one part number, whole and then begun: many numbers may begin with it. Then
    all words as they are, then words that are begun, then the text as a stretch of a number.
    A year next to other words is looked up among the years of cars too.
    """
    if not query.words:
        return []
    words, years = split_years(query)
    whole = _cut(_WHOLE_NUMBER, query.compact)
    stages = [Stage(Term(whole)), Stage(Term(whole, is_prefix=True), _MAX_BEGUN_NUMBERS)]
    stages.append(Stage(AllOf((*(typed_word(word) for word in words), *(fitting_year(year) for year in years)))))
    long = [word for word in words if len(word.text) >= _MIN_BEGUN]
    begun = [begun_word(word) for word in long or words]
    begun += [AnyOf((begun_word(year), fitting_year(year))) for year in years if long]
    lookups = list_options(begun[0]) if len(begun) == 1 else [AllOf(tuple(begun))]
    stages += [Stage(lookup) for lookup in lookups]
    stages.append(Stage(Term(_cut(_NUMBER, query.compact), is_prefix=True)))
    return list(dict.fromkeys(stages))


def split_years(query: SearchQuery) -> tuple[list[QueryWord], list[QueryWord]]:
    """The words, and the years next to them; years alone are words, as they name no car."""
    words = [word for word in query.words if word.year is None]
    years = [word for word in query.words if word.year is not None]
    return (words, years) if words else (years, [])


def fitting_year(word: QueryWord) -> Expression:
    """What is filed under a year as a word, or fits a car of that year."""
    typed = Term(_cut(_WORD, word.text))
    return AnyOf((typed, Term(_YEAR + word.text), Term(f"{_YEAR}{int(word.text) // _DECADE}")))


def list_options(expression: Expression) -> list[Expression]:
    """What is to be looked up one by one instead of an AnyOf: each costs less than all together."""
    if isinstance(expression, AnyOf):
        return [one for option in expression.options for one in list_options(option)]
    return [expression]


def begun_word(word: QueryWord) -> Expression:
    """What is filed under a word, a beginning of it, or a stretch of a number."""
    whole = _begun_part(word.text)
    if len(word.parts) == 1:
        return whole
    parts = [part for part in word.parts if len(part) >= _MIN_BEGUN] or word.parts
    return AnyOf((whole, AllOf(tuple(_begun_part(part) for part in parts))))


def corrected_word(neighbours: Iterable[str], numbers: Iterable[str]) -> Expression:
    """What is filed under the words near a mistyped one, or under terms of numbers near it."""
    return AnyOf((*(Term(_cut(_WORD, near)) for near in neighbours), *(Term(term) for term in numbers)))


def list_mistyped_numbers(word: QueryWord, list_letters: Callable[[str], Iterable[str]]) -> list[str]:
    """Beginnings of the terms of numbers that hold a word but for one typing error, the longest
    first; none for a word without a digit. `list_letters` gives what follows the beginning of a
    term.
    """
    if not any(letter.isdecimal() for letter in word.text):
        return []
    near = list_one_error_away(word.text[:_MAX_TERM], lambda begun: list_letters(_NUMBER + begun))
    return sorted((_NUMBER + text for text in near if text), key=lambda term: (-len(term), term))


def is_correctable(word: QueryWord) -> bool:
    """Whether a typing error in it can be forgiven."""
    return len(word.text) >= MIN_WORD and word.year is None


def choose_neighbours(typed: str, words: Iterable[str], limit: int) -> list[str]:
    """The words that are, or begin with, what was typed but for one error, by length."""
    near = {word for word in words if begins_with_one_error(typed, word)}
    return sorted(near, key=lambda word: (len(word), word))[:limit]


def typed_word(word: QueryWord) -> Expression:
    """What is filed under a word as it was typed."""
    whole = Term(_cut(_WORD, word.text))
    if len(word.parts) == 1:
        return whole
    return AnyOf((whole, AllOf(tuple(Term(_cut(_WORD, part)) for part in word.parts))))


def _begun_part(part: str) -> Expression:
    options = [Term(_cut(_WORD, part), is_prefix=True), Term(_cut(_NUMBER, part), is_prefix=True)]
    bare = strip_article(part)
    if bare != part:
        options.append(Term(_cut(_WORD, bare), is_prefix=True))
    return AnyOf(tuple(options))


def _cut(kind: str, text: str) -> str:
    return kind + text[:_MAX_TERM]
