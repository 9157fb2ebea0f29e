"""A child of the bench: `counterpart serve` on a computer whose clock is ahead: `FOLDER HOURS`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from bridge.__main__ import main
from service.domain.times import HOUR
from tests.nothing_lost.link.linked_program import SideClock, use_clocks

if __name__ == "__main__":
    folder, hours = sys.argv[1:]
    SideClock(Path(folder)).write(began=time.time_ns() // 1_000_000, rate=1, set_by=int(hours) * HOUR)
    use_clocks(Path(folder))
    sys.argv[1:] = ["serve", "--data-dir", folder, "--port", "0"]
    main()
