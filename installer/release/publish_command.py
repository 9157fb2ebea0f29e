"""`python3 dev.py publish FOLDER`: adds the files of dist/ to the signed feed."""

from __future__ import annotations

import argparse
import os
import platform
from pathlib import Path

from installer.places import DIST
from installer.release.apt_repository import AptRepository
from installer.release.check_sums import KEY_VARIABLE
from installer.release.publish import DAYS, Keys, Repository
from installer.release.rehearse import rehearse
from installer.toolchain.errors import SetupError
from service.version import VERSION


def publish(arguments: list[str]) -> None:
    """Create, extend or renew the feed in a folder, or change a key of it. SetupError if that is
    not possible.
    """
    parser = argparse.ArgumentParser(prog="publish", description="Makes and signs the update feed in a folder.")
    parser.add_argument("folder", type=Path, help="the feed: put it on any web space or stick")
    parser.add_argument("--keys", type=Path, required=True, help="the private keys, outside the project")
    parser.add_argument("--changes", default="", help="what changed, in English")
    parser.add_argument("--changes-ar", default="", help="what changed, in Arabic")
    parser.add_argument("--renew", action="store_true", help="only sign that nothing is newer; once a day, by a timer")
    parser.add_argument("--change-key", choices=sorted(DAYS), help="make a new key for a role")
    parser.add_argument("--rehearse", action="store_true", help="change every key of a copy and read it; then stop")
    parser.add_argument("--apt", metavar="ADDRESS", help="where computers find the folder `apt`, if not there itself")
    chosen = parser.parse_args(arguments)
    repository = Repository(chosen.folder, Keys(chosen.keys))
    if not (chosen.folder / "metadata").exists():
        repository.create()
        print(f"A feed was made in {chosen.folder}; its keys are in {chosen.keys}. Keep root.pem offline.")
    if chosen.rehearse:
        for line in rehearse(chosen.folder, chosen.keys):
            print(line)
    elif chosen.change_key:
        repository.change_key(chosen.change_key)
        print(f"The {chosen.change_key} key is a new one; the one before is in {chosen.change_key}.old.pem.")
    elif chosen.renew:
        repository.renew()
        _renew_apt(chosen.folder)
        print(f"The feed is renewed. Its timestamp holds for {DAYS['timestamp']} days.")
    else:
        _offer(repository, {"en": chosen.changes, "ar": chosen.changes_ar})
        _offer_to_apt(chosen.folder, chosen.apt)


def _offer(repository: Repository, changes: dict[str, str]) -> None:
    packages = {
        "windows": DIST / f"Counterpart-{VERSION}-setup.exe",
        f"debian-{platform.machine()}": next(iter(DIST.glob(f"counterpart_{VERSION}_*.deb")), DIST / "none"),
    }
    offered = {system: package for system, package in packages.items() if package.exists()}
    if not offered:
        raise SetupError(f"There is no package of version {VERSION} in {DIST}. Run: python3 dev.py package")
    for system, package in offered.items():
        repository.add(package, system, VERSION, changes)
        print(f"{package.name} is offered for {system}")


def _offer_to_apt(feed: Path, address: str | None) -> None:
    """Offer the .deb to apt if a key signs; without one only the feed is made."""
    packages = sorted(DIST.glob(f"counterpart_{VERSION}_*.deb"))
    if packages and not os.environ.get(KEY_VARIABLE):
        print(f"No apt repository was made: name the GnuPG key that signs it in {KEY_VARIABLE}.")
        return
    for package in packages:
        AptRepository.next_to(feed).add(package, address or (feed / "apt").absolute().as_uri())
        print(f"{package.name} is offered to apt in {feed / 'apt'}")


def _renew_apt(feed: Path) -> None:
    """Renew the apt repository, if there is one. SetupError if no key is named then."""
    if (feed / "apt").exists():
        AptRepository.next_to(feed).renew()
