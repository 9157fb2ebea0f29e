"""Who is at the counter now: the name that histories and the audit get, and what the guard asks."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from bridge.gateway.access_guard import AccessGuard
from service.domain.actors import format_at, parse_author
from service.domain.audit import Actor, Origin
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import NotFound
from service.domain.people import NOBODY, OWNER_ID, Person
from service.domain.times import Clock
from service.store.counters import read_name
from service.store.engine.store import Listener, Store
from service.store.engine.transaction import ReadTx
from service.store.staff import get_person, read_at_counter, read_owner, read_support_view
from service.usecases.edit_people import switch_support_view
from service.usecases.edit_settings import read_settings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CounterFacts:
    """`lock_minutes` is 0 without a lock of the window, `counter` the name of a further counter."""

    person: Person
    owner: Person
    is_support_view: bool
    lock_minutes: int
    counter: str = ""


class AtCounter:
    """Used from several threads: the person is one frozen value."""

    def __init__(self, clock: Clock, guard: AccessGuard, *, is_support_view: bool = False, counter: int = 0) -> None:
        """`is_support_view` begins the support view, before the window has any data. `counter` is
        the number of a further counter; 0 is this computer.
        """
        self._clock, self._guard = clock, guard
        self.counter = counter
        guard.is_support_view = is_support_view
        self._chosen: int | None = None
        self._store: Store | None = None
        self._lock = threading.Lock()
        self._newest_read = 0
        self._counter_name = ""
        self.person = Person(OWNER_ID)

    def author(self) -> str:
        """What histories store for what is done now."""
        return format_at(self.person.author, self._counter_name)

    def make_origin(self) -> Origin:
        """What the audit stores for what is done now."""
        person = parse_author(self.person.author).name
        return Origin(Actor.WINDOW, self._clock.now, person, self._counter_name)

    def begin(self, store: Store, subscribe: Callable[[Listener], object] | None = None) -> None:
        """Finds the person in a store that was just opened, and follows its changes through
        `subscribe`, by default the store's own.

        At the program's start a window that locks is locked: ending the program opens nothing.
        """
        if self._store is None and self._guard.is_support_view:
            store.submit(lambda tx: switch_support_view(tx, on=True)).result()
        facts = store.submit_read(self.find).result()
        if self._store is None:
            self._guard.is_locked = bool(facts.lock_minutes)
        self._store = store
        self._take_over(facts)

        def on_changes(changes: Changes) -> None:
            if ChangeKind.PEOPLE in changes.kinds:
                self._read_again(store)

        (subscribe or store.subscribe)(on_changes)

    def choose(self, person: Person) -> None:
        """From now on this person is at the counter. A read that began before may still arrive."""
        with self._lock:
            self._newest_read += 1
            self._chosen = person.id
            self._set_person(person)
        if self._store is not None:
            self._read_again(self._store)

    def find(self, db: ReadTx) -> CounterFacts:
        """Reads who was chosen last, as long as that name can be chosen.

        After a start a person with a PIN must be chosen again.
        """
        owner = read_owner(db)
        chosen = read_at_counter(db, self.counter) if self._chosen is None else self._chosen
        try:
            person = get_person(db, chosen)
        except NotFound:
            person = NOBODY
        if not person.active or person == NOBODY or (self._chosen is None and person.has_pin):
            person = NOBODY if owner.has_pin else owner
        minutes = read_settings(db, self.counter).lock_minutes if owner.has_pin else 0
        return CounterFacts(person, owner, read_support_view(db), minutes, read_name(db, self.counter))

    def follow(self, facts: CounterFacts) -> None:
        """Takes over what an edit found, and reads again: a read that began before the edit may
        still arrive, and something else may have been written since.
        """
        with self._lock:
            self._newest_read += 1
            self._take_over(facts)
        if self._store is not None:
            self._read_again(self._store)

    def _take_over(self, facts: CounterFacts) -> None:
        """Without the owner's PIN nothing is locked."""
        self._guard.has_pin = facts.owner.has_pin
        self._guard.is_support_view = facts.is_support_view
        if not facts.owner.has_pin:
            self._guard.is_locked = False
        self._counter_name = facts.counter
        self._set_person(facts.person)

    def _set_person(self, person: Person) -> None:
        self.person = person
        if self._store is not None:
            self._store.set_origin(self.make_origin())

    def _read_again(self, store: Store) -> None:
        with self._lock:
            self._newest_read += 1
            number = self._newest_read
        store.submit_read(self.find).add_done_callback(partial(self._on_found, number))

    def _on_found(self, number: int, found: Future[CounterFacts]) -> None:
        """Only the newest read counts: several may arrive in any order."""
        try:
            facts = found.result()
        except Exception:
            # What was known stays; the next change of people reads again.
            log.exception("The person at the counter could not be read")
            return
        with self._lock:
            if number == self._newest_read:
                self._take_over(facts)
