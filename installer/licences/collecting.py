"""The folder `licences` of each package, where bridge/system/paths.py looks for it."""

from __future__ import annotations

import os
import platform
import re
import struct
import sys
import sysconfig
from dataclasses import replace
from importlib import import_module, metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

import zstandard
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installer.licences.part import Part, write_licences
from installer.runtimes.debian_source import LOCK as SOURCES_LOCK
from installer.runtimes.debian_source import locked_source
from installer.runtimes.inventory import version_of
from installer.runtimes.openssl import version_in
from installer.surroundings import ROOT, run
from installer.toolchain.errors import SetupError
from service.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from PyInstaller.archive.readers import CArchiveReader

COMMON: Final = Path("/usr/share/common-licenses")
"""Where Debian stores the texts that many programs share."""

LGPL: Final = (("LGPL-3.txt", COMMON / "LGPL-3"), ("GPL-3.txt", COMMON / "GPL-3"))
WITHOUT_TEXT: Final = {"pyside6-essentials": LGPL, "shiboken6": LGPL}
"""Distributions without the text of their licence."""

CHOSEN: Final = {
    "click-default-group": "BSD-3-Clause",
    "pyside6-essentials": "LGPL-3.0-only",
    "python-dateutil": "BSD-3-Clause",
    "shiboken6": "LGPL-3.0-only",
    "xlrd": "BSD-3-Clause; some of its parts: see there",
}
"""Of several licences, the chosen one; without an exact one in the metadata, what the text says."""

SPDX: Final = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "BSD 3-Clause License": "BSD-3-Clause",
    "MIT License": "MIT",
}
"""What the metadata says in words, as SPDX calls it."""

SOURCES: Final = dict.fromkeys(
    WITHOUT_TEXT,
    "https://code.qt.io/cgit/pyside/pyside-setup.git/ and https://download.qt.io/official_releases/QtForPython/",
)
NOT_SHIPPED: Final = ("pip",)
"""Locked, but used by the checkout only."""

_LIBRARY: Final = re.compile(r"\.(dll|exe|pyd|so)(\.|$)", re.IGNORECASE)
_TEXT: Final = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)


def locked_distributions(lock: Path) -> list[metadata.Distribution]:
    """The locked distributions of this computer. PackageNotFoundError if one is not installed."""
    lines = [line.removesuffix("\\") for line in lock.read_text(encoding="utf-8").splitlines() if line[:1].isalnum()]
    wanted = [Requirement(line) for line in lines]
    return [metadata.distribution(one.name) for one in wanted if one.marker is None or one.marker.evaluate()]


def distributions_in(folder: Path) -> list[metadata.Distribution]:
    return list(metadata.distributions(path=[str(folder)]))


def top_names(one: metadata.Distribution) -> frozenset[str]:
    """The outermost names of the modules that a distribution installs."""
    firsts = {file.parts[0] for file in one.files or []}
    names = {first.split(".")[0] for first in firsts if not first.endswith((".dist-info", ".data"))}
    return frozenset(names - {"", "__pycache__"})


def distributions_held(listed: Iterable[metadata.Distribution], names: AbstractSet[str]) -> list[metadata.Distribution]:
    """Those of which a package with these outermost names has something."""
    return [one for one in listed if top_names(one) & names]


def distributions_not_listed(
    installed: Iterable[metadata.Distribution], listed: Iterable[metadata.Distribution], names: AbstractSet[str]
) -> list[str]:
    """Installed distributions that are not listed, though the package has something of them."""
    known = list(listed)
    allowed = frozenset[str]().union(*(top_names(one) for one in known))
    others = distributions_held(installed, names - allowed)
    return sorted({one.name for one in others} - {one.name for one in known})


