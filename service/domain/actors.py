"""Who did something, as order histories, stock ledgers and runs store it: one text. For a caller of
the API it is the name of its key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

OWNER = "owner"
COUNTER = "counter"
"""Someone at the window who chose no name, where the owner has a PIN."""

TIME = "time"
"""A deadline passed, or a nightly task ran."""

SAMPLE = "sample"
MARKETPLACE = "marketplace"

_STAFF = "staff: "
_COMMAND_LINE = "command line"
_AT = " at "


class AuthorKind(StrEnum):
    OWNER = OWNER
    COUNTER = COUNTER
    STAFF = "staff"
    COMMAND_LINE = _COMMAND_LINE
    TIME = TIME
    SAMPLE = SAMPLE
    MARKETPLACE = MARKETPLACE
    KEY = "key"


@dataclass(frozen=True, slots=True)
class Author:
    """A stored text, read: `name` is that of the person, of the computer's user, or of the key.
    `counter` is the further counter; "" is the computer with the service.
    """

    kind: AuthorKind
    name: str = ""
    counter: str = ""


_AT_WINDOWS = (AuthorKind.OWNER, AuthorKind.COUNTER, AuthorKind.STAFF)
_FIXED = {kind.value: Author(kind) for kind in AuthorKind if kind not in (AuthorKind.STAFF, AuthorKind.KEY)}


def format_staff(name: str) -> str:
    """The stored text for a person of the staff."""
    return f"{_STAFF}{name}"


def format_at(author: str, counter: str) -> str:
    """The stored text for what an author does at a further counter: `owner at Counter 2`, `staff at
    Counter 2: Maryam`. With "" it is done at the computer with the service.
    """
    kind, colon, name = author.partition(": ")
    return f"{kind}{_AT}{counter}{colon}{name}" if counter else author


def format_command_line(user: str) -> str:
    """The stored text for a command of the computer's user; "" if the system does not name one."""
    return f"{_COMMAND_LINE}: {user}" if user else _COMMAND_LINE


def parse_author(text: str) -> Author:
    if text in _FIXED:
        return _FIXED[text]
    if text.startswith(_STAFF):
        return Author(AuthorKind.STAFF, text.removeprefix(_STAFF))
    if text.startswith(f"{_COMMAND_LINE}: "):
        return Author(AuthorKind.COMMAND_LINE, text.removeprefix(f"{_COMMAND_LINE}: "))
    where, colon, name = text.partition(": ")
    kind, _, counter = where.partition(_AT)
    if counter and (author := parse_author(f"{kind}{colon}{name}")).kind in _AT_WINDOWS:
        return replace(author, counter=counter)
    return Author(AuthorKind.KEY, text)


def is_key_name(text: str) -> bool:
    """Whether a key of this name differs from those of the other authors."""
    return parse_author(text).kind is AuthorKind.KEY


def is_counter_name(text: str) -> bool:
    """Whether what is done at a counter of this name is read as it was written."""
    return parse_author(format_at(OWNER, text)).counter == text
