"""OpenSSL as each package carries it, and the series of Python that it is built for."""

from __future__ import annotations

import re
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from installer.surroundings import BUILD, ROOT, run
from installer.toolchain.errors import SetupError

SERIES: Final = "3.13"
TAG: Final = f"cp{SERIES.replace('.', '')}"
LIBRARY: Final = f"python{SERIES.replace('.', '')}"
"""The name of Python's library on Windows, without its suffix."""
LOCK: Final = ROOT / "installer" / "requirements" / "openssl.txt"
INSIDE: Final = "mysql/vendor/"
"""The folder of the wheel that has the libraries."""

_NAMED: Final = re.compile(rb"OpenSSL (\d+\.\d+\.\d+) \d+ \w{3} \d{4}")


@dataclass(frozen=True, slots=True)
class Form:
    """The libraries for one system: `platform` as wheels name it, `crypto` and `ssl` as files."""

    platform: str
    crypto: str
    ssl: str


WINDOWS: Final = Form("win_amd64", "libcrypto-3-x64.dll", "libssl-3-x64.dll")
LINUX: Final = {
    machine: Form(f"manylinux_2_28_{machine}", "libcrypto.so.3", "libssl.so.3") for machine in ("x86_64", "aarch64")
}


def unpack_openssl(form: Form, folder: Path) -> str:
    """Put both libraries into a folder; return their version. SetupError if the wheel differs."""
    with zipfile.ZipFile(fetch(form.platform)) as wheel:
        for name in (form.crypto, form.ssl):
            (folder / name).write_bytes(wheel.read(f"{INSIDE}{name}"))
    return version_in((folder / form.crypto).read_bytes())


def fetch(platform: str) -> Path:
    """The locked wheel for that platform, fetched into the build folder once."""
    folder = BUILD / "openssl"
    held = sorted(folder.glob(f"*{platform}.whl"))
    if not held:
        run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--require-hashes", "--no-deps",
             "--only-binary=:all:", "--platform", platform, "--python-version", SERIES, "--abi", TAG,
             "--dest", folder, "-r", LOCK],
        )  # fmt: skip
        held = sorted(folder.glob(f"*{platform}.whl"))
    return held[-1]


def version_in(library: bytes) -> str:
    """The version that OpenSSL's library names, such as "3.5.8". SetupError if it names none."""
    found = _NAMED.search(library)
    if found is None:
        raise SetupError("The locked wheel has no OpenSSL in it. See installer/requirements/openssl.txt.")
    return found[1].decode()
