"""Query parameters: whole numbers in bounds and words from a list, or 400 (contract §2.4)."""

from __future__ import annotations

import re
from collections.abc import Collection
from collections.abc import Set as AbstractSet
from urllib.parse import quote

from msgspec import Struct

from service.api.query.query_pairs_fast import split_pairs
from service.domain.call_log.entry_limits import list_names
from service.domain.errors import BadRequest
from service.domain.redaction import redact_path

MAX_OFFSET = 2**53 - 1
_MAX_SHOWN_NAMES, _MAX_SHOWN_NAME = 20, 40
IGNORED_HEADER = "X-Ignored-Parameters"
NONE: frozenset[str] = frozenset()
_INTEGER = re.compile(r"-?[0-9]{1,20}", re.ASCII)


class QueryParams(Struct, frozen=True):
    """The parameters of one call. Most may be given only once."""

    values: dict[str, str]
    repeated: frozenset[str]
    pairs: list[tuple[str, str]]
    """All of them, in order."""

    @classmethod
    def parse(cls, query: str) -> QueryParams:
        """Parses a query. Raises BadRequest if it is not UTF-8 or has far too many parameters."""
        try:
            pairs = split_pairs(query)
        except ValueError as error:
            raise BadRequest("The query cannot be read; send parameters as name=value in UTF-8.") from error
        values = dict(pairs)
        if len(values) == len(pairs):
            return cls(values, NONE, pairs)
        names = [name for name, _ in pairs]
        return cls(values, frozenset(name for name in names if names.count(name) > 1), pairs)

    def read_integer(self, name: str, default: int, least: int, most: int) -> int:
        """A whole number within bounds, or its default. Raises BadRequest."""
        text = self._get_once(name)
        if text is None:
            return default
        if not _INTEGER.fullmatch(text) or not least <= int(text) <= most:
            raise BadRequest(f"{name} must be an integer from {least} to {most}.")
        return int(text)

    def read_word(self, name: str, default: str, allowed: Collection[str]) -> str:
        """One of the given words, or the default. Raises BadRequest."""
        text = self._get_once(name)
        if text is None:
            return default
        if text not in allowed:
            raise BadRequest(f"{name} must be one of {', '.join(allowed)}.")
        return text

    def read_text(self, name: str) -> str | None:
        """A text, or None. Raises BadRequest if it is given more than once."""
        return self._get_once(name)

    def read_words(self, name: str, allowed: Collection[str]) -> list[str]:
        """Every value of a repeatable parameter, each one of the given words. Raises BadRequest."""
        words = [value for given, value in self.pairs if given == name]
        if any(word not in allowed for word in words):
            raise BadRequest(f"{name} must be one of {', '.join(allowed)}.")
        return words

    def read_many(self, name: str, most: int) -> list[str]:
        """Every value of a parameter that may be repeated. Raises BadRequest."""
        values = [value for given, value in self.pairs if given == name]
        if len(values) > most:
            raise BadRequest(f"{name} may be given at most {most} times, this has {len(values)}; send several calls.")
        return values

    def make_ignored_header(self, known: AbstractSet[str]) -> dict[str, str]:
        """The header that names ignored parameters: a typing error must not look as
        if it worked.
        """
        if self.values.keys() <= known:
            return {}
        names = sorted({redact_path(name) for name in self.values if name not in known})
        listed = ", ".join(quote(name[:_MAX_SHOWN_NAME], safe="[]") for name in names[:_MAX_SHOWN_NAMES])
        return {IGNORED_HEADER: listed}

    def note_unknown(self, known: AbstractSet[str]) -> tuple[str, ...]:
        """A note on ignored parameters; a secret in a name is redacted in every encoding."""
        if self.values.keys() <= known:
            return ()
        names = [name for name in self.values if name not in known]
        return (f"parameters ignored: {list_names(sorted(map(redact_path, names)))}",)

    def _get_once(self, name: str) -> str | None:
        if name in self.repeated:
            raise BadRequest(f"{name} is given more than once; give it once.")
        return self.values.get(name)
