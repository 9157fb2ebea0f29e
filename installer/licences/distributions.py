"""The Python distributions of a package, with the licences in their own metadata."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installer.licences.part import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

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
    """The distributions of a locked list for this computer. PackageNotFoundError if one is not
    installed.
    """
    lines = [line.removesuffix("\\") for line in lock.read_text(encoding="utf-8").splitlines() if line[:1].isalnum()]
    wanted = [Requirement(line) for line in lines]
    return [metadata.distribution(one.name) for one in wanted if one.marker is None or one.marker.evaluate()]


def distributions_in(folder: Path) -> list[metadata.Distribution]:
    """The distributions that are installed in a folder."""
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
    """The names of installed distributions that are not listed and of which the package has
    something all the same.
    """
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
