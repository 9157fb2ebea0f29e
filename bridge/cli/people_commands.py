"""`counterpart people`: the names of the staff at the counter (contract §8)."""

from __future__ import annotations

from collections.abc import Callable

import click

from bridge.cli.command_group import CommandGroup, ask_hidden
from bridge.cli.output import Answer, Column, Fields, Listing, say
from bridge.cli.parameter_types import ON_OFF
from bridge.cli.session import Session
from service.domain.errors import NotFound
from service.domain.people import OWNER_ID, Person, check_pin, hash_pin
from service.store import staff
from service.store.engine.transaction import Tx
from service.usecases import edit_people

PERSON = Fields[Person](
    Column("id"), Column("name", "NAME"), Column("active", "ACTIVE"), Column("pin", "PIN", "has_pin")
)
people = CommandGroup("people", example="add Maryam")


@people.declare(csv=True)
def list_(session: Session) -> Listing[Person]:
    """Every name, deactivated ones too."""
    empty = f"There is no name yet; `{session.command('people add NAME')}` adds one."
    return Listing(PERSON, session.read(staff.list_staff), empty)


@people.declare("Maryam")
@click.argument("name")
def add(session: Session, name: str) -> Answer:
    """Add a name that can be chosen in the window."""
    person = session.write(lambda tx: edit_people.add_person(tx, name))
    return say(PERSON.to_json(person), f"{person.name} can be chosen at the top of the window now.")


@people.declare('Maryam "Maryam H."')
@click.argument("old")
@click.argument("new")
def rename(session: Session, old: str, new: str) -> Answer:
    """Give a person another name. What was done until now keeps the earlier one."""
    return _change(
        session, old, lambda tx, known: edit_people.rename_person(tx, known, new), "The person is called {} now."
    )


@people.declare("Maryam")
@click.argument("name")
def deactivate(session: Session, name: str) -> Answer:
    """Let a name be chosen no longer."""
    return _change(
        session, name, lambda tx, known: edit_people.set_active(tx, known, active=False), "{} can no longer be chosen."
    )


@people.declare("Maryam")
@click.argument("name")
def activate(session: Session, name: str) -> Answer:
    """Let a name be chosen again."""
    return _change(
        session, name, lambda tx, known: edit_people.set_active(tx, known, active=True), "{} can be chosen again."
    )


@people.declare()
@click.argument("name", required=False)
@click.option("--pin-stdin", is_flag=True, help="Read the PIN from standard input.")
def set_pin(session: Session, name: str | None, pin_stdin: bool) -> Answer:
    """Set the owner's PIN, or with a NAME that of a person of the staff. It is asked for, or read
    with --pin-stdin.
    """
    hashed = hash_pin(check_pin(ask_hidden("New PIN", twice=True, from_stdin=pin_stdin)))
    session.write(lambda tx: edit_people.set_pin(tx, _find_id(session, tx, name), hashed))
    return say({"name": name, "pin": True}, "The PIN is set.")


@people.declare()
@click.argument("name", required=False)
def reset_pin(session: Session, name: str | None) -> Answer:
    """Remove a forgotten PIN: the owner's with all others, or that of the NAME."""
    removed = session.write(lambda tx: edit_people.remove_pin(tx, _find_id(session, tx, name)))
    sentence = "The PIN is removed. Set another one under Settings, People." if removed else "There was no PIN."
    return say({"name": name, "pin": False}, sentence)


@people.declare("on")
@click.argument("state", type=ON_OFF, required=False)
def support_view(session: Session, state: bool | None) -> Answer:
    """Show whether the window is read-only for support, or switch that. A window that is open
    follows at once.
    """
    if state is not None:
        session.write(lambda tx: edit_people.switch_support_view(tx, on=state))
    is_on = session.read(staff.read_support_view)
    sentence = "Nothing can be changed in the window." if is_on else "The window is as always."
    return say({"support_view": is_on}, sentence)


def _find_id(session: Session, tx: Tx, name: str | None) -> int:
    """The number of a person; without a name the owner's. Raises NotFound."""
    if name is None:
        return OWNER_ID
    known = staff.find_person(tx, name)
    if known is None:
        raise NotFound(f"There is no person {name!r}; `{session.command('people list')}` shows them.")
    return known.id


def _change(session: Session, name: str, work: Callable[[Tx, int], Person], sentence: str) -> Answer:
    """Raises NotFound, and what `work` raises."""
    person = session.write(lambda tx: work(tx, _find_id(session, tx, name)))
    return say(PERSON.to_json(person), sentence.format(person.name))
