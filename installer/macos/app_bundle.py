"""The layout of Counterpart.app: what it says of itself, and whether a built one is whole."""

from __future__ import annotations

import os
import plistlib
from typing import TYPE_CHECKING, Final

from installer.macos.universal import find_thin_files

if TYPE_CHECKING:
    from pathlib import Path

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
