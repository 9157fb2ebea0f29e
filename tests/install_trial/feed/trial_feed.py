"""A signed feed on loopback, made by the project's own publisher, and false copies of it."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from installer.release.publish import DAYS, Keys, Repository
from service.version import VERSION

if TYPE_CHECKING:
    from pathlib import Path

_MAJOR, _MINOR = VERSION.split(".")[:2]
NEXT: Final = f"{_MAJOR}.{int(_MINOR) + 1}.0"
NEWEST: Final = f"{_MAJOR}.{int(_MINOR) + 1}.1"


class TrialFeed:
    """The feed and its keys in a folder, for one system; `web` is what a server shows."""

    def __init__(self, folder: Path, system: str) -> None:
        self._folder = folder
        self._system = system
        self.web = folder / "web"
        self._repository().create()

    @property
    def root(self) -> Path:
        """The metadata that is trusted from the start."""
        return self.web / "metadata" / "1.root.json"

    def offer(self, version: str, package: Path) -> None:
        """Offer a package as the newest."""
        self._repository().add(package, self._system, version, {"en": f"What {version} changed.", "ar": ""})

    def copy(self, name: str) -> Path:
        """The feed as it is now, in a folder of its own."""
        return shutil.copytree(self.web, self._folder / name)

    def changed_package(self, package: Path) -> Path:
        """A copy in which the last byte of that package differs."""
        web = self.copy("changed")
        (stored,) = (web / "targets" / self._system).glob(f"*.{package.name}")
        content = stored.read_bytes()
        stored.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        return web

    def out_of_date(self) -> Path:
        """A copy that was not renewed in time."""
        web = self.copy("out of date")
        Repository(web, self._keys(), datetime.now(UTC) - timedelta(days=DAYS["timestamp"] + 1)).renew()
        return web

    def _repository(self) -> Repository:
        return Repository(self.web, self._keys())

    def _keys(self) -> Keys:
        return Keys(self._folder / "keys")
