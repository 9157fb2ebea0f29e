"""`counterpart backup`, `restore`, `doctor` and `bundle`, with the program running or not."""

from __future__ import annotations

import json
import threading
import zipfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bridge.cli.program import program
from bridge.cli.session import Session
from bridge.system.instance_lock import InstanceLock
from bridge.system.paths import database_file, has_database
from service.store.recovery.copies import delete_database
from tests.bridge.cli.cli_data import give_items
from tests.bridge.cli.cli_runner import Cli
from tests.bridge.cli.cli_with_secrets import CliWithSecrets
from tests.fakes.free_port import free_port

PHRASE = "three quiet harbours"


def run(cli: Cli, *words: str, stdin: str | None = None, **environment: str) -> Result:
    surroundings = {"COUNTERPART_DATA_DIR": str(cli.folder), **environment}
    return CliRunner().invoke(program, list(words), input=stdin, obj=Session(cli.clock, surroundings))


def test_a_backup_is_made_looked_into_and_restored(cli: Cli, tmp_path: Path) -> None:
    give_items(cli)
    file = str(tmp_path / "shop.cpbackup")
    made = cli.json("backup", file)
    assert (made["path"], made["encrypted"], made["kind"], made["verified"]) == (file, False, "manual", True)
    give_items(cli, {"sku": "LATER", "name": "Later"})
    held = cli.json("restore", file, "--look")
    assert (held["items"], held["version"], held["secrets"], held["kept"]) == (1, "0.1.0", False, None)
    assert len(cli.json("items", "list")) == 2
    assert "Items         1" in cli.ok("restore", file, "--look")
    kept = cli.json("restore", file)["kept"]
    assert len(cli.json("items", "list")) == 1
    assert "Restored. What was there before is stored as" in cli.ok("restore", kept)
    assert len(cli.json("items", "list")) == 2


def test_where_the_data_is_gone_a_restore_asks_which_keys_may_go_on(cli: Cli, tmp_path: Path) -> None:
    cli.json("keys", "create", "Till 1")
    cli.json("keys", "create", "Till 2")
    file = str(tmp_path / "one")
    cli.ok("backup", file)
    delete_database(database_file(cli.folder))
    asked = cli.json("restore", file, "--look")["keys_to_confirm"]
    assert [(key["id"], key["name"]) for key in asked] == [(1, "Till 1"), (2, "Till 2")]
    assert "2  Till 2" in cli.ok("restore", file, "--look")
    for words in ((), ("--keys", "3"), ("--keys", "1,x"), ("--keys", "")):
        refused = cli.fails("restore", file, *words)
        assert "Its keys: 1 (Till 1" in refused
        assert "--keys all" in refused
    cli.ok("restore", file, "--keys", "2")
    revoked = {key["name"]: key["revoked_at"] is not None for key in cli.json("keys", "list")}
    assert revoked == {"Till 1": True, "Till 2": False}


@pytest.mark.parametrize("is_cut", [False, True])
def test_where_the_database_is_gone_no_command_makes_an_empty_one(cli: Cli, is_cut: bool) -> None:
    give_items(cli)
    (cli.folder / "backups").mkdir()
    file = cli.json("backup", str(cli.folder / "backups" / "shop.cpbackup"))["path"]
    delete_database(database_file(cli.folder))
    if is_cut:
        database_file(cli.folder).touch()
    for words in (("items", "list"), ("settings", "port", "8711"), ("serve", "--port", "0")):
        assert "Your data is missing" in cli.fails(*words)
    assert file in cli.fails("items", "list")
    assert not has_database(cli.folder)
    cli.ok("restore", file)
    assert len(cli.json("items", "list")) == 1
    delete_database(database_file(cli.folder))
    assert "Name the backup" in run(cli, "restore").stderr
    assert "empty now" in cli.ok("restore", "--empty")
    assert cli.json("items", "list") == []


def test_a_backup_is_made_while_the_program_runs_and_a_restore_refused(cli: Cli, tmp_path: Path) -> None:
    give_items(cli)
    running = InstanceLock(cli.folder)
    try:
        assert "is made and checked" in cli.ok("backup", str(tmp_path / "one"))
        assert "Ctrl-C where `counterpart serve` runs), run this again" in cli.fails("restore", str(tmp_path / "one"))
        assert cli.json("restore", str(tmp_path / "one"), "--look")["items"] == 1
    finally:
        running.release()
    cli.ok("restore", str(tmp_path / "one"))


def test_an_encrypted_one_carries_the_secrets_to_another_computer(tmp_path: Path) -> None:
    here = CliWithSecrets(tmp_path / "here")
    here.add()
    file = str(tmp_path / "sealed")
    vault = {"COUNTERPART_VAULT_PASSPHRASE": here.passphrase}
    assert run(here, "backup", file, COUNTERPART_BACKUP_PASSPHRASE=PHRASE, **vault).exit_code == 0
    there = CliWithSecrets(tmp_path / "there")
    refused = run(there, "restore", file, COUNTERPART_BACKUP_PASSPHRASE=PHRASE)
    assert "cannot be kept here" in refused.stderr
    assert not database_file(there.folder).exists()
    wrong = run(there, "restore", file, COUNTERPART_BACKUP_PASSPHRASE="another", **vault)
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "not the passphrase" in wrong.stderr
    asked = run(there, "restore", file, "--json", stdin=f"{PHRASE}\n", **vault)
    assert asked.exit_code == 0, asked.output
    assert json.loads(asked.stdout)["secrets"] is True
    assert PHRASE not in asked.output
    assert (there.folder / "secrets.vault").exists()
    rotated = there.json("webhooks", "rotate", "1")
    assert rotated["secret"].startswith("whsec_")


