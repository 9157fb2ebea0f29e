"""`counterpart doctor` and `bundle` (contract §8)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bridge.autostart.login_start import LoginStart
from bridge.cli.command_errors import FoundFaults
from bridge.cli.command_group import Command, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import print_array, print_json, print_line, table_lines
from bridge.cli.session import Session, find_running_port, set_port
from ui.backend.host_port import BundlePart, CheckLine, CheckState

if TYPE_CHECKING:
    from bridge.doctor.doctor_service import DoctorService, ListenState

_MARKS = {CheckState.GOOD: "ok", CheckState.WARN: "look", CheckState.BAD: "MEND"}


@click.command(
    "doctor",
    cls=Command,
    help=f"{summary_of('doctor')} Ends with 1 if something has to be mended.",
    example="counterpart doctor",
)
@pass_session
def doctor(session: Session) -> None:
    lines = _make_doctor(session).self_test(lambda _: None)
    if session.as_json:
        print_array(_as_json(one) for one in lines)
    else:
        for text in table_lines((), ((_MARKS[one.state], str(one.title), f"{one.finding} {one.fix}") for one in lines)):
            click.echo(text)
    bad = sum(one.state is CheckState.BAD for one in lines)
    if bad:
        raise FoundFaults(f"{bad} of {len(lines)} checks found something to mend; each line says what to do.")


@click.command(
    "bundle",
    cls=Command,
    help=f"{summary_of('bundle')} No secret, name, body or address is.",
    example="counterpart bundle support.zip",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--yes", is_flag=True, help="Save without asking.")
@click.option("--show", is_flag=True, help="Show every line of it first, not only the list.")
@pass_session
def bundle(session: Session, file: Path, yes: bool, show: bool) -> None:
    maker = _make_doctor(session)
    parts = maker.bundle_parts()
    if not session.as_json:
        _print_parts(parts, in_full=show)
        if not yes and not click.confirm(f"Save this as {file}?", err=True):
            print_line("Nothing was saved.")
            return
    maker.save_parts(file, parts)
    if session.as_json:
        print_json({"file": str(file), "parts": [{"name": part.name, "bytes": part.size} for part in parts]})
    else:
        print_line(f"{file} is saved.")


def _make_doctor(session: Session) -> DoctorService:
    """Makes the doctor. Its imports are here because they take longer than most commands run."""
    from bridge.doctor.doctor_service import DoctorService  # noqa: PLC0415 - as above
    from bridge.secrets.chosen_store import open_secret_store  # noqa: PLC0415 - as above

    secrets = open_secret_store(session.folder, session.environment)
    starts_at_login = LoginStart.for_this_system(session.folder).is_on
    return DoctorService(
        session.folder, session.clock, lambda: _listen_state(session), secrets, session.read, starts_at_login
    )


def _listen_state(session: Session) -> ListenState:
    """Whether a program with this data answers on a port of its own, whichever that is."""
    from bridge.doctor.doctor_service import ListenState  # noqa: PLC0415 - as above

    port = find_running_port(session)
    return ListenState(listening=port is not None, port=set_port(session) if port is None else port)


def _print_parts(parts: tuple[BundlePart, ...], *, in_full: bool) -> None:
    for text in table_lines(("FILE", ">BYTES"), ((part.name, str(part.size)) for part in parts)):
        click.echo(text)
    if in_full:
        for part in parts:
            print_line("")
            print_line(f"--- {part.name}")
            for text in part.text.splitlines():
                print_line(text)


def _as_json(one: CheckLine) -> dict[str, str]:
    return {
        "code": one.code,
        "title": str(one.title),
        "state": one.state.value,
        "finding": str(one.finding),
        "fix": str(one.fix),
    }
