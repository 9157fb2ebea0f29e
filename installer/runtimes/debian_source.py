"""A source package of Debian, locked by the hash of its description, fetched and unpacked.

The description (.dsc) names the hash of each other file, and dpkg-source compares them.
"""

from __future__ import annotations

import hashlib
import platform
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from installer.surroundings import BUILD, ROOT, run
from installer.toolchain.errors import SetupError

LOCK: Final = ROOT / "installer" / "requirements" / "sources.txt"
FETCHED: Final = BUILD / "sources"
SUITES: Final = ("trixie", "trixie-security")
"""Debian 13, whose security fixes the locked version has."""

KEYS: Final = Path("/usr/share/keyrings/debian-archive-keyring.gpg")


@dataclass(frozen=True, slots=True)
class Source:
    """A locked source package: its name, its version, and the SHA-256 of its description."""

    name: str
    version: str
    digest: str

    @property
    def description(self) -> Path:
        """The file of its description, which does not exist before it is fetched."""
        return FETCHED / f"{self.name}_{self.version}.dsc"


def locked_source(text: str) -> Source:
    """The one source package of a lock's text. SetupError if it has none."""
    for line in text.splitlines():
        words = line.split()
        if words and not line.startswith("#"):
            name, _, version = words[0].partition("==")
            return Source(name, version, words[1].removeprefix("--hash=sha256:"))
    raise SetupError(f"{LOCK.name} locks no source package. Get a whole copy of the project.")


def unpack_source(source: Source, folder: Path) -> None:
    """Unpack it with Debian's changes into a new folder. SetupError if it is not the locked one."""
    if not source.description.exists():
        _download(source)
    check_digest(source.description, source)
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    run(["dpkg-source", "--extract", source.description, folder])


def check_digest(file: Path, source: Source) -> None:
    """SetupError if the description has another hash than the locked one."""
    if hashlib.sha256(file.read_bytes()).hexdigest() != source.digest:
        raise SetupError(f"{file} is not the locked {source.name}. Delete {FETCHED} and run this again.")


def sources_list(sites: str, own: str) -> str:
    """The list of archives for apt. `sites`: those of this computer, each in a line with its suite;
    `own`: the name of its own Debian.
    """
    lines = sorted({tuple(line.split()) for line in sites.splitlines() if len(line.split()) == 2})
    pairs = [(site, suite.replace(own, SUITES[0])) for site, suite in lines if suite.replace(own, SUITES[0]) in SUITES]
    return "".join(
        f"Types: deb-src\nURIs: {site}\nSuites: {suite}\nComponents: main\nSigned-By: {KEYS}\n\n"
        for site, suite in pairs
    )


def _download(source: Source) -> None:
    """Fetch its files with apt, in folders of our own, so that nothing of this computer changes."""
    FETCHED.mkdir(parents=True, exist_ok=True)
    place = FETCHED / "apt"
    for name in ("lists/partial", "cache/archives/partial"):
        (place / name).mkdir(parents=True, exist_ok=True)
    own = platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    text = sources_list(run(["apt-get", "indextargets", "--format", "$(SITE) $(RELEASE)"]), own)
    if not text:
        raise SetupError(f"{source.name} comes from Debian's archive, which this computer does not use. See {LOCK}.")
    archives = place / "debian.sources"
    archives.write_text(text, encoding="utf-8")
    options = [f"-oDir::Etc::sourcelist={archives}", "-oDir::Etc::sourceparts=-", f"-oDir::State::lists={place}/lists",
               f"-oDir::Cache={place}/cache", "-oAPT::Sandbox::User=root"]  # fmt: skip
    run(["apt-get", "-q", *options, "update"])
    try:
        run(["apt-get", "-q", *options, "source", "--download-only", f"{source.name}={source.version}"], cwd=FETCHED)
    except SetupError as fault:
        raise SetupError(
            f"Debian no longer has {source.name} {source.version}. Lock its newer one in {LOCK.name}, or put the files "
            f"of the locked one into {FETCHED}."
        ) from fault
