"""A link between two installations under kill -9, sleep, clocks, a full disk, revoked keys and
older backups.

`python -m tests.soak.link_disturbed [SEED]` runs it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.nothing_lost.link.link_rounds import LinkRounds, RoundsResult

ROUNDS = 200


def main(seed: int, rounds: int = ROUNDS) -> int:
    """Prints the result; 0 when both sides agree and nothing took effect twice."""
    print(f"link, {rounds} rounds, seed {seed}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="counterpart-soak-") as folder:
        came = asyncio.run(_run(Path(folder), seed, rounds))
    for fault in came.found:
        print(f"  {fault}")
    print(f"  {format_result(came)} in {time.monotonic() - began:.0f} s", flush=True)
    return int(bool(came.found))


def format_result(came: RoundsResult) -> str:
    """The result in words."""
    happened = ", ".join(f"{trouble} {count}" for trouble, count in sorted(came.happened.items()))
    return f"{came.happened.total()} rounds ({happened}), {came.granted} steps granted, {len(came.found)} faults"


async def _run(folder: Path, seed: int, rounds: int) -> RoundsResult:
    both = LinkRounds(folder, seed)
    try:
        await both.set_up()
        return await both.run(rounds)
    finally:
        await both.close()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else int(time.time())))