def parts_of(distributions: list[metadata.Distribution], place: str = "") -> Iterator[Part]:
    """Each distribution as a part; `write_licences` refuses one without a text. `place`: the folder
    of their modules in the package.
    """
    for one in sorted(distributions, key=lambda distribution: distribution.name.lower()):
        name = canonicalize_name(one.name)
        if name not in NOT_SHIPPED:
            licence, texts = _licence(one, name), _texts(one, name)
            url, files = f"pkg:pypi/{name}@{one.version}", _libraries(one, place)
            yield Part(name, one.version, licence, _source(one, name), texts, url, files=files)


def _libraries(one: metadata.Distribution, place: str) -> tuple[str, ...]:
    """The paths of a distribution's libraries in the package."""
    return tuple(f"{place}/{file.as_posix()}" for file in one.files or [] if _LIBRARY.search(file.name))


def _licence(one: metadata.Distribution, name: str) -> str:
    words = one.metadata.get_all("Classifier") or []
    osi = [word.rsplit(" :: ", 1)[-1] for word in words if word.startswith("License :: OSI")]
    stated = (_stated(one, "License-Expression"), _stated(one, "License"), *osi)
    found = next((text.strip() for text in stated if text and "\n" not in text.strip()), "see there")
    return CHOSEN.get(name) or SPDX.get(found, found)


def _stated(one: metadata.Distribution, name: str) -> str:
    """A line of the metadata, empty if it does not exist."""
    return next(iter(one.metadata.get_all(name) or []), "")


def _source(one: metadata.Distribution, name: str) -> str:
    if name in SOURCES:
        return SOURCES[name]
    links = dict(link.split(", ", 1) for link in one.metadata.get_all("Project-URL") or [] if ", " in link)
    known = {label.lower(): link for label, link in links.items()}
    labels = ("source", "source code", "repository", "github: repo", "github", "code", "homepage", "home")
    stated_link = next((known[label] for label in labels if label in known), None)
    return stated_link or _stated(one, "Home-page") or next(iter(links.values()), "its own home page")


def _texts(one: metadata.Distribution, name: str) -> tuple[tuple[str, Path], ...]:
    if name in WITHOUT_TEXT:
        return WITHOUT_TEXT[name]
    texts = []
    for file in one.files or []:
        if file.parts[0].endswith(".dist-info") and _TEXT.search(file.as_posix()):
            own = file.parts[2:] if len(file.parts) > 2 and file.parts[1] == "licenses" else file.parts[1:]
            texts.append(("-".join(own), Path(str(one.locate_file(file)))))
    return tuple(texts)


_SIGNATURE: Final = struct.pack("<I", 0xFEEF04BD)
"""How the fixed part of a version resource begins; two numbers of 32 bits follow after 4 bytes."""
VISUAL_RUNTIME: Final = ("concrt140*.dll", "msvcp140*.dll", "vc*140*.dll")
"""Names of the files of the Visual C++ runtime; a wheel may add a hash to a name."""

ZLIB: Final = "1.3.1"
BZIP2: Final = "1.0.8"
XZ: Final = "5.2.5"
LIBFFI: Final = "3.4.4"
"""What Python 3.13's own list of foreign parts names (Misc/externals.spdx.json)."""
DOCS: Final = Path("/usr/share/doc")
FONTS: Final = (
    ("Inter", "4.001", "https://rsms.me/inter/", "Inter-OFL.txt"),
    ("JetBrains Mono", "2.211", "https://www.jetbrains.com/mono/", "JetBrainsMono-OFL.txt"),
    ("IBM Plex Sans Arabic", "1.005", "https://github.com/IBM/plex", "IBMPlexSansArabic-OFL.txt"),
)
"""Name, revision (as in the font's `head` table), home page and licence."""

QT_PARTS: Final = ("libqt6core6", "libqt6svg6", "libqt6waylandclient6")
"""Debian's packages of these parts of Qt; their copyright files have each part's licence."""

