"""`counterpart people`: the names of the staff at the counter (contract §8)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from bridge.cli.command_group import CommandGroup, ask_hidden, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_yes_no, print_json, print_line, print_list
from bridge.cli.session import Session
from service.domain.errors import NotFound
from service.domain.people import OWNER_ID, Person, check_pin, hash_pin
from service.store import staff
from service.store.engine.transaction import Tx
from service.usecases import edit_people

people = CommandGroup(name="people", help=summary_of("people"), example="counterpart people add Maryam")


@people.command("list", help="Every name, deactivated ones too.", example="counterpart people list")
@csv_option()
@pass_session
def list_(session: Session) -> None:
    print_list(
        session,
        session.read(staff.list_staff),
        to_json=_as_json,
        headers=("ACTIVE", "PIN", "NAME"),
        to_row=lambda person: (format_yes_no(person.active), format_yes_no(person.has_pin), person.name),
        empty=f"There is no name yet; `{session.command('people add NAME')}` adds one.",
    )


@people.command("add", help="Add a name that can be chosen in the window.", example="counterpart people add Maryam")
@click.argument("name")
@pass_session
def add(session: Session, name: str) -> None:
    person = session.write(lambda tx: edit_people.add_person(tx, name))
    _print_result(session, person, f"{person.name} can be chosen at the top of the window now.")


@people.command(
    "rename",
    help="Give a person another name. What was done until now keeps the earlier one.",
    example='counterpart people rename Maryam "Maryam H."',
)
@click.argument("old")
@click.argument("new")
@pass_session
def rename(session: Session, old: str, new: str) -> None:
    person = _change(session, old, lambda tx, known: edit_people.rename_person(tx, known.id, new))
    _print_result(session, person, f"The person is called {person.name} now.")


@people.command("deactivate", help="Let a name be chosen no longer.", example="counterpart people deactivate Maryam")
@click.argument("name")
@pass_session
def deactivate(session: Session, name: str) -> None:
    person = _change(session, name, lambda tx, known: edit_people.set_active(tx, known.id, active=False))
    _print_result(session, person, f"{person.name} can no longer be chosen.")


@people.command("activate", help="Let a name be chosen again.", example="counterpart people activate Maryam")
@click.argument("name")
@pass_session
def activate(session: Session, name: str) -> None:
    person = _change(session, name, lambda tx, known: edit_people.set_active(tx, known.id, active=True))
    _print_result(session, person, f"{person.name} can be chosen again.")


@people.command(
    "set-pin",
    help="Set the owner's PIN, or with a NAME that of a person of the staff. It is asked for, or read with "
    "--pin-stdin.",
    example="counterpart people set-pin",
)
@click.argument("name", required=False)
@click.option("--pin-stdin", is_flag=True, help="Read the PIN from standard input.")
@pass_session
def set_pin(session: Session, name: str | None, pin_stdin: bool) -> None:
    pin = sys.stdin.readline().strip() if pin_stdin else ask_hidden("New PIN", twice=True)
    hashed = hash_pin(check_pin(pin))
    session.write(lambda tx: edit_people.set_pin(tx, _find_id(session, tx, name), hashed))
    _print_pin(session, name, is_set=True, sentence="The PIN is set.")


@people.command(
    "reset-pin",
    help="Remove a forgotten PIN: the owner's with all others, or that of the NAME.",
    example="counterpart people reset-pin",
)
@click.argument("name", required=False)
@pass_session
def reset_pin(session: Session, name: str | None) -> None:
    removed = session.write(lambda tx: edit_people.remove_pin(tx, _find_id(session, tx, name)))
    sentence = "The PIN is removed. Set another one under Settings, People." if removed else "There was no PIN."
    _print_pin(session, name, is_set=False, sentence=sentence)


@people.command(
    "support-view",
    help="Show whether the window is read-only for support, or switch that. A window that is open follows at once.",
    example="counterpart people support-view on",
)
@click.argument("state", type=click.Choice(["on", "off"]), required=False)
@pass_session
def support_view(session: Session, state: str | None) -> None:
    if state is not None:
        session.write(lambda tx: edit_people.switch_support_view(tx, on=state == "on"))
    is_on = session.read(staff.read_support_view)
    if session.as_json:
        print_json({"support_view": is_on})
    else:
        print_line("Nothing can be changed in the window." if is_on else "The window is as always.")


def _find_id(session: Session, tx: Tx, name: str | None) -> int:
    """The number of a person; without a name the owner's. Raises NotFound."""
    return OWNER_ID if name is None else _find(session, tx, name).id


def _find(session: Session, tx: Tx, name: str) -> Person:
    known = staff.find_person(tx, name)
    if known is None:
        raise NotFound(f"There is no person {name!r}; `{session.command('people list')}` shows them.")
    return known


def _print_pin(session: Session, name: str | None, *, is_set: bool, sentence: str) -> None:
    if session.as_json:
        print_json({"name": name, "pin": is_set})
    else:
        print_line(sentence)


def _change(session: Session, name: str, work: Callable[[Tx, Person], Person]) -> Person:
    """Raises NotFound, and what `work` raises."""
    return session.write(lambda tx: work(tx, _find(session, tx, name)))


def _print_result(session: Session, person: Person, sentence: str) -> None:
    if session.as_json:
        print_json(_as_json(person))
    else:
        print_line(sentence)


def _as_json(person: Person) -> dict[str, Any]:
    return {"id": person.id, "name": person.name, "active": person.active, "pin": person.has_pin}
