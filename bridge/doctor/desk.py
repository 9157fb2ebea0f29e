"""Self-test and support bundle, put together from what the running program knows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from bridge.doctor.bundle import bundle_parts, save_bundle
from bridge.doctor.checks import Seen, checks_of
from bridge.gateway.host import Support, Thread
from service.api.server import LOOPBACK
from service.domain.calls import Call, CallFilter
from service.domain.secrets import StoreStatus
from service.domain.settings import Settings, settings_from
from service.domain.times import Clock, Millis
from service.service import Service
from service.store import calls, pulls, shops, targets
from service.store.settings import read_settings
from service.store.store import Store
from service.store.transaction import Reading
from ui.backend.host import BundlePart, CheckLine, HostState
from ui.backend.progress import OnProgress, Progress

_KEYRING_S = 8.0
_RECENT_CALLS = 200


class AsksSecrets(Protocol):
    """What it needs of the secret store."""

    async def status(self) -> StoreStatus: ...


class Doctor:
    """Runs the self-test and gathers the bundle; each of its calls takes its time."""

    def __init__(
        self, folder: Path, clock: Clock, thread: Thread, secrets: AsksSecrets, store: Callable[[], Store | None]
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._thread = thread
        self._secrets = secrets
        self._store = store

    def self_test(self, progress: OnProgress) -> tuple[CheckLine, ...]:
        """One line after the other; no check's fault keeps the others from being made."""
        checks = list(checks_of(self._seen()))
        lines: list[CheckLine] = []
        for done, check in enumerate(checks):
            progress(Progress(done, len(checks)))
            lines.append(check())
        progress(Progress(len(checks), len(checks)))
        return tuple(lines)

    def bundle_parts(self) -> tuple[BundlePart, ...]:
        """What a bundle made now would hold."""
        settings, recent, counts = self._read(_for_bundle, (Settings(), (), {}))
        return bundle_parts(self._folder, settings, recent, self.self_test(lambda _: None), counts)

    def save_bundle(self, path: str) -> None:
        save_bundle(Path(path), self.bundle_parts())

    def _seen(self) -> Seen:
        facts = self._read(_facts, _Facts(None, (), None))
        status = self._thread.status
        return Seen(
            folder=self._folder,
            host=LOOPBACK,
            port=status.port or Settings().port,
            listening=status.state is HostState.LISTENING,
            now=self._clock.now(),
            last_known=facts.last_known,
            keyring=self._keyring,
            targets=facts.targets,
            pull_file=facts.pull_file,
        )

    def _keyring(self) -> StoreStatus:
        async def ask(_: Service) -> StoreStatus:
            return await self._secrets.status()

        status: StoreStatus = self._thread.call(ask).result(_KEYRING_S)
        return status

    def _read(self, work: Callable[[Reading], Any], otherwise: Any) -> Any:  # noqa: ANN401 - one of two shapes each
        store = self._store()
        return otherwise if store is None else store.submit_read(work).result()


class _Facts:
    """What the database knows for the self-test."""

    def __init__(self, last_known: Millis | None, found: tuple[Any, ...], pull_file: Path | None) -> None:
        self.last_known = last_known
        self.targets = found
        self.pull_file = pull_file


def _facts(db: Reading) -> _Facts:
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    newest = [call.at for shop in live if (call := calls.newest_call(db, shop.id)) is not None]
    found = tuple(
        (targets.read_names(db, shop.id)[target.id] or target.url, target)
        for shop in live
        for target in targets.list_targets(db, shop.id)
    )
    files = [source.setup.path for shop in live if (source := pulls.find_source(db, shop.id)) is not None]
    return _Facts(max(newest, default=None), found, Path(files[0]) if files else None)


def _for_bundle(db: Reading) -> tuple[Settings, tuple[Call, ...], dict[str, int]]:
    live = [shop for shop in shops.list_shops(db) if not shop.staging]
    recent = [
        call
        for shop in live
        for call in calls.list_calls(db, shop.id, CallFilter(), sees_unknown=True, limit=_RECENT_CALLS)
    ]
    counts = {
        "shops": len(live),
        "items": sum(shops.items_total(db, shop.id) for shop in live),
        "calls": sum(calls.count_calls(db, shop.id, sees_unknown=False) for shop in live),
        "targets": sum(len(targets.list_targets(db, shop.id)) for shop in live),
    }
    return settings_from(read_settings(db)), tuple(recent), counts


def support_of(
    folder: Path, clock: Clock, thread: Thread, secrets: AsksSecrets, store: Callable[[], Store | None]
) -> Support:
    """What the host room asks of it."""
    doctor = Doctor(folder, clock, thread, secrets, store)
    return Support(doctor.self_test, doctor.bundle_parts, doctor.save_bundle)
