"""`counterpart history` and `counterpart log undo`."""

from __future__ import annotations

import json
from pathlib import Path

from service.domain.sentences import message
from service.domain.shops import Shop
from service.store.engine.transaction import Tx
from service.store.history.item_writes import set_call
from service.store.link.mirror import set_aside
from tests.bridge.cli.cli_data import PAD, give_items, log_call, order_of
from tests.bridge.cli.cli_runner import Cli


def _upload(cli: Cli, *rows: dict[str, object], staging: bool = False) -> int:
    """An upload, with the call that its write names; gives the call."""
    cli.clock.advance(1000)
    give_items(cli, *rows, staging=staging)
    call_id = log_call(cli, at=cli.clock.now(), staging=staging)

    def name_call(tx: Tx, _shop: Shop) -> None:
        set_call(tx, tx.scalar("SELECT max(id) FROM item_writes"), call_id)

    cli.write(name_call, staging=staging)
    return call_id


def test_the_history_of_a_part_has_old_and_new_values_and_the_cause(cli: Cli) -> None:
    _upload(cli, PAD)
    call_id = _upload(cli, {"sku": "PAD-1", "price_fils": 13_000, "quantity": 4, "active": False, "fit": []})
    newest, creation = cli.json("history", "part", "pad-1")
    assert (newest["write"]["cause"], newest["write"]["cause_id"], newest["write"]["by"]) == ("call", call_id, "till")
    assert newest["changes"] == [
        {"field": "price_fils", "branch": None, "old": 12_500, "new": 13_000},
        {"field": "active", "branch": None, "old": True, "new": False},
        {"field": "fit", "branch": None, "old": PAD["fit"], "new": []},
        {"field": "quantity", "branch": "Main", "old": 10, "new": 4},
    ]
    assert (creation["created"], creation["changes"][0]["new"]) == (True, 10)
    printed = cli.ok("history", "part", "PAD-1")
    assert "price_fils: 12500 -> 13000, active: yes -> no" in printed
    assert "created, quantity at Main: 0 -> 10" in printed


def test_the_history_of_an_order_and_of_a_call(cli: Cli) -> None:
    call_id = _upload(cli, PAD)
    cli.ok("orders", "place", "-", stdin=order_of(2))
    reference = cli.json("orders", "list")[0]["reference"]
    for action in ("accept", "ready", "dispatched"):
        cli.ok("orders", "act", reference, action)
    (entry,) = cli.json("history", "order", reference)
    assert (entry["write"]["order"], entry["changes"][0]["new"]) == (reference, 8)
    assert f"order {reference}" in cli.ok("history", "order", reference)
    assert [one["sku"] for one in cli.json("history", "call", str(call_id))] == ["PAD-1"]
    assert cli.json("history", "run", "1") == []


def test_a_part_an_order_and_a_call_need_no_word_before_them(cli: Cli) -> None:
    call_id = _upload(cli, PAD)
    cli.ok("orders", "place", "-", stdin=order_of(2))
    reference = cli.json("orders", "list")[0]["reference"]
    for action in ("accept", "ready", "dispatched"):
        cli.ok("orders", "act", reference, action)
    assert cli.json("history", "pad-1", "--limit", "1") == cli.json("history", "part", "PAD-1", "--limit", "1") != []
    assert cli.json("history", reference.lower()) == cli.json("history", "order", reference) != []
    assert cli.json("history", str(call_id)) == cli.json("history", "call", str(call_id)) != []
    for words in (("nobody",), ("PAD-1", "--staging"), (reference, "--staging")):
        assert f"No part, order or call is named {words[0]}" in cli.fails("history", *words)


def test_all_writes_are_listed_and_narrowed(cli: Cli) -> None:
    _upload(cli, PAD)
    cli.ok("stock", "move", "PAD-1", "--cause", "count", "--quantity", "1")
    assert [write["cause"] for write in cli.json("history")] == ["hand", "call"]
    assert [write["cause"] for write in cli.json("history", "--cause", "call")] == ["call"]
    assert cli.json("history", "--until", "2020-01-01") == []
    assert cli.json("history", "--staging") == []
    assert "No such change" in cli.ok("history", "--staging")


def test_an_order_that_was_set_aside_is_listed_without_an_id(cli: Cli) -> None:
    _upload(cli, PAD)
    cli.clock.advance(1000)
    why = message("The order has no lines.")
    cli.write(lambda tx, shop: set_aside(tx, shop.id, "ORD-8", b"{}", why, cli.clock.now()))
    newest, upload = cli.json("history")
    assert (newest["cause"], newest["order"], newest["id"], upload["cause"]) == ("set_aside", "ORD-8", None, "call")
    assert [line["order"] for line in cli.json("history", "--cause", "set_aside")] == ["ORD-8"]
    assert "order ORD-8 set aside" in cli.ok("history", "--limit", "1")


def test_the_history_of_an_order_that_was_set_aside_has_the_reason(cli: Cli) -> None:
    _upload(cli, PAD)
    why = message("The order has no lines.")
    cli.write(lambda tx, shop: set_aside(tx, shop.id, "ORD-8", b"{}", why, cli.clock.now()))

    (entry,) = cli.json("history", "order", "ord-8")

    assert (entry["write"]["cause"], entry["write"]["id"], entry["write"]["order"]) == ("set_aside", None, "ORD-8")
    assert (entry["sku"], entry["changes"], entry["reason"]) == (None, [], "The order has no lines.")
    printed = cli.ok("history", "order", "ORD-8")
    assert "order ORD-8 set aside" in printed
    assert "not taken: The order has no lines." in printed
    assert "There is no order ORD-9" in cli.fails("history", "order", "ORD-9")


