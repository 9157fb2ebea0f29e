"""Runs every client of docs/examples through a till's day; names missing programs at once."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from installer.toolchain.debian import EXAMPLE_PACKAGES, system_packages
from tests.examples.clients import CLIENTS, Client
from tests.examples.commands import isolate
from tests.examples.day import STATUSES_AFTER, Day, Shop, served
from tests.examples.documented import try_documented_c_sharp


def main() -> int:
    """Answers 0 when every client that was asked for came through the day."""
    names = {client.language: client for client in CLIENTS}
    parser = argparse.ArgumentParser(prog="dev.py try examples", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"of {', '.join(names)}; all when left out")
    given = parser.parse_args().languages
    if unknown := set(given) - set(names):
        parser.error(f"there is no client in {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    wanted = [names[name] for name in given] or list(CLIENTS)
    system_packages(EXAMPLE_PACKAGES)
    if missing := sorted({name for client in wanted for name in client.missing}):
        print(f"Not found here: {', '.join(missing)}. Install what has them and try again.", file=sys.stderr)
        return 1
    return _retry_waiting(wanted)


def _retry_waiting(clients: list[Client]) -> int:
    failed = 0
    with tempfile.TemporaryDirectory(prefix="counterpart-examples-") as name:
        root = Path(name)
        isolate(root / "home")
        with served(root / "data") as shop:
            for client in clients:
                folder = root / client.language
                folder.mkdir()
                failed += not _succeeds(client.language, partial(_live, shop, client, folder))
            if any(client.language == "C#" for client in clients):
                failed += not _succeeds("webhooks.md", partial(try_documented_c_sharp, root))
    return 1 if failed else 0


def _live(shop: Shop, client: Client, folder: Path) -> None:
    assert Day(shop, client.start(folder), folder, client.language).live() == STATUSES_AFTER


def _succeeds(name: str, work: Callable[[], None]) -> bool:
    """Whether it came to its end; prints how long it took, or why not."""
    began = time.monotonic()
    try:
        work()
    except AssertionError as fault:
        print(f"FAILED {name}: {fault}", flush=True)
        return False
    print(f"ok     {name:12} {time.monotonic() - began:5.1f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
