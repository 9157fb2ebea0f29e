"""The project's environment, of locked packages, and the stamp that says if it is up to date."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from installer.toolchain.debian import install_packages, missing_packages
from installer.toolchain.errors import SetupError
from installer.toolchain.texts import compile_texts, list_old_texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a complete .venv was made for and from. Written last: an incomplete one has none."""

    python: str
    place: str
    project: str
    locks: dict[str, str]

    def covers(self, wanted: Stamp) -> bool:
        """Whether a .venv with this stamp serves a command that needs the other one."""
        return self.same_base(wanted) and self.project == wanted.project and wanted.locks.items() <= self.locks.items()

    def grows_into(self, wanted: Stamp) -> bool:
        """Whether the other needs only more packages: the present ones work meanwhile."""
        return self.same_base(wanted) and self.project == wanted.project and self.locks.items() <= wanted.locks.items()

    def same_base(self, wanted: Stamp) -> bool:
        """Whether a .venv with this stamp can be updated in place."""
        return (self.python, self.place) == (wanted.python, wanted.place)


def digest(data: bytes) -> str:
    """The SHA-256 of the bytes, as hex."""
    return hashlib.sha256(data).hexdigest()


def build_tables(pyproject: bytes) -> bytes:
    """The tables of pyproject.toml that decide what is installed, not how checks are set."""
    tables = tomllib.loads(pyproject.decode("utf-8"))
    tables["tool"] = {"setuptools": tables.get("tool", {}).get("setuptools", {})}
    return json.dumps(tables, sort_keys=True).encode("utf-8")


def wanted_stamp(root: Path, locks: Sequence[str]) -> Stamp:
    """The stamp that this folder and this Python need."""
    try:
        project = digest(build_tables((root / "pyproject.toml").read_bytes()))
        sums = {name: digest((root / "installer" / "requirements" / name).read_bytes()) for name in locks}
    except FileNotFoundError as missing:
        raise SetupError(f"{missing.filename} is missing. Get a whole copy of the project.") from missing
    python = f"{platform.python_implementation()} {sys.version_info[0]}.{sys.version_info[1]} {platform.machine()}"
    return Stamp(python, str(root / ".venv"), project, sums)


