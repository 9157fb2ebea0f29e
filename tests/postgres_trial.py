"""Services on one PostgreSQL: a rolling restart under load, then forty kills. ARGUMENTS go to
pytest.
"""

from __future__ import annotations

import os
import sys

import pytest

KILLS = 40
FILES = ("tests/nothing_lost/test_postgres_rolling.py", "tests/nothing_lost/test_postgres_kills.py")


def main() -> int:
    os.environ.setdefault("COUNTERPART_KILLS", str(KILLS))
    return int(pytest.main([*FILES, "-v", *sys.argv[1:]]))


if __name__ == "__main__":
    sys.exit(main())
