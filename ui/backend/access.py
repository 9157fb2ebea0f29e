"""What a call of the window needs: each method of a port says it."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

M = TypeVar("M", bound=Callable[..., object])

PIN_MINUTES = 5
"""How long a PIN counts for the next protected calls."""


class Access(Enum):
    """What a call needs."""

    READ = "read"
    COUNTER = "counter"
    """Everyday work: refused only in the support view and behind the lock."""
    NOTE = "note"
    """What the window notes for itself: left out in the support view and behind the lock."""
    PROTECTED = "protected"
    """Asks for the owner's PIN, if there is one."""
    DOOR = "door"
    """Checks a PIN itself."""


Rule = Access | Callable[..., Access]
"""An access, or what finds it from the call's arguments."""


def needs(rule: Rule) -> Callable[[M], M]:
    """Notes what a method of a port needs."""

    def mark(method: M) -> M:
        vars(method)["access"] = rule
        return method

    return mark


def at_service_only(method: M) -> M:
    """Notes a method that only windows on the computer with the service may call."""
    vars(method)["at_service_only"] = True
    return method


def is_at_service_only(method: object) -> bool:
    return getattr(method, "at_service_only", False)


def access_of(method: object) -> Rule:
    """What a method needs; one without a note is protected."""
    rule: Rule = getattr(method, "access", Access.PROTECTED)
    return rule
