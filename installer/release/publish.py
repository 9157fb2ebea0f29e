"""The signed feed in a folder, for any web space or a stick: created, extended and renewed, with
changes of keys.

The four keys are in a folder outside the project, one file each. Root's key can be offline: only
creating the feed and changing keys need it.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import ssl
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key
from securesystemslib.signer._crypto_signer import CryptoSigner
from tuf.api._payload import MetaFile, Root, Snapshot, TargetFile, Targets, Timestamp
from tuf.api.metadata import Metadata

from bridge.updates.feed import Feed, FeedRefused
from bridge.updates.packages import NEWEST, FeedPlace, Release
from installer.release.check_sums import KEY_VARIABLE
from installer.surroundings import DIST, ROOT
from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Mapping


import gzip
import hashlib
from email.utils import format_datetime

from installer.surroundings import run

DAYS: Final = {"root": 365, "targets": 180, "snapshot": 30, "timestamp": 7}
"""Validity of each role's metadata. A timer renews the timestamp: `installer publish --renew`."""

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
    """The signed apt repository of the Debian package, in the folder `apt` next to the feed.

    `folder` holds `pool` and `dists`; `key` names the GnuPG key that signs. `Release` says how long
    it is valid, so that apt notices a repository that is held back.
    """

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


@dataclass(frozen=True, slots=True)
class Keys:
    """The folder with one private key for each role."""

    folder: Path

    def signer(self, role: str) -> CryptoSigner:
        """The role's signer. SetupError if its key does not exist."""
        file = self.folder / f"{role}.pem"
        if not file.exists():
            raise SetupError(f"The key {file} is missing. Bring the folder with the keys, or make new ones.")
        key = load_pem_private_key(file.read_bytes(), None)
        if not isinstance(key, Ed25519PrivateKey):
            raise SetupError(f"{file} holds no key of this feed. Bring the folder with the keys.")
        return CryptoSigner(key)

    def make(self, role: str) -> CryptoSigner:
        """A new key of a role; the earlier is `ROLE.old.pem`. SetupError inside the project."""
        if self.folder.resolve().is_relative_to(ROOT):
            raise SetupError("No key may be in the project's folder. Name another one with --keys.")
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self.folder / f"{role}.pem"
        if file.exists():
            file.replace(file.with_name(f"{role}.old.pem"))
        signer = CryptoSigner.generate_ed25519()
        private = signer._private_key  # noqa: SLF001 - securesystemslib gives no other way to keep a key
        file.touch(mode=0o600)
        file.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return signer


class Repository:
    """A feed in a folder: `metadata` and `targets`."""

    def __init__(self, folder: Path, keys: Keys, now: datetime | None = None) -> None:
        self._metadata = folder / "metadata"
        self._targets = folder / "targets"
        self._keys = keys
        self._now = now or datetime.now(UTC)

    def create(self) -> None:
        """A feed without releases, with new keys for all roles. SetupError if there is one."""
        if self._metadata.exists():
            raise SetupError(f"{self._metadata} has a feed already.")
        root = Root(expires=self._until("root"), consistent_snapshot=True)
        for role in DAYS:
            root.add_key(self._keys.make(role).public_key, role)
        # Only now: a folder without metadata would count as a feed the next time.
        self._metadata.mkdir(parents=True)
        self._targets.mkdir()
        self._write_root(Metadata(root), [self._keys.signer("root")])
        self._write("targets", Targets(expires=self._until("targets")))
        self._write("snapshot", Snapshot(expires=self._until("snapshot")))
        self._write("timestamp", Timestamp(expires=self._until("timestamp")))

    def add(self, package: Path, system: str, version: str, changes: Mapping[str, str]) -> None:
        """Offer a package as the newest for a system."""
        path = f"{system}/{package.name}"
        newest = self._targets / NEWEST.format(system=system)
        newest.write_bytes(msgspec.json.encode(Release(version, path, dict(changes))))
        targets = Metadata[Targets].from_file(str(self._newest("targets"))).signed
        for name, file in ((path, package), (newest.name, newest)):
            info = TargetFile.from_file(name, str(file), ["sha256"])
            targets.targets[name] = info
            stored = self._targets / Path(name).parent / f"{info.hashes['sha256']}.{Path(name).name}"
            stored.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, stored)
        newest.unlink()
        targets.version += 1
        targets.expires = self._until("targets")
        self._write("targets", targets)
        self.renew()

    def renew(self) -> None:
        """Write a new snapshot and timestamp, which prove to clients that nothing is withheld."""
        snapshot = Metadata[Snapshot].from_file(str(self._newest("snapshot"))).signed
        targets = Metadata[Targets].from_file(str(self._newest("targets"))).signed
        snapshot.meta["targets.json"] = MetaFile(version=targets.version)
        snapshot.version += 1
        snapshot.expires = self._until("snapshot")
        self._write("snapshot", snapshot)
        timestamp = Metadata[Timestamp].from_file(str(self._metadata / "timestamp.json")).signed
        timestamp.snapshot_meta = MetaFile(version=snapshot.version)
        timestamp.version += 1
        timestamp.expires = self._until("timestamp")
        self._write("timestamp", timestamp)

    def change_key(self, role: str) -> None:
        """Make a new key for a role. The old and the new root key sign a new root that names it."""
        current = Metadata[Root].from_file(str(self._newest("root")))
        signers = [self._keys.signer("root")]
        for key in list(current.signed.roles[role].keyids):
            current.signed.revoke_key(key, role)
        made = self._keys.make(role)
        current.signed.add_key(made.public_key, role)
        current.signed.version += 1
        current.signed.expires = self._until("root")
        self._write_root(current, [*signers, *([made] if role == "root" else [])])
        if role == "targets":
            targets = Metadata[Targets].from_file(str(self._newest("targets"))).signed
            targets.version += 1
            self._write("targets", targets)
        self.renew()

    def _write_root(self, root: Metadata[Root], signers: list[CryptoSigner]) -> None:
        root.signatures.clear()
        for signer in signers:
            root.sign(signer, append=True)
        root.to_file(str(self._metadata / f"{root.signed.version}.root.json"))

    def _write(self, role: str, signed: Targets | Snapshot | Timestamp) -> None:
        metadata: Metadata[Any] = Metadata(signed)
        metadata.sign(self._keys.signer(role))
        name = f"{role}.json" if role == "timestamp" else f"{signed.version}.{role}.json"
        metadata.to_file(str(self._metadata / name))

    def _newest(self, role: str) -> Path:
        files = self._metadata.glob(f"*.{role}.json")
        return max(files, key=lambda file: int(file.name.split(".", maxsplit=1)[0]))

    def _until(self, role: str) -> datetime:
        return (self._now + timedelta(days=DAYS[role])).replace(microsecond=0)


