"""Programs of the operating system that tests run: only those that the set-up installs."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

import pytest

from installer.toolchain.debian import POSTGRES_PACKAGE

ROOT: Final = Path(__file__).resolve().parents[1]

PROGRAMS: Final = {
    "Xvfb": "xvfb",
    "curl": "curl",
    "dbus-daemon": "dbus-daemon",
    "dbus-run-session": "dbus-daemon",
    "dbus-send": "dbus",
    "desktop-file-validate": "desktop-file-utils",
    "apt-get": "apt",
    "gnome-keyring-daemon": "gnome-keyring",
    "gpg": "gpg",
    "gpg-connect-agent": "gpgconf",
    "haproxy": "haproxy",
    "initdb": POSTGRES_PACKAGE,
    "ip": "iproute2",
    "node": "nodejs",
    "openbox": "openbox",
    "patchelf": "patchelf",
    "pdftoppm": "poppler-utils",
    "pdftotext": "poppler-utils",
    "pg_ctl": POSTGRES_PACKAGE,
    "pgbouncer": "pgbouncer",
    "php": "php-cli",
    "secret-tool": "libsecret-tools",
    "trayer": "trayer",
    "webhook": "webhook",
    "xclip": "xclip",
    "xdotool": "xdotool",
    "xprop": "x11-utils",
    "xwininfo": "x11-utils",
}
"""Each program that a test may start, and the Debian package of
`DESKTOP_TEST_PACKAGES` that brings it.
"""

OF_EVERY_SYSTEM: Final = frozenset(
    {"dpkg", "dpkg-deb", "dpkg-query", "mount", "nsenter", "rm", "setsid", "sh", "true", "umount", "unshare"}
)
"""What no Debian is without (packages marked essential)."""

IN_CI: Final = os.environ.get("CI") == "true"
NO_POSTGRES: Final = "PostgreSQL's initdb is not on this computer: the tests of the second engine are left out."
SYSTEM_PREFIXES: Final = (Path("/usr"), Path("/usr/local"))
"""Where the system's own Python is, next to all that is there by chance."""

NOT_INSTALLED = "A test starts {0}, which the set-up does not install. Add its package, or do without it."


def is_installed(started: str) -> bool:
    """Whether the set-up, or the test itself, sees to it that this program is there."""
    path = Path(started)
    if path.name in PROGRAMS or path.name in OF_EVERY_SYSTEM:
        return True
    own = [Path(sys.prefix), ROOT, Path(tempfile.gettempdir())]
    if Path(sys.base_prefix) not in SYSTEM_PREFIXES:
        own.append(Path(sys.base_prefix))
    elif path.name.startswith("python"):
        return True
    return path.is_absolute() and any(path.is_relative_to(folder) for folder in own)


def only_installed_programs(event: str, arguments: tuple[Any, ...]) -> None:
    """Stop a program that is here by chance:
    where nothing was installed by hand it would be missing.
    """
    if event != "subprocess.Popen":
        return
    started, environment = os.fsdecode(arguments[0]), arguments[3]
    found = shutil.which(started, path=(os.environ if environment is None else environment).get("PATH"))
    if found is not None and not is_installed(found):
        raise FileNotFoundError(NOT_INSTALLED.format(started))


def program(name: str) -> str:
    """Its path. Where dev.py installs Debian's packages (Debian,
    as root) a missing one fails, elsewhere it skips.
    """
    found = shutil.which(name)
    if found is not None:
        return found
    if Path("/etc/debian_version").exists() and os.geteuid() == 0:
        pytest.fail(f"{name} is not installed; on Debian as root it has to be")
    pytest.skip(f"{name} is not installed")


def find_postgres_program(name: str) -> str | None:
    """A program of PostgreSQL's server, which Debian has outside the PATH."""
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return shutil.which(name) or next((str(home / name) for home in homes if (home / name).exists()), None)
