"""The SQL of the store for PostgreSQL: other words for those of `dialect`, other parameters."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_TOKENS = re.compile(
    r"/\*(?P<sequence>\w+):\*/.*?/\*:\*/"
    r"|(?P<glob>GLOB '\*\[\^!-\$&-~\]\*')"
    r"|x''|'(?:[^']|'')*'"
    r"|\?(?P<number>\d*)|(?<![:\w]):(?P<name>[a-z]\w*)"
    r"| INDEXED BY \w+| NOT INDEXED\b| OR FAIL\b|\bCROSS JOIN\b|\bLIKE\b|/\*|\*/"
    r"|length\(CAST\((?P<bytes>\w+) AS BLOB\)\)"
)
_WORDS = {"x''": "''::bytea", "CROSS JOIN": "JOIN", "LIKE": "ILIKE", " OR FAIL": "", "/*": "", "*/": ""}


class Rendered(NamedTuple):
    """A statement with `$1` for its first parameter, and each one's value: a place or a name."""

    text: str
    places: tuple[int | str, ...]


@lru_cache(maxsize=2048)
def render(sql: str) -> Rendered:
    """The statement for PostgreSQL, of the same meaning."""
    places: list[int | str] = []

    def replace(found: re.Match[str]) -> str:
        token = found[0]
        if found["sequence"]:
            return f"nextval('{found['sequence']}')"
        if found["glob"]:
            return "~ '[^!-$&-~]'"
        if found["bytes"]:
            return f"octet_length({found['bytes']} #>> '{{}}')"
        if found["name"]:
            return _number(places, found["name"])
        if token[0] == "?":
            return _number(places, int(found["number"]) - 1) if found["number"] else _number(places, None)
        if "INDEXED" in token:
            return ""
        return _WORDS.get(token, token)

    return Rendered(_TOKENS.sub(replace, sql), tuple(places))


def _number(places: list[int | str], place: int | str | None) -> str:
    """The sign of a parameter; None is the next one."""
    wanted = len(places) if place is None else place
    if wanted not in places or place is None:
        places.append(wanted)
    return f"${places.index(wanted) + 1}"
