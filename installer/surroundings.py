"""What builds need: folders, programs, and times and versions that make them repeatable."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.toolchain.debian import QT_PACKAGES, install_packages, missing_packages
from installer.toolchain.environment import clean_environment
from installer.toolchain.errors import SetupError
from service.version import with_commit

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

ROOT: Final = Path(__file__).resolve().parents[1]
BUILD: Final = ROOT / "build"
DIST: Final = ROOT / "dist"
VENV: Final = Path(sys.prefix)
_WINE: Final = ("wine", "wine64", "xvfb")
_LICENCES: Final = (
    "libc6", "libcom-err2", "libexpat1", "libffi8", "libkeyutils1", "libkrb5-3", "libldap-2.5-0/libldap2", "liblzma5",
    "libpq5", "libqt6core6", "libqt6svg6", "libqt6waylandclient6", "libsasl2-2", "libsqlite3-0", "libyaml-0-2",
    "libzstd1", "zlib1g",
)  # fmt: skip
_COMPILER: Final = (
    "dpkg-dev", "gcc", "libbz2-dev", "libc6-dev", "libexpat1-dev", "libffi-dev", "liblzma-dev", "libsqlite3-dev",
    "libssl-dev", "make", "pkgconf", "uuid-dev", "zlib1g-dev",
)  # fmt: skip
"""What compiles the Python of the Debian package."""

_SIGNING: Final = ("gpg", "gpg-agent", "gpgconf")

BUILD_PACKAGES: Final = {
    "linux": ("appstream", "binutils", "dpkg", "lintian", "patchelf", *_COMPILER, *_LICENCES, *QT_PACKAGES),
    "windows": (*_LICENCES, "gcc-mingw-w64-x86-64", "nsis", "osslsigncode", *_WINE),
    "macos": (),
}
"""The tools that make a package, and those that start it as a proof."""

TRIAL_PACKAGES: Final = {
    "linux": ("debootstrap", *_SIGNING, "iproute2", "openbox", "trayer", "xclip", "xdotool", "xvfb"),
    "windows": (*_WINE, "gcc-mingw-w64-x86-64", "iproute2", "openbox", "trayer", "xclip", "xdotool"),
}
EPOCH: Final = "SOURCE_DATE_EPOCH"
"""Seconds since 1970, which every tool of a build uses instead of the clock."""


def run(line: Sequence[str | Path], *, cwd: Path = ROOT, extra: Mapping[str, str] | None = None) -> str:
    """Run one program to its end; return its output. SetupError with its last lines if it fails."""
    words = [str(word) for word in line]
    done = subprocess.run(
        words,
        cwd=cwd,
        env=clean_environment(os.environ) | dict(extra or {}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        last = "\n".join(done.stdout.strip().splitlines()[-15:])
        raise SetupError(f"{Path(words[0]).name} ended with {done.returncode}. Its last words:\n{last}")
    return done.stdout


def tree_size(folder: Path) -> int:
    """The bytes of all files in a folder; a link counts as nothing."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def megabytes(size: int) -> str:
    """Bytes in a readable form (1 MB is 1,000,000 bytes)."""
    return f"{size / 1_000_000:.1f} MB"


def need(packages: tuple[str, ...]) -> None:
    """Install what is missing. SetupError, after printing the command, if that is not allowed."""
    if sys.platform.startswith("linux"):
        missing = missing_packages(packages)
        if missing and not install_packages(missing):
            raise SetupError(f"Install {', '.join(missing)} with the line above, then run this again.")


def commit_name() -> str:
    """The commit's short name, with `.changed` if files differ; empty outside a repository."""
    try:
        name = run(["git", "rev-parse", "--short=7", "HEAD"]).strip()
        changed = run(["git", "status", "--porcelain", "--untracked-files=no"]).strip()
    except (SetupError, OSError):
        return ""
    return f"{name}.changed" if changed else name


def built_version() -> str:
    """The version with its commit, as the packed program names it."""
    return with_commit(commit_name())


def fix_surroundings() -> None:
    """Give the build's tools the commit's time, one time zone and one language, and fix the order
    of Python's sets.

    A language that is not installed makes each tool in Perl print warnings into what is read.
    """
    os.environ.setdefault(EPOCH, _commit_time())
    os.environ["PYTHONHASHSEED"] = "0"
    os.environ["TZ"] = "UTC"
    os.environ.pop("LANGUAGE", None)
    if sys.platform == "linux":
        os.environ["LC_ALL"] = "C.UTF-8"


def set_times(folder: Path) -> None:
    """Give everything in a folder the time of the commit."""
    moment = int(os.environ.get(EPOCH) or _commit_time())
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (moment, moment), follow_symlinks=False)


def _commit_time() -> str:
    """The commit's time; a copy without history gets the beginning of ZIP's time."""
    try:
        return run(["git", "log", "-1", "--format=%ct"]).strip()
    except (SetupError, OSError):
        return "315532800"
