"""People for the window."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from bridge.gateway.people.at_counter import AtCounter
from bridge.gateway.store_gateway import StoreGateway, mapped_result
from service.domain.errors import Refused
from service.domain.people.staff import Person
from service.domain.sentences import message
from service.store.engine.transaction import ReadTx, Tx
from service.store.people import staff_rows
from service.usecases.people import edit_staff
from ui.backend.people_port import PeopleState


class PeopleBackend:
    """Carries out ui.backend.people_port.People."""

    def __init__(self, store_gateway: StoreGateway, at_counter: AtCounter) -> None:
        self._store_gateway = store_gateway
        self._at_counter = at_counter

    def read(self) -> Future[PeopleState]:
        def read(db: ReadTx) -> PeopleState:
            return PeopleState(self._at_counter.find(db), staff_rows.read_owner(db), tuple(staff_rows.list_staff(db)))

        return self._store_gateway.read(read)

    def choose(self, person: int) -> Future[None]:
        def write(tx: Tx) -> Person:
            chosen = staff_rows.get_person(tx, person)
            if not chosen.active:
                raise Refused("not_active", message("{name} was deactivated; choose another name.", name=chosen.name))
            staff_rows.write_at_counter(tx, person)
            return chosen

        return mapped_result(self._store_gateway.write(write), self._at_counter.choose)

    def add(self, name: str) -> Future[None]:
        return self._edit(lambda tx: edit_staff.add_person(tx, name))

    def rename(self, person: int, name: str) -> Future[None]:
        return self._edit(lambda tx: edit_staff.rename_person(tx, person, name))

    def set_active(self, person: int, active: bool) -> Future[None]:
        return self._edit(lambda tx: edit_staff.set_active(tx, person, active=active))

    def _edit(self, work: Callable[[Tx], object]) -> Future[None]:
        """Changes people; who is at the counter follows before the answer."""

        def write(tx: Tx) -> Person:
            work(tx)
            return self._at_counter.find(tx)

        return mapped_result(self._store_gateway.write(write), self._at_counter.follow)
