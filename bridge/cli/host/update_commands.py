"""`counterpart update`: shows the version, installs the next one, and returns to the one before."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from bridge.cli.command_table import summary_of
from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_errors import print_error
from bridge.cli.framework.command_group import Command, CommandGroup, pass_session
from bridge.cli.framework.output import print_json, print_line
from bridge.updates.installation import DEBIAN_FOLDER, Installation
from service.domain.errors import CounterpartError
from service.store.engine.migrations import SCHEMA_VERSION
from service.version import VERSION

if TYPE_CHECKING:
    from bridge.updates.activation import Activation
    from bridge.updates.debian_upgrade import DebianUpgrade
    from bridge.updates.feed import Feed
    from bridge.updates.release import Release

FAILED = 6
OLDER = 7
AT_WORK = 8
"""Exit codes that the Windows set-up knows: the version before stays; the present one is newer;
another upgrade is at work.
"""


_FEED = click.option("--feed", metavar="ADDRESS", help="Address or folder of the feed, in place of the usual one.")
_ROOT = click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The feed's first root metadata, where it is not the usual feed.",
)


@click.command(
    "check",
    cls=Command,
    help="Say whether there is a newer version, and what changed in it. Nothing is downloaded but the signed list.",
    example="counterpart update check --feed /media/stick/counterpart",
)
@_FEED
@_ROOT
@pass_session
def check(session: Session, feed: str | None, root: Path | None) -> None:
    release = _open_feed(session, feed, root).newest(_system_name(), VERSION)
    if session.as_json:
        print_json({"installed": VERSION, "newest": None if release is None else to_builtins(release)})
    elif release is None:
        print_line(f"Version {VERSION} is the newest.")
    else:
        print_line(f"Version {release.version} is there; {VERSION} is installed. {release.changes.get('en', '')}")


@click.command(
    "install",
    cls=Command,
    help="Download the newest version, check it, and let it take over. If it does not answer, this one is back.",
    example="counterpart update install --feed /media/stick/counterpart",
)
@_FEED
@_ROOT
@click.option(
    "--package",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="A downloaded package, taken if it is the one that the feed offers.",
)
@pass_session
def install(session: Session, feed: str | None, root: Path | None, package: Path | None) -> None:
    from bridge.updates.packages import need_administrator  # noqa: PLC0415 - as in _open_feed

    need_administrator()
    source = _open_feed(session, feed, root)
    release = source.newest(_system_name(), VERSION)
    if release is None:
        is_mended = _is_debian_package() and _complete_installation(source)
        print_line(f"Version {VERSION} is {'installed completely now' if is_mended else 'the newest'}.")
        return
    _install_release(source, release, source.fetch(release, package))
    print_line(f"Version {release.version} is installed.")


@click.command("activate", cls=Command, hidden=True, help="Let the installed version NAME take over.",
               example="counterpart update activate 0.2.0")  # fmt: skip
@click.argument("name")
@pass_session
def activate(session: Session, name: str) -> int:
    """What the Windows set-up runs."""
    from bridge.updates.activation import Downgrade  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.take_over_lock import AnotherTakesOver  # noqa: PLC0415 - as in _open_feed

    codes: dict[type[CounterpartError], int] = {Downgrade: OLDER, AnotherTakesOver: AT_WORK}
    try:
        _activation().upgrade_to(name)
    except CounterpartError as error:
        print_error(error.message, as_json=session.as_json)
        return codes.get(type(error), FAILED)
    print_line(f"Version {name} is installed.")
    return 0


@click.command("guard", cls=Command, hidden=True, help="Complete or undo a take-over whose process is killed.",
               example="counterpart update guard")  # fmt: skip
@pass_session
def guard(_session: Session) -> None:
    """What a take-over starts. Its input ends when the take-over's process does."""
    from bridge.updates.programs import GUARD_READY  # noqa: PLC0415 - as in _open_feed

    activation = _activation()
    sys.stdout.buffer.write(GUARD_READY + b"\n")
    sys.stdout.flush()
    sys.stdin.buffer.read()
    activation.complete()


@click.command(
    "rollback",
    cls=Command,
    help="Return to the version before this one. The data stays as it is. "
    "On Debian the package comes from the feed, or is the one that --package names.",
    example="counterpart update rollback",
)
@_FEED
@_ROOT
@click.option(
    "--package",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="On Debian: the package of the version before, where there is no feed. It is taken as it is.",
)
@pass_session
def rollback(session: Session, feed: str | None, root: Path | None, package: Path | None) -> None:
    if not _is_debian_package():
        print_line(f"Version {_activation().roll_back()} is in use again.")
        return
    from bridge.updates.packages import need_administrator  # noqa: PLC0415 - as in _open_feed

    need_administrator("sudo counterpart update rollback")
    print_line(f"Version {_install_earlier(session, feed, root, package)} is in use again.")