NEWER_QT_PARTS: Final = (
    ("newer-parts.txt", Path(__file__).with_name("qt_newer_parts.txt")),
    ("Apache-2.0.txt", COMMON / "Apache-2.0"),
    ("MPL-2.0.txt", COMMON / "MPL-2.0"),
)
"""The parts of the shipped Qt that the Qt of Debian 12, which is older, does not have yet."""

QT_PARTS_PAGE: Final = "https://doc.qt.io/qt-6/licenses-used-in-qt.html"

OF_QT: Final = ("libQt6", "libicu", "libpyside6", "libshiboken6")
FILES_OF_QT: Final = (
    "*/PySide6/Qt/lib/libQt6*", "*/PySide6/Qt/plugins/*.so", "*/PySide6/Qt6*.dll", "*/PySide6/plugins/*.dll",
)  # fmt: skip
FILES_OF_OPENSSL: Final = ("_internal/libcrypto.so.3", "_internal/libssl.so.3", "runtime/lib*-3-x64.dll")
FILES_OF_PROJECT: Final = ("closer.exe", "counterpart.exe", "counterpartw.exe", "remover.exe", "runtime/lib*-3.dll")
"""On Windows: the programs, and the two libraries that lead Python's modules to the OpenSSL."""

OF_WHEEL: Final = ("psycopg_binary.libs", "psycopg_binary/.dylibs")
"""Where psycopg's wheels have libraries; the second on a Mac."""
OF_PSYCOPG: Final = (
    ("libpq", "18.6", "PostgreSQL", "https://www.postgresql.org/", "libpq5", "postgresql:postgresql", ("libpq*",)),
    ("OpenSSL of psycopg", "", "Apache-2.0", "https://openssl-library.org/", "", "openssl:openssl",
     ("libcrypto*", "libssl*")),
    ("Kerberos 5", "1.22.2", "MIT and others", "https://web.mit.edu/kerberos/", "libkrb5-3", "mit:kerberos_5",
     ("libgssapi_krb5*", "libk5crypto*", "libkrb5*", "libcom_err-*.so.3*", "libcom_err.3*")),
    ("OpenLDAP", "2.6.16", "OLDAP-2.8", "https://www.openldap.org/", "libldap*", "openldap:openldap",
     ("liblber*", "libldap*")),
    ("Cyrus SASL", "2.1.26", "BSD-4-Clause", "https://www.cyrusimap.org/sasl/", "libsasl2-2",
     "cyrusimap:cyrus-sasl", ("libsasl2*",)),
    ("keyutils", "1.5.8", "LGPL-2.1-or-later", "https://people.redhat.com/~dhowells/keyutils/", "libkeyutils1", "",
     ("libkeyutils*",)),
    ("libcom_err", "1.42.9", "MIT", "https://e2fsprogs.sourceforge.net/", "libcom-err2", "",
     ("libcom_err-*.so.2*",)),
    ("libcrypt", "2.17", "LGPL-2.1-or-later", "https://www.gnu.org/software/libc/", "libc6", "gnu:glibc",
     ("libcrypt-*",)),
)  # fmt: skip
"""Name, version ("": the file names it), licence, home page, Debian's package of the same library
with the text ("": Apache's), product, and patterns of its files.
"""

OF_VIEWER: Final = ("LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt")
VIEWER_VERSION: Final = "5.35.0"
OF_PYTHON: Final = ("libpython", "libcrypto", "libssl")
"""Python, and the OpenSSL of both packages."""


def file_version(content: bytes) -> str:
    """The file's version as four numbers, such as "14.44.35211.0"; empty if it names none."""
    start = content.find(_SIGNATURE)
    if start < 0 or len(content) < start + 16:
        return ""
    high, low = struct.unpack_from("<II", content, start + 8)
    return ".".join(str(number) for number in (high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF))


