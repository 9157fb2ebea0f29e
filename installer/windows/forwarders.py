"""Libraries under the names that Python's modules ask for, which only pass on to another OpenSSL.

Python's `_ssl.pyd` names `libssl-3.dll`; the locked OpenSSL is called `libssl-3-x64.dll`. Windows
itself follows such a forward, so no signed file has to be changed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from installer.places import BUILD, run
from installer.runtimes.openssl import WINDOWS
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
