"""Who is at the counter now: the name that histories and the audit get."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future

from service.domain.actors import parse_author
from service.domain.audit.audit_entry import Actor, Origin
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import NotFound
from service.domain.people.staff import NOBODY, OWNER_ID, Person
from service.domain.times import Millis
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from service.store.people.staff_rows import get_person, read_at_counter, read_owner

log = logging.getLogger(__name__)


class AtCounter:
    """Used from several threads: the person is one frozen value."""

    def __init__(self, now: Callable[[], Millis]) -> None:
        self._now = now
        self._chosen: int | None = None
        self._store: Store | None = None
        self.person = Person(OWNER_ID)

    def author(self) -> str:
        """What histories store for what is done now."""
        return self.person.author

    def make_origin(self) -> Origin:
        """What the audit stores for what is done now."""
        return Origin(Actor.WINDOW, self._now, parse_author(self.person.author).name)

    def begin(self, store: Store) -> None:
        """Finds the person in a store that was just opened, and follows its changes."""
        self._store = store
        self.follow(store.submit_read(self.find).result())

        def on_changes(changes: Changes) -> None:
            if ChangeKind.PEOPLE in changes.kinds:
                store.submit_read(self.find).add_done_callback(self._on_found)

        store.subscribe(on_changes)

    def choose(self, person: Person) -> None:
        """From now on this person is at the counter."""
        self._chosen = person.id
        self.follow(person)

    def find(self, db: ReadTx) -> Person:
        """Who was chosen last, as long as that name can be chosen.

        After a start a person with a PIN must be chosen again.
        """
        chosen = read_at_counter(db) if self._chosen is None else self._chosen
        try:
            person = get_person(db, chosen)
        except NotFound:
            person = NOBODY
        if person.active and person != NOBODY and (self._chosen is not None or not person.has_pin):
            return person
        owner = read_owner(db)
        return NOBODY if owner.has_pin else owner

    def follow(self, person: Person) -> None:
        """Takes over what `find` read."""
        self.person = person
        if self._store is not None:
            self._store.set_origin(self.make_origin())

    def _on_found(self, found: Future[Person]) -> None:
        try:
            self.follow(found.result())
        except Exception:
            # The name stays as it was; the next change of people reads again.
            log.exception("The person at the counter could not be read")
