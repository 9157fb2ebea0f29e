"""Runs the long tests: `dev.py soak [--kills N] [--links N] [--days N] [--seed S]`. Exits with 0
only if all pass.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.nothing_lost.kill_rounds import KillRound, kill_rounds
from tests.soak import link_disturbed, simulated_weeks, webhook_kills

ROOT = Path(__file__).resolve().parents[2]
PROPERTIES = ["tests/service/api", "tests/service/domain", "tests/nothing_lost"]


def run_kills(count: int, seed: int) -> bool:
    """Kills the service `count` times over one growing database; whether nothing was lost."""
    print(f"kill -9, {count} times, seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="counterpart-soak-") as folder:
        began = time.monotonic()
        rounds = asyncio.run(kill_rounds(Path(folder), count, seed, most_calls=400))
    for number, killed in enumerate(rounds, start=1):
        for loss in killed.found:
            print(f"  round {number}: {loss}", flush=True)
    print(f"  {format_rounds(rounds)} in {time.monotonic() - began:.0f} s", flush=True)
    return not any(killed.found for killed in rounds)


def format_rounds(rounds: list[KillRound]) -> str:
    """What the rounds came to, in words."""
    calls, uploads = (sum(getattr(killed, what) for killed in rounds) for what in ("calls", "uploads"))
    return f"{calls} answered calls, {uploads} answered uploads, {sum(len(killed.found) for killed in rounds)} losses"


def run_properties(chosen: list[str]) -> bool:
    """The same tests with new and many more examples, and what takes long by itself."""
    print("properties with 2000 new examples each, abuse and a full disk", flush=True)
    environment = {**os.environ, "HYPOTHESIS_PROFILE": "soak"}
    line = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider", *chosen]
    return subprocess.run(line, cwd=ROOT, env=environment, check=False).returncode == 0


def main() -> int:
    """Runs every part, also after one that failed."""
    parser = argparse.ArgumentParser(prog="dev.py soak", description="The long tests.")
    parser.add_argument("--kills", type=int, default=50, help="how often the service and the sender are killed (50)")
    parser.add_argument(
        "--links",
        type=int,
        default=link_disturbed.ROUNDS,
        help=f"how often a link is disturbed ({link_disturbed.ROUNDS})",
    )
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000), help="to repeat a run")
    parser.add_argument(
        "--days", type=int, default=simulated_weeks.DAYS, help=f"days of a shop ({simulated_weeks.DAYS})"
    )
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--only-kills", action="store_true", help="leave out everything but what is killed")
    only.add_argument("--only-links", action="store_true", help="leave out everything but what disturbs a link")
    only.add_argument("--only-weeks", action="store_true", help="leave out everything but the days of a shop")
    chosen = parser.parse_args()
    ends = []
    if not (chosen.only_weeks or chosen.only_links):
        ends += [run_kills(chosen.kills, chosen.seed), webhook_kills.main(chosen.seed, chosen.kills) == 0]
    if not (chosen.only_weeks or chosen.only_kills):
        ends.append(link_disturbed.main(chosen.seed, chosen.links) == 0)
    if not (chosen.only_kills or chosen.only_links):
        ends.append(simulated_weeks.main(chosen.days, chosen.seed) == 0)
    if not (chosen.only_kills or chosen.only_weeks or chosen.only_links):
        ends.append(run_properties(PROPERTIES))
    print("Nothing was lost, nothing grew." if all(ends) else "FAILED; the lines above say what.", flush=True)
    return int(not all(ends))


if __name__ == "__main__":
    sys.exit(main())