def test_an_order_that_is_here_and_was_set_aside_since_has_both_in_its_history(cli: Cli) -> None:
    _upload(cli, PAD)
    cli.ok("orders", "place", "-", stdin=order_of(2))
    reference = cli.json("orders", "list")[0]["reference"]
    for action in ("accept", "ready", "dispatched"):
        cli.ok("orders", "act", reference, action)
    cli.clock.advance(1000)
    why = message("The order has no lines.")
    cli.write(lambda tx, shop: set_aside(tx, shop.id, reference, b"{}", why, cli.clock.now()))
    entries = cli.json("history", "order", reference)
    assert [entry["write"]["cause"] for entry in entries] == ["set_aside", "order"]
    assert len(cli.json("history", "order", reference, "--limit", "1")) == 1


def test_a_call_of_another_shop_shows_nothing(cli: Cli) -> None:
    call_id = _upload(cli, PAD)
    assert cli.json("history", "call", str(call_id), "--staging") == []
    assert cli.json("history", "run", "1", "--staging") == []


def test_undo_says_first_what_it_would_do(cli: Cli) -> None:
    _upload(cli, PAD)
    call_id = str(_upload(cli, {"sku": "PAD-1", "price_fils": 1}, {"sku": "NEW", "name": "New"}))
    preview = cli.json("items", "undo", call_id, "--preview")
    assert preview["restored"][0]["changes"] == [{"field": "price_fils", "branch": None, "old": 1, "new": 12_500}]
    assert "Nothing is done yet. To restore: 1 part. To remove: 1 part. Changed since: 0 parts." in cli.ok(
        "items", "undo", call_id, "--preview"
    )
    assert cli.json("items", "show", "PAD-1")["price_fils"] == 1
    printed = cli.ok("items", "undo", call_id)
    assert "PAD-1: price_fils: 1 -> 12500" in printed
    assert "NEW: removed" in printed
    assert "Restored: 1 part. Removed: 1 part. Changed since: 0 parts." in printed
    assert cli.json("items", "show", "PAD-1")["price_fils"] == 12_500
    assert "undone already" in cli.fails("items", "undo", call_id)
    assert cli.json("history")[1]["undone_by"] is not None


def test_what_stays_is_named_with_its_reason(cli: Cli) -> None:
    _upload(cli, PAD)
    call_id = str(_upload(cli, {"sku": "PAD-1", "price_fils": 1, "brand": "X"}))
    _upload(cli, {"sku": "PAD-1", "brand": "Y"})
    done = cli.json("items", "undo", call_id)
    assert done["stays"] == [{"sku": "PAD-1", "why": "Changed since, and stays: brand."}]


def test_the_log_is_narrowed_to_calls_with_notes_and_exported_with_their_bodies(cli: Cli, tmp_path: Path) -> None:
    log_call(cli, request=b'{"items":[1]}', response=b'{"saved":0}')
    cli.write(lambda tx, _shop: tx.update("UPDATE calls SET notes = NULL"))
    noted = log_call(cli, request=b'{"items":[2]}', response=b"\xff")
    assert [call["id"] for call in cli.json("log", "list", "--status", "noted")] == [noted]
    file = tmp_path / "calls.jsonl"
    cli.ok("log", "export", str(file), "--format", "jsonl-bodies")
    newest, oldest = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert (oldest["request"], oldest["response"]) == ('{"items":[1]}', '{"saved":0}')
    assert (newest["response"], newest["response_is_base64"]) == ("/w==", True)


def test_the_rows_of_an_upload_are_saved_or_rejected_with_old_and_new_values(cli: Cli) -> None:
    _upload(cli, PAD)
    cli.clock.advance(1000)
    give_items(cli, {"sku": "PAD-1", "price_fils": 13_000})
    request = b'{"items":[{"sku":"PAD-1","price_fils":13000},{"sku":"X"}]}'
    response = b'{"errors":[{"index":1,"sku":"X","error":"name: is required"}]}'
    facts = '{"saved":1,"rejected":1,"created":0}'
    call_id = log_call(cli, at=cli.clock.now(), request=request, response=response, facts=facts)
    cli.write(lambda tx, _shop: set_call(tx, tx.scalar("SELECT max(id) FROM item_writes"), call_id))

    printed = cli.ok("history", "call", str(call_id), "--rows").splitlines()

    assert printed[0].split() == ["ROW", "PART", "RESULT", "CHANGE"]
    assert printed[1].split(maxsplit=3) == ["1", "PAD-1", "changed", "price_fils: 12500 -> 13000"]
    assert printed[2].split(maxsplit=3) == ["2", "X", "rejected", "name: is required"]
    first, second = cli.json("history", "call", str(call_id), "--rows")
    assert first["changes"] == [{"field": "price_fils", "branch": None, "old": 12_500, "new": 13_000}]
    assert (second["index"], second["result"], second["error"]) == (1, "rejected", "name: is required")
