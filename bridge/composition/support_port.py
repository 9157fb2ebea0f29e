"""The self-test and the support bundle for the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bridge.doctor.doctor_service import DoctorService, ListenState, SecretCacheHolder
from bridge.gateway.host_backend import ServiceThreadPort, SupportPort
from service.domain.errors import Unavailable, UnavailableCode
from service.domain.sentences import message
from service.domain.times import Clock
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx
from ui.backend.host_port import HostState

T = TypeVar("T")


def make_support_port(
    folder: Path,
    clock: Clock,
    thread: ServiceThreadPort,
    secrets: SecretCacheHolder,
    store: Callable[[], Store | None],
    starts_at_login: Callable[[], bool],
) -> SupportPort:
    """The port over a doctor that reads the running service's database."""

    def listen_state() -> ListenState:
        return ListenState(thread.status.state is HostState.LISTENING, thread.status.port)

    def read_database(work: Callable[[ReadTx], T]) -> T:
        opened = store()
        if opened is None:
            raise Unavailable(message("The service is not running."), UnavailableCode.SERVICE_STOPPED)
        return opened.submit_read(work).result()

    doctor = DoctorService(folder, clock, listen_state, secrets.cache, read_database, starts_at_login)
    return SupportPort(doctor.self_test, doctor.bundle_parts, doctor.save_bundle)
