"""`counterpart certificate`: what tills in the network check."""

from __future__ import annotations

from pathlib import Path

import pytest

from bridge.system.certificate import AUTHORITY_FILE, CertificateFolder
from service.domain.times import SystemClock
from tests.bridge.cli.cli_runner import Cli


@pytest.fixture
def made(cli: Cli) -> CertificateFolder:
    """A data folder whose service was opened to the network, under one name."""
    cli.ok("settings", "allowed_hosts", "shop-pc.local")
    folder = CertificateFolder(cli.folder)
    folder.load(("shop-pc.local",), SystemClock().now())
    return folder


def test_before_the_network_may_call_there_is_none(cli: Cli) -> None:
    for words in (("show",), ("save", "a.pem"), ("renew",)):
        assert "There is no certificate yet" in cli.fails("certificate", *words)


def test_it_shows_pin_names_and_lines_that_try_it(cli: Cli, made: CertificateFolder) -> None:
    found = made.find()
    assert found is not None
    output = cli.ok("certificate", "show")
    assert found.pin in output
    assert f'curl -k --pinnedpubkey "{found.pin}" https://shop-pc.local:8710/health' in output
    assert "curl --cacert authority.pem https://shop-pc.local:8710/health" in output
    assert "PRIVATE" not in output
    printed = cli.json("certificate", "show")
    assert (printed["pin"], printed["address"]) == (found.pin, "https://shop-pc.local:8710")
    assert "shop-pc.local" in printed["names"]


def test_without_an_allowed_name_it_says_what_is_missing(cli: Cli, made: CertificateFolder) -> None:
    cli.ok("settings", "allowed_hosts", "")
    assert "No name is allowed yet" in cli.ok("certificate", "show")


def test_it_saves_what_a_till_may_trust(cli: Cli, made: CertificateFolder, tmp_path: Path) -> None:
    place = tmp_path / "authority.pem"
    assert "is saved" in cli.ok("certificate", "save", str(place))
    assert place.read_bytes() == (made.path / AUTHORITY_FILE).read_bytes()
    assert b"PRIVATE" not in place.read_bytes()
    assert cli.json("certificate", "save", str(place)) == {"file": str(place)}
    assert "cannot be written" in cli.fails("certificate", "save", str(tmp_path / "none" / "a.pem"))


def test_renewing_keeps_the_pin_and_replacing_asks_first(cli: Cli, made: CertificateFolder) -> None:
    pin = cli.json("certificate", "show")["pin"]
    assert cli.json("certificate", "renew")["pin"] == pin
    refused = cli.run("certificate", "replace", stdin="n\n")
    assert "Every till on another device refuses this computer" in refused.stderr
    assert "Nothing was changed" in refused.stdout
    assert cli.json("certificate", "show")["pin"] == pin
    assert "within ten seconds" in cli.ok("certificate", "replace", "--yes")
    after = cli.json("certificate", "show")["pin"]
    assert after != pin
    newest = cli.json("audit", "list", "--limit", "1")[0]
    assert (newest["action"], newest["details"]["pin"]) == ("certificate_replaced", after)
