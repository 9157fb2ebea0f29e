"""The fake's port for people."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import ChangeKind
from service.domain.people import Person, refuse_wrong
from tests.ui.fake.fake_data import FakeData
from ui.backend import BackendError
from ui.backend.people_port import PeopleState

MARYAM, ALI, OLD = Person(1, "Maryam"), Person(2, "Ali"), Person(3, "Old hand", active=False)
STAFF = PeopleState(staff=(ALI, MARYAM, OLD))


class FakePeople:
    """Staff that is stored."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.state = PeopleState()
        self.pin = "4711"
        self.asks: list[Callable[[], None]] = []
        self.given_up = 0

    def read(self) -> Future[PeopleState]:
        return self._answers.answer("people.read", lambda: self.state)

    def choose(self, person: int, pin: str = "") -> Future[None]:
        def choose() -> None:
            self._check(pin, needed=next(one for one in self.state.choices if one.id == person).has_pin)
            chosen = next(one for one in self.state.choices if one.id == person)
            self._keep(replace(self.state, at_counter=chosen))

        return self._answers.answer("people.choose", choose, person, pin)

    def add(self, name: str) -> Future[None]:
        def add() -> None:
            self._keep(replace(self.state, staff=(*self.state.staff, Person(len(self.state.staff) + 1, name))))

        return self._answers.answer("people.add", add, name)

    def rename(self, person: int, name: str) -> Future[None]:
        return self._answers.answer(
            "people.rename", lambda: self._alter(person, lambda one: replace(one, name=name)), person, name
        )

    def set_active(self, person: int, active: bool) -> Future[None]:
        return self._answers.answer(
            "people.set_active", lambda: self._alter(person, lambda one: replace(one, active=active)), person, active
        )

    def set_pin(self, person: int, pin: str) -> Future[None]:
        return self._answers.answer("people.set_pin", lambda: self._set_pin(person, has_pin=True), person, pin)

    def remove_pin(self, person: int) -> Future[None]:
        return self._answers.answer("people.remove_pin", lambda: self._set_pin(person, has_pin=False), person)

    def on_pin_wanted(self, ask: Callable[[], None]) -> None:
        self.asks.append(ask)

    def unlock(self, pin: str) -> Future[None]:
        return self._answers.answer("people.unlock", lambda: self._check(pin), pin)

    def give_up(self) -> None:
        self.given_up += 1

    def lock(self) -> Future[None]:
        return self._answers.answer("people.lock", lambda: self._keep(replace(self.state, is_locked=True)))

    def unlock_screen(self, person: int, pin: str) -> Future[None]:
        def unlock() -> None:
            self._check(pin)
            chosen = next(one for one in self.state.choices if one.id == person)
            self._keep(replace(self.state, at_counter=chosen, is_locked=False))

        return self._answers.answer("people.unlock_screen", unlock, person, pin)

    def enter_support_view(self) -> Future[None]:
        return self._answers.answer(
            "people.enter_support_view", lambda: self._keep(replace(self.state, is_support_view=True))
        )

    def leave_support_view(self, pin: str = "") -> Future[None]:
        def leave() -> None:
            self._check(pin, needed=self.state.owner.has_pin)
            self._keep(replace(self.state, is_support_view=False))

        return self._answers.answer("people.leave_support_view", leave, pin)

    def _check(self, pin: str, *, needed: bool = True) -> None:
        if needed and pin != self.pin:
            raise BackendError(refuse_wrong(1).sentence)

    def _set_pin(self, person: int, *, has_pin: bool) -> None:
        if person == self.state.owner.id:
            self._keep(replace(self.state, owner=replace(self.state.owner, has_pin=has_pin)))
        else:
            self._alter(person, lambda one: replace(one, has_pin=has_pin))

    def _alter(self, person: int, alter: Callable[[Person], Person]) -> None:
        self._keep(
            replace(self.state, staff=tuple(alter(one) if one.id == person else one for one in self.state.staff))
        )

    def _keep(self, state: PeopleState) -> None:
        self.state = state
        self._data.publish(ChangeKind.PEOPLE)
