"""Self-test and support bundle, made of what the running program or the command line knows."""

from __future__ import annotations

import asyncio
import logging
import os
import platform
import sqlite3
import stat
import sys
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar
from xml.parsers import expat

import msgspec

from bridge.backups.backup_file import list_known_heads
from bridge.backups.backup_service import find_missing_data, newest_backup
from bridge.doctor.bundle_tables import format_audit, format_calls, format_deliveries, format_keys
from bridge.doctor.doctor_facts import BundleFacts, SelfTestFacts, read_bundle_facts, read_self_test_facts
from bridge.doctor.self_test_checks import Check, CheckContext, Topic, list_checks
from bridge.system.paths import support_log
from service.domain.certificate import LIFE, ServerCertificate, is_due
from service.domain.errors import CounterpartError, Unavailable, UnavailableCode
from service.domain.redaction import redact_text
from service.domain.sentences import message, os_reason
from service.domain.server_health import ServerHealth
from service.domain.settings import SETTINGS, Settings
from service.domain.times import Clock, Millis, format_local
from service.domain.webhooks.webhook_secrets import (
    Secret,
    SecretMissing,
    SecretStore,
    SecretStoreStatus,
    new_secret_name,
)
from service.store.engine.transaction import ReadTx
from service.usecases.link.report_link import LinkReport
from service.version import full_version
from ui.backend.host_port import BundlePart, CheckLine
from ui.backend.progress import OnProgress, Progress
from ui.backend.settings_port import Backup

if TYPE_CHECKING:
    from bridge.backups.shared_data import SharedData
    from bridge.system.certificate import CertificateFolder

_MAX_LOG = 512 * 1024
_LIBRARIES = ("PySide6-Essentials", "aiohttp", "msgspec", "cryptography", "keyring", "sqlite-utils", "zstandard")
_PRIVATE_SETTINGS = ("allowed_hosts", "allowed_origins", "backup_folder")
_PLAIN_CHECKS = ("port", "host_guard", "database", "server", "disk", "clock", "audit", "libraries", "version")
"""The checks whose findings name nothing of the shop's."""


def make_bundle(
    folder: Path, facts: BundleFacts, checks: Sequence[CheckLine], *, starts_at_login: bool
) -> tuple[BundlePart, ...]:
    """The files of the bundle, as they will be saved, without secrets and without a buyer's data
    (desktop §3.9). Whether the program starts at login is the system's entry, not the stored
    setting.

    They cannot contain either: settings from a list, calls as routes and numbers, keys with their
    first characters, self-test lines without names and addresses, and a log with the program's own
    words but without the values in its lines. What looks like a secret is redacted everywhere.
    """
    texts = {
        "about.txt": _about_text(),
        "settings.txt": _settings_text(replace(facts.settings, start_at_login=starts_at_login)),
        "self-test.txt": _checks_text(checks),
        "counts.json": msgspec.json.format(msgspec.json.encode(facts.counts)).decode(),
        "links.json": _links_text(facts.links),
        "keys.csv": format_keys(facts.keys),
        "calls.csv": format_calls(facts.calls),
        "deliveries.csv": format_deliveries(facts.deliveries),
        "audit.csv": format_audit(facts.audit),
        "program.log": _log_text(folder),
    }
    return tuple(
        BundlePart(name, len(text.encode("utf-8")), text)
        for name, text in ((n, redact_text(t)) for n, t in texts.items())
    )


