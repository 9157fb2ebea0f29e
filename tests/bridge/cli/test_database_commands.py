"""The password of the database is asked for, tried, and found in the secret store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bridge.secrets.engine_choice import DATABASE_VARIABLE
from bridge.secrets.vault_file import PASSPHRASE_VARIABLE
from tests.bridge.cli.cli_runner import Cli
from tests.fakes.postgres_server import PASSWORD, OwnDatabase, guarded_address


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


def test_a_data_folder_of_its_own_has_no_password(cli: Cli) -> None:
    del cli.environment[DATABASE_VARIABLE]
    assert "--database" in cli.fails("database", "password", "--password-stdin", stdin="x\n")
