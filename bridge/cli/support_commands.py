"""`counterpart doctor` and `bundle` (contract §8)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bridge.autostart.login_start import LoginStart
from bridge.cli.command_errors import FoundFaults
from bridge.cli.command_group import declare
from bridge.cli.output import Answer, fact_lines, print_line, say, table_lines
from bridge.cli.parameter_types import NEW_FILE
from bridge.cli.session import Session, find_running_port, set_port

if TYPE_CHECKING:
    from bridge.doctor.doctor_service import DoctorService, ListenState
    from ui.backend.host_port import BundlePart

_MARKS = {"good": "ok", "warn": "look", "bad": "MEND"}


@declare("")
def doctor(session: Session) -> Answer:
    """Ends with 1 if something has to be mended."""
    found = _make_doctor(session).self_test(lambda _: None)
    value = [
        {
            "code": one.code,
            "title": str(one.title),
            "state": one.state.value,
            "finding": str(one.finding),
            "fix": str(one.fix),
        }
        for one in found
    ]
    bad = sum(one.state.value == "bad" for one in found)
    sentence = f"{bad} of {len(found)} checks found something to mend; each line says what to do."
    lines = fact_lines((_MARKS[one.state.value], str(one.title), f"{one.finding} {one.fix}") for one in found)
    return Answer(value, lines, error=FoundFaults(sentence) if bad else None)


@declare("support.zip")
@click.argument("file", type=NEW_FILE)
@click.option("--yes", is_flag=True, help="Save without asking.")
@click.option("--show", is_flag=True, help="Show every line of it first, not only the list.")
def bundle(session: Session, file: Path, yes: bool, show: bool) -> Answer:
    """No secret, name, body or address is."""
    maker = _make_doctor(session)
    parts = maker.bundle_parts()
    if not session.as_json:
        for line in _describe_parts(parts, in_full=show):
            print_line(line)
        if not yes and not click.confirm(f"Save this as {file}?", err=True):
            return say(None, "Nothing was saved.")
    maker.save_parts(file, parts)
    value = {"file": str(file), "parts": [{"name": part.name, "bytes": part.size} for part in parts]}
    return say(value, f"{file} is saved.")


def _make_doctor(session: Session) -> DoctorService:
    """Makes the doctor. Its imports are here because they take longer than most commands run."""
    from bridge.doctor.doctor_service import DoctorService  # noqa: PLC0415 - as above

    starts_at_login = LoginStart.for_this_system(session.folder).is_on
    return DoctorService(
        session.folder,
        session.clock,
        lambda: _listen_state(session),
        session.secrets,
        session.read,
        starts_at_login,
    )


def _listen_state(session: Session) -> ListenState:
    """Whether a program with this data answers on a port of its own, whichever that is."""
    from bridge.doctor.doctor_service import ListenState  # noqa: PLC0415 - as above

    port = find_running_port(session)
    return ListenState(listening=port is not None, port=set_port(session) if port is None else port)


def _describe_parts(parts: tuple[BundlePart, ...], *, in_full: bool) -> Iterator[str]:
    yield from table_lines(("FILE", ">BYTES"), ((part.name, str(part.size)) for part in parts))
    for part in parts if in_full else ():
        yield from ("", f"--- {part.name}", *part.text.splitlines())
