"""A person of the staff, and what a name may be."""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.actors import COUNTER, OWNER, format_staff

MAX_STAFF = 100
OWNER_ID = 0
"""The owner's number among the people; staff have numbers from 1."""

NOBODY_ID = -1
"""Stands for nobody chosen."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the counter. The owner has the number 0 and no name."""

    id: int
    name: str = ""
    active: bool = True
    has_pin: bool = False

    @property
    def is_owner(self) -> bool:
        return self.id == OWNER_ID

    @property
    def author(self) -> str:
        """What histories store for what this person does."""
        if self.id == NOBODY_ID:
            return COUNTER
        return OWNER if self.is_owner else format_staff(self.name)


NOBODY = Person(NOBODY_ID)
