"""The password of the database, and the key of its secrets for further computers."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import pytest

from bridge.cli.database_commands import _make_and_read_key, _wait_for_joiner, _wait_for_key
from bridge.cli.service_commands import list_own_secrets
from bridge.cli.session import Session
from bridge.secrets.engine_choice import DATABASE_VARIABLE, name_password
from bridge.secrets.join_code import Inviter, Joiner, JoinOffer, JoinState, read_offer, remove_offer, write_offer
from bridge.secrets.shared_secrets import NotJoined
from bridge.secrets.vault_file import PASSPHRASE_VARIABLE
from bridge.system.network_names import find_host_name
from service.domain.errors import Unavailable
from service.domain.pairing import MAX_TRIES
from service.domain.times import MINUTE
from service.domain.webhooks.webhook_secrets import Secret, SecretMissing
from service.store.sealed_secrets import find_key_row
from service.store.settings import write_setting
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.secrets.quick_vault import make_quick_vault
from tests.fakes.clock import FakeClock
from tests.fakes.postgres_server import PASSWORD, OwnDatabase, guarded_address, make_address


@pytest.fixture
def address() -> Iterator[str]:
    own = OwnDatabase()
    with guarded_address(own.name) as guarded:
        yield guarded
        own.close()


@pytest.fixture
def cli(tmp_path: Path, address: str) -> Cli:
    return Cli(tmp_path, environment={DATABASE_VARIABLE: address, PASSPHRASE_VARIABLE: "of a test"})


def test_commands_find_the_password_that_was_stored(cli: Cli) -> None:
    assert "password" in cli.fails("shops", "list")
    assert cli.json("database", "password", "--password-stdin", stdin=f"{PASSWORD}\n") == {"stored": True}
    assert len(cli.json("shops", "list")) == 2
    assert [file for file in cli.folder.rglob("*") if file.is_file() and PASSWORD.encode() in file.read_bytes()] == []
    cli.ok("database", "password", "--forget")
    assert "password" in cli.fails("shops", "list")


def test_a_wrong_password_is_refused_and_not_stored(cli: Cli) -> None:
    refusal = cli.fails("database", "password", "--password-stdin", stdin="a guess\n")
    assert "password authentication failed" in refusal
    assert "a guess" not in refusal
    assert "wants a password" in cli.fails("shops", "list")


def test_a_data_folder_of_its_own_has_no_password_and_nobody_joins_it(cli: Cli) -> None:
    del cli.environment[DATABASE_VARIABLE]
    assert "--database" in cli.fails("database", "password", "--password-stdin", stdin="x\n")
    for words in (("database", "code"), ("database", "new-key", "--yes"), ("join", "K7QM-3XRD")):
        assert "no other service uses" in cli.fails(*words)


@dataclass
class Hosts:
    """Two computers on one database, each with a data folder and secrets of its own. The clock of
    the first moves with each pause.
    """

    one: Session
    two: Cli

    @contextmanager
    def inviting(self) -> Iterator[tuple[Inviter, Future[str]]]:
        """The first one waits with a code, in a thread."""
        key = asyncio.run(_make_and_read_key(self.one.shared_secrets))
        inviter = Inviter()
        self.one.write(lambda tx: write_offer(tx, inviter.offer))
        with ThreadPoolExecutor(1) as pool:
            yield inviter, pool.submit(_wait_for_joiner, self.one, inviter, key)

    def open_two(self) -> Session:
        """A further process on the second computer."""
        return Session(FakeClock(), {"COUNTERPART_DATA_DIR": str(self.two.folder), **self.two.environment})


@pytest.fixture
def hosts(tmp_path: Path) -> Iterator[Hosts]:
    own = OwnDatabase()
    environment = {DATABASE_VARIABLE: make_address(own.name), PASSPHRASE_VARIABLE: "of a test"}
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        make_quick_vault(tmp_path / name, "of a test")
    clock = FakeClock()

    def pause(seconds: float) -> None:
        clock.advance(int(seconds * 1000))
        PAUSE.wait(0.02)

    one = Session(clock, {"COUNTERPART_DATA_DIR": str(tmp_path / "one"), **environment}, pause=pause)
    two = Cli(tmp_path / "two", environment=environment)
    two.ok("shops", "list")
    yield Hosts(one, two)
    one.close()
    own.close()


PAUSE = threading.Event()
"""Never set."""


def test_a_secret_of_one_computer_is_read_at_another_that_has_joined(hosts: Hosts) -> None:
    asyncio.run(hosts.one.secrets.store("webhook-1", Secret("hush")))
    two = hosts.open_two()
    with pytest.raises(NotJoined, match="counterpart join CODE"):
        asyncio.run(two.secrets.read("webhook-1"))
    with hosts.inviting() as (inviter, joined):
        assert hosts.two.json("join", inviter.code.lower()) == {"joined": True}
        assert joined.result(20) == find_host_name()
    assert asyncio.run(two.secrets.read("webhook-1")) == Secret("hush")
    assert (hosts.two.json("audit", "list")[0]["action"], read_offer_of(two)) == ("computer_joined", None)
    rows = two.read(lambda db: db.all("SELECT name, sealed FROM secrets"))
    assert len(rows) == 2
    assert not any(b"hush" in sealed for _, sealed in rows)
    two.close()


def read_offer_of(session: Session) -> JoinOffer | None:
    return session.read(read_offer)


def test_a_wrong_code_is_refused_five_times_and_the_right_one_then_too(hosts: Hosts) -> None:
    with hosts.inviting() as (inviter, joined):
        for _ in range(MAX_TRIES):
            assert "The code is not right" in hosts.two.fails("join", "00000000")
        with pytest.raises(Unavailable, match=f"wrong {MAX_TRIES} times"):
            joined.result(20)
        hosts.one.write(lambda tx: remove_offer(tx, inviter.offer.id))
        assert "No code works now" in hosts.two.fails("join", inviter.code)


def test_a_code_that_nobody_made_or_whose_command_was_killed_is_said(hosts: Hosts) -> None:
    assert "No code works now" in hosts.two.fails("join", "K7QM-3XRD")
    asyncio.run(_make_and_read_key(hosts.one.shared_secrets))
    hosts.one.write(lambda tx: write_offer(tx, Inviter().offer))
    two = hosts.open_two()
    offer = two.read(read_offer)
    assert offer is not None
    clock = FakeClock()
    slow = replace(two, clock=clock, pause=lambda _: clock.advance(MINUTE))
    with pytest.raises(Unavailable, match="its command has ended"):
        _wait_for_key(slow, Joiner("K7QM3XRD", offer, "two"), offer)
    slow.close()
    two.close()


def test_a_code_that_is_not_used_in_time_ends_and_a_newer_one_takes_its_place(hosts: Hosts) -> None:
    inviter = Inviter()
    clock = FakeClock()
    hasty = replace(hosts.one, clock=clock, pause=lambda _: clock.advance(MINUTE))
    hasty.write(lambda tx: write_offer(tx, inviter.offer))
    with pytest.raises(Unavailable, match="No computer has joined in time"):
        _wait_for_joiner(hasty, inviter, Secret("key"))
    hasty.close()
    with hosts.inviting() as (_, joined):
        two = hosts.open_two()
        two.write(lambda tx: write_offer(tx, Inviter().offer))
        two.close()
        with pytest.raises(Unavailable, match="only that one works"):
            joined.result(20)


def test_a_service_with_an_account_of_its_own_gets_the_key_and_the_password(hosts: Hosts) -> None:
    address = hosts.two.environment[DATABASE_VARIABLE]
    assert list_own_secrets(hosts.one) == {name_password(address)}
    asyncio.run(hosts.one.secrets.store("webhook-1", Secret("hush")))
    row = hosts.one.read(find_key_row)
    assert row is not None
    assert list_own_secrets(hosts.one) == {name_password(address), row.name}
    hosts.one.write(lambda tx: write_setting(tx, "backup_secret", "backup-1"))
    assert list_own_secrets(hosts.one) == {name_password(address), row.name, "backup-1"}


def test_what_is_between_learns_no_key_and_gives_none() -> None:
    inviter, other = Inviter(), Inviter()
    joiner = Joiner(inviter.code, inviter.offer, "two")
    answer = inviter.answer(joiner.request, Secret("key"))
    assert joiner.open(answer) == Secret("key")
    assert Joiner(inviter.code, inviter.offer, "two").open(answer) is None
    assert other.answer(joiner.request, Secret("key")).state is JoinState.WRONG
    moved = msgspec.structs.replace(joiner.request, public_key=other.offer.public_key)
    assert inviter.answer(moved, Secret("key")).state is JoinState.WRONG
    weak = msgspec.structs.replace(joiner.request, public_key=bytes(32))
    assert inviter.answer(weak, Secret("key")).state is JoinState.WRONG
    forged = msgspec.structs.replace(answer, public_key=other.offer.public_key)
    assert joiner.open(forged) is None


def test_a_key_that_no_computer_has_any_more_is_replaced_with_every_secret(hosts: Hosts) -> None:
    asyncio.run(hosts.one.secrets.store("webhook-1", Secret("hush")))
    assert "Nothing was changed" in hosts.two.run("database", "new-key", stdin="n\n").output
    assert hosts.two.json("database", "new-key", "--yes") == {"removed": True}
    two = hosts.open_two()
    with pytest.raises(SecretMissing):
        asyncio.run(two.secrets.read("webhook-1"))
    asyncio.run(two.secrets.store("webhook-2", Secret("new")))
    assert asyncio.run(two.secrets.read("webhook-2")) == Secret("new")
    assert hosts.two.json("audit", "list")[0]["action"] == "secrets_forgotten"
    two.close()
