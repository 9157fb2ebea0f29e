"""The people at the counter, the owner's PIN, and the record of what the owner did."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from bridge.backups.backup_file import list_known_heads
from bridge.gateway.access_guard import AccessGuard
from bridge.gateway.at_counter import AtCounter, CounterFacts
from bridge.gateway.store_gateway import StoreBackend, mapped_result
from service.domain.audit import AuditEntry, AuditReport, check_chain
from service.domain.changes import ChangeKind, Changes
from service.domain.errors import Refused
from service.domain.people import (
    CODE,
    OWNER_ID,
    Person,
    check_pin,
    compute_wait,
    describe_wait,
    hash_pin,
    matches,
    refuse_wrong,
)
from service.store import staff
from service.store.audit_log import iterate_entries, list_entries
from service.store.engine.transaction import ReadTx, Tx
from service.store.staff import clear_tries, find_pin
from service.usecases import edit_people
from service.usecases.edit_people import begin_try, record_wrong_tries
from ui.backend.people_port import PeopleState

if TYPE_CHECKING:
    from service.store.engine.store import Store

T = TypeVar("T")


class PinCheck:
    """`monotonic` is in seconds. Each call takes a tenth of a second and runs in a worker."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._started = monotonic()
        self._lock = threading.Lock()
        self._waits_until: dict[str, float] = {}

    def verify(self, store: Store, person: int, pin: str) -> None:
        """Raises Refused for a wrong PIN, or within a wait. What is no PIN is not counted."""
        digits = check_pin(pin)
        self._try(store, person, lambda stored: matches(digits, stored), refuse_wrong)

    def verify_passphrase(self, store: Store, known: str | None, typed: str) -> None:
        """The backups' passphrase for the PIN; wrong, it counts as a wrong PIN. Raises Refused."""
        if known is None:
            raise Refused.saying(CODE, "No backup is encrypted here, so there is no passphrase to compare.")
        is_right = hmac.compare_digest(known.encode(), typed.encode())
        wrong = Refused.saying(CODE, "That is not the passphrase of the backups.")
        self._try(store, OWNER_ID, lambda _stored: is_right, lambda _tries: wrong)

    def _try(
        self, store: Store, person: int, is_right: Callable[[str], bool], refuse: Callable[[int], Refused]
    ) -> None:
        """`is_right` gets the stored hash, `refuse` how many tries were wrong."""
        with self._lock:
            self._refuse_early(store, person)
            row = store.submit(lambda tx: begin_try(tx, person)).result()
            if is_right(row.hash):
                store.submit(lambda tx: clear_tries(tx, person, row.hash)).result()
                return
            tries = row.wrong_tries + 1
            wait = compute_wait(tries)
            if wait:
                self._waits_until[row.hash] = self._monotonic() + wait
                store.submit(lambda tx: record_wrong_tries(tx, person, tries)).result()
            raise refuse(tries)

    def _refuse_early(self, store: Store, person: int) -> None:
        row = store.submit_read(lambda db: find_pin(db, person)).result()
        if row is None:
            return
        began = self._started + compute_wait(row.wrong_tries)
        left = self._waits_until.get(row.hash, began) - self._monotonic()
        if left > 0:
            raise Refused.saying(CODE, "Too many PINs were wrong. {next}", next=describe_wait(left))


@dataclass(frozen=True)
class AuditBackend(StoreBackend):
    """Carries out ui.backend.people_port.Audit."""

    folder: Path

    def list(self, before: int | None, limit: int) -> Future[tuple[AuditEntry, ...]]:
        return self.gateway.read(lambda db: tuple(list_entries(db, before=before, limit=limit)))

    def check(self) -> Future[AuditReport]:
        """Checks every entry, in a worker: the heads of the backups are read from files."""

        def check(store: Store, _is_cancelled: Callable[[], bool]) -> AuditReport:
            known = list_known_heads(self.folder)
            return store.submit_read(lambda db: check_chain(iterate_entries(db), known)).result()

        return self.gateway.run_long(check)


@dataclass(frozen=True, slots=True)
class OwnerProofs:
    """What shows who owns the data where the PIN is forgotten: the passphrase of the backups, or a
    question of the system for its administrator, which raises Refused or Unavailable.
    """

    read_passphrase: Callable[[], str | None]
    ask_administrator: Callable[[], None]


