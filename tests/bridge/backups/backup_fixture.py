"""A data folder with a shop in it, a secret store in memory, and the backups of both."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService
from bridge.system.paths import database_file
from service.domain.webhooks.webhook_secrets import Secret
from service.store.engine.store import Store
from service.store.settings import write_setting
from service.store.trusted_clock import write_settled_time
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import new_store
from tests.fakes.shop_fixture import ShopFixture
from tests.fakes.webhook_targets import add_target

WHSEC = "whsec_bm90IGEgcmVhbCBzZWNyZXQgYXQgYWxs"
PHRASE = "three quiet harbours"


def ignore_progress(_: object) -> None:
    """Nobody watches the progress."""


@dataclass
class BackupFixture:
    """`alone` runs a restore's last step, with the store closed as the window would have it."""

    folder: Path
    floor: ShopFixture
    clock: FakeClock
    secrets: FakeSecretStore
    backups: BackupService
    store: Store | None

    @classmethod
    def fresh(cls, base: Path) -> BackupFixture:
        folder, clock, secrets = base / "data", FakeClock(), FakeSecretStore()
        store = new_store(folder)
        yard = cls(folder, ShopFixture.fresh(store, clock=clock), clock, secrets, None, store)  # type: ignore[arg-type]
        yard.backups = BackupService(folder, clock, secrets, yard.run_exclusively)
        yard.floor.add("PAD-1", name="Front brake pads")
        target = add_target(yard.floor)
        secrets.secrets[target.secret_name] = Secret(WHSEC)
        return yard

    @property
    def location(self) -> BackupLocation:
        return BackupLocation(self.folder)

    def run_exclusively(self, work: Callable[[], None]) -> None:
        self.close()
        work()

    def set(self, name: str, value: str) -> None:
        self.location.write(lambda tx: write_setting(tx, name, value))

    def settle_time(self) -> None:
        """Time has surely passed up to now."""
        self.location.write(lambda tx: write_settled_time(tx, self.clock.now()))

    def skus(self) -> list[str]:
        """What is in the data now, through a store of its own."""
        store = Store(database_file(self.folder))
        try:
            return [
                row[0] for row in store.submit_read(lambda db: db.all("SELECT sku FROM items ORDER BY id")).result(20)
            ]
        finally:
            store.close()

    def partial_files(self) -> list[str]:
        """Files that no backup or restore may leave behind."""
        return [file.name for file in self.folder.rglob("*") if ".part" in file.name or file.name.startswith(".b")]

    def close(self) -> None:
        if self.store is not None:
            self.store.close()
            self.store = None
