"""What the self-test says about PostgreSQL."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bridge.doctor.server_checks import (
    DEAD_ROWS,
    MOST_AHEAD,
    MOST_ROUND_TRIP_US,
    OLDEST_S,
    list_server_checks,
)
from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.domain.server_health import ServerHealth
from tests.bridge.cli.cli_runner import Cli
from tests.fakes.postgres_server import OwnDatabase, make_address
from ui.backend.host_port import CheckLine, CheckState

WELL = ServerHealth(
    version="15.18", collation="C", mebibytes=12, switched_off=(), may_create=True, connections=97,
    connections_left=80, needed=6, ahead=120, round_trip_us=300, leader="10.0.0.1", oldest_s=1, table="calls",
    dead_rows=10, rows=1_000,
)  # fmt: skip


def look(server: ServerHealth | Unavailable) -> list[CheckLine]:
    return [check() for check in list_server_checks(server)]


def test_a_server_that_is_well_is_said_in_nine_lines() -> None:
    lines = look(WELL)
    assert {line.state for line in lines} == {CheckState.GOOD}
    assert not any(line.fix for line in lines)
    assert [str(line.finding) for line in lines] == [
        "PostgreSQL 15.18 with UTF8, sorted by C; the data takes 12 MiB.",
        "PostgreSQL keeps what was answered.",
        "The user has the right to create tables, as an update does.",
        "80 of 97 connections are free; one service takes 6.",
        "It differs from this computer's by 0.1 s.",
        "A statement and its answer take 0.3 ms.",
        "A service at 10.0.0.1 leads.",
        "It has been open for 1 s.",
        "calls has the most: 10, and 1,000 that are used.",
    ]


@pytest.mark.parametrize(
    ("change", "last_good", "finding"),
    [
        ({"switched_off": ("fsync", "full_page_writes")}, {}, "fsync, full_page_writes is off"),
        ({"may_create": False}, {}, "no right to create tables"),
        ({"connections_left": 5}, {"connections_left": 6}, "5 of 97 connections are free"),
        ({"ahead": MOST_AHEAD}, {"ahead": MOST_AHEAD - 1}, "2.0 s ahead of"),
        ({"ahead": -MOST_AHEAD}, {"ahead": 1 - MOST_AHEAD}, "2.0 s behind"),
        ({"round_trip_us": MOST_ROUND_TRIP_US}, {"round_trip_us": MOST_ROUND_TRIP_US - 1}, "take 5.0 ms"),
        ({"leader": None}, {"leader": ""}, "No service leads"),
        ({"oldest_s": OLDEST_S}, {"oldest_s": OLDEST_S - 1}, "open for 300 s"),
        ({"dead_rows": DEAD_ROWS, "rows": 0}, {"dead_rows": DEAD_ROWS - 1, "rows": 0}, "calls has the most: 50,000"),
        ({"dead_rows": 60_000, "rows": 300_000}, {"dead_rows": 60_000, "rows": 300_001}, "and 300,000 that are used"),
    ],
)
def test_what_is_not_well_is_said_with_what_to_do(
    change: dict[str, Any], last_good: dict[str, Any], finding: str
) -> None:
    (line,) = [line for line in look(replace(WELL, **change)) if line.state is not CheckState.GOOD]
    assert finding in str(line.finding)
    assert str(line.fix)
    assert (line.state is CheckState.BAD) == ("switched_off" in change)
    assert {line.state for line in look(replace(WELL, **last_good))} == {CheckState.GOOD}


def test_a_server_that_does_not_answer_is_one_line_that_no_bundle_has() -> None:
    (line,) = look(Unavailable(message("PostgreSQL does not answer.")))
    assert (line.code, line.state, str(line.finding)) == ("server_away", CheckState.BAD, "PostgreSQL does not answer.")


def test_the_command_looks_at_postgresql_in_place_of_the_file(tmp_path: Path) -> None:
    own = OwnDatabase()
    cli = Cli(tmp_path, environment={"COUNTERPART_DATABASE": make_address(own.name)})
    lines = {line["title"]: line for line in read_doctor(cli)}
    assert lines["Database"]["finding"].startswith("PostgreSQL ")
    assert "fsync, full_page_writes is off" in lines["After a power cut"]["finding"], "as the tests start it"
    assert "No service leads" in lines["Leader"]["finding"]
    cli.environment["COUNTERPART_DATABASE"] = f"postgresql://counterpart@/none?host={tmp_path}"
    assert "does not answer" in {line["code"]: line for line in read_doctor(cli)}["server_away"]["finding"]
    own.close()


def read_doctor(cli: Cli) -> list[dict[str, str]]:
    """Its lines; it ends with 1, as something is bad."""
    result = cli.run("doctor", "--json")
    assert result.exit_code == 1
    lines: list[dict[str, str]] = json.loads(result.stdout)
    return lines
