"""The backend of a command: its errors, its author, and what it loads."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bridge.cli.local_backend import AtOnce
from bridge.cli.session import Session
from service.domain.catalogue.stock import Cause
from service.domain.errors import NotFound, Refused
from service.domain.people import hash_pin
from service.store.audit_log import list_entries
from service.usecases.edit_people import set_pin
from tests.bridge.cli.cli_data import give_items
from tests.bridge.cli.cli_runner import NOON, USER, Cli
from tests.fakes.clock import FakeClock
from ui.backend.catalogue_port import NewMovement


@pytest.fixture
def session(cli: Cli) -> Iterator[Session]:
    opened = Session(FakeClock(NOON), {"COUNTERPART_DATA_DIR": str(cli.folder)}, user=USER)
    yield opened
    opened.close()


def test_an_error_of_the_backend_keeps_its_kind(session: Session) -> None:
    with pytest.raises(NotFound, match="There is no order"):
        session.ask(session.backend.orders.detail(session.shop.id, "ORD-2026-000009"))
    with pytest.raises(Refused) as refused:
        session.ask(session.backend.shops.add("My shop"))
    assert refused.value.code == "name_taken"


def test_a_fault_of_the_program_is_reported_by_the_command_alone(
    session: Session, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ZeroDivisionError):
        session.ask(session.backend.gateway.read(lambda _db: 1 // 0))
    assert capsys.readouterr().err == ""


def test_nobody_asks_for_the_pin_of_a_window(cli: Cli, session: Session) -> None:
    session.write(lambda tx: set_pin(tx, 0, hash_pin("1234")))
    assert session.ask(session.backend.keys.create(session.shop.id, "Till")).text
    (entry, *_) = session.read(lambda db: list_entries(db, limit=1))
    assert (entry.action, entry.actor, entry.person) == ("key_made", "command_line", USER)


def test_a_change_has_the_user_of_the_computer_as_its_author(cli: Cli, session: Session) -> None:
    give_items(cli)
    shop = session.shop.id
    session.ask(session.backend.catalogue.move(shop, NewMovement("PAD-1", "Main", Cause.COUNT, 4_000)))
    ledger = session.ask(session.backend.catalogue.ledger(shop, "PAD-1", None, 1))
    assert ledger.rows[0].by == f"command line: {USER}"


def test_work_is_done_at_once_and_its_fault_is_the_answers() -> None:
    assert AtOnce().submit(lambda: 3).result() == 3
    with pytest.raises(KeyError):
        AtOnce().submit({}.__getitem__, "x").result()
    with pytest.raises(KeyboardInterrupt):
        AtOnce().submit(_interrupt)


def _interrupt() -> None:
    raise KeyboardInterrupt
