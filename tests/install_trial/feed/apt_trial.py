"""A part of `try linux`: the package from the signed apt repository that `publish` makes, in a
Debian that has never had it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from installer.release.apt_repository import FOLDER, PUBLIC_KEY, SOURCES
from installer.release.check_sums import KEY_VARIABLE
from installer.release.publish import publish
from installer.surroundings import run
from service.version import VERSION
from tests.install_trial.feed.feed_server import serve_feed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.install_trial.debian_root import DebianRoot
    from tests.install_trial.trial_checks import TrialChecks

_SIGNER: Final = "packages@counterpart.local"
_OWN_LIST: Final = (
    "-o", f"Dir::Etc::sourcelist=/etc/apt/sources.list.d/{SOURCES}", "-o", "Dir::Etc::sourceparts=-",
    "-o", "APT::Get::List-Cleanup=0",
)  # fmt: skip
"""The lists of Debian stay as they are."""


def try_apt(root: DebianRoot, steps: TrialChecks) -> None:
    """Begins and ends without the program."""
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="counterpart-apt-")))
        web = work / "web"
        web.mkdir()
        server = stack.enter_context(serve_feed(web))
        with _signing_key():
            publish([str(web), "--keys", str(work / "keys"), "--apt", f"{server.address}/{FOLDER}"])
        for source, place in ((SOURCES, "sources.list.d"), (PUBLIC_KEY, "keyrings")):
            (root.path / "etc/apt" / place).mkdir(exist_ok=True)
            shutil.copy(web / FOLDER / source, root.path / "etc/apt" / place / source)
        server.folder = _changed(web, work / "list", f"{FOLDER}/dists/stable/InRelease")
        _refuse(root, "a list that was changed after it was signed", _update(root), steps)
        server.folder = web
        code, said = _update(root)
        steps.check("apt takes the list that the key of the repository has signed", code == 0, said)
        server.folder = _changed(web, work / "package", f"{FOLDER}/pool/*.deb")
        _refuse(root, "a package that was changed", _apt(root, "install", "counterpart"), steps)
        server.folder = web
        _install(root, server.address, steps)


def _refuse(root: DebianRoot, what: str, ended: tuple[int, str], steps: TrialChecks) -> None:
    code, said = ended
    steps.check(f"apt refuses {what}", code != 0 and "\nE: " in said, f"{code} {said}")
    steps.check("and nothing is installed", not (root.path / "usr/bin/counterpart").exists(), said)


def _install(root: DebianRoot, address: str, steps: TrialChecks) -> None:
    code, said = _apt(root, "install", "counterpart")
    steps.check("`apt-get install counterpart` installs it from the repository", code == 0 and address in said, said)
    version = root.run("counterpart", "--version")
    steps.check("which runs", VERSION in version, version)
    code, said = _apt(root, "purge", "counterpart")
    steps.check("and is removed again", code == 0, said)
    _apt(root, "clean")
    for name in (f"keyrings/{PUBLIC_KEY}", f"sources.list.d/{SOURCES}"):
        (root.path / "etc/apt" / name).unlink()


def _update(root: DebianRoot) -> tuple[int, str]:
    return _apt(root, "update", "-o", "APT::Update::Error-Mode=any", *_OWN_LIST)


def _apt(root: DebianRoot, *words: str) -> tuple[int, str]:
    process = root.start("apt-get", "-q", "-y", "-o", "APT::Install-Recommends=0", *words)
    said, _ = process.communicate()
    return process.returncode, said


def _changed(web: Path, folder: Path, pattern: str) -> Path:
    """A copy in which the middle byte of that file differs."""
    shutil.copytree(web, folder)
    (file,) = folder.glob(pattern)
    content = file.read_bytes()
    middle = len(content) // 2
    file.write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    return folder


@contextmanager
def _signing_key() -> Iterator[None]:
    """A GnuPG key for this process. The folder's path is short, as the name of a socket has a
    limit.
    """
    with tempfile.TemporaryDirectory(prefix="g-", ignore_cleanup_errors=True) as home:
        os.environ.update({"GNUPGHOME": home, KEY_VARIABLE: _SIGNER})
        run(["gpg", "--batch", "--passphrase", "", "--quick-generate-key", _SIGNER, "ed25519"])
        try:
            yield
        finally:
            subprocess.run(["gpgconf", "--kill", "gpg-agent"], check=False)
            for name in ("GNUPGHOME", KEY_VARIABLE):
                del os.environ[name]
