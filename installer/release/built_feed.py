"""The update feed that a package is built for: its address and its first root."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from bridge.updates.packages import FEED_FILE, BuiltFeed
from installer.toolchain.errors import SetupError

ADDRESS_VARIABLE: Final = "COUNTERPART_FEED"
ROOT_VARIABLE: Final = "COUNTERPART_FEED_ROOT"


def write_built_feed(folder: Path) -> Path | None:
    """Write the feed's file into a folder; None for a package without a feed. SetupError if only
    one of the variables is set, or the root cannot be read.
    """
    address, root = os.environ.get(ADDRESS_VARIABLE), os.environ.get(ROOT_VARIABLE)
    if not address and not root:
        return None
    if not address or not root or not Path(root).is_file():
        raise SetupError(f"A package with an update feed needs {ADDRESS_VARIABLE}, and a file in {ROOT_VARIABLE}.")
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / FEED_FILE
    file.write_bytes(msgspec.json.encode(BuiltFeed(address, Path(root).read_text(encoding="utf-8"))))
    return file
