"""The application and its disk image: frozen for both kinds of Mac, signed, started, and packed."""

from __future__ import annotations

import platform
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.icons import write_icns
from installer.licences.collecting import licences_for_macos, parts_for_macos
from installer.macos.app_bundle import (
    APP,
    ICON,
    PROGRAM,
    find_layout_faults,
    sign_app,
    sign_image,
    write_localised_reasons,
)
from installer.macos.universal import ARCHITECTURES, architectures, fetch_wheels, join_trees
from installer.proof import prove_frozen
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.surroundings import BUILD, DIST, ROOT, run
from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from installer.macos.universal import Run

SPEC: Final = Path(__file__).with_name("app.spec")
WORK: Final = BUILD / "macos"
WHEELS: Final = WORK / "wheels"
LICENCES: Final = WORK / "licences"
TOOLS: Final = ("codesign", "hdiutil", "lipo", "xcrun")


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
