"""A command on data of an older version, and what its session gives to the backends."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bridge.backups.backup_location import BackupLocation
from bridge.cli.session import AtOnce, Session
from bridge.system.instance_lock import InstanceLock, OlderVersionRuns
from bridge.system.paths import database_file
from service.domain.audit import Actor
from service.domain.catalogue.stock import Cause, NewMovement
from service.domain.errors import NotFound, Refused, UpstreamUnavailable
from service.domain.link.order_merge import Outcome
from service.domain.marketplace.orders import Action
from service.domain.people import hash_pin
from service.domain.sentences import verbatim
from service.domain.shops import Shop
from service.store import shops
from service.store.audit_log import list_entries
from service.store.engine.connection import prepare_database
from service.store.engine.migrations import SCHEMA_VERSION, read_schema_version
from service.store.link import action_queue
from service.usecases.edit_people import set_pin
from tests.bridge.cli.cli_data import give_items, give_link, order_of
from tests.bridge.cli.cli_runner import NOON, USER, Cli
from tests.fakes.clock import FakeClock
from tests.fakes.new_database import NEXT_STEPS


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A data folder of this version; the commands are those of the next one."""
    folder = tmp_path / "data"
    folder.mkdir()
    prepare_database(database_file(folder))
    return folder


def version_in(folder: Path) -> int:
    with closing(sqlite3.connect(database_file(folder))) as db:
        return read_schema_version(db)


def list_shops(folder: Path, pause: Callable[[float], None]) -> list[Shop]:
    session = Session(FakeClock(), {"COUNTERPART_DATA_DIR": str(folder)}, pause=pause, steps=NEXT_STEPS)
    try:
        return session.read(shops.list_shops)
    finally:
        session.close()


def test_a_command_does_not_upgrade_the_data_of_a_program_that_runs(older: Path) -> None:
    running, pauses = InstanceLock(older), list[float]()
    with pytest.raises(OlderVersionRuns, match=r"Nothing was changed\. End it, then try again\."):
        list_shops(older, pauses.append)
    assert (version_in(older), sum(pauses)) == (SCHEMA_VERSION, 20)
    with pytest.raises(OlderVersionRuns):
        BackupLocation(older, steps=NEXT_STEPS).write(lambda _: None)
    assert version_in(older) == SCHEMA_VERSION
    running.release()


def test_a_command_waits_for_the_end_of_the_older_program(older: Path) -> None:
    running = InstanceLock(older)
    assert list_shops(older, lambda _: running.release())
    assert version_in(older) == SCHEMA_VERSION + 1


def test_a_command_works_on_data_of_its_own_version_while_a_program_runs(older: Path) -> None:
    prepare_database(database_file(older), NEXT_STEPS)
    running = InstanceLock(older)
    pauses = list[float]()
    assert list_shops(older, pauses.append)
    assert pauses == []
    running.release()


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
    assert (entry.action, entry.actor, entry.person) == ("key_made", Actor.COMMAND_LINE, USER)


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


@pytest.fixture
def mirrored(cli: Cli) -> str:
    """The reference of an order of a marketplace, to which the shop is linked."""
    give_items(cli)
    reference = str(cli.json("orders", "place", "-", stdin=order_of())["reference"])
    give_link(cli, "https://market.example")
    cli.ok("link", "on")
    cli.write(lambda tx, _shop: tx.update("UPDATE orders SET marketplace_reference = 'M-1'"))
    return reference


def test_an_action_waits_for_the_marketplace_until_it_is_answered(cli: Cli, mirrored: str) -> None:
    def answer(_seconds: float) -> None:
        """As the running program does."""
        cli.write(
            lambda tx, shop: action_queue.finish(
                tx, action_queue.list_waiting(tx, shop.id)[0].id, Outcome.REFUSED, verbatim("Sold there."), NOON
            )
        )

    session = Session(FakeClock(NOON), {"COUNTERPART_DATA_DIR": str(cli.folder)}, user=USER, pause=answer)
    with closing(session), pytest.raises(Refused, match="Sold there"):
        session.ask(session.backend.orders.act(session.shop.id, mirrored, Action.ACCEPT, None))


def test_an_action_that_nobody_answers_waits_for_ten_seconds(cli: Cli, mirrored: str) -> None:
    clock = FakeClock(NOON)
    session = Session(
        clock,
        {"COUNTERPART_DATA_DIR": str(cli.folder)},
        user=USER,
        pause=lambda seconds: clock.advance(int(seconds * 1000)),
    )
    began = clock.monotonic()
    with closing(session), pytest.raises(UpstreamUnavailable):
        session.ask(session.backend.orders.act(session.shop.id, mirrored, Action.ACCEPT, None))
    assert 10 <= clock.monotonic() - began < 11
