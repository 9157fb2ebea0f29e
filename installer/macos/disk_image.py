"""The application and its disk image: frozen for both kinds of Mac, signed, started, and packed."""

from __future__ import annotations

import os
import platform
import plistlib
import re
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.icons import write_icns
from installer.licences.collecting import licences_for_macos, parts_for_macos
from installer.proof import prove_frozen
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.surroundings import BUILD, DIST, ROOT, VENV, run
from installer.toolchain.environment import program
from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Run = Callable[[Sequence[str | Path]], str]

ARCHITECTURES: Final = {"arm64": "aarch64-apple-darwin", "x86_64": "x86_64-apple-darwin"}
"""The name that macOS gives a processor, and the one that uv gives it."""

WHEELS_VARIABLE: Final = "COUNTERPART_MAC_WHEELS"
"""A folder with wheels that the maker of this package built, for those that no index offers."""

LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"

_UNUSED: Final = ("bin", "pip", "share")
_THIN: Final = b"\xcf\xfa\xed\xfe"
_FAT: Final = b"\xca\xfe\xba\xbe"
_PROCESSORS: Final = {0x0100000C: "arm64", 0x01000007: "x86_64"}
_MOST: Final = 30
"""More parts than any Mach-O file has: a Java class begins with the same four bytes."""


def architectures(file: Path) -> frozenset[str]:
    """The processors that a file holds machine code for; empty for a file without any."""
    with file.open("rb") as source:
        head = source.read(8 + 20 * _MOST)
    if head[:4] == _THIN:
        return frozenset({_processor(head[4:8][::-1])})
    count = int.from_bytes(head[4:8], "big")
    if head[:4] != _FAT or not 0 < count <= _MOST:
        return frozenset()
    return frozenset(_processor(head[8 + 20 * index : 12 + 20 * index]) for index in range(count))


def _processor(number: bytes) -> str:
    return _PROCESSORS.get(int.from_bytes(number, "big"), "other")


def find_thin_files(folder: Path) -> list[str]:
    """The programs and libraries in a folder that do not run on both kinds of Mac."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    code = ((path, architectures(path)) for path in paths)
    return [path.relative_to(folder).as_posix() for path, found in code if found and not found >= set(ARCHITECTURES)]


def fetch_wheels(out: Path, architecture: str, python: str, run: Run) -> Path:
    """Install the locked wheels for one kind of Mac into a folder, by their hashes.

    `python` is a version such as 3.13. SetupError if a wheel is missing.
    """
    shutil.rmtree(out, ignore_errors=True)
    own = {block: wheel for block in _locked() if (wheel := _own_wheel(block, architecture))}
    rest = out.with_name(f"{out.name}.txt")
    rest.parent.mkdir(parents=True, exist_ok=True)
    rest.write_text("\n".join(block for block in _locked() if block not in own), encoding="utf-8")
    line: list[str | Path] = [
        program(VENV, "uv"), "pip", "install", "--quiet", "--target", out, "--no-deps", "--only-binary", ":all:",
        "--python-platform", ARCHITECTURES[architecture], "--python-version", python,
    ]  # fmt: skip
    try:
        run([*line, "--require-hashes", "-r", rest])
        if own:
            run([*line, "--no-index", *own.values()])
    except SetupError as error:
        raise SetupError(
            f"{error}\nIf no index has a wheel for {architecture}, build it, put it into a folder and name that "
            f"folder in {WHEELS_VARIABLE}."
        ) from error
    return out


def join_trees(arm: Path, intel: Path, out: Path, run: Run) -> None:
    """Write both trees as one. SetupError if files differ that are no machine code."""
    shutil.rmtree(out, ignore_errors=True)
    for own in sorted(_files(arm) | _files(intel)):
        target = out / own
        target.parent.mkdir(parents=True, exist_ok=True)
        first, second = arm / own, intel / own
        if not (first.exists() and second.exists()):
            shutil.copyfile(first if first.exists() else second, target)
        elif _are_equal(first, second) or own.parent.suffix == ".dist-info":
            shutil.copyfile(first, target)
        elif architectures(first) and architectures(second):
            run(["lipo", "-create", first, second, "-output", target])
        else:
            raise SetupError(f"{own} differs between the wheels for both kinds of Mac, and is no machine code.")


def _locked() -> Iterator[str]:
    """Each entry of the locked list: its name, its version and its hashes."""
    text = LOCK.read_text(encoding="utf-8")
    return (block for block in re.split(r"\n(?=[A-Za-z])", text) if block[:1].isalnum())


def _own_wheel(block: str, architecture: str) -> Path | None:
    """The wheel for a locked entry in the folder of own wheels."""
    folder = os.environ.get(WHEELS_VARIABLE)
    match = re.match(r"([\w.-]+)==([\w.]+)", block)
    if not folder or not match:
        return None
    stem = f"{match[1].replace('-', '_')}-{match[2]}-"
    wheels = Path(folder).glob("*.whl")
    return next((one for one in wheels if one.name.startswith(stem) and _fits(one.name, architecture)), None)


def _fits(wheel: str, architecture: str) -> bool:
    return "macosx" in wheel and wheel.endswith((f"_{architecture}.whl", "_universal2.whl"))


def _files(folder: Path) -> set[Path]:
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path for path in paths if path.parts[0] not in _UNUSED and "__pycache__" not in path.parts}


def _are_equal(first: Path, second: Path) -> bool:
    return first.stat().st_size == second.stat().st_size and first.read_bytes() == second.read_bytes()


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
    """Every library and framework, inner ones first; the program is signed with the application."""
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
