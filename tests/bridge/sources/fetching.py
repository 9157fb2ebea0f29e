"""Fetches a file from a server, with a password from a secret store in memory."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bridge.sources.open_sources import StoredSources
from service.domain.pull.pulls import PlaceAccess, PullSetup
from service.domain.webhooks.webhook_secrets import Secret
from service.pull.places.fetch_file import FetchedFile, FileFetch
from tests.bridge.secrets.fake_secret_stores import FakeSecretStore
from tests.fakes.clock import FakeClock

STORED = "place-1"
"""The name of the password."""


@dataclass
class Fetching:
    """Fetches into a folder what is at an address that begins with `server`. `trust` is what of the
    server was confirmed.
    """

    folder: Path
    password: str
    server: str = ""
    trust: str = ""

    def fetch(
        self,
        path: str,
        pattern: str | None = None,
        *,
        server: str | None = None,
        trust: str | None = None,
        secret: str | None = STORED,
        query: str = "",
    ) -> FetchedFile:
        """`server` and `trust` are in place of its own."""
        secrets = FakeSecretStore()
        secrets.secrets[STORED] = Secret(self.password)
        access = PlaceAccess(secret, self.trust if trust is None else trust, query)
        setup = PullSetup((self.server if server is None else server) + path, "", pattern, access=access)
        return FileFetch(StoredSources(secrets), setup, FakeClock(), lambda _seconds: None).fetch(self.folder)
