"""The way back to the version before, with the Debian package of that version."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from bridge.updates.debian_upgrade import Package
from bridge.updates.installation import numbers_of
from service.domain.errors import CounterpartError

NOTE: Final = Path("/var/lib/counterpart/previous")
"""The version that the last upgrade replaced, written by the package's postinst."""

SCHEMA_FIELD: Final = "Counterpart-Schema"
"""In the package's control file: the newest database that its program reads."""

_FIELDS: Final = ("Package", "Version", SCHEMA_FIELD)


def version_before(note: Path = NOTE) -> str:
    """The version that the last upgrade replaced. CounterpartError if there was none."""
    try:
        version = note.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        version = ""
    if not version:
        raise CounterpartError(
            "There is no version before this one to go back to. Name a package of an older version with --package."
        )
    return version


def read_package(file: Path) -> Package:
    """What a .deb says of itself. CounterpartError if it is no package of this program."""
    line = ["dpkg-deb", "--field", str(file), *_FIELDS]
    try:
        done = subprocess.run(line, check=False, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise CounterpartError(f"dpkg-deb could not be started: {error}.") from error
    fields = dict(row.split(": ", 1) for row in done.stdout.splitlines() if ": " in row)
    version, schema = fields.get("Version", ""), fields.get(SCHEMA_FIELD, "0")
    if done.returncode or fields.get("Package") != "counterpart" or not numbers_of(version):
        raise CounterpartError(f"{file} is not a Debian package of Counterpart. Nothing was changed.")
    return Package(file, version, int(schema) if schema.isdecimal() else 0)


def check_older(package: Package, installed: Package) -> None:
    """CounterpartError if that package is not older than the installed version, or cannot read its
    data.
    """
    if numbers_of(package.version) >= numbers_of(installed.version):
        raise CounterpartError(
            f"{package.file} has version {package.version}, and {installed.version} is installed. "
            "Nothing was changed. Name a package of an older version."
        )
    if package.schema < installed.schema:
        raise CounterpartError(
            f"Version {package.version} cannot read the data that {installed.version} has upgraded. "
            "Nothing was changed. Restore a backup from before the upgrade with that version."
        )
