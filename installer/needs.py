"""The system packages that a build or a trial needs: installed like those of the tests, or all
named at once.
"""

from __future__ import annotations

import sys
from typing import Final

from installer.toolchain.debian import QT_PACKAGES, install_packages, missing_packages
from installer.toolchain.errors import SetupError

_WINE: Final = ("wine", "wine64", "xvfb")
_LICENCES: Final = (
    "libexpat1", "libffi8", "liblzma5", "libqt6core6", "libqt6svg6", "libqt6waylandclient6", "libsqlite3-0",
    "libyaml-0-2", "libzstd1", "zlib1g",
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
    "linux": ("debootstrap", *_SIGNING, "imagemagick", "iproute2", "openbox", "trayer", "xclip", "xdotool", "xvfb"),
    "windows": (*_WINE, "gcc-mingw-w64-x86-64", "imagemagick", "iproute2", "openbox", "trayer", "xclip", "xdotool"),
}


def need(packages: tuple[str, ...]) -> None:
    """Install what is missing. SetupError, after printing the command, if that is not allowed."""
    if sys.platform.startswith("linux"):
        missing = missing_packages(packages)
        if missing and not install_packages(missing):
            raise SetupError(f"Install {', '.join(missing)} with the line above, then run this again.")