def test_encryption_is_switched_on_with_a_passphrase_that_is_typed(tmp_path: Path) -> None:
    cli = CliWithSecrets(tmp_path / "data")
    short = cli.run("settings", "backup_encrypted", "on", stdin="short\nshort\n")
    assert short.exit_code == 1
    assert "three words" in short.stderr
    assert not cli.json("settings", "backup_encrypted")["value"]
    on = cli.run("settings", "backup_encrypted", "on", stdin=f"{PHRASE}\n{PHRASE}\n")
    assert on.exit_code == 0, on.output
    assert PHRASE not in on.output
    assert cli.json("backup", str(tmp_path / "one"))["encrypted"]
    assert cli.json("restore", str(tmp_path / "one"), "--look")["items"] == 0
    cli.ok("settings", "backup_encrypted", "off")
    assert not cli.json("backup", str(tmp_path / "two"))["encrypted"]


@pytest.mark.parametrize("data", [b"", b"no backup" * 100])
def test_what_is_no_backup_is_told(cli: Cli, tmp_path: Path, data: bytes) -> None:
    give_items(cli)
    (tmp_path / "file").write_bytes(data)
    assert "damaged, or is no backup" in cli.fails("restore", str(tmp_path / "file"))
    assert "cannot be read" in cli.fails("restore", str(tmp_path / "nowhere"))
    assert len(cli.json("items", "list")) == 1


def test_doctor_says_what_is_right_and_what_to_mend(tmp_path: Path) -> None:
    cli = CliWithSecrets(tmp_path / "data")
    cli.ok("settings", "port", str(free_port()))
    lines = {line["code"]: line for line in cli.json("doctor")}
    assert lines["database"]["state"] == lines["keyring"]["state"] == lines["disk"]["state"] == "good"
    cli.ok("settings", "backup_folder", str(tmp_path / "away"))
    result = cli.run("doctor", "--json")
    assert result.exit_code == 1
    assert {line["code"]: line["state"] for line in json.loads(result.stdout)}["backups"] == "bad"
    assert json.loads(result.stderr)["message"].startswith("1 of ")
    database_file(cli.folder).write_bytes(b"damaged" * 1000)
    result = cli.run("doctor", "--json")
    states = {line["code"]: line["state"] for line in json.loads(result.stdout)}
    assert states["database"] == "bad"
    assert "audit" not in states, "its entries cannot be read"
    database_file(cli.folder).write_bytes(b"")
    lines = {line["code"]: line for line in json.loads(cli.run("doctor", "--json").stdout)}
    assert (lines["database"]["state"], "audit" in lines) == ("bad", False)
    assert "Your data is missing" in lines["database"]["finding"], "there was one"


class Health(BaseHTTPRequestHandler):
    """Answers as the program's health page does."""

    server_version = "Counterpart/1"

    def do_GET(self) -> None:
        body = b'{"status": "ok"}' if self.headers["Host"].startswith("127.0.0.1") else b"{}"
        self.send_response(200 if body != b"{}" else 400)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def test_doctor_says_that_a_database_is_gone_where_backups_are(cli: Cli) -> None:
    """It said "There is none yet"."""
    (cli.folder / "backups").mkdir(parents=True)
    backup = cli.json("backup", str(cli.folder / "backups" / "shop.cpbackup"))["path"]
    for file in cli.folder.glob("counterpart.db*"):
        file.unlink()
    line = next(line for line in json.loads(cli.run("doctor", "--json").stdout) if line["code"] == "database")
    assert line["state"] == "bad"
    assert "Your data is missing" in line["finding"]
    assert backup in line["finding"]


def test_doctor_finds_the_port_that_is_really_served(cli: Cli) -> None:
    cli.ok("settings", "port", "8765")
    with HTTPServer(("127.0.0.1", 0), Health) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        running = InstanceLock(cli.folder)
        lines = {line["code"]: line for line in json.loads(cli.run("doctor", "--json").stdout)}
        running.release()
        server.shutdown()
        serving.join()
    assert lines["port"]["state"] == lines["host_guard"]["state"] == lines["health"]["state"] == "good"
    assert f"listens at 127.0.0.1:{server.server_port}. Settings say 8765" in lines["port"]["finding"]
    lines = {line["code"]: line for line in json.loads(cli.run("doctor", "--json").stdout)}
    assert "does not listen" in lines["port"]["finding"]


def test_a_stick_is_known_again_when_it_was_set_here(cli: Cli, tmp_path: Path) -> None:
    give_items(cli)
    stick = tmp_path / "usb"
    stick.mkdir()
    cli.ok("settings", "backup_folder", f" {stick} ")
    stick.rename(tmp_path / "drawer")
    stick.mkdir()
    lines = {line["code"]: line for line in json.loads(cli.run("doctor", "--json").stdout)}
    assert "is the empty folder where it belongs" in lines["backups"]["finding"]
    cli.ok("settings", "backup_folder", str(stick))
    assert cli.json("settings", "backup_folder")["value"] == str(stick)


def test_a_bundle_is_shown_before_it_is_saved(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "bundle.zip"
    refused = cli.run("bundle", str(file), stdin="n\n")
    assert "settings.txt" in refused.stdout
    assert "Nothing was saved" in refused.stdout
    assert not file.exists()
    assert "--- about.txt" in cli.run("bundle", str(file), "--show", stdin="y\n").stdout
    with zipfile.ZipFile(file) as saved:
        assert "about.txt" in saved.namelist()
    file.unlink()
    assert {part["name"] for part in cli.json("bundle", str(file))["parts"]} >= {"calls.csv", "program.log"}
    assert file.exists()
