"""Signing and notarisation, by Apple's own tools.

Two environment variables name what to sign with. The secrets are in the builder's keychain, never
in the project. Without an identity the code gets an ad-hoc signature, without which no Mac with an
Apple processor runs it; such an application opens on other Macs only after a question.
"""

from __future__ import annotations

import os
import plistlib
from typing import TYPE_CHECKING, Final

from installer.macos.app_bundle import APP, PROGRAM
from installer.macos.universal import architectures
from installer.toolchain.errors import SetupError

if TYPE_CHECKING:
    from pathlib import Path

    from installer.macos.universal import Run

IDENTITY_VARIABLE: Final = "COUNTERPART_MAC_IDENTITY"
"""The signing identity in the keychain, such as `Developer ID Application: NAME (TEAM)`."""

PROFILE_VARIABLE: Final = "COUNTERPART_MAC_PROFILE"
"""The name of the credentials that `xcrun notarytool store-credentials` has stored."""

ENTITLEMENTS: Final = {"com.apple.security.cs.allow-unsigned-executable-memory": True}
"""libffi, which calls the keychain and the drivers of databases, makes code at run time."""

_AD_HOC: Final = "-"


def sign_app(app: Path, entitlements: Path, run: Run) -> None:
    """Sign each library, then the application around them, then check the whole."""
    entitlements.write_bytes(plistlib.dumps(ENTITLEMENTS))
    line = _codesign()
    for library in _inner_code(app):
        run([*line, library])
    run([*line, "--entitlements", entitlements, app])
    run(["codesign", "--verify", "--deep", "--strict", app])


def sign_image(image: Path, run: Run) -> None:
    """Sign a disk image, have Apple check it, and attach Apple's answer, as far as that is set up.
    SetupError if there is an account at Apple, but no identity to sign with.
    """
    profile = os.environ.get(PROFILE_VARIABLE)
    if profile and not _identity():
        raise SetupError(f"Apple checks only what is signed: set {IDENTITY_VARIABLE} as well as {PROFILE_VARIABLE}.")
    if _identity():
        run([*_codesign(), image])
    if profile:
        run(["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"])
        run(["xcrun", "stapler", "staple", image])
        run(["spctl", "--assess", "--type", "open", "--context", "context:primary-signature", image])


def _identity() -> str:
    return os.environ.get(IDENTITY_VARIABLE, "")


def _codesign() -> list[str | Path]:
    if not _identity():
        return ["codesign", "--force", "--sign", _AD_HOC]
    return ["codesign", "--force", "--timestamp", "--options", "runtime", "--sign", _identity()]


def _inner_code(app: Path) -> list[Path]:
    """Every library and framework, the inner ones first; the program is signed with the
    application.
    """
    program = app / "Contents" / "MacOS" / PROGRAM
    paths = [path for path in app.rglob("*") if path != program and not path.is_symlink()]
    code = [path for path in paths if path.is_file() and architectures(path)]
    code += [path for path in paths if path.suffix == ".framework" and path.name != APP]
    return sorted(code, key=lambda path: (-len(path.parts), path))
