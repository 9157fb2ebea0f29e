"""`counterpart alerts`, against a real receiver on this computer."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.domain.alerts import AlertChannel, AlertKind
from service.store import alert_channels
from tests.bridge.cli.cli_with_secrets import CliWithSecrets
from tests.fakes.alert_receivers import NtfyReceiver, serving


@pytest.fixture
def cli(tmp_path: Path) -> CliWithSecrets:
    return CliWithSecrets(tmp_path / "data")


def _insert(cli: CliWithSecrets) -> None:
    """An address as `add` leaves it, without the time that the library takes to read one."""
    channel = AlertChannel(0, "Phone", "ntfy://…", "ntfy", frozenset(AlertKind), False, "none", 1)
    cli.write(lambda tx, _shop: alert_channels.insert_channel(tx, channel))


def test_an_address_is_added_and_tried_and_never_shown(cli: CliWithSecrets) -> None:
    receiver = NtfyReceiver()
    words = ("alerts", "add", "My phone", "--event", "new_order", "--address-stdin")
    with serving(receiver):
        made = cli.json(*words, stdin=f"{receiver.address}\n")
        output = cli.ok("alerts", "test", "1")
    assert (made["address"], made["service"], made["events"]) == ("ntfy://…", "ntfy", ["new_order"])
    assert output == "It was handed over. Look at your phone or mail.\n"
    assert [message["title"] for message in receiver.messages] == ["Test from Counterpart"]
    files = [path.read_bytes() for path in cli.folder.rglob("*") if path.is_file()]
    assert not any(b"my-secret-topic" in content for content in files)
    assert "my-secret-topic" not in cli.ok("alerts", "list") + cli.ok("alerts", "list", "--json")


def test_the_events_change_and_the_address_goes(cli: CliWithSecrets) -> None:
    assert "There is no alert address yet" in cli.ok("alerts", "list")
    _insert(cli)
    changed = cli.json("alerts", "edit", "1", "--event", "lapsed_order", "--with-buyer", "on")
    assert (changed["events"], changed["with_buyer"]) == (["lapsed_order"], True)
    assert cli.ok("alerts", "remove", "1") == "Alert address 1, Phone, is removed.\n"
    assert cli.fails("alerts", "remove", "1").startswith("There is no alert address 1")


def test_an_address_is_taken_by_its_name(cli: CliWithSecrets) -> None:
    _insert(cli)
    assert cli.json("alerts", "edit", "phone", "--event", "lapsed_order")["id"] == 1
    assert "Remove it and add it again" in cli.fails("alerts", "test", "Phone")
    nobody = "There is no alert address 'Mail' here; `counterpart alerts list` shows them."
    assert cli.fails("alerts", "test", "Mail") == nobody
    _insert(cli)
    assert cli.fails("alerts", "test", "Phone").startswith("The ids 1 and 2 are both named Phone; give the id")
    assert cli.ok("alerts", "remove", "2") == "Alert address 2, Phone, is removed.\n"
    assert cli.ok("alerts", "remove", "Phone") == "Alert address 1, Phone, is removed.\n"


def test_a_lost_secret_is_one_line(cli: CliWithSecrets) -> None:
    _insert(cli)
    assert "Remove it and add it again" in cli.fails("alerts", "test", "1")


def test_a_bad_address_is_refused_before_it_is_tried(cli: CliWithSecrets) -> None:
    message = cli.fails("alerts", "add", "Phone", "--address-stdin", stdin="nonsense\n")
    assert message.startswith("The alert address cannot be read.")


def test_the_sign_of_life_is_set_and_ended(cli: CliWithSecrets) -> None:
    set_ = cli.json("alerts", "heartbeat", "--minutes", "15", "--address-stdin", stdin="https://hc.test/uuid-secret\n")
    assert set_ == {"heartbeat": {"address": "https://hc.test/…", "minutes": 15}}
    assert "every 15 minutes" in cli.ok("alerts", "list")
    assert "must begin with https://" in cli.fails("alerts", "heartbeat", "--address-stdin", stdin="http://hc.test/\n")
    assert cli.ok("alerts", "heartbeat", "--off") == "The heartbeat is off.\n"
    assert cli.ok("alerts", "heartbeat", "--off") == "There was no heartbeat.\n"
