"""Uses GET /docs in a headless Chromium that can reach no other address."""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from installer.toolchain.debian import REFERENCE_PACKAGES, system_packages
from tests.examples.commands import isolate
from tests.examples.day import Shop, served
from tests.reference.browser import PROGRAM, browsing
from tests.reference.walk import Walk


def main() -> int:
    """Answers 0 when the page did what it should."""
    parser = argparse.ArgumentParser(prog="dev.py try docs", description=__doc__)
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="keep pictures of the page there")
    pictures = parser.parse_args().pictures
    system_packages(REFERENCE_PACKAGES)
    if shutil.which(PROGRAM) is None:
        print(f"Not found here: {PROGRAM}. Install it and try again.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="counterpart-reference-") as name:
        isolate(Path(name))
        with served(Path(name) / "data") as shop:
            made = asyncio.run(_walk(shop))
    for name, picture in made.items() if pictures else ():
        (pictures / f"reference-{name}.png").write_bytes(picture)
    print("ok     the reference: read, tried with a key, dark and light, nothing else called", flush=True)
    return 0


async def _walk(shop: Shop) -> dict[str, bytes]:
    async with browsing() as tab:
        walk = Walk(tab, shop)
        await walk.all()
        return walk.pictures


if __name__ == "__main__":
    sys.exit(main())
