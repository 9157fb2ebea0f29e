"""`counterpart pull setup` with an address: the password, and where it is not (pull §7)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bridge.secrets.vault_file import VAULT_FILE_NAME
from tests.bridge.cli.cli_with_secrets import CliWithSecrets, add_shop_and_vault
from tests.bridge.cli.ready_data import ready_cli
from tests.fakes.web_server import PASSWORD, USER, WebFile, serve_file


@pytest.fixture
def cli(tmp_path: Path) -> CliWithSecrets:
    return ready_cli(CliWithSecrets, tmp_path / "data", add_shop_and_vault)


def test_an_address_is_set_up_run_changed_and_forgotten(cli: CliWithSecrets) -> None:
    with serve_file(WebFile(password=PASSWORD)) as web:
        address = f"http://{USER}@127.0.0.1:{web.port}/stock.csv"
        set_up = cli.run("pull", "setup", "--yes", address, "--password-stdin", "--watch", stdin=f"{PASSWORD}\n")
        assert set_up.exit_code == 0, set_up.output
        assert "SKU -> sku" in set_up.output
        shown = cli.json("pull", "setup")
        assert (shown["path"], shown["file"], shown["watch"]) == (address, "stock.csv", True)
        done = cli.json("pull", "run")
        assert (done["file"], done["created"]) == ("stock.csv", 1)
        web.password = "new one"
        assert "does not accept the password of till" in cli.fails("pull", "run")
        again = cli.run("pull", "setup", "--yes", "--new-password", "--no-watch", stdin="new one\n")
        assert again.exit_code == 0, again.output
        assert cli.json("pull", "run")["state"] == "unchanged"
        assert cli.json("pull", "setup")["watch"] is False
    held = [path for path in cli.folder.rglob("*") if path.is_file() and path.name != VAULT_FILE_NAME]
    assert not [path for path in held if PASSWORD.encode() in path.read_bytes() or b"new one" in path.read_bytes()]
    assert len(secret_names(cli)) == 1
    cli.ok("pull", "setup", "--forget")
    assert secret_names(cli) == []


def secret_names(cli: CliWithSecrets) -> list[str]:
    with sqlite3.connect(cli.folder / "counterpart.db") as db:
        rows = db.execute("SELECT secret_name FROM pull_sources").fetchall()
    db.close()
    return [name for (name,) in rows if name]


def test_a_password_in_an_address_is_refused(cli: CliWithSecrets) -> None:
    fault = cli.fails("pull", "setup", "--yes", f"https://{USER}:hunter2@shop.example/a.csv")
    assert "has a password in it" in fault
    assert "hunter2" not in fault


def test_a_wrong_password_stores_nothing(cli: CliWithSecrets) -> None:
    with serve_file(WebFile(password="right")) as web:
        address = f"http://{USER}@127.0.0.1:{web.port}/stock.csv"
        assert cli.run("pull", "setup", "--yes", address, "--password-stdin", stdin="wrong\n").exit_code != 0
    assert "is not set up" in cli.fails("pull", "setup")
    assert secret_names(cli) == []


def test_options_for_addresses_need_one(cli: CliWithSecrets, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("SKU,Name\nA,Pad\n")
    assert "are for addresses" in cli.fails("pull", "setup", "--yes", str(file), "--trust", "SHA256:00")
    assert "An address is set up first" in cli.fails("pull", "run", "https://shop.example/a.csv")
    assert "An address is set up first" in cli.fails("pull", "doctor", "https://shop.example/a.csv")


def test_a_password_goes_to_the_server_that_it_was_given_for(cli: CliWithSecrets) -> None:
    with serve_file(WebFile(password=PASSWORD)) as web, serve_file(WebFile()) as other:
        address = f"http://{USER}@127.0.0.1:{web.port}/stock.csv"
        assert cli.run("pull", "setup", "--yes", address, "--password-stdin", stdin=f"{PASSWORD}\n").exit_code == 0
        assert cli.run("pull", "setup", "--yes", address.replace("stock", "more")).exit_code == 0
        moved = f"http://{USER}@127.0.0.1:{other.port}/stock.csv"
        assert cli.run("pull", "setup", "--yes", moved, stdin="another\n").exit_code == 0
        assert other.asked


def test_a_table_of_a_database(cli: CliWithSecrets, tmp_path: Path) -> None:
    file = tmp_path / "pos.db"
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("CREATE TABLE parts (sku TEXT, name TEXT, price NUMERIC, qty INTEGER)")
        db.execute("INSERT INTO parts VALUES ('A-1', 'Pad', 2.75, 3)")
    address = f"sqlite://{file.as_posix()}"
    query = "SELECT sku, name, price, qty AS quantity FROM parts"
    assert "asked with a query" in cli.fails("pull", "setup", "--yes", address)
    assert "may change the database" in cli.fails("pull", "setup", "--yes", address, "--query", "SELECT 1 INTO x")
    assert "cannot be watched" in cli.fails("pull", "setup", "--yes", address, "--query", query, "--watch")
    shown = cli.json("pull", "setup", "--yes", address, "--query", query)
    assert (shown["query"], shown["file"]) == (query, "pos.db.jsonl")
    assert cli.json("pull", "run")["created"] == 1
    assert cli.json("pull", "run")["state"] == "unchanged"
    assert cli.json("pull", "setup", "--yes", "--at", "05:00")["query"] == query
    file.unlink()
    assert "cannot be read now" in cli.fails("pull", "run")
