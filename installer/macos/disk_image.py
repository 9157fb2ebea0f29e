"""The application and its disk image: frozen for both kinds of Mac, signed, started, and packed."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.icons import write_icns
from installer.licences.collecting import licences_for_macos, parts_for_macos
from installer.macos.universal import ARCHITECTURES, architectures, fetch_wheels, join_trees
from installer.proof import prove_frozen
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.surroundings import BUILD, DIST, ROOT, run
from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from installer.macos.universal import Run


import os
import plistlib
from typing import TYPE_CHECKING

from installer.macos.universal import find_thin_files

if TYPE_CHECKING:
    from pathlib import Path

    from installer.macos.universal import Run


SPEC: Final = Path(__file__).with_name("app.spec")
WORK: Final = BUILD / "macos"
WHEELS: Final = WORK / "wheels"
LICENCES: Final = WORK / "licences"
TOOLS: Final = ("codesign", "hdiutil", "lipo", "xcrun")

IDENTIFIER: Final = "local.counterpart.Counterpart"
APP: Final = "Counterpart.app"
PROGRAM: Final = "counterpart"
ICON: Final = "counterpart.icns"
LEAST_SYSTEM: Final = "13.0"
"""The oldest macOS that Qt's own libraries run on."""

NETWORK_REASON: Final = {
    "en": "Tills on other computers of the shop call this one.",
    "ar": "أجهزة الكاشير الأخرى في المحل تتصل بهذا الجهاز.",
}
"""Why macOS is asked to let the program use the local network, in the question that it shows."""
IDENTITY_VARIABLE: Final = "COUNTERPART_MAC_IDENTITY"
"""The signing identity in the keychain, such as `Developer ID Application: NAME (TEAM)`."""

PROFILE_VARIABLE: Final = "COUNTERPART_MAC_PROFILE"
"""The name of the credentials that `xcrun notarytool store-credentials` has stored."""

ENTITLEMENTS: Final = {"com.apple.security.cs.allow-unsigned-executable-memory": True}
"""libffi, which calls the keychain and the drivers of databases, makes code at run time."""

_AD_HOC: Final = "-"


def info_properties(version: str) -> dict[str, object]:
    """Everything in Info.plist."""
    return {
        "CFBundleDevelopmentRegion": "en",
        "CFBundleDisplayName": "Counterpart",
        "CFBundleExecutable": PROGRAM,
        "CFBundleIconFile": ICON,
        "CFBundleIdentifier": IDENTIFIER,
        "CFBundleInfoDictionaryVersion": "6.0",
        "CFBundleLocalizations": sorted(NETWORK_REASON),
        "CFBundleName": "Counterpart",
        "CFBundlePackageType": "APPL",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "LSApplicationCategoryType": "public.app-category.business",
        "LSMinimumSystemVersion": LEAST_SYSTEM,
        "NSHighResolutionCapable": True,
        "NSLocalNetworkUsageDescription": NETWORK_REASON["en"],
        "NSPrincipalClass": "NSApplication",
    }


def write_localised_reasons(app: Path) -> None:
    """Write the question about the local network in each language."""
    for language, reason in NETWORK_REASON.items():
        file = app / "Contents" / "Resources" / f"{language}.lproj" / "InfoPlist.strings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'"NSLocalNetworkUsageDescription" = "{reason}";\n', encoding="utf-8")


def find_layout_faults(app: Path, version: str) -> list[str]:
    """What is wrong with a built application, a sentence each; empty for a whole one."""
    contents = app / "Contents"
    resources, program = contents / "Resources", contents / "MacOS" / PROGRAM
    languages = [resources / f"{one}.lproj" / "InfoPlist.strings" for one in NETWORK_REASON]
    needed = [program, resources / ICON, *languages, resources / "licences" / "NOTICE.txt"]
    faults = [f"{path.relative_to(app)} is missing." for path in needed if not path.is_file()]
    if program.is_file() and not os.access(program, os.X_OK):
        faults.append(f"{program.relative_to(app)} cannot be run.")
    faults += _info_faults(contents / "Info.plist", version)
    return faults + [f"{name} does not run on both kinds of Mac." for name in find_thin_files(app)]


def _info_faults(file: Path, version: str) -> list[str]:
    try:
        found = plistlib.loads(file.read_bytes())
    except (OSError, plistlib.InvalidFileException, ValueError):
        return ["Contents/Info.plist cannot be read."]
    wanted = info_properties(version).items()
    return [f"Info.plist says {found.get(key)!r} for {key}, not {value!r}." for key, value in wanted
            if found.get(key) != value]  # fmt: skip


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


def package() -> Path:
    """Build, sign, prove and pack the application; return the disk image."""
    need_mac(sys.platform, Path(sys.executable))
    join_wheels(run)
    licences_for_macos(WHEELS, LICENCES)
    app = freeze(run)
    faults = find_layout_faults(app, VERSION)
    if faults:
        raise SetupError(f"{APP} is not built: {' '.join(faults[:5])}")
    sign_app(app, WORK / "entitlements.plist", run)
    prove_frozen(app / "Contents" / "MacOS" / PROGRAM)
    image = pack(app, DIST, run)
    sign_image(image, run)
    write_parts_list(parts_for_macos(WHEELS), image)
    write_sums(DIST)
    return image


def need_mac(system: str, python: Path) -> None:
    """SetupError where the package cannot be built: no Mac, no tools, Python for one processor."""
    if system != "darwin":
        raise SetupError("The macOS package is built on a Mac only: its tools exist nowhere else.")
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if missing:
        raise SetupError(f"Install Apple's command-line tools first (xcode-select --install): {', '.join(missing)}.")
    if not architectures(python.resolve()) >= set(ARCHITECTURES):
        raise SetupError("Run the build with Python's universal installer from python.org, which runs on both Macs.")


def join_wheels(run: Run) -> Path:
    """Make the folder of libraries for both kinds of Mac; return it."""
    python = ".".join(platform.python_version_tuple()[:2])
    thin = {name: fetch_wheels(WORK / name, name, python, run) for name in ARCHITECTURES}
    join_trees(thin["arm64"], thin["x86_64"], WHEELS, run)
    return WHEELS


def freeze(run: Run) -> Path:
    """Freeze the program into an application; return its folder."""
    write_icns(WORK / ICON)
    places = ("env", f"PYTHONPATH={WHEELS}:{ROOT}")
    line = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level=WARN", "--clean"]
    run([*places, *line, f"--workpath={WORK / 'work'}", f"--distpath={WORK / 'out'}", SPEC])
    app = WORK / "out" / APP
    write_localised_reasons(app)
    return app


def pack(app: Path, out: Path, run: Run) -> Path:
    """Pack the application as a disk image with a link to the folder of applications; return it."""
    stage = app.parent / "image"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir()
    shutil.copytree(app, stage / APP, symlinks=True)
    (stage / "Applications").symlink_to("/Applications")
    out.mkdir(parents=True, exist_ok=True)
    image = out / f"Counterpart-{VERSION}.dmg"
    run(["hdiutil", "create", "-volname", "Counterpart", "-srcfolder", stage, "-format", "UDZO", "-ov", image])
    return image
