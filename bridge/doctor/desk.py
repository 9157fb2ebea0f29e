"""Self-test and support bundle, put together from what the running program or the command line knows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from bridge.backups.desk import newest_backup
from bridge.doctor.bundle import bundle_parts, save_bundle
from bridge.doctor.checks import Seen, checks_of
from bridge.doctor.facts import BundleFacts, Facts, read_facts, read_for_bundle
from bridge.doctor.round_trip import round_trip
from bridge.gateway.host import Support, Thread
from service.api.server import LOOPBACK
from service.domain.errors import Unavailable
from service.domain.secrets import SecretStore, StoreStatus
from service.domain.sentences import say
from service.domain.times import Clock
from service.store.store import Store
from service.store.transaction import Reading
from ui.backend.host import BundlePart, CheckLine, HostState
from ui.backend.progress import OnProgress, Progress

log = logging.getLogger(__name__)

T = TypeVar("T")


class Reads(Protocol):
    """Reads from the database. Raises Unavailable while it cannot be asked."""

    def __call__(self, work: Callable[[Reading], T]) -> T: ...


class HasSecrets(Protocol):
    """What it needs of where the secrets are kept."""

    @property
    def cache(self) -> SecretStore: ...


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether the program listens, and on which port; 0 for the one in settings."""

    listening: bool
    port: int


class Doctor:
    """Runs the self-test and gathers the bundle; each of its calls takes its time."""

    def __init__(
        self, folder: Path, clock: Clock, standing: Callable[[], Standing], secrets: SecretStore, reads: Reads
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._standing = standing
        self._secrets = secrets
        self._reads = reads

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
        facts = self._read(read_for_bundle, BundleFacts())
        return bundle_parts(self._folder, facts, self.self_test(lambda _: None))

    def save_bundle(self, path: str) -> None:
        self.save_parts(Path(path), self.bundle_parts())

    def save_parts(self, path: Path, parts: tuple[BundlePart, ...]) -> None:
        """Saves what was shown. Raises Unavailable where the file cannot be written."""
        save_bundle(path, parts)

    def _seen(self) -> Seen:
        facts, standing = self._read(read_facts, Facts()), self._standing()
        return Seen(
            folder=self._folder,
            host=LOOPBACK,
            port=standing.port or facts.settings.port,
            set_port=facts.settings.port,
            listening=standing.listening,
            now=self._clock.now(),
            last_known=facts.last_known,
            keyring=self._keyring,
            backup=lambda: newest_backup(self._folder, self._clock),
            targets=facts.targets,
            pull_files=facts.pull_files,
        )

    def _keyring(self) -> StoreStatus:
        return asyncio.run(round_trip(self._secrets))

    def _read(self, work: Callable[[Reading], T], otherwise: T) -> T:
        try:
            return self._reads(work)
        except Unavailable as error:
            log.info("The self-test does without the database: %s", error.message)
            return otherwise


def support_of(
    folder: Path, clock: Clock, thread: Thread, secrets: HasSecrets, store: Callable[[], Store | None]
) -> Support:
    """What the host room asks of it."""

    def standing() -> Standing:
        return Standing(thread.status.state is HostState.LISTENING, thread.status.port)

    def reads(work: Callable[[Reading], T]) -> T:
        opened = store()
        if opened is None:
            raise Unavailable(say("The service is not running."))
        return opened.submit_read(work).result()

    doctor = Doctor(folder, clock, standing, secrets.cache, reads)
    return Support(doctor.self_test, doctor.bundle_parts, doctor.save_bundle)
