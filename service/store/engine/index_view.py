"""One consistent view of the index of words: finds documents by their terms.

FTS5 collects all documents of all terms that begin with a text before it gives the first. So terms
that begin with a text are read one by one from its list of terms, as far as they are needed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from service.domain.catalogue.search_query import AllOf, AnyOf, Expression, Term

TERM_INSTANCES = "CREATE VIRTUAL TABLE temp.term_instances USING fts5vocab(main, terms, instance)"
"""Each connection makes it: each term with each of its documents, in order of the terms."""

_MAX_TERMS = 64
"""A text with which more terms begin is looked up last."""

_MAX_READ_SINGLY = 600
"""So many documents are read one by one, which is quick; FTS5 collects more than that at once."""

_MAX_BEGUN = 1_500
"""Of what has one beginning, so many documents are."""

_LEAST = " "
"""Comes before each letter and digit."""


class IndexFault(Exception):
    """A fault of the index. A search reads the database too, whose faults are its caller's."""

    def __init__(self, error: sqlite3.Error) -> None:
        super().__init__(str(error))
        self.error = error


class IndexView:
    """One consistent view of the index."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._begun_terms: dict[str, list[str] | None] = {}

    def read_revision(self, identity: str, owner: int) -> int:
        """Up to which revision the owner's items are filed; 0 where the index is of other data."""
        rows = self._read(
            "SELECT revision FROM owners WHERE owner = ? AND EXISTS (SELECT 1 FROM identity WHERE name = ?)",
            (owner, identity),
        )
        return next((revision for (revision,) in rows), 0)

    def find(self, owner: int, expression: Expression, limit: int) -> list[int]:
        """Subjects filed under an expression, in no order."""
        if isinstance(expression, Term) and expression.is_prefix and limit <= _MAX_BEGUN:
            return self._find_begun(f"{owner}{expression.text}", limit)
        query, narrow = self._render(owner, expression), self._render(owner, expression, only_narrow=True)
        if narrow not in ("", query) and not self._match(narrow, 1):
            return []
        return self._match(query, limit)

    def find_some(self, owner: int, expression: Expression, limit: int) -> tuple[list[int], bool]:
        """Some subjects that are quick to find, of which not all need to be filed under the
        expression, and whether these are all that there are (up to `limit`).
        """
        if isinstance(expression, Term):
            return self.find(owner, expression, limit), True
        query, narrow = self._render(owner, expression), self._render(owner, expression, only_narrow=True)
        if narrow == query:
            return self._match(query, limit), True
        if narrow:
            found = self._match(narrow, _MAX_READ_SINGLY)
            return found, len(found) < _MAX_READ_SINGLY
        first = next(_list_terms(expression))
        return self._find_begun(f"{owner}{first.text}", _MAX_READ_SINGLY), False

    def _match(self, query: str, limit: int) -> list[int]:
        rows = self._read(
            "SELECT documents.subject FROM terms JOIN documents ON documents.number = terms.rowid "
            "WHERE terms MATCH ? LIMIT ?",
            (query, limit),
        )
        return [subject for (subject,) in rows]

    def _find_begun(self, begun: str, limit: int) -> list[int]:
        """Reads no more terms than it needs; FTS5 would collect all documents of all of them."""
        rows = self._read(
            "SELECT DISTINCT documents.subject FROM term_instances CROSS JOIN documents "
            "ON documents.number = term_instances.doc WHERE term >= ? AND term < ? LIMIT ?",
            (begun, _after(begun), limit),
        )
        return [subject for (subject,) in rows]

    def _render(self, owner: int, expression: Expression, *, only_narrow: bool = False) -> str:
        """The query in FTS5's language. With `only_narrow` without what many terms begin with, ""
        where nothing else is left: it finds all that the whole query finds, and more.
        """
        match expression:
            case Term(text, is_prefix):
                terms = self._list_some_terms(f"{owner}{text}") if is_prefix else [f"{owner}{text}"]
                if terms is None:
                    return "" if only_narrow else f'"{owner}{text}"*'
                # Terms are letters and digits alone, so that no quote has to be escaped.
                return "(" + " OR ".join([f'"{term}"' for term in terms]) + ")"
            case AnyOf(options):
                rendered = [self._render(owner, one, only_narrow=only_narrow) for one in options]
                return f"({' OR '.join(rendered)})" if all(rendered) else ""
            case AllOf(conditions):
                rendered = [self._render(owner, one, only_narrow=only_narrow) for one in conditions]
                return f"({' AND '.join(filter(None, rendered))})" if any(rendered) else ""

    def _list_some_terms(self, begun: str) -> list[str] | None:
        """The terms that begin so, or the text itself; None where they are many."""
        if begun not in self._begun_terms:
            terms: list[str] = []
            after = begun
            while len(terms) <= _MAX_TERMS and (term := self._find_term(after, begun)) is not None:
                terms.append(term)
                after = term + _LEAST
            self._begun_terms[begun] = None if len(terms) > _MAX_TERMS else terms or [begun]
        return self._begun_terms[begun]

    def _find_term(self, least: str, begun: str) -> str | None:
        """The first term from `least` on that begins so."""
        rows = self._read(
            "SELECT term FROM term_instances WHERE term >= ? AND term < ? LIMIT 1", (least, _after(begun))
        )
        return next((term for (term,) in rows), None)

    def list_next_letters(self, owner: int, begun: str) -> list[str]:
        """The letters that follow the beginning of a term."""
        start = f"{owner}{begun}"
        letters: list[str] = []
        after = start + _LEAST
        while (term := self._find_term(after, start)) is not None:
            letters.append(term[len(start)])
            after = _after(start + letters[-1])
        return letters

    def list_begun_terms(self, owner: int, beginnings: Sequence[str], limit: int) -> list[str]:
        """Terms that begin with one of these; those of the first ones first."""
        ranges = [(f"{owner}{begun}", _after(f"{owner}{begun}")) for begun in beginnings]
        rows = self._read(
            "SELECT DISTINCT term FROM json_each(?) AS asked CROSS JOIN term_instances "
            "ON term >= json_extract(asked.value, '$[0]') AND term < json_extract(asked.value, '$[1]') LIMIT ?",
            (msgspec.json.encode(ranges).decode(), limit),
        )
        return [term.removeprefix(str(owner)) for (term,) in rows]

    def list_words_like(self, owner: int, word: str, limit: int) -> list[str]:
        """Words that begin or end as the word does: one error leaves one half right."""
        half = len(word) // 2
        forwards = self._read(
            "SELECT word FROM words WHERE owner = ? AND word >= ? AND word < ? LIMIT ?",
            (owner, word[:half], _after(word[:half]), limit),
        )
        ending = word[half:][::-1]
        backwards = self._read(
            "SELECT word FROM words WHERE owner = ? AND backwards >= ? AND backwards < ? LIMIT ?",
            (owner, ending, _after(ending), limit),
        )
        return [near for (near,) in (*forwards, *backwards)]

    def read_digests(self, subjects: Sequence[int]) -> dict[int, int]:
        """The digests of those that are filed."""
        rows = self._read(
            "SELECT subject, digest FROM json_each(?) AS asked CROSS JOIN documents ON subject = asked.value",
            (msgspec.json.encode(subjects).decode(),),
        )
        return dict(rows)

    def count(self) -> int:
        """How many documents are filed."""
        return int(self._read("SELECT count(*) FROM documents", ())[0][0])

    def _read(self, sql: str, values: tuple[Any, ...]) -> list[Any]:
        with index_faults():
            return self._connection.execute(sql, values).fetchall()


@contextmanager
def index_faults() -> Iterator[None]:
    """Raises IndexFault for a fault of SQLite."""
    try:
        yield
    except sqlite3.Error as error:
        raise IndexFault(error) from error


def _list_terms(expression: Expression) -> Iterator[Term]:
    match expression:
        case Term():
            yield expression
        case AnyOf(parts) | AllOf(parts):
            for part in parts:
                yield from _list_terms(part)


def _after(prefix: str) -> str:
    """The least text above all that begin with the prefix."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)
