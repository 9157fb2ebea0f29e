"""The signed apt repository of the Debian package, in the folder `apt` next to the feed.

`Release` says how long it is valid, so that apt notices a repository that is held back.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Final

from installer.release.check_sums import KEY_VARIABLE
from installer.surroundings import run
from installer.toolchain.errors import SetupError

FOLDER: Final = "apt"
VALID_DAYS: Final = 30
"""How long apt takes a Release; `installer publish --renew` makes a new one."""

PUBLIC_KEY: Final = "counterpart-archive-keyring.asc"
SOURCES: Final = "counterpart.sources"

_SUITE: Final = "stable"
_COMPONENT: Final = "main"
_POOL: Final = "pool"
_SOURCES: Final = """\
Types: deb
URIs: {address}
Suites: {suite}
Components: {component}
Signed-By: /etc/apt/keyrings/{key}
"""


@dataclass(frozen=True, slots=True)
class AptRepository:
    """`folder` holds `pool` and `dists`; `key` names the GnuPG key that signs."""

    folder: Path
    key: str

    @classmethod
    def next_to(cls, feed: Path) -> AptRepository:
        """The repository next to a feed. SetupError if no key is named."""
        key = os.environ.get(KEY_VARIABLE)
        if not key:
            raise SetupError(f"The apt repository is signed by a GnuPG key: name it in {KEY_VARIABLE}.")
        return cls(feed / FOLDER, key)

    def exists(self) -> bool:
        """Whether there is one to renew."""
        return (self._dist / "Release").exists()

    def add(self, package: Path, address: str, now: datetime | None = None) -> None:
        """Offer a .deb; earlier ones stay. `address` is where the folder will be found."""
        pool = self.folder / _POOL
        pool.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(package, pool / package.name)
        self._write_key()
        text = _SOURCES.format(address=address.rstrip("/"), suite=_SUITE, component=_COMPONENT, key=PUBLIC_KEY)
        (self.folder / SOURCES).write_text(text, encoding="utf-8")
        self.renew(now)

    def renew(self, now: datetime | None = None) -> None:
        """Write the lists of packages and a new, signed Release."""
        architectures = sorted({_field(package, "Architecture") for package in self._packages()})
        names: list[str] = []
        for architecture in architectures:
            names += self._write_packages(architecture)
        self._sign(_release(architectures, self._dist, names, now or datetime.now(UTC)))

    @property
    def _dist(self) -> Path:
        return self.folder / "dists" / _SUITE

    def _packages(self) -> list[Path]:
        return sorted((self.folder / _POOL).glob("*.deb"))

    def _write_packages(self, architecture: str) -> list[str]:
        """Write the list of one architecture, also under its hash, which a reader of an older
        Release finds while this one is copied; return the names of the lists.
        """
        own = [package for package in self._packages() if _field(package, "Architecture") == architecture]
        text = "\n".join(_entry(package, self.folder) for package in own).encode()
        inner = f"{_COMPONENT}/binary-{architecture}"
        place = self._dist / inner
        (place / "by-hash" / "SHA256").mkdir(parents=True, exist_ok=True)
        for name, content in (("Packages", text), ("Packages.gz", gzip.compress(text, mtime=0))):
            (place / name).write_bytes(content)
            (place / "by-hash" / "SHA256" / hashlib.sha256(content).hexdigest()).write_bytes(content)
        return [f"{inner}/Packages", f"{inner}/Packages.gz"]

    def _write_key(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        run(["gpg", "--batch", "--yes", "--armor", "--output", self.folder / PUBLIC_KEY, "--export", self.key])

    def _sign(self, release: str) -> None:
        """Sign a Release in both forms, then put all three in place."""
        drafts = {name: self._dist / f"{name}.draft" for name in ("Release", "Release.gpg", "InRelease")}
        drafts["Release"].write_text(release, encoding="utf-8")
        line = ["gpg", "--batch", "--yes", "--local-user", self.key, "--digest-algo", "SHA256", "--armor"]
        run([*line, "--output", drafts["Release.gpg"], "--detach-sign", drafts["Release"]])
        run([*line, "--output", drafts["InRelease"], "--clear-sign", drafts["Release"]])
        for name, draft in drafts.items():
            draft.replace(self._dist / name)


def _release(architectures: list[str], dist: Path, names: list[str], now: datetime) -> str:
    """The text of Release: who offers what, until when, and the hash and length of each list."""
    fields = {
        "Origin": "Counterpart",
        "Label": "Counterpart",
        "Suite": _SUITE,
        "Codename": _SUITE,
        "Date": format_datetime(now.astimezone(UTC), usegmt=True),
        "Valid-Until": format_datetime(now.astimezone(UTC) + timedelta(days=VALID_DAYS), usegmt=True),
        "Acquire-By-Hash": "yes",
        "Architectures": " ".join(architectures),
        "Components": _COMPONENT,
    }
    lists = ((name, (dist / name).read_bytes()) for name in names)
    sums = "".join(f" {hashlib.sha256(content).hexdigest()} {len(content)} {name}\n" for name, content in lists)
    return "".join(f"{name}: {value}\n" for name, value in fields.items()) + "SHA256:\n" + sums


def _entry(package: Path, folder: Path) -> str:
    """A package in the list: its control file, its place, its length and its hash."""
    content = package.read_bytes()
    own = package.relative_to(folder).as_posix()
    control = run(["dpkg-deb", "--field", package]).rstrip("\n")
    return f"{control}\nFilename: {own}\nSize: {len(content)}\nSHA256: {hashlib.sha256(content).hexdigest()}\n"


def _field(package: Path, name: str) -> str:
    return run(["dpkg-deb", "--field", package, name]).strip()
