"""A request: its target, its query, its caller."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote

import msgspec
from aiohttp import web
from msgspec import Struct

from service.domain.errors import BadRequest
from service.domain.idempotency import RepeatableCall
from service.domain.keys import ApiKey
from service.domain.redaction import redact_path
from service.domain.shops import Shop
from service.domain.times import Millis

MAX_OFFSET = 2**53 - 1
MAX_PARAMETERS = 200
"""A call that names 100 items has others too."""
_MAX_SHOWN_NAMES, _MAX_SHOWN_NAME = 20, 40
IGNORED_HEADER = "X-Ignored-Parameters"
_NONE: frozenset[str] = frozenset()
_INTEGER = re.compile(r"-?[0-9]{1,20}", re.ASCII)
_SCHEME = "http://"
MAX_TARGET_BYTES = 8_190
"""Of a path with its query."""
MAX_REQUEST_LINE_BYTES = 32 * 1024
"""Of a request line that is read at all: one that is too long is refused, and logged."""


class QueryParams(Struct, frozen=True):
    """The parameters of one call. Most may be given only once."""

    values: dict[str, str]
    repeated: frozenset[str]
    pairs: list[tuple[str, str]]
    """All of them, in order."""
    asked: set[str] = msgspec.field(default_factory=set)
    """The names that were read; the others mean nothing."""

    @classmethod
    def parse(cls, query: str) -> QueryParams:
        """Parses a query. Raises BadRequest if it is not UTF-8 or has far too many parameters."""
        try:
            pairs = parse_qsl(query, keep_blank_values=True, errors="strict", max_num_fields=MAX_PARAMETERS)
        except ValueError as error:
            if query.count("&") >= MAX_PARAMETERS:
                raise BadRequest(f"A call may have at most {MAX_PARAMETERS} parameters; send several calls.") from error
            raise BadRequest("The query cannot be read; send parameters as name=value in UTF-8.") from error
        values = dict(pairs)
        if len(values) == len(pairs):
            return cls(values, _NONE, pairs)
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
        """A text, or None. Raises BadRequest if it is given more than once or has U+0000."""
        text = self._get_once(name)
        return None if text is None else _check_text(name, text)

    def read_words(self, name: str, allowed: Collection[str]) -> list[str]:
        """Every value of a repeatable parameter, each one of the given words. Raises BadRequest."""
        self.asked.add(name)
        words = [value for given, value in self.pairs if given == name]
        if any(word not in allowed for word in words):
            raise BadRequest(f"{name} must be one of {', '.join(allowed)}.")
        return words

    def read_many(self, name: str, most: int) -> list[str]:
        """Every value of a parameter that may be repeated. Raises BadRequest."""
        self.asked.add(name)
        values = [value for given, value in self.pairs if given == name]
        if len(values) > most:
            raise BadRequest(f"{name} may be given at most {most} times, this has {len(values)}; send several calls.")
        return [_check_text(name, value) for value in values]

    def list_ignored(self) -> list[str]:
        """The names that nobody asked for, without what looks like a secret."""
        return sorted({redact_path(name) for name in self.values.keys() - self.asked})

    def _get_once(self, name: str) -> str | None:
        self.asked.add(name)
        if name in self.repeated:
            raise BadRequest(f"{name} is given more than once; give it once.")
        return self.values.get(name)


def format_ignored(names: Sequence[str]) -> str:
    """The header that names ignored parameters: a typing error must be seen."""
    return ", ".join(quote(name[:_MAX_SHOWN_NAME], safe="[]") for name in names[:_MAX_SHOWN_NAMES])


def _check_text(name: str, text: str) -> str:
    if "\0" in text:
        raise BadRequest(f"{name} must not hold the character U+0000.")
    return text


class RequestTarget(Struct, frozen=True, gc=False):
    """The raw path and query. `authority` is the host of a whole address, checked like Host."""

    path: str
    query: str
    authority: str | None = None


def parse_request_target(raw: str) -> RequestTarget:
    """Splits a request target without decoding it."""
    authority = None
    if raw[: len(_SCHEME)].lower() == _SCHEME:
        authority, slash, rest = raw[len(_SCHEME) :].partition("/")
        raw = slash + rest
    path, _, query = raw.partition("?")
    return RequestTarget(path, query, authority)


def check_target_size(target: RequestTarget) -> None:
    """Raises BadRequest for a path with a query that is too long."""
    size = len(target.path) + len(target.query) + 1
    if size > MAX_TARGET_BYTES:
        raise BadRequest(
            f"The path with its query may have at most {MAX_TARGET_BYTES} characters, this has {size}; "
            "send fewer parameters, or several calls."
        )


@dataclass(frozen=True, slots=True)
class Caller:
    """The key of a call, and the one shop that it reaches."""

    key: ApiKey
    shop: Shop


class ApiRequest(Struct, frozen=True):
    """One call: the path's variable parts, the parameters, the body, and the moment."""

    caller: Caller
    path_params: tuple[str, ...]
    params: QueryParams
    body: bytes
    at: Millis
    address: str = ""
    """Scheme, host and port that the call was made to."""
    connection: web.BaseRequest | None = None
    """The connection of the answer, for handlers that must know when the caller has left."""
    repeatable: RepeatableCall | None = None
    """The call, where it has an Idempotency-Key: for handlers that write before they answer."""