def python_library_parts(terms: Path, text: Callable[[str], Path]) -> list[Part]:
    """Python's libraries in C. `terms`: its licence; `text`: one by a Debian package's name."""
    sqlite, expat = version_of("windows", "SQLite"), version_of("windows", "expat")
    own = (("LICENSE.txt", terms),)
    return [
        Part("SQLite", sqlite, "blessing", "https://sqlite.org/", (("copyright.txt", text("libsqlite3-0")),),
             f"pkg:generic/sqlite@{sqlite}", "sqlite:sqlite", files=("runtime/sqlite3.dll",)),
        Part("libffi", LIBFFI, "MIT", "https://github.com/libffi/libffi", own,
             f"pkg:generic/libffi@{LIBFFI}", "libffi_project:libffi", files=("runtime/libffi-8.dll",)),
        Part("expat", expat, "MIT", "https://libexpat.github.io/", (("copyright.txt", text("libexpat1")),),
             f"pkg:generic/expat@{expat}", "libexpat_project:libexpat"),
        Part("bzip2", BZIP2, "bzip2-1.0.6", "https://sourceware.org/bzip2/", own,
             f"pkg:generic/bzip2@{BZIP2}", "bzip:bzip2"),
        Part("xz", XZ, "public domain: see there", "https://tukaani.org/xz/",
             (("copyright.txt", text("liblzma5")),), f"pkg:generic/xz@{XZ}", "tukaani:xz"),
        Part("zlib", ZLIB, "Zlib", "https://zlib.net/", (("copyright.txt", text("zlib1g")),),
             f"pkg:generic/zlib@{ZLIB}", "zlib:zlib"),
    ]  # fmt: skip


def visual_runtime_parts(tree: Path, terms: Path) -> list[Part]:
    """Each Visual C++ runtime in a version's folder: Python and the wheels bring their own."""
    versions: dict[str, list[str]] = {}
    for path in sorted({path for name in VISUAL_RUNTIME for path in tree.rglob(name)}):
        versions.setdefault(file_version(path.read_bytes()), []).append(path.relative_to(tree).as_posix())
    name = "Microsoft Visual C++ runtime"
    return [
        Part(name, version, "unchanged, as Microsoft allows; see Python's licence",
             "https://visualstudio.microsoft.com/license-terms/", (("LICENSE.txt", terms),),
             product="microsoft:visual_c\\+\\+", files=tuple(files),
             own_folder=f"microsoft-visual-c++-runtime-{version}")
        for version, files in sorted(versions.items())
    ]  # fmt: skip


def shared_parts() -> list[Part]:
    """The parts of both packages."""
    theme, version = ROOT / "ui" / "theme", _qt_version()
    viewer = ROOT / "service" / "api" / "reference" / "assets"
    series = version.rsplit(".", 1)[0]
    qt = f"https://download.qt.io/official_releases/qt/{series}/{version}/single/"
    return [
        Part("Counterpart", VERSION, "MIT", "next to the program", (("LICENSE.txt", ROOT / "LICENSE"),),
             files=FILES_OF_PROJECT),
        Part("Qt", version, "LGPL-3.0-only; its own parts: see Qt's own parts", qt, LGPL,
             f"pkg:generic/qt@{version}", "qt:qt", files=FILES_OF_QT),
        _openssl("OpenSSL", FILES_OF_OPENSSL),
        _openssl("OpenSSL of cryptography"),
        *(Part(name, revision, "OFL-1.1", home, (("OFL.txt", theme / "fonts" / file),))
          for name, revision, home, file in FONTS),
        Part("Swagger UI", VIEWER_VERSION, "Apache-2.0; its own parts: swagger-ui-bundle.js.LICENSE.txt",
             "https://github.com/swagger-api/swagger-ui", tuple((name, viewer / name) for name in OF_VIEWER),
             f"pkg:npm/swagger-ui-dist@{VIEWER_VERSION}"),
        Part("Lucide", "", "ISC", "https://lucide.dev/", (("LICENSE.txt", theme / "icons" / "LICENSE"),)),
    ]  # fmt: skip


