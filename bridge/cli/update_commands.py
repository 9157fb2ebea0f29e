"""`counterpart update`: shows the version, installs the next one, and returns to the one before."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import to_builtins

from bridge.cli.command_errors import print_error
from bridge.cli.command_group import CommandGroup
from bridge.cli.output import Answer, print_line, say
from bridge.cli.session import Session
from bridge.system.installation import Installation
from service.domain.errors import CounterpartError
from service.version import VERSION

if TYPE_CHECKING:
    from bridge.updates.activation import Activation
    from bridge.updates.feed import Feed

FAILED = 6
OLDER = 7
AT_WORK = 8
"""Exit codes that the Windows set-up knows: the version before stays; the present one is newer;
another upgrade is at work.
"""

update = CommandGroup("update", example="check")
_NEWEST = f"Version {VERSION} is the newest."
_feed = click.option("--feed", metavar="ADDRESS", help="Address or folder of the feed, in place of the usual one.")
_root = click.option(
    "--root",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="The feed's first root metadata, where it is not the usual feed.",
)


@update.declare("--feed /media/stick/counterpart")
@_feed
@_root
def check(session: Session, feed: str | None, root: Path | None) -> Answer:
    """Say whether there is a newer version, and what changed in it. Nothing is downloaded but the
    signed list.
    """
    from bridge.updates.packages import system_name  # noqa: PLC0415 - as in _open_feed

    release = _open_feed(session, feed, root).newest(system_name(), VERSION)
    value = {"installed": VERSION, "newest": None if release is None else to_builtins(release)}
    if release is None:
        return say(value, _NEWEST)
    changes = release.changes.get("en", "")
    return say(value, f"Version {release.version} is there; {VERSION} is installed. {changes}")


@update.declare("--feed /media/stick/counterpart")
@_feed
@_root
def install(session: Session, feed: str | None, root: Path | None) -> None:
    """On Windows, download the newest version, check it, and let it take over. If it does not
    answer, this one is back.
    """
    from bridge.updates.packages import (  # noqa: PLC0415 - as in _open_feed
        check_in_use,
        install_package,
        need_set_up,
        system_name,
    )

    need_set_up()
    source = _open_feed(session, feed, root)
    release = source.newest(system_name(), VERSION)
    if release is None:
        print_line(_NEWEST)
        return
    file = source.fetch(release)
    source.drop_packages(file)
    install_package(file)
    check_in_use(release.version, Installation.of_this_program())
    print_line(f"Version {release.version} is installed.")


@update.declare()
def rollback(_session: Session) -> None:
    """On Windows, return to the version before this one. The data stays as it is."""
    print_line(f"Version {_activation().roll_back()} is in use again.")


@update.declare("0.2.0", hidden=True)
@click.argument("name")
def activate(session: Session, name: str) -> int:
    """Let the installed version NAME take over, as the Windows set-up does."""
    from bridge.updates.activation import AnotherTakesOver, Downgrade  # noqa: PLC0415 - as in _open_feed

    codes: dict[type[CounterpartError], int] = {Downgrade: OLDER, AnotherTakesOver: AT_WORK}
    try:
        _activation().upgrade_to(name)
    except CounterpartError as error:
        print_error(error.message, as_json=session.as_json)
        return codes.get(type(error), FAILED)
    print_line(f"Version {name} is installed.")
    return 0


@update.declare(hidden=True)
def guard(_session: Session) -> None:
    """Complete or undo a take-over whose process is killed: this command's input ends when that
    does.
    """
    from bridge.updates.programs import GUARD_READY  # noqa: PLC0415 - as in _open_feed

    activation = _activation()
    sys.stdout.buffer.write(GUARD_READY + b"\n")
    sys.stdout.flush()
    sys.stdin.buffer.read()
    activation.complete()


def _open_feed(session: Session, address: str | None, root: Path | None) -> Feed:
    """The signature checks are imported here, as they take longer than most commands."""
    from bridge.system.tls_trust import system_ssl_context  # noqa: PLC0415 - as above
    from bridge.updates.feed import Feed  # noqa: PLC0415 - as above
    from bridge.updates.packages import find_feed  # noqa: PLC0415 - as above

    place = find_feed(address, root.read_bytes() if root else None)
    return Feed(place, session.folder / "updates", system_ssl_context())


def _activation() -> Activation:
    from bridge.autostart.windows_api import WindowsServiceManager  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.activation import Activation  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.data_copies import DatabaseCopies  # noqa: PLC0415 - as in _open_feed
    from bridge.updates.programs import ServiceProgram, WindowsPrograms  # noqa: PLC0415 - as in _open_feed

    installation = Installation.of_this_program()
    if installation is None:
        raise CounterpartError(
            "This copy was not installed by the Windows set-up, so it is not changed from here. "
            "Upgrade it the way it was installed."
        )
    service = ServiceProgram(installation.root, WindowsServiceManager())
    return Activation(installation, WindowsPrograms(installation, service), DatabaseCopies())
