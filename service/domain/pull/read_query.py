"""Whether a query only reads: one SELECT, which no database takes for anything else.

Its transaction is read-only too, where the database has such a thing.
"""

from __future__ import annotations

import re

from service.domain.errors import Refused
from service.domain.pull.place_address import CODE
from service.domain.sentences import Sentence, message

MAX_QUERY_CHARS = 20_000

_QUOTED = r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[(?:[^\]]|\]\])*\]"""
_BLANK_AFTER = r"--(?=\s|\Z)"
_NO_WORDS = tuple(
    re.compile(rf"(?:{begins})[^\n]*|/\*.*?\*/|{_QUOTED}", re.DOTALL)
    for begins in ("--", _BLANK_AFTER, f"{_BLANK_AFTER}|#")
)
"""Comments and quoted texts. Databases differ in what begins a comment to the end of the line."""

_WORD = re.compile(r"\w+")
_WRITES = frozenset(
    {"insert", "update", "delete", "merge", "into", "drop", "alter", "create", "exec", "execute", "call", "grant"}
    | {"revoke", "truncate", "lock", "attach", "detach", "pragma", "copy", "vacuum", "do", "handler", "load"}
    # SQL Server needs no semicolon before the next statement, and has no read-only transaction.
    | {"backup", "restore", "shutdown", "kill", "dbcc", "deny", "reconfigure", "waitfor", "writetext", "updatetext"}
    | {"trigger", "bulk", "commit", "openquery", "openrowset", "opendatasource", "dblink", "dblink_exec"}
)


def check_query(text: str) -> str:
    """The query without its last semicolon. Raises Refused if it may do more than read."""
    query = re.sub(r"\r\n?", "\n", text).strip().removesuffix(";").rstrip()
    if not query:
        raise _refuse(message("A database is asked with a query. Write one, such as {example}.", example="SELECT …"))
    if len(query) > MAX_QUERY_CHARS or "\x00" in query:
        raise _refuse(message("The query is too long. Make it a view in the database, and select from that."))
    # A semicolon or an escaped quote is read differently by different databases, so none is let in.
    if ";" in query or "\\'" in query or '\\"' in query or "/*!" in query:
        raise _refuse(message("The query has a semicolon or a backslash in it. Write one SELECT without them."))
    for no_words in _NO_WORDS:
        _check_words([word.lower() for word in _WORD.findall(no_words.sub(" ", query))])
    return query


def _check_words(words: list[str]) -> None:
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


def _refuse(sentence: Sentence) -> Refused:
    return Refused(CODE, sentence)