def _openssl(name: str, files: tuple[str, ...] = ()) -> Part:
    """The packages' OpenSSL, or the one inside cryptography's library."""
    version, texts = version_of("windows", name), (("LICENSE.txt", COMMON / "Apache-2.0"),)
    home, url = "https://openssl-library.org/", f"pkg:generic/openssl@{version}"
    return Part(name, version, "Apache-2.0", home, texts, url, "openssl:openssl", files)


def linux_parts(frozen: Path, text: Callable[[str], Path] | None = None) -> list[Part]:
    """The parts of the Debian package only: Python as it is here, and the Debian libraries that it
    was linked with. `text`: the licence by the name of a Debian package; else as installed here.
    """
    text = text or debian_text
    source = locked_source(SOURCES_LOCK.read_text(encoding="utf-8"))
    return [
        *_frozen_parts(f"pkg:deb/debian/{source.name}@{source.version}?arch=source&distro=debian-13"),
        Part("ICU", _icu_series(frozen), "ICU", "https://icu.unicode.org/",
             (("copyright.txt", text("libicu[0-9]*")),), files=("*/libicu*.so.*",)),
        _qt_own_parts(text),
        *_inside_wheels(text),
        *psycopg_parts(frozen, text),
        *_system_libraries(frozen),
    ]  # fmt: skip


def _icu_series(frozen: Path) -> str:
    """The series of the ICU that came with Qt, from the name of its library; empty without one."""
    names = (path.name for path in frozen.rglob("libicuuc.so.*"))
    return next((name.removeprefix("libicuuc.so.") for name in names), "")


def _frozen_parts(url: str) -> list[Part]:
    """Python as it is on this computer, by that Package URL, and the program that starts it."""
    python = Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"
    bootloader = metadata.distribution("pyinstaller")
    copying = next(file for file in bootloader.files or [] if file.name == "COPYING.txt")
    return [
        Part("Python", sys.version.split()[0], "PSF-2.0", "https://www.python.org/", (("LICENSE.txt", python),), url,
             files=("_internal/libpython3*.so*", "_internal/python3*/lib-dynload/*.so")),
        Part("PyInstaller", bootloader.version, "GPL-2.0-or-later WITH Bootloader-exception", "https://pyinstaller.org/",
             (("COPYING.txt", Path(str(bootloader.locate_file(copying)))),),
             f"pkg:pypi/pyinstaller@{bootloader.version}", files=("counterpart",)),
    ]  # fmt: skip


def windows_parts(tree: Path) -> list[Part]:
    """The parts of the Windows set-up only, of a version's folder."""
    terms = tree / "runtime" / "LICENSE.txt"
    apache = COMMON / "Apache-2.0"
    return [
        Part("Python", version_of("windows", "Python"), "PSF-2.0",
             "https://www.python.org/", (("LICENSE.txt", terms), ("Apache-2.0.txt", apache)),
             f"pkg:generic/python@{version_of('windows', 'Python')}", "python:python",
             files=("runtime/*.pyd", "runtime/python3*.dll")),
        *python_library_parts(terms, debian_text),
        _qt_own_parts(debian_text),
        *_inside_wheels(debian_text),
        *psycopg_parts(tree, debian_text),
        *visual_runtime_parts(tree, terms),
        Part("mingw-w64", _version("mingw-w64-common"), "ZPL-2.1 and others", "https://www.mingw-w64.org/",
             (("copyright.txt", debian_text("mingw-w64-common")),)),
        Part("NSIS", _version("nsis"), "Zlib and others", "https://nsis.sourceforge.io/",
             (("copyright.txt", debian_text("nsis")),)),
    ]  # fmt: skip


