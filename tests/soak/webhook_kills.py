"""50 times kill -9 of the webhook sender while receivers fail at random.

`python -m tests.soak.webhook_kills [SEED]` runs it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.nothing_lost.webhook_kill_rounds import format_result, run_webhook_rounds

KILLS = 50


def main(seed: int, kills: int = KILLS) -> int:
    """Prints the result; 0 when nothing was lost,
    doubled after a 2xx, changed or out of order.
    """
    with tempfile.TemporaryDirectory(prefix="counterpart-soak-") as folder:
        came = asyncio.run(run_webhook_rounds(Path(folder), kills, seed))
    print(f"webhooks, seed {seed}: {format_result(came)}")
    for difference in came.found:
        print(f"  {difference}")
    return 1 if came.found or not came.interrupted else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else int(time.time())))
