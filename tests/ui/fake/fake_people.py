"""The fake's port for people."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import ChangeKind
from service.domain.people.staff import Person
from tests.ui.fake.fake_data import FakeData
from ui.backend.people_port import PeopleState

MARYAM, ALI, OLD = Person(1, "Maryam"), Person(2, "Ali"), Person(3, "Old hand", active=False)
STAFF = PeopleState(staff=(ALI, MARYAM, OLD))


class FakePeople:
    """Staff that is stored."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.state = PeopleState()

    def read(self) -> Future[PeopleState]:
        return self._answers.answer("people.read", lambda: self.state)

    def choose(self, person: int) -> Future[None]:
        def choose() -> None:
            chosen = next(one for one in self.state.choices if one.id == person)
            self._keep(replace(self.state, at_counter=chosen))

        return self._answers.answer("people.choose", choose, person)

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

    def _alter(self, person: int, alter: Callable[[Person], Person]) -> None:
        self._keep(
            replace(self.state, staff=tuple(alter(one) if one.id == person else one for one in self.state.staff))
        )

    def _keep(self, state: PeopleState) -> None:
        self.state = state
        self._data.publish(ChangeKind.PEOPLE)
