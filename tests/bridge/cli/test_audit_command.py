"""`counterpart audit`."""

from __future__ import annotations

from bridge.system.paths import database_file
from service.store.audit_log import read_head_file
from service.store.engine.connection import connect
from tests.bridge.cli.cli_runner import USER, Cli


def damage(cli: Cli, *statements: str) -> None:
    """What somebody with the file can do."""
    db = connect(database_file(cli.folder), writes=True)
    for statement in statements:
        db.execute(statement)
    db.close()


def test_what_was_done_is_listed_newest_first(cli: Cli) -> None:
    cli.json("keys", "create", "Till")
    cli.clock.advance(1_000)
    cli.ok("settings", "log_days", "30")
    setting, key = cli.json("audit", "list")
    assert (setting["id"], setting["action"], setting["subject"]) == (2, "setting_changed", "log_days")
    assert (setting["details"], setting["shop"]) == ({"by": USER, "before": "90", "after": "30"}, "")
    assert (key["id"], key["actor"], key["shop"]) == (1, "command line", "My shop")
    assert key["at"] == "2026-11-20T12:00:00.000Z"
    assert "key_made" in cli.ok("audit", "list")
    assert [one["id"] for one in cli.json("audit", "list", "--before", "2")] == [1]
    assert len(cli.json("audit", "list", "--limit", "1")) == 1
    assert cli.ok("audit", "list", "--csv").lstrip("\ufeff").startswith("id,at,actor,action")


def test_no_key_is_in_it(cli: Cli) -> None:
    made = cli.json("keys", "create", "Till")["key"]
    assert made not in cli.ok("audit", "list", "--json")


def test_an_empty_record_says_so(cli: Cli) -> None:
    assert cli.ok("audit", "list").strip() == "Nothing was done yet that the audit records."
    assert cli.json("audit", "verify")["entries"] == 0


def test_a_whole_record_is_verified_and_its_head_is_stored(cli: Cli) -> None:
    cli.json("keys", "create", "Till")
    report = cli.json("audit", "verify")
    head = read_head_file(cli.folder)
    assert head is not None
    assert (report["whole"], report["entries"], report["hash"]) == (True, head.id, head.hash.hex())
    assert cli.ok("audit", "verify").startswith("1 entries are whole; the last hash is ")


def test_a_changed_entry_is_named(cli: Cli) -> None:
    for name in ("A", "B", "C"):
        cli.json("keys", "create", name)
    damage(cli, "DROP TRIGGER audit_entries_are_not_changed", "UPDATE audit_entries SET subject = 'X' WHERE id = 2")
    result = cli.run("audit", "verify")
    assert (result.exit_code, result.stderr) == (
        1,
        "counterpart: Entry 2 was changed or removed. Compare with a backup.\n",
    )
    assert "Entry 2 was changed or removed" in cli.run("doctor").output


def test_a_cut_record_is_found_by_the_head_next_to_it(cli: Cli) -> None:
    for name in ("A", "B", "C"):
        cli.json("keys", "create", name)
    damage(cli, "DROP TRIGGER audit_entries_are_not_deleted", "DELETE FROM audit_entries WHERE id = 3")
    result = cli.run("audit", "verify")
    assert result.exit_code == 1
    assert "Entry 3 was stored elsewhere" in result.stderr
