"""The support bundle: what helps support, without secrets and without a buyer's data (DESKTOP.md).

Calls come without bodies and without their paths' variable parts that name nothing but an order; the program
log is blotted when it is written, and once more here.
"""

from __future__ import annotations

import platform
import sqlite3
import sys
import zipfile
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

import msgspec

from bridge.paths import program_log
from service.domain.blotting import blot_text
from service.domain.calls import Call
from service.domain.errors import Unavailable
from service.domain.settings import SETTINGS, Settings
from service.domain.times import rfc3339
from service.version import VERSION
from ui.backend.host import BundlePart, CheckLine

_MOST_LOG = 512 * 1024
_LIBRARIES = ("PySide6-Essentials", "aiohttp", "msgspec", "cryptography", "keyring", "sqlite-utils", "zstandard")
_PRIVATE_SETTINGS = ("allowed_hosts", "allowed_origins", "backup_folder")


def bundle_parts(
    folder: Path, settings: Settings, calls: Iterable[Call], checks: Sequence[CheckLine], counts: dict[str, int]
) -> tuple[BundlePart, ...]:
    """The files of the bundle, as they will be saved."""
    texts = {
        "about.txt": _about(),
        "settings.txt": _settings(settings),
        "self-test.txt": _checks(checks),
        "counts.json": msgspec.json.format(msgspec.json.encode(counts)).decode(),
        "calls.csv": _calls(calls),
        "program.log": _log(folder),
    }
    return tuple(
        BundlePart(name, len(text.encode("utf-8")), text)
        for name, text in ((n, blot_text(t)) for n, t in texts.items())
    )


def save_bundle(path: Path, parts: Iterable[BundlePart]) -> None:
    """Writes the parts as a zip. Raises Unavailable where the file cannot be written."""
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for part in parts:
                file.writestr(part.name, part.text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise Unavailable(f"{path} cannot be written: {error.strerror}. Choose another place.") from error


def _about() -> str:
    lines = [
        f"Counterpart {VERSION}",
        f"Python {sys.version}",
        f"SQLite {sqlite3.sqlite_version}",
        f"System {platform.platform()}",
    ]
    for name in _LIBRARIES:
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{name} (version not known)")
    return "\n".join(lines) + "\n"


def _settings(settings: Settings) -> str:
    lines = []
    for setting in SETTINGS:
        value = getattr(settings, setting.name)
        shown = ("set" if value else "not set") if setting.name in _PRIVATE_SETTINGS else value
        lines.append(f"{setting.name}: {shown}")
    return "\n".join(lines) + "\n"


def _checks(checks: Sequence[CheckLine]) -> str:
    return "".join(f"{line.state.value:5} {line.title}: {line.finding} {line.fix}\n" for line in checks)


def _calls(calls: Iterable[Call]) -> str:
    """When, what and how it ended; no bodies, no message, no note, no query: those may hold a buyer's words."""
    rows = ["at,method,path,status,duration_ms,request_bytes,response_bytes,error"]
    for call in calls:
        path = call.path.partition("?")[0]
        known = path if path.startswith("/v1/") and path.count("/") <= 4 and path.isascii() and "," not in path else ""
        rows.append(
            f"{rfc3339(call.at)},{call.method},{known},{call.status},{call.duration_us / 1000:.1f},"
            f"{call.request_bytes},{call.response_bytes},{call.error or ''}"
        )
    return "\n".join(rows) + "\n"


def _log(folder: Path) -> str:
    """The end of the program's log."""
    try:
        return program_log(folder).read_bytes()[-_MOST_LOG:].decode("utf-8", "replace")
    except OSError:
        return "There is no program log yet.\n"