def rehearse(feed: Path, keys: Path) -> Iterator[str]:
    """Yield a sentence for each key that was changed. SetupError where readers would not follow.

    Neither the feed nor the keys change.
    """
    with tempfile.TemporaryDirectory(prefix="counterpart-keys-") as name:
        folder = Path(name)
        web, copied = folder / "web", folder / "keys"
        shutil.copytree(feed, web)
        shutil.copytree(keys, copied)
        first = (web / "metadata" / "1.root.json").read_bytes()
        repository = Repository(web, Keys(copied))
        repository.renew()
        for role in sorted(DAYS):
            reader = Feed(FeedPlace(str(web), first), folder / f"seen-{role}", ssl.create_default_context())
            _read(reader, f"before the {role} key was changed")
            repository.change_key(role)
            _read(reader, f"after the {role} key was changed")
            yield f"The {role} key can be changed: programs that trust the first root follow."


def _read(reader: Feed, moment: str) -> None:
    try:
        reader.check()
    except FeedRefused as error:
        raise SetupError(f"The feed cannot be read {moment}: {error.message}") from error


def publish(arguments: list[str]) -> None:
    """Create, extend or renew a feed, or change a key of it. SetupError if that is impossible."""
    parser = argparse.ArgumentParser(prog="publish", description="Makes and signs the update feed in a folder.")
    parser.add_argument("folder", type=Path, help="the feed: put it on any web space or stick")
    parser.add_argument("--keys", type=Path, required=True, help="the private keys, outside the project")
    parser.add_argument("--changes", default="", help="what changed, in English")
    parser.add_argument("--changes-ar", default="", help="what changed, in Arabic")
    parser.add_argument("--renew", action="store_true", help="only sign that nothing is newer; once a day, by a timer")
    parser.add_argument("--change-key", choices=sorted(DAYS), help="make a new key for a role")
    parser.add_argument("--rehearse", action="store_true", help="change every key of a copy and read it; then stop")
    parser.add_argument("--apt", metavar="ADDRESS", help="where computers find the folder `apt`, if not there itself")
    chosen = parser.parse_args(arguments)
    repository = Repository(chosen.folder, Keys(chosen.keys))
    if not (chosen.folder / "metadata").exists():
        repository.create()
        print(f"A feed was made in {chosen.folder}; its keys are in {chosen.keys}. Keep root.pem offline.")
    if chosen.rehearse:
        for line in rehearse(chosen.folder, chosen.keys):
            print(line)
    elif chosen.change_key:
        repository.change_key(chosen.change_key)
        print(f"The {chosen.change_key} key is a new one; the one before is in {chosen.change_key}.old.pem.")
    elif chosen.renew:
        repository.renew()
        _renew_apt(chosen.folder)
        print(f"The feed is renewed. Its timestamp holds for {DAYS['timestamp']} days.")
    else:
        _offer(repository, {"en": chosen.changes, "ar": chosen.changes_ar})
        _offer_to_apt(chosen.folder, chosen.apt)


def _offer(repository: Repository, changes: dict[str, str]) -> None:
    packages = {
        "windows": DIST / f"Counterpart-{VERSION}-setup.exe",
        f"debian-{platform.machine()}": next(iter(DIST.glob(f"counterpart_{VERSION}_*.deb")), DIST / "none"),
    }
    offered = {system: package for system, package in packages.items() if package.exists()}
    if not offered:
        raise SetupError(f"There is no package of version {VERSION} in {DIST}. Run: python3 dev.py package")
    for system, package in offered.items():
        repository.add(package, system, VERSION, changes)
        print(f"{package.name} is offered for {system}")


def _offer_to_apt(feed: Path, address: str | None) -> None:
    """Offer the .deb to apt if a key signs; without one only the feed is made."""
    packages = sorted(DIST.glob(f"counterpart_{VERSION}_*.deb"))
    if packages and not os.environ.get(KEY_VARIABLE):
        print(f"No apt repository was made: name the GnuPG key that signs it in {KEY_VARIABLE}.")
        return
    for package in packages:
        AptRepository.next_to(feed).add(package, address or (feed / "apt").absolute().as_uri())
        print(f"{package.name} is offered to apt in {feed / 'apt'}")


def _renew_apt(feed: Path) -> None:
    """Renew the apt repository, if there is one. SetupError if no key is named then."""
    if (feed / "apt").exists():
        AptRepository.next_to(feed).renew()
