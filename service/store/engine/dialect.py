"""SQL that another engine would write in another way, for the modules that know tables."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

INT_LIST = "json_each(?)"
"""The numbers of one parameter of `encode_list`: `value`, and `key`, its place from 0."""
TEXT_LIST = "json_each(?, '$')"
"""The same of texts."""
EMPTY_BYTES = "x''"
NO_LIMIT = 2**62
"""A LIMIT that leaves nothing out."""
UPDATE_EACH = "UPDATE OR FAIL"
"""An UPDATE whose trigger writes for each row. SQLite then keeps no journal of the statement; a
savepoint undoes one that fails.
"""

MAX_PATTERN = 5_000
"""Characters, more than any value that is searched has; escaped they are 40,000 bytes at most."""

_encode = msgspec.json.Encoder().encode


def int_list(parameter: str) -> str:
    """INT_LIST for a parameter with a number or a name."""
    return f"json_each({parameter})"


def encode_list(values: Iterable[int | str]) -> str:
    """The parameter for a list of values."""
    return _encode(values if isinstance(values, list) else list(values)).decode()


def with_index(table: str, index: str) -> str:
    """A table that has to be read along one of its indexes."""
    return f"{table} INDEXED BY {index}"


def along_ids(table: str) -> str:
    """A table that has to be read along its ids, from one of them on."""
    return f"{table} NOT INDEXED"


def next_number(sequence: str, otherwise: str) -> str:
    """The next number of a column, which two writes at the same time must not get: of its
    `sequence`. SQLite, where one writes, looks it up by the SQL `otherwise`.
    """
    return f"/*{sequence}:*/{otherwise}/*:*/"


def any_type(column: str) -> str:
    """The value of a column for one that takes every type."""
    return f"likely({column})"


def byte_length(column: str) -> str:
    """How many bytes a value of such a column has."""
    return f"length(CAST({column} AS BLOB))"


def where_order_is_lost(order: str) -> str:
    """An ORDER BY for engines that do not keep the order of a subquery in a join."""
    return f"/* {order} */"


def contains_bytes(column: str) -> str:
    """A condition: the bytes of a column have those of the parameter somewhere."""
    return f"instr({column}, ?) > 0"


def may_be_encoded(column: str) -> str:
    """A condition: a path has a percent sign or other signs than printable ASCII."""
    return f"{column} GLOB '*[^!-$&-~]*'"


def json_text(column: str, member: str) -> str:
    """A member of the JSON object in a column."""
    return f"json_extract({column}, '$.{member}')"


def make_like_pattern(text: str) -> str:
    """A pattern of LIKE, whose escape is a backslash: it matches the text anywhere in a value, in
    upper or lower case; `%` and `_` are literal. Of a text that is longer than any value the
    beginning is enough, which matches nothing either: SQLite refuses longer patterns.
    """
    escaped = text[:MAX_PATTERN].replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"
