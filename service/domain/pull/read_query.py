"""Whether a query only reads: one SELECT, which no database takes for anything else.

Its transaction is read-only too, where the database has such a thing.
"""

from __future__ import annotations

import re

from service.domain.errors import Refused
from service.domain.pull.place_address import CODE
from service.domain.sentences import Sentence, message

MAX_QUERY_CHARS = 20_000

_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|\[[^\]]*\]")
_WORD = re.compile(r"\w+")
_WRITES = frozenset(
    {"insert", "update", "delete", "merge", "into", "drop", "alter", "create", "exec", "execute", "call", "grant"}
    | {"revoke", "truncate", "lock", "attach", "detach", "pragma", "copy", "vacuum", "do", "handler", "load"}
)


def check_query(text: str) -> str:
    """The query without its last semicolon. Raises Refused if it may do more than read."""
    query = text.strip().removesuffix(";").rstrip()
    if not query:
        raise _refuse(message("A database is asked with a query. Write one, such as {example}.", example="SELECT …"))
    if len(query) > MAX_QUERY_CHARS or "\x00" in query:
        raise _refuse(message("The query is too long. Make it a view in the database, and select from that."))
    # A semicolon or an escaped quote is read differently by different databases, so none is let in.
    if ";" in query or "\\'" in query or '\\"' in query or "/*!" in query:
        raise _refuse(message("The query has a semicolon or a backslash in it. Write one SELECT without them."))
    bare = _QUOTED.sub(" ", _COMMENT.sub(" ", query))
    words = [word.lower() for word in _WORD.findall(bare)]
    if not words or words[0] not in ("select", "with"):
        raise _refuse(message("The query has to begin with SELECT. It is for reading only."))
    writing = next((word for word in words if word in _WRITES), None)
    if writing is not None:
        raise _refuse(
            message(
                "The query has the word {word}, which may change the database. Leave it out, or put a column of that "
                "name in quotes.",
                word=writing.upper(),
            )
        )
    return query


def _refuse(sentence: Sentence) -> Refused:
    return Refused(CODE, sentence)
