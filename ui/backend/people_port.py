"""The staff, and who is at the counter."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.people.staff import OWNER_ID, Person

OWNER = Person(OWNER_ID)


@dataclass(frozen=True, slots=True)
class PeopleState:
    """`staff` is by name, deactivated ones too. `at_counter` may be NOBODY."""

    at_counter: Person = OWNER
    owner: Person = OWNER
    staff: tuple[Person, ...] = ()

    @property
    def choices(self) -> tuple[Person, ...]:
        """Those who can be chosen at the counter."""
        return (self.owner, *(person for person in self.staff if person.active))


class People(Protocol):
    """What a person does at the counter is recorded under the name chosen here."""

    def read(self) -> Future[PeopleState]: ...

    def choose(self, person: int) -> Future[None]:
        """From now on this person is at the counter. Fails for one who is deactivated."""
        ...

    def add(self, name: str) -> Future[None]: ...

    def rename(self, person: int, name: str) -> Future[None]: ...

    def set_active(self, person: int, active: bool) -> Future[None]: ...
