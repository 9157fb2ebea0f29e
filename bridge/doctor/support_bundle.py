"""The support bundle: what helps support, without secrets and without a buyer's data
(desktop §3.9).

Its parts cannot contain either: settings from a list, calls as routes and numbers, keys with their
first characters, self-test lines without names and addresses, and a log with the program's
own words but without the values in its lines. What looks like a secret is redacted everywhere.
"""

from __future__ import annotations

import platform
import sqlite3
import sys
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from xml.parsers import expat

import msgspec

from bridge.doctor.bundle_tables import format_audit, format_calls, format_deliveries, format_keys
from bridge.doctor.doctor_facts import BundleFacts
from bridge.system.paths import support_log
from service.domain.errors import Unavailable
from service.domain.redaction import redact_text
from service.domain.sentences import message, os_reason
from service.domain.settings import SETTINGS, Settings
from service.usecases.link.report_link import LinkReport
from service.version import full_version
from ui.backend.host_port import BundlePart, CheckLine

_MAX_LOG = 512 * 1024
_LIBRARIES = ("PySide6-Essentials", "aiohttp", "msgspec", "cryptography", "keyring", "sqlite-utils", "zstandard")
_PRIVATE_SETTINGS = ("allowed_hosts", "allowed_origins", "backup_folder")
_PLAIN_CHECKS = ("port", "host_guard", "database", "server", "disk", "clock", "audit", "libraries", "version")
"""The checks whose findings name nothing of the shop's."""


def bundle_parts(
    folder: Path, facts: BundleFacts, checks: Sequence[CheckLine], *, starts_at_login: bool
) -> tuple[BundlePart, ...]:
    """The files of the bundle, as they will be saved.

    Whether the program starts at login is the system's entry, not the stored setting.
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


def save_bundle(path: Path, parts: Iterable[BundlePart]) -> None:
    """Writes the parts as a zip, whole or not at all. Raises Unavailable if the file cannot be
    written.
    """
    partial = path.with_name(f".{path.name}.part")
    try:
        partial.unlink(missing_ok=True)
        # Exclusive: somebody may have put a link there that leads to a file of the owner's.
        with partial.open("xb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
            for part in parts:
                file.writestr(part.name, part.text)
        partial.replace(path)
    except OSError as error:
        raise Unavailable(
            message(
                "{path} cannot be written: {reason}. Choose another place.", path=str(path), reason=os_reason(error)
            )
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
    """The findings. Those about targets, files and keyrings contain names, so only their result is
    included.
    """
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