def macos_parts(wheels: Path) -> list[Part]:
    """The parts of the macOS application only; texts of Debian are on no Mac."""
    python = _frozen_parts(f"pkg:generic/python@{sys.version.split()[0]}")
    own = _qt_own_parts(lambda package: Path(f"{package}.txt"))

    def elsewhere(_package: str) -> Path:
        return Path("copyright.txt")

    return [*python, own, *_inside_wheels(elsewhere), *psycopg_parts(wheels, elsewhere)]


def _inside_wheels(text: Callable[[str], Path]) -> list[Part]:
    """The libraries in C that are a part of a wheel's own library. `text`: the licence by the name
    of Debian's package of the same library.
    """
    yaml = str(import_module("yaml._yaml").get_version_string())
    zstd = ".".join(str(number) for number in zstandard.ZSTD_VERSION)
    return [
        Part("libffi of cffi", "", "MIT", "https://github.com/libffi/libffi", (("copyright.txt", text("libffi8")),)),
        Part("LibYAML", yaml, "MIT", "https://pyyaml.org/wiki/LibYAML", (("copyright.txt", text("libyaml-0-2")),),
             f"pkg:generic/libyaml@{yaml}", "pyyaml:libyaml"),
        Part("Zstandard library", zstd, "BSD-3-Clause", "https://github.com/facebook/zstd",
             (("copyright.txt", text("libzstd1")),), f"pkg:generic/zstd@{zstd}", "facebook:zstandard"),
    ]  # fmt: skip


def psycopg_parts(tree: Path, text: Callable[[str], Path]) -> list[Part]:
    """The libraries that psycopg's wheel brings next to its own, of those that are in the tree.
    `text`: the licence by the name of a Debian package.
    """
    parts = []
    for name, known, licence, home, package, product, patterns in OF_PSYCOPG:
        found = sorted(path for one in patterns for place in OF_WHEEL for path in tree.rglob(f"{place}/{one}"))
        if found:
            version = _find_version(known, found[0].read_bytes())
            texts = ("copyright.txt", text(package)) if package else ("LICENSE.txt", COMMON / "Apache-2.0")
            url = f"pkg:generic/{name.split()[0].lower()}@{version}"
            files = tuple(path.relative_to(tree).as_posix() for path in found)
            parts.append(Part(name, version, licence, home, (texts,), url, product, files))
    return parts


def _find_version(known: str, library: bytes) -> str:
    """For Windows another one is built: 18.0.4.0 in its file is PostgreSQL 18.4."""
    numbers = file_version(library).split(".")
    if not known:
        return version_in(library)
    return f"{numbers[0]}.{numbers[2]}" if len(numbers) > 2 else known


def _qt_own_parts(text: Callable[[str], Path]) -> Part:
    """Foreign parts in Qt: Debian's list for its own Qt 6, with every licence, and newer ones."""
    listed = ((f"{name}.txt", text(name)) for name in QT_PARTS)
    return Part("Qt's own parts", _qt_version(), "see there", QT_PARTS_PAGE, (*listed, *NEWER_QT_PARTS))


def _qt_version() -> str:
    return metadata.version("pyside6-essentials")


def debian_text(package: str) -> Path:
    """An installed Debian package's copyright file, by name or pattern. SetupError if none."""
    files = sorted(DOCS.glob(f"{package}/copyright"))
    if not files:
        raise SetupError(f"The licence of Debian's {package} is needed for the package. Install that and run it again.")
    return files[-1]


def system_libraries(frozen: Path) -> list[str]:
    """The file names of libraries of this computer's system. Links lead to those of wheels."""
    others = (*OF_QT, *OF_PYTHON)
    names = (path.name for path in (frozen / "_internal").glob("lib*.so*") if not path.is_symlink())
    return sorted(name for name in names if not name.startswith(others))