@dataclass(frozen=True)
class PeopleBackend(StoreBackend):
    """`ui.backend.people_port.People`. `on_change` reports to the panes what no commit reports."""

    person: AtCounter
    guard: AccessGuard
    pins: PinCheck
    proofs: OwnerProofs
    on_change: Callable[[Changes], None]

    def read(self) -> Future[PeopleState]:
        def read(db: ReadTx) -> PeopleState:
            facts = self.person.find(db)
            return PeopleState(
                facts.person,
                facts.owner,
                tuple(staff.list_staff(db)),
                is_locked=self.guard.is_locked,
                is_support_view=facts.is_support_view,
                lock_minutes=facts.lock_minutes,
            )

        return self.gateway.read(read)

    def choose(self, person: int, pin: str = "") -> Future[None]:
        def work(store: Store) -> Person:
            chosen = store.submit_read(lambda db: staff.get_person(db, person)).result()
            if chosen.has_pin:
                self.pins.verify(store, person, pin)
            return self._put_at_counter(store, chosen)

        return mapped_result(self._in_worker(work), self._on_chosen)

    def add(self, name: str) -> Future[None]:
        return self._edit(lambda tx: edit_people.add_person(tx, name))

    def rename(self, person: int, name: str) -> Future[None]:
        return self._edit(lambda tx: edit_people.rename_person(tx, person, name))

    def set_active(self, person: int, active: bool) -> Future[None]:
        return self._edit(lambda tx: edit_people.set_active(tx, person, active=active))

    def set_pin(self, person: int, pin: str) -> Future[None]:
        def work(store: Store) -> CounterFacts:
            hashed = hash_pin(check_pin(pin))

            def write(tx: Tx) -> CounterFacts:
                edit_people.set_pin(tx, person, hashed)
                return self.person.find(tx)

            return store.submit(write).result()

        return mapped_result(self._in_worker(work), self.person.follow)

    def remove_pin(self, person: int) -> Future[None]:
        return self._edit(lambda tx: edit_people.remove_pin(tx, person))

    def reset_pin(self, passphrase: str | None) -> Future[None]:
        def work(store: Store) -> CounterFacts:
            if passphrase is None:
                self.proofs.ask_administrator()
            else:
                self.pins.verify_passphrase(store, self.proofs.read_passphrase(), passphrase)

            def write(tx: Tx) -> CounterFacts:
                edit_people.remove_pin(tx, OWNER_ID)
                return self.person.find(tx)

            return store.submit(write).result()

        def done(facts: CounterFacts) -> None:
            self.guard.is_locked = False
            self.person.follow(facts)
            self.guard.unlock()
            self.on_change(Changes.of(ChangeKind.PEOPLE))

        return mapped_result(self._in_worker(work), done)

    def on_pin_wanted(self, ask: Callable[[], None]) -> None:
        self.guard.set_prompt(ask)

    def unlock(self, pin: str) -> Future[None]:
        return mapped_result(
            self._in_worker(lambda store: self.pins.verify(store, OWNER_ID, pin)),
            lambda _none: self.guard.unlock(),
        )

    def give_up(self) -> None:
        self.guard.give_up()

    def lock(self) -> Future[None]:
        def check(db: ReadTx) -> None:
            if not staff.read_owner(db).has_pin:
                raise Refused.saying(CODE, "Set a PIN first: the window cannot be unlocked without one.")

        return mapped_result(self.gateway.read(check), lambda _none: self._lock())

    def unlock_screen(self, person: int, pin: str) -> Future[None]:
        def work(store: Store) -> Person:
            self.pins.verify(store, person, pin)
            return self._put_at_counter(store, store.submit_read(lambda db: staff.get_person(db, person)).result())

        def done(chosen: Person) -> None:
            self.guard.is_locked = False
            self._on_chosen(chosen)

        return mapped_result(self._in_worker(work), done)

    def enter_support_view(self) -> Future[None]:
        return self._edit(lambda tx: edit_people.switch_support_view(tx, on=True))

    def leave_support_view(self, pin: str = "") -> Future[None]:
        def work(store: Store) -> CounterFacts:
            if store.submit_read(staff.read_owner).result().has_pin:
                self.pins.verify(store, OWNER_ID, pin)

            def write(tx: Tx) -> CounterFacts:
                edit_people.switch_support_view(tx, on=False)
                return self.person.find(tx)

            return store.submit(write).result()

        return mapped_result(self._in_worker(work), self.person.follow)

    def _edit(self, work: Callable[[Tx], object]) -> Future[None]:
        """Changes people; who is at the counter follows before the answer."""

        def write(tx: Tx) -> CounterFacts:
            work(tx)
            return self.person.find(tx)

        return mapped_result(self.gateway.write(write), self.person.follow)

    def _in_worker(self, work: Callable[[Store], T]) -> Future[T]:
        """A PIN takes a tenth of a second to compute."""
        return self.gateway.run_long(lambda store, _is_cancelled: work(store))

    def _put_at_counter(self, store: Store, person: Person) -> Person:
        if not person.active:
            raise Refused.saying("not_active", "{name} was deactivated; choose another name.", name=person.name)
        store.submit(lambda tx: staff.write_at_counter(tx, person.id, self.person.counter)).result()
        return person

    def _on_chosen(self, person: Person) -> None:
        """The next person does not act on the PIN of the one before."""
        self.guard.forget()
        self.person.choose(person)
        if person.is_owner and person.has_pin:
            self.guard.unlock()
        # The commit was reported before: a window may have read the person before this one.
        self.on_change(Changes.of(ChangeKind.PEOPLE))

    def _lock(self) -> None:
        self.guard.is_locked = True
        self.guard.forget()
        self.guard.give_up()
        self.on_change(Changes.of(ChangeKind.PEOPLE))
