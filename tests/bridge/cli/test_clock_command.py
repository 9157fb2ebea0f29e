"""`counterpart clock`: both times, and the owner's confirmation."""

from __future__ import annotations

from service.domain.clock_trust import ClockDoubt
from service.domain.times import DAY, HOUR
from service.store.trusted_clock import write_trusted_time
from service.usecases.settle_clock import begin_clock_doubt
from tests.bridge.cli.cli_runner import NOON, Cli


def test_a_clock_that_is_believed(cli: Cli) -> None:
    assert cli.json("clock") == {
        "trusted": True, "now": "2026-11-20T12:00:00.000Z", "trusted_at": None, "expected": None, "shown": None,
    }  # fmt: skip
    assert "In doubt" in cli.ok("clock")


def test_the_owner_sees_both_times_and_confirms(cli: Cli) -> None:
    cli.ok("items", "list")
    cli.write(lambda tx, _shop: begin_clock_doubt(tx, ClockDoubt(NOON, NOON + 365 * DAY)))
    output = cli.ok("clock")
    assert "2027-11-20" in output
    assert "2026-11-20" in output
    assert "counterpart clock confirm" in output
    assert cli.json("clock")["shown"] == "2027-11-20T12:00:00.000Z"
    assert cli.ok("clock", "confirm").startswith("The clock is taken as right: 2026-11-20")
    assert cli.json("clock", "confirm")["trusted_at"] == "2026-11-20T12:00:00.000Z"


def test_a_clock_a_year_ahead_of_what_was_believed_is_doubted_without_the_program(cli: Cli) -> None:
    cli.write(lambda tx, _shop: write_trusted_time(tx, NOON))
    cli.clock.set(NOON + 365 * DAY)
    assert cli.json("clock")["trusted"] is False
    cli.clock.set(NOON + HOUR)
    assert cli.json("clock")["trusted"] is True