def _system_libraries(frozen: Path) -> list[Part]:
    packages: dict[str, list[str]] = {}
    for name in system_libraries(frozen):
        owner = run(["dpkg-query", "-S", f"*/{name}"]).splitlines()[0].split(":")[0]
        packages.setdefault(owner, []).append(name)
    return [
        Part(owner, _version(owner), f"see there ({', '.join(names)})", f"apt-get source {owner}",
             (("copyright.txt", debian_text(owner)),), _debian_url(owner),
             files=tuple(f"_internal/{name}" for name in names))
        for owner, names in packages.items()
    ]  # fmt: skip


def _debian_url(package: str) -> str:
    """The Package URL of an installed Debian package."""
    number = platform.freedesktop_os_release().get("VERSION_ID", "")
    return f"pkg:deb/debian/{package}@{_version(package)}?distro=debian-{number}"


def _version(package: str) -> str:
    return run(["dpkg-query", "-W", "-f", "${Version}", package])


_PROGRAM: Final = "counterpart"
LOCK: Final = ROOT / "installer" / "requirements" / "runtime.txt"
FOLDER: Final = "licences"
TEXTS_VARIABLE: Final = "COUNTERPART_LICENCES"
"""The licences of a Debian package of the same version, with the texts that a Mac lacks."""


def held_names(frozen: Path) -> frozenset[str]:
    """The outermost names of all modules in a frozen folder, and of the files next to them."""
    modules = {name.split(".")[0] for name in frozen_modules(frozen / _PROGRAM)}
    return frozenset(modules | {path.name.split(".")[0] for path in (frozen / "_internal").iterdir()})


def frozen_modules(program: Path) -> frozenset[str]:
    """The names of every Python module in it."""
    archive = _open_archive(program)
    inner = [archive.open_embedded_archive(name) for name in archive.toc if name.endswith(".pyz")]
    return frozenset(str(name) for one in inner for name in one.toc)


def _open_archive(program: Path) -> CArchiveReader:
    from PyInstaller.archive.readers import CArchiveReader  # noqa: PLC0415 - it starts ldd when it is imported

    return CArchiveReader(str(program))


def parts_for_linux(frozen: Path) -> list[Part]:
    held = distributions_held(locked_distributions(LOCK), held_names(frozen))
    return [*shared_parts(), *linux_parts(frozen), *parts_of(held, "_internal")]


def foreign_to_linux(frozen: Path) -> list[str]:
    """Frozen distributions that are not locked: the checkout's tools are next to those."""
    return distributions_not_listed(metadata.distributions(), locked_distributions(LOCK), held_names(frozen))


def licences_for_linux(frozen: Path) -> None:
    """Write the licences into the frozen folder, next to the project's own packages."""
    write_licences(parts_for_linux(frozen), frozen / "_internal" / FOLDER)


def parts_for_windows(tree: Path, wheels: Path) -> list[Part]:
    """The parts of a version's folder; `wheels` is the folder of the unpacked locked wheels."""
    return [*shared_parts(), *windows_parts(tree), *parts_of(distributions_in(wheels), "library")]


def licences_for_windows(tree: Path, wheels: Path) -> None:
    """Write the licences into the folder of the project's own packages."""
    write_licences(parts_for_windows(tree, wheels), tree / "program" / FOLDER)


def parts_for_macos(wheels: Path) -> list[Part]:
    """The parts of the application; `wheels` is the folder of the joined locked wheels."""
    return [*shared_parts(), *macos_parts(wheels), *parts_of(distributions_in(wheels))]


def licences_for_macos(wheels: Path, out: Path) -> None:
    """Write the licences into a folder. SetupError if a text is on neither place."""
    texts = Path(os.environ.get(TEXTS_VARIABLE, FOLDER))
    write_licences([find_texts(part, texts) for part in parts_for_macos(wheels)], out)


def find_texts(part: Part, folder: Path) -> Part:
    """The part, with each text that this computer lacks taken from another package's licences."""
    texts = ((name, text if text.is_file() else folder / part.folder / name) for name, text in part.texts)
    return replace(part, texts=tuple(texts))