def write_bundle(path: Path, parts: Iterable[BundlePart]) -> None:
    """Writes a zip, whole or not at all. Raises Unavailable if the file cannot be written."""
    partial = path.with_name(f".{path.name}.part")
    try:
        partial.unlink(missing_ok=True)
        # Exclusive: somebody may have put a link there that leads to a file of the owner's.
        with partial.open("xb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            for part in parts:
                file.writestr(part.name, part.text)
        partial.replace(path)
    except OSError as error:
        raise Unavailable.saying(
            "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
        ) from error
    finally:
        partial.unlink(missing_ok=True)


def _about_text() -> str:
    lines = [
        f"Counterpart {full_version()}",
        f"Python {sys.version}",
        f"SQLite {sqlite3.sqlite_version}",
        f"expat {expat.EXPAT_VERSION}",
        f"System {platform.system()} {platform.release()} {platform.machine()}",
    ]
    for name in _LIBRARIES:
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{name} (version not known)")
    return "\n".join(lines) + "\n"


def _settings_text(settings: Settings) -> str:
    lines = []
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        value_text = ("set" if value else "not set") if setting.name in _PRIVATE_SETTINGS else value
        lines.append(f"{setting.name}: {value_text}")
    return "\n".join(lines) + "\n"


def _checks_text(checks: Sequence[CheckLine]) -> str:
    """The findings; of those on targets, files and keyrings, which have names, the result only."""
    lines = []
    for check in checks:
        finding = f" {check.finding} {check.fix}" if check.code in _PLAIN_CHECKS else ""
        lines.append(f"{check.state.value:5} {check.code}{finding}".rstrip())
    return "\n".join(lines) + "\n"


def _links_text(links: Sequence[LinkReport]) -> str:
    """How each link is, in numbers and known words; its address and sentences stay out."""
    plain = [
        {name: value for name, value in msgspec.structs.asdict(link).items() if name not in ("url", "message")}
        for link in links
    ]
    return msgspec.json.format(msgspec.json.encode(plain)).decode()


def _log_text(folder: Path) -> str:
    """The last lines of the log for support."""
    try:
        return support_log(folder).read_bytes()[-_MAX_LOG:].decode("utf-8", "replace")
    except OSError:
        return "There is no program log yet.\n"


_OTHERS = stat.S_IRWXG | stat.S_IRWXO

_REPLACE = "counterpart certificate replace"
_CERTIFICATE = Topic("certificate", message("Certificate for the network"))
_PROBE = "probe-"
log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """The files of an open service, and the names that the owner allows."""

    folder: CertificateFolder
    allowed_hosts: Sequence[str]
    now: Millis
    zone: tzinfo | None = None

    def check(self) -> CheckLine:
        """Whether tills in the network can check it, now and for a while."""
        try:
            certificate = self.folder.find()
        except CounterpartError as error:
            return _CERTIFICATE.bad(error.sentence)
        if certificate is None:
            return _CERTIFICATE.warn(message("There is none yet."), message("It is made when the program starts."))
        if readable := self._find_readable_key():
            finding = message("Other users of this computer can read the private key {file}.", file=readable)
            fix = message(
                "Run: chmod 600 {file}. If somebody may have copied it, run: {command}",
                file=readable,
                command=_REPLACE,
            )
            return _CERTIFICATE.bad(finding, fix)
        return self._check_dates(certificate)

    def _check_dates(self, certificate: ServerCertificate) -> CheckLine:
        if is_due(certificate, self.folder.choose_names(self.allowed_hosts), self.now):
            finding = message("Its names or its end are no longer right: this computer's name or address changed.")
            return _CERTIFICATE.warn(
                finding, message("The running program renews it automatically, with the same pin.")
            )
        end = format_local(certificate.authority_not_after, self.zone)
        if self.now > certificate.authority_not_after - LIFE:
            finding = message("The authority that signs it ends on {end}.", end=end)
            return _CERTIFICATE.warn(finding, message("Run {command}, and pin every till again.", command=_REPLACE))
        finding = message(
            "It is valid until {end} for {names}.",
            end=format_local(certificate.not_after, self.zone),
            names=", ".join(certificate.names),
        )
        return _CERTIFICATE.good(finding)

    def _find_readable_key(self) -> str:
        """A key that others may read (POSIX); empty if there is none."""
        if os.name == "nt":
            return ""
        keys = self.folder.key_files
        return next((str(key) for key in keys if key.stat().st_mode & _OTHERS), "")


async def check_secret_round_trip(store: SecretStore) -> SecretStoreStatus:
    """Stores, reads and removes a probe. Raises SecretsUnavailable, with an unusable state."""
    status = await store.status()
    if not status.is_usable:
        return status
    name, probe = _PROBE + new_secret_name(), Secret(new_secret_name())
    try:
        await store.store(name, probe)
        same = await store.read(name) == probe
    finally:
        await store.remove(name)
    if not same:
        return SecretStoreStatus(
            status.state.DAMAGED, message("The secret store returned something else than was stored in it")
        )
    try:
        await store.read(name)
    except SecretMissing:
        return status
    return SecretStoreStatus(
        status.state.DAMAGED, message("The secret store still holds a secret that was removed from it")
    )


class ReadDatabase(Protocol):
    """Reads from the database. Raises Unavailable while it cannot be read."""

    def __call__(self, work: Callable[[ReadTx], T]) -> T: ...


@dataclass(frozen=True, slots=True)
class ListenState:
    """Whether the program listens, and on which port; 0 means the one in settings."""

    listening: bool
    port: int


@dataclass(frozen=True)
class DoctorService:
    """Runs the self-test and collects the bundle. Each call may take long. `zone` is the one in
    which moments are written; None is the computer's. `find_shared` gives the data where it is on
    PostgreSQL; it raises Unavailable.
    """

    folder: Path
    clock: Clock
    listen_state: Callable[[], ListenState]
    secrets: SecretStore
    read_database: ReadDatabase
    starts_at_login: Callable[[], bool]
    zone: tzinfo | None = None
    find_shared: Callable[[], SharedData | None] = lambda: None

    def self_test(self, progress: OnProgress) -> tuple[CheckLine, ...]:
        """Runs one check after the other; a fault in one does not stop the others."""
        checks = list(list_checks(self._make_check_context()))
        lines: list[CheckLine] = []
        for done, check in enumerate(checks):
            progress(Progress(done, len(checks)))
            lines.append(check())
        progress(Progress(len(checks), len(checks)))
        return tuple(lines)

    def bundle_parts(self) -> tuple[BundlePart, ...]:
        """The contents of a bundle made now."""
        facts = self._read(lambda db: read_bundle_facts(db, self.clock.now()), BundleFacts())
        checks = self.self_test(lambda _: None)
        return make_bundle(self.folder, facts, checks, starts_at_login=self.starts_at_login())

    def save_bundle(self, path: str) -> None:
        write_bundle(Path(path), self.bundle_parts())

    def _make_check_context(self) -> CheckContext:
        now, fault = self.clock.now(), self._find_fault()
        held = fault if fault is not None and fault.code is UnavailableCode.DATABASE_LOCKED else None
        known = () if held else list_known_heads(self.folder)
        facts = self._read(lambda db: read_self_test_facts(db, self.folder, now, known), SelfTestFacts())
        standing = self.listen_state()
        return CheckContext(
            folder=self.folder,
            port=standing.port or facts.settings.port,
            listening=standing.listening,
            now=now,
            keyring=self._keyring,
            backup=lambda: self._newest_backup(held),
            facts=facts,
            held=held,
            missing=None if fault is None else find_missing_data(self.folder, self.clock),
            certificate=self._make_certificate_check(facts.settings, now),
            server=self._ask_server(),
            zone=self.zone,
        )

    def _ask_server(self) -> ServerHealth | Unavailable | None:
        try:
            shared = self.find_shared()
            return None if shared is None else shared.read_health()
        except Unavailable as error:
            return error

    def _find_fault(self) -> Unavailable | None:
        """Why the database cannot be read; one held elsewhere is waited for once, not each time."""
        try:
            self.read_database(lambda _: None)
        except Unavailable as error:
            return error
        return None

    def _newest_backup(self, held: Unavailable | None) -> Backup | None:
        """Where the backups are is in the settings."""
        if held is not None:
            raise held
        return newest_backup(self.folder, self.clock, self.find_shared())

    def _make_certificate_check(self, settings: Settings, now: Millis) -> Check | None:
        if not settings.open_to_network:
            return None
        from bridge.system.certificate import CertificateFolder  # noqa: PLC0415 - 8 MB that most windows save

        return CertificateCheck(CertificateFolder(self.folder), settings.allowed_hosts, now, self.zone).check

    def _keyring(self) -> SecretStoreStatus:
        return asyncio.run(check_secret_round_trip(self.secrets))

    def _read(self, work: Callable[[ReadTx], T], otherwise: T) -> T:
        try:
            return self.read_database(work)
        except Unavailable as error:
            log.info("The self-test does without the database: %s", error.message)
            return otherwise
