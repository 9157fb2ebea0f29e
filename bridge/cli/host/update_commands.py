"""`counterpart update`: the version that runs, and the way back to the one before."""

from __future__ import annotations

import click

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.command_group import Command, CommandGroup, pass_session
from bridge.cli.framework.output import print_line
from bridge.updates.activation import Activation, Downgrade
from bridge.updates.data_copies import DatabaseCopies
from bridge.updates.installation import Installation
from bridge.updates.programs import WindowsPrograms
from service.domain.errors import CounterpartError

FAILED = 6
OLDER = 7
"""Exit codes that the Windows set-up knows: the version before stays;
it is newer than the one to install.
"""


@click.command("activate", cls=Command, hidden=True, help="Let the version NAME, installed beside, take over.",
               example="counterpart update activate 0.2.0")  # fmt: skip
@click.argument("name")
@pass_session
def activate(session: Session, name: str) -> int:
    """What the Windows set-up runs."""
    del session
    try:
        _activation().upgrade_to(name)
    except CounterpartError as error:
        click.echo(f"counterpart: {error.message}", err=True)
        return OLDER if isinstance(error, Downgrade) else FAILED
    print_line(f"Version {name} is installed.")
    return 0


@click.command(
    "rollback",
    cls=Command,
    help="Return to the version before this one. The data stays as it is.",
    example="counterpart update rollback",
)
@pass_session
def rollback(session: Session) -> None:
    del session
    print_line(f"Version {_activation().roll_back()} is in use again.")


update = CommandGroup(
    name="update",
    help="Newer versions of the program, and the way back.",
    commands=[activate, rollback],
    example="counterpart update rollback",
)


def _activation() -> Activation:
    installation = Installation.of_this_program()
    if installation is None:
        raise CounterpartError(
            "This copy was not installed by the Windows set-up, so it is not changed from here. "
            "Upgrade it the way it was installed."
        )
    return Activation(installation, WindowsPrograms(installation), DatabaseCopies())
