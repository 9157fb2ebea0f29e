"""Debian's system packages: needed ones, missing ones, and apt-get's commands for them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

# What the xcb and wayland platform plugins of Qt 6.11 and its core libraries load (ldd), by
# Debian's names. After a slash: the name in Debian 13.
QT_PACKAGES: Final = (
    "libdbus-1-3", "libegl1", "libfontconfig1", "libgl1", "libglib2.0-0/libglib2.0-0t64", "libgssapi-krb5-2",
    "libwayland-client0", "libwayland-cursor0", "libwayland-egl1", "libx11-6", "libx11-xcb1", "libxcb-cursor0",
    "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1", "libxcb-randr0", "libxcb-render-util0", "libxcb-shape0",
    "libxcb-sync1", "libxcb-xfixes0", "libxcb-xinerama0", "libxcb-xkb1", "libxkbcommon-x11-0", "libxkbcommon0",
    "libzstd1",
)  # fmt: skip
# The second engine of the store. Debian's newest, or any that is there.
POSTGRES_PACKAGE: Final = "postgresql/postgresql-15/postgresql-16/postgresql-17/postgresql-18"
DESKTOP_TEST_PACKAGES: Final = (
    "apt", "curl", "dbus", "dbus-daemon", "dbus-x11", "desktop-file-utils", "gnome-keyring", "gpg", "gpg-agent",
    "gpgconf", "haproxy", "iproute2", "libodbc2", "libsecret-tools", "nodejs", "openbox", "patchelf", "pgbouncer",
    "php-cli", "poppler-utils", POSTGRES_PACKAGE, "trayer", "webhook", "x11-utils", "xclip", "xdotool", "xvfb",
)  # fmt: skip

# Compilers and runtimes for the clients of docs/examples that the tests do not need.
EXAMPLE_PACKAGES: Final = ("fp-compiler", "fp-units-fcl", "mono-devel", "mono-mcs", "mono-runtime")

# The browser for the test of GET /docs.
REFERENCE_PACKAGES: Final = ("chromium",)


def missing_packages(wanted: Sequence[str]) -> list[str]:
    """The Debian packages that are not installed; none without dpkg."""
    if not wanted or shutil.which("dpkg-query") is None or shutil.which("apt-get") is None:
        return []
    names = [name for entry in wanted for name in entry.split("/")]
    query = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", *names],
        capture_output=True,
        text=True,
        check=False,
    )
    installed = {line.split()[0] for line in query.stdout.splitlines() if line.endswith(" installed")}
    return [entry.split("/")[0] for entry in wanted if not installed & set(entry.split("/"))]


def runs_as_root() -> bool:
    """Whether this process can install packages itself."""
    return sys.platform == "win32" or os.geteuid() == 0


def apt_prefix(*, is_root: bool) -> list[str] | None:
    """Before apt-get: nothing as root, sudo if it needs no password, else None."""
    if is_root:
        return []
    if (
        shutil.which("sudo")
        and subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False).returncode == 0
    ):
        return ["sudo", "-n"]
    return None


def apt_lines(missing: Sequence[str], prefix: Sequence[str]) -> list[list[str]]:
    """The commands to install packages. Lists are fetched first, as a new system has none."""
    front = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q"]
    return [[*front, "update"], [*front, "install", "-y", "--no-install-recommends", *missing]]


def install_packages(missing: Sequence[str], *, is_root: bool | None = None) -> bool:
    """Install them if that is allowed; otherwise, or after a failure, print the command."""
    prefix = apt_prefix(is_root=runs_as_root() if is_root is None else is_root)
    if prefix is not None:
        print(f"Installing system packages: {' '.join(missing)}", flush=True)
        # With some lists out of reach the rest can still be installed, so only the second command
        # counts.
        codes = [
            subprocess.run(line, stdout=subprocess.DEVNULL, check=False).returncode
            for line in apt_lines(missing, prefix)
        ]
        if codes[-1] == 0:
            return True
    print(f"System packages are missing. Install them with:\n  sudo apt-get install -y {' '.join(missing)}", flush=True)
    return False


def system_packages(wanted: Sequence[str]) -> bool:
    """Install missing system packages; return whether all are there now."""
    missing = missing_packages(wanted)
    return not missing or install_packages(missing)
