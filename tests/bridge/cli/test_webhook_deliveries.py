"""`counterpart webhooks test | deliveries | resend | resend-failed`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bridge.system.instance_lock import InstanceLock
from tests.bridge.cli.cli_data import give_items, order_of
from tests.bridge.cli.cli_with_secrets import CliWithSecrets, add_shop_and_vault
from tests.bridge.cli.ready_data import ready_cli


@pytest.fixture
def cli(tmp_path: Path) -> CliWithSecrets:
    """A shop with a target and brake pads."""
    return ready_cli(CliWithSecrets, tmp_path / "data", fill_shop)


def fill_shop(cli: CliWithSecrets) -> None:
    add_shop_and_vault(cli)
    cli.add("order.placed", "order.status")
    give_items(cli)


def place(cli: CliWithSecrets) -> str:
    return str(cli.json("orders", "place", "-", stdin=order_of())["reference"])


def test_a_test_is_placed_and_told_to_be_sent_later(cli: CliWithSecrets) -> None:
    assert cli.fails("webhooks", "test", "1") == "The program is not running; the test is sent when it runs."
    ended = cli.run("webhooks", "test", "1", "--event", "stock.changed", "--json")
    assert (ended.exit_code, json.loads(ended.stderr)["error"]) == (1, "failed")
    placed = json.loads(ended.stdout)
    assert (placed["state"], placed["event"], placed["attempts"]) == ("waiting", "stock.changed", [])
    assert [one["event"] for one in cli.json("webhooks", "deliveries")] == ["stock.changed", "order.placed"]


def test_a_test_that_would_not_be_posted_is_refused(cli: CliWithSecrets) -> None:
    cli.ok("webhooks", "off", "1")
    assert "is off" in cli.fails("webhooks", "test", "1")
    cli.ok("webhooks", "on", "1")
    cli.ok("mode", "webhooks", "off")
    assert "Webhooks are off" in cli.fails("webhooks", "test", "1")
    assert cli.json("webhooks", "deliveries") == []


def test_deliveries_have_these_fields(cli: CliWithSecrets) -> None:
    reference = place(cli)
    cli.fail_once("Answered 500; look")
    (one,) = cli.json("webhooks", "deliveries")
    assert one == {
        "id": one["id"],
        "target": 1,
        "event": "order.placed",
        "event_id": one["event_id"],
        "subject": reference,
        "created_at": "2026-11-20T12:00:00.000Z",
        "state": "waiting",
        "next_attempt_at": "2026-11-20T12:01:00.000Z",
        "note": "Answered 500; look",
        "attempts": [
            {
                "number": 1,
                "at": "2026-11-20T12:00:00.000Z",
                "status": 500,
                "fault": None,
                "duration_ms": 12,
                "answer": "broken",
            }
        ],
    }
    assert one["id"].startswith("dlv_")
    output = cli.ok("webhooks", "deliveries")
    assert "Answered 500; look" in output
    assert reference in output


def test_deliveries_by_state_target_and_number(cli: CliWithSecrets) -> None:
    for _ in range(3):
        place(cli)
    cli.set_deliveries("failed", where="seq = 2")
    assert [one["state"] for one in cli.json("webhooks", "deliveries", "--state", "failed")] == ["failed"]
    assert len(cli.json("webhooks", "deliveries", "--target", "1", "--limit", "2")) == 2
    assert cli.json("webhooks", "deliveries", "--target", "2") == []
    assert cli.ok("webhooks", "deliveries", "--state", "skipped") == "No delivery is skipped.\n"
    assert "'--state'" in cli.fails("webhooks", "deliveries", "--state", "gone", code=2)


def test_one_is_sent_again(cli: CliWithSecrets) -> None:
    place(cli)
    cli.set_deliveries("failed")
    (failed,) = cli.json("webhooks", "deliveries")
    again = cli.json("webhooks", "resend", failed["id"])
    assert (again["id"], again["state"]) == (failed["id"], "waiting")
    assert "sent again when the program runs" in cli.ok("webhooks", "resend", failed["id"])
    assert "There is no delivery 'dlv_x'" in cli.fails("webhooks", "resend", "dlv_x")


def test_failed_ones_since_a_time_are_sent_again(cli: CliWithSecrets) -> None:
    place(cli)
    cli.clock.advance(60_000)
    place(cli)
    place(cli)
    cli.set_deliveries("failed")
    assert cli.json("webhooks", "resend-failed", "1", "--since", "2026-11-20T12:01:00Z") == {"id": 1, "resent": 2}
    assert "1 failed delivery is sent" in cli.ok("webhooks", "resend-failed", "1", "--since", "2026-11-20T12:00Z")
    assert "Nothing to target 1 has failed" in cli.ok("webhooks", "resend-failed", "1", "--since", "2026-11-20T12:00Z")
    assert "'--since'" in cli.fails("webhooks", "resend-failed", "1", "--since", "noon", code=2)
    assert "--since" in cli.fails("webhooks", "resend-failed", "1", code=2)


def test_a_running_program_is_waited_for_a_moment(cli: CliWithSecrets) -> None:
    cli.write(lambda tx, _shop: tx.update("UPDATE targets SET note = 'The keyring is locked'"))
    running = InstanceLock(cli.folder)
    try:
        assert cli.fails("webhooks", "test", "1") == "The test waits. The keyring is locked."
    finally:
        running.release()


def test_only_a_test_that_was_taken_ends_with_0(cli: CliWithSecrets) -> None:
    def post_as(state: str) -> None:
        """As if the running program posted each new delivery at once."""
        cli.write(
            lambda tx, _shop: tx.update(
                "CREATE TRIGGER posted AFTER INSERT ON deliveries BEGIN UPDATE deliveries SET "
                f"state = '{state}', note = 'Answered 204', next_attempt_at = {cli.clock.now() + 60_000} "
                "WHERE id = new.id; END"
            )
        )

    running = InstanceLock(cli.folder)
    try:
        post_as("delivered")
        assert cli.ok("webhooks", "test", "1") == "The test was taken. Answered 204.\n"
        assert cli.json("webhooks", "test", "1")["state"] == "delivered"
        cli.write(lambda tx, _shop: tx.update("DROP TRIGGER posted"))
        post_as("waiting")
        assert "The test was not taken. Answered 204. Next try at " in cli.fails("webhooks", "test", "1")
    finally:
        running.release()
