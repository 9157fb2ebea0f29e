"""A data folder with a shop in it, a secret store in memory, and the backups of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bridge.backups.desk import BackupsDesk
from bridge.backups.place import Place
from bridge.paths import database_file
from service.domain.secrets import Secret
from service.store.settings import write_setting
from service.store.store import Store
from tests.bridge.secrets.fakes import FakeStore
from tests.fakes.clock import FakeClock
from tests.fakes.shop_floor import ShopFloor
from tests.fakes.targets import give_target

WHSEC = "whsec_bm90IGEgcmVhbCBzZWNyZXQgYXQgYWxs"
PHRASE = "three quiet harbours"


def quiet(_: object) -> None:
    """Nobody watches the progress."""


@dataclass
class Yard:
    """`alone` runs a restore's last step, with the store closed as the window would have it."""

    folder: Path
    floor: ShopFloor
    clock: FakeClock
    secrets: FakeStore
    desk: BackupsDesk
    store: Store | None

    @classmethod
    def fresh(cls, base: Path) -> Yard:
        folder, clock, secrets = base / "data", FakeClock(), FakeStore()
        store = Store(database_file(folder))
        yard = cls(folder, ShopFloor.fresh(store, clock=clock), clock, secrets, None, store)  # type: ignore[arg-type]
        yard.desk = BackupsDesk(folder, clock, secrets, yard.alone)
        yard.floor.add("PAD-1", name="Front brake pads")
        target = give_target(yard.floor)
        secrets.kept[target.secret_name] = Secret(WHSEC)
        return yard

    @property
    def place(self) -> Place:
        return Place(self.folder)

    def alone(self, work: Callable[[], None]) -> None:
        self.close()
        work()

    def set(self, name: str, value: str) -> None:
        self.place.write(lambda tx: write_setting(tx, name, value))

    def skus(self) -> list[str]:
        """What is in the data now, through a store of its own."""
        store = Store(database_file(self.folder))
        try:
            return [
                row[0] for row in store.submit_read(lambda db: db.all("SELECT sku FROM items ORDER BY id")).result(20)
            ]
        finally:
            store.close()

    def left_over(self) -> list[str]:
        """Files that no backup or restore may leave behind."""
        return [file.name for file in self.folder.rglob("*") if ".part" in file.name or file.name.startswith(".b")]

    def close(self) -> None:
        if self.store is not None:
            self.store.close()
            self.store = None
