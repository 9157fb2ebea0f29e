"""The Python of the Debian package: compiled from the locked source, with the locked OpenSSL.

The package is built by this Python too, in an environment of its own, so that what is frozen is
what is listed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
from pathlib import Path
from typing import Final

from installer.runtimes.debian_source import LOCK, locked_source, unpack_source
from installer.runtimes.openssl import LINUX, SERIES, unpack_openssl
from installer.runtimes.openssl import LOCK as OPENSSL_LOCK
from installer.surroundings import BUILD, EPOCH, ROOT, VENV, run
from installer.toolchain.environment import program
from installer.toolchain.errors import SetupError

HOME: Final = BUILD / "linux" / "python"
SOURCE: Final = Path("..", "source")
"""From the folder in which it is compiled: Python holds the path, the same in every checkout."""
PACKAGES: Final = ROOT / "installer" / "requirements" / "dev.txt"
PREFIX: Final = "/opt/counterpart"
OPTIONS: Final = (
    "--enable-shared", "--without-ensurepip", "--disable-test-modules", "--with-system-expat", "--with-computed-gotos",
)  # fmt: skip
LEFT_OUT: Final = ("_tkinter", "_dbm", "_gdbm", "_curses", "_curses_panel", "readline", "nis", "_crypt", "ossaudiodev")
"""Modules that no package has, so that this computer needs no libraries for them."""


def packaging_python() -> Path:
    """The Python that builds the package, made where it is not there yet."""
    stamp = recipe()
    python = HOME / f"{stamp}-packages" / "bin" / "python"
    done = HOME / f"{stamp}.done"
    if not done.exists():
        need_plain_folder(HOME)
        shutil.rmtree(HOME, ignore_errors=True)
        base = compile_python(HOME / stamp)
        uv = program(VENV, "uv")
        run([uv, "venv", "--quiet", "--python", base, python.parents[1]])
        run([uv, "pip", "install", "--quiet", "--python", python, "--require-hashes", "--only-binary", ":all:",
             "-r", PACKAGES])  # fmt: skip
        done.touch()
    return python


def need_plain_folder(folder: Path) -> None:
    """SetupError for a folder in which Python's own makefile cannot work."""
    if any(sign.isspace() for sign in str(folder)):
        raise SetupError(
            f"Python is compiled in {folder}, and its makefile takes a space for the end of a name. "
            "Move the checkout to a folder without spaces and run this again."
        )


def recipe() -> str:
    """A name that changes with everything that this Python is made of."""
    parts = [
        LOCK.read_bytes(),
        OPENSSL_LOCK.read_bytes(),
        PACKAGES.read_bytes(),
        repr((OPTIONS, LEFT_OUT, SOURCE.parts)).encode(),
    ]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def compile_python(out: Path) -> Path:
    """Compile and install it below a folder; return the program. SetupError if that fails.

    It is compiled for the folder PREFIX, so that every checkout makes the same bytes; it finds its
    own files from where its program is.
    """
    source = out.with_name("source")
    unpack_source(locked_source(LOCK.read_text(encoding="utf-8")), source)
    openssl = lay_out_openssl(out.with_name("openssl"))
    moment = run(["dpkg-parsechangelog", "-STimestamp", "-l", source / "debian" / "changelog"]).strip()
    work = out.with_name("work")
    work.mkdir(parents=True)
    surroundings = {"CFLAGS": f"-g0 -ffile-prefix-map={HOME}=.", EPOCH: moment}
    run(
        [SOURCE / "configure", f"--prefix={PREFIX}", f"--with-openssl={openssl}", *OPTIONS,
         *(f"py_cv_module_{name}=n/a" for name in LEFT_OUT)],
        cwd=work, extra=surroundings,
    )  # fmt: skip
    run(["make", "--silent", f"--jobs={os.cpu_count() or 1}"], cwd=work, extra=surroundings)
    run(["make", "--silent", "install", f"DESTDIR={out}"], cwd=work, extra=surroundings)
    return make_movable(out / PREFIX.lstrip("/"), openssl / "lib")


def make_movable(home: Path, openssl: Path) -> Path:
    """Let that Python find its libraries next to it, whatever the folder; return the program."""
    library = home / "lib"
    for file in openssl.iterdir():
        shutil.copy(file, library / file.name)
    program_file = home / "bin" / f"python{SERIES}"
    run(["patchelf", "--set-rpath", "$ORIGIN/../lib", program_file])
    for module in sorted((library / f"python{SERIES}" / "lib-dynload").glob("*.so")):
        run(["patchelf", "--set-rpath", "$ORIGIN/../..", module])
    for settings in (library / f"python{SERIES}").glob("_sysconfigdata_*.py"):
        text = settings.read_text(encoding="utf-8")
        settings.write_text(text.replace(str(HOME), PREFIX), encoding="utf-8")
    return program_file


def lay_out_openssl(folder: Path) -> Path:
    """The locked OpenSSL as a compiler wants it; the headers are this computer's, of 3.0."""
    form = LINUX[platform.machine()]
    library = folder / "lib"
    library.mkdir(parents=True)
    unpack_openssl(form, library)
    for name in (form.crypto, form.ssl):
        (library / name.removesuffix(".3")).symlink_to(name)
    (folder / "include").symlink_to("/usr/include")
    return folder


def is_packaging_python() -> bool:
    """Whether this process runs in that Python."""
    return Path(sys.prefix).parent == HOME
