"""The fake's port for the network."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from service.domain.changes import ChangeKind
from service.domain.host.certificate import ServerCertificate
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


class FakeNetwork:
    """A certificate that can be replaced."""

    def __init__(self, data: FakeData) -> None:
        self._data, self._answers = data, data.answers
        self.present: ServerCertificate | None = CERTIFICATE

    def certificate(self) -> Future[ServerCertificate | None]:
        return self._answers.answer("network.certificate", lambda: self.present)

    def replace_certificate(self) -> Future[None]:
        def make() -> None:
            self.present = replace(CERTIFICATE, pin="sha256//AAAAgmnDs1bKRCHsLYYtVWqmWQKVZ2rJxJPmTJ4EBgs=")
            self._data.publish(ChangeKind.SETTINGS)

        return self._answers.answer("network.replace_certificate", make)

    def save_certificate(self, path: str) -> Future[None]:
        return self._answers.answer("network.save_certificate", lambda: None, path)