update = CommandGroup(
    name="update",
    help=summary_of("update"),
    commands=[check, install, rollback, activate, guard],
    example="counterpart update check",
)


def _open_feed(session: Session, address: str | None, root: Path | None) -> Feed:
    """Opens the feed. The signature checks are imported here because they take longer than most
    commands run.
    """
    from bridge.tls_trust import system_ssl_context  # noqa: PLC0415 - as above
    from bridge.updates.feed import Feed  # noqa: PLC0415 - as above
    from bridge.updates.packages import find_feed  # noqa: PLC0415 - as above

    place = find_feed(address, root.read_bytes() if root else None)
    return Feed(place, session.folder / "updates", system_ssl_context())


def _install_release(source: Feed, release: Release, file: Path) -> None:
    """Install a checked package in the way of this system. Everything is imported before dpkg
    replaces the files of this program.
    """
    from bridge.updates.packages import check_in_use, earlier_package, install_package  # noqa: PLC0415 - as above

    if sys.platform == "win32":
        source.drop_packages(file)
        install_package(file)
        check_in_use(release.version, Installation.of_this_program())
        return
    from bridge.updates.debian_upgrade import Package  # noqa: PLC0415 - as in _open_feed

    earlier = source.find_package(earlier_package(_system_name(), VERSION))
    if earlier is None:
        print_line(f"The feed has no package of {VERSION}: if {release.version} fails, install {VERSION} by hand.")
    source.drop_packages(file, *([] if earlier is None else [earlier]))
    before = None if earlier is None else Package(earlier, VERSION, SCHEMA_VERSION)
    _debian_upgrade().upgrade(Package(file, release.version, release.schema), before)


def _complete_installation(source: Feed) -> bool:
    """Install this version again if dpkg was stopped before its end; whether that was so."""
    from bridge.updates.debian_system import is_settled  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.debian_upgrade import Package  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.packages import earlier_package  # noqa: PLC0415 - as in _open_feed

    file = None if is_settled() else source.find_package(earlier_package(_system_name(), VERSION))
    if file is None:
        return False
    package = Package(file, VERSION, SCHEMA_VERSION)
    _debian_upgrade().upgrade(package, package)
    return True


def _install_earlier(session: Session, feed: str | None, root: Path | None, named: Path | None) -> str:
    """Install the package of the version before on Debian; return its version."""
    from bridge.updates.debian_rollback import check_older, read_package, version_before  # noqa: PLC0415 - as above
    from bridge.updates.debian_upgrade import Package  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.packages import earlier_package  # noqa: PLC0415 - as in _open_feed

    file, upgrading = named, _debian_upgrade()
    installed: Path | None = None
    if file is None:
        version, source = version_before(), _open_feed(session, feed, root)
        file = source.find_package(earlier_package(_system_name(), version))
        if file is None:
            raise CounterpartError(f"The feed has no package of {version}. Name one with --package.")
        installed = source.find_package(earlier_package(_system_name(), VERSION))
    older = read_package(file)
    check_older(older, Package(file, VERSION, SCHEMA_VERSION))
    upgrading.upgrade(older, None if installed is None else Package(installed, VERSION, SCHEMA_VERSION))
    return older.version


def _is_debian_package() -> bool:
    """Whether dpkg installed this program."""
    return Path(sys.executable).resolve().is_relative_to(DEBIAN_FOLDER)


def _debian_upgrade() -> DebianUpgrade:
    from bridge.updates.debian_system import DpkgSystem, OwnedCopies  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.debian_upgrade import DebianUpgrade  # noqa: PLC0415 - as in _open_feed

    system = DpkgSystem()
    return DebianUpgrade(system, OwnedCopies(system.find_owner))


def _system_name() -> str:
    from bridge.updates.packages import system_name  # noqa: PLC0415 - as in _open_feed

    return system_name()


def _activation() -> Activation:
    from bridge.power_on.windows.advapi import WindowsServiceManager  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.activation import Activation  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.data_copies import DatabaseCopies  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.programs import WindowsPrograms  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.service_program import ServiceProgram  # noqa: PLC0415 - as in _open_feed

    installation = Installation.of_this_program()
    if installation is None:
        raise CounterpartError(
            "This copy was not installed from a package, so it is not changed from here. "
            "Upgrade it the way it was installed."
        )
    service = ServiceProgram(installation.root, WindowsServiceManager())
    return Activation(installation, WindowsPrograms(installation, service), DatabaseCopies())
