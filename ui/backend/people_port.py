"""People of the counter, the owner's PIN, and the audit of what the owner did."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from service.domain.audit import AuditEntry, AuditReport
from service.domain.people import OWNER_ID, Person
from ui.backend.access import Access, at_service_only, needs

OWNER = Person(OWNER_ID)


class Audit(Protocol):
    """The entries of the whole installation, and whether they are whole."""

    @needs(Access.READ)
    def list(self, before: int | None, limit: int) -> Future[tuple[AuditEntry, ...]]:
        """Newest first; with `before` those older than that entry."""
        ...

    @needs(Access.READ)
    def check(self) -> Future[AuditReport]: ...


@dataclass(frozen=True, slots=True)
class PeopleState:
    """`staff` is by name, deactivated ones too. `at_counter` may be NOBODY. `lock_minutes` is 0
    while the window does not lock by itself.
    """

    at_counter: Person = OWNER
    owner: Person = OWNER
    staff: tuple[Person, ...] = ()
    is_locked: bool = False
    is_support_view: bool = False
    lock_minutes: int = 0

    @property
    def choices(self) -> tuple[Person, ...]:
        """Those who can be chosen at the counter."""
        return (self.owner, *(person for person in self.staff if person.active))


class People(Protocol):
    """What a person does at the counter is recorded under the name chosen here."""

    @needs(Access.READ)
    def read(self) -> Future[PeopleState]: ...

    @needs(Access.COUNTER)
    def choose(self, person: int, pin: str = "") -> Future[None]:
        """Puts a person at the counter; fails if deactivated, or at a wrong PIN if one is set."""
        ...

    @needs(Access.PROTECTED)
    def add(self, name: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def rename(self, person: int, name: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def set_active(self, person: int, active: bool) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def set_pin(self, person: int, pin: str) -> Future[None]: ...

    @needs(Access.PROTECTED)
    def remove_pin(self, person: int) -> Future[None]:
        """The owner's goes together with those of the staff."""
        ...

    @at_service_only
    @needs(Access.DOOR)
    def reset_pin(self, passphrase: str | None) -> Future[None]:
        """Removes a forgotten PIN of the owner, with those of the staff, and unlocks the window: by
        the passphrase of the backups, or with None as administrator of the computer, who is asked
        by the system.
        """
        ...

    @needs(Access.DOOR)
    def on_pin_wanted(self, ask: Callable[[], None]) -> None:
        """Calls `ask`, on any thread, when a call waits for the owner's PIN; it ends in `unlock` or
        `give_up`.
        """
        ...

    @needs(Access.DOOR)
    def unlock(self, pin: str) -> Future[None]:
        """The owner's PIN, for what waits and for the next minutes."""
        ...

    @needs(Access.DOOR)
    def give_up(self) -> None:
        """No PIN: what waits fails."""
        ...

    @needs(Access.DOOR)
    def lock(self) -> Future[None]: ...

    @needs(Access.DOOR)
    def unlock_screen(self, person: int, pin: str) -> Future[None]:
        """Unlocks the window and puts this person at the counter."""
        ...

    @needs(Access.COUNTER)
    def enter_support_view(self) -> Future[None]:
        """From now on nothing can be changed in the window."""
        ...

    @needs(Access.DOOR)
    def leave_support_view(self, pin: str = "") -> Future[None]: ...