def read_stamp(venv: Path) -> Stamp | None:
    """The stamp of a complete .venv whose Python still exists, or None."""
    try:
        values = json.loads((venv / "stamp.json").read_text(encoding="utf-8"))
        stamp = Stamp(values["python"], values["place"], values["project"], dict(values["locks"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return stamp if program(venv, "python").exists() else None


def write_stamp(venv: Path, stamp: Stamp) -> None:
    """Write the stamp in one step."""
    values = {"python": stamp.python, "place": stamp.place, "project": stamp.project, "locks": stamp.locks}
    draft = venv / "stamp.json.draft"
    draft.write_text(json.dumps(values, indent=1), encoding="utf-8")
    draft.replace(venv / "stamp.json")


def program(venv: Path, name: str) -> Path:
    return venv / "Scripts" / f"{name}.exe" if sys.platform == "win32" else venv / "bin" / name


if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

RUNTIME_LOCKS: Final = ("runtime.txt", "build.txt")
# dev.txt includes the other two, so it is the only one to install where it is needed.
DEV_LOCKS: Final = (*RUNTIME_LOCKS, "dev.txt")
# Without stored bytecode, each start of the program and of each test process compiles the source
# again.
CONFUSING: Final = ("PYTHONHOME", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE", "PIP_USER", "PIP_TARGET", "PIP_PREFIX",
                    "__PYVENV_LAUNCHER__")  # fmt: skip
# The platforms of the wheels of the locked PySide6 and cryptography.
PLATFORMS: Final = "Use 64-bit Windows, Linux with glibc 2.34 (ARM: 2.39) or later, or macOS 13 on Apple silicon."
OFFLINE: Final = ("NewConnectionError", "NameResolutionError", "ConnectTimeoutError", "ReadTimeoutError", "ProxyError",
                  "Connection refused")  # fmt: skip


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Without variables that mislead the .venv's Python or pip, and with a UTF-8 locale."""
    return {name: value for name, value in environment.items() if name not in CONFUSING} | utf8_locale(environment)


def utf8_locale(environment: Mapping[str, str]) -> dict[str, str]:
    """For a bare system with the C locale, of which Qt warns and which loses Arabic names."""
    decisive = next((name for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "LC_CTYPE")
    bare = sys.platform == "linux" and environment.get(decisive, "") in {"", "C", "POSIX"}
    return {"LC_ALL" if decisive == "LC_ALL" else "LC_CTYPE": "C.UTF-8"} if bare else {}


def venv_module() -> None:
    """Check for Debian's separate python3-venv, without which no .venv can be made."""
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        return
    package = f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"
    if missing_packages([package]) and install_packages([package]):
        importlib.invalidate_caches()
        return
    raise SetupError(
        f"This Python ({sys.executable}) cannot make a .venv. Install {package} or a whole Python and run this again."
    )


@contextlib.contextmanager
def only_one(root: Path) -> Iterator[None]:
    """Allow one set-up at a time in this folder."""
    try:
        file = (root / ".dev.lock").open("ab")
    except OSError as fault:
        raise SetupError(
            f"{root} cannot be written to. Copy the project to a folder of your own and run it there."
        ) from fault
    with file:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make_venv(venv: Path) -> None:
    """Create the .venv again with the base Python of this one."""
    venv_module()
    print(f"Making {venv}", flush=True)
    if venv.is_symlink():
        venv.unlink()
    elif venv.exists():
        shutil.rmtree(venv)
    base = getattr(sys, "_base_executable", None) or sys.executable
    made = subprocess.run([base, "-m", "venv", str(venv)], env=clean_environment(os.environ), check=False)
    if made.returncode:
        raise SetupError(
            f"{venv} was not made; the lines above say why. Free space or mend that Python, then run this again."
        )


def pip(venv: Path, *arguments: str) -> None:
    """Run the .venv's pip; a fault becomes one sentence, with pip's words if needed."""
    line = [
        str(program(venv, "python")),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--retries",
        "2",
        *arguments,
    ]
    done = subprocess.run(
        line,
        cwd=venv.parent,
        env=clean_environment(os.environ),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return
    if "THESE PACKAGES DO NOT MATCH THE HASHES" in done.stderr:
        raise SetupError(
            "A downloaded package differs from its locked hash and was not installed. Try another network or mirror."
        )
    if any(sign in done.stderr for sign in OFFLINE):
        raise SetupError(
            "The Python packages could not be fetched. Connect this computer to the network and run this again."
        )
    if "No matching distribution found" in done.stderr:
        here = f"{platform.platform()}, Python {platform.python_version()}"
        raise SetupError(f"A locked package is not made for this computer ({here}). {PLATFORMS}")
    print(done.stderr.strip(), file=sys.stderr)
    raise SetupError("The Python packages could not be installed; pip's words above say why.")


def set_up(root: Path, locks: Sequence[str]) -> Path:
    """Make sure of a .venv with locked packages, the project and its translations; its folder."""
    venv = prepare_venv(root, locks)
    if list_old_texts(root):
        with only_one(root):
            make_texts(root, venv)
    return venv


def make_texts(root: Path, venv: Path) -> None:
    """Compile the translations. Where Qt cannot run, the program runs too, without its window."""
    try:
        compile_texts(root, program(venv, "pyside6-lrelease"))
    except (SetupError, OSError) as fault:
        print(f"The Arabic texts are missing: {fault}", file=sys.stderr, flush=True)


def prepare_venv(root: Path, locks: Sequence[str]) -> Path:
    """Make sure that a .venv has the locked packages and the project; return its folder."""
    venv, wanted = root / ".venv", wanted_stamp(root, locks)
    stamp = read_stamp(venv)
    if stamp and stamp.covers(wanted):
        return venv
    with only_one(root):
        stamp = read_stamp(venv)
        if stamp and stamp.covers(wanted):
            return venv
        began = time.monotonic()
        if stamp is None or not stamp.same_base(wanted):
            make_venv(venv)
        elif not stamp.grows_into(wanted):
            (venv / "stamp.json").unlink()
        install(venv, root, locks)
        write_stamp(venv, wanted)
        print(f"Set up in {time.monotonic() - began:.0f} s.", flush=True)
    return venv


def install(venv: Path, root: Path, locks: Sequence[str]) -> None:
    """Install the locked packages, then the project, without asking a registry for more."""
    print("Installing the locked Python packages", flush=True)
    names = [name for name in locks if name == "dev.txt"] or locks
    wheels = [argument for name in names for argument in ("-r", str(root / "installer" / "requirements" / name))]
    pip(venv, "--require-hashes", "--only-binary", ":all:", *wheels)
    pip(venv, "--no-index", "--no-deps", "--no-build-isolation", "--editable", str(root))
