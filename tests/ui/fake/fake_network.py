"""The fake's port for the network."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.certificate import ServerCertificate
from service.domain.changes import ChangeKind
from service.domain.pairing import LIFE, MAX_TRIES, PairingState, PairingStatus
from tests.ui.fake.fake_clock import moment
from tests.ui.fake.fake_data import FakeData

CERTIFICATE = ServerCertificate(
    "sha256//hVfXgmnDs1bKRCHsLYYtVWqmWQKVZ2rJxJPmTJ4EBgs=",
    ("localhost", "127.0.0.1", "till-server", "till-server.local", "192.168.1.10"),
    moment(15, 3, 0),
    moment(15, 3, 0) + 730 * 86_400_000,
    moment(15, 3, 0) + 7300 * 86_400_000,
    "C:\\Users\\Maryam\\AppData\\Local\\Counterpart\\certificate\\authority.pem",
)

CODE = "K7QM3XRD"


class FakeNetwork:
    """A certificate that can be replaced."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.present: ServerCertificate | None = CERTIFICATE
        self.status = PairingStatus(PairingState.NONE)

    def certificate(self) -> Future[ServerCertificate | None]:
        return self._answers.answer("network.certificate", lambda: self.present)

    def replace_certificate(self) -> Future[None]:
        def make() -> None:
            self.present = replace(CERTIFICATE, pin="sha256//AAAAgmnDs1bKRCHsLYYtVWqmWQKVZ2rJxJPmTJ4EBgs=")
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("network.replace_certificate", make)

    def open_pairing(self, shop: int) -> Future[str]:
        def make() -> str:
            self.status = PairingStatus(PairingState.WAITING, shop, LIFE, MAX_TRIES)
            return CODE

        return self._answers.answer("network.open_pairing", make, shop)

    def pairing(self) -> Future[PairingStatus]:
        return self._answers.answer("network.pairing", lambda: self.status)

    def close_pairing(self) -> Future[None]:
        return self._answers.answer("network.close_pairing", lambda: None)

    def save_certificate(self, path: str) -> Future[None]:
        return self._answers.answer("network.save_certificate", lambda: None, path)
