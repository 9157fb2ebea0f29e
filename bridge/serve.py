"""`counterpart serve`: the service without a window, until it is told to stop (CONTRACT.md section 8)."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
import threading
from pathlib import Path
from typing import TextIO

from bridge.backups.desk import BackupsDesk, newest_good_of
from bridge.backups.nightly import nightly_beat
from bridge.backups.place import Place
from bridge.backups.rescue import Rescue, note_of
from bridge.command_lines import for_data, quoted
from bridge.instance import Instance
from bridge.paths import database_file
from bridge.program_log import catch_in_loop, open_program_log
from bridge.secrets.choice import open_secret_store
from bridge.signals import stop_on_signals
from bridge.start_up import StartUp
from bridge.steady import set_aside_what_stays
from bridge.trust import system_trust
from service.domain.errors import CounterpartError, Unavailable
from service.domain.sentences import verbatim
from service.domain.times import SystemClock
from service.service import Service, ServiceOptions
from service.store.keys import list_keys
from service.store.shops import list_shops
from service.store.transaction import Reading

log = logging.getLogger(__name__)


def serve(folder: Path, host: str | None, port: int | None) -> int:
    """Runs until SIGTERM, SIGINT or Ctrl-C; gives the exit code. Raises CounterpartError where it cannot start."""
    instance = Instance(folder)
    try:
        open_program_log(folder, to_screen=True)
        clock = SystemClock()
        start_up = StartUp(folder, clock, newest_good_of(folder, clock))
        found = start_up.begin()
        try:
            _tell_damage(folder, found.rescue)
            threading.Thread(target=start_up.look_later, name="looking through the database", daemon=True).start()
            asyncio.run(_run(folder, host, port))
        except CounterpartError:
            # A taken port, say, is told and ends the run as it should end: nothing was cut off.
            start_up.end()
            raise
        start_up.end()
    finally:
        instance.release()
    return 0


def _tell_damage(folder: Path, done: Rescue | None) -> None:
    """Goes on where nothing of use is lost. Raises Unavailable where somebody has to decide what to bring back."""
    note = note_of(folder)
    if note:
        raise Unavailable(verbatim(note))
    if done is not None:
        _tell(sys.stderr, f"{done.sentence}\n")


async def _run(folder: Path, host: str | None, port: int | None) -> None:
    stop = asyncio.Event()
    catch_in_loop(asyncio.get_running_loop())
    stop_on_signals(stop)
    secrets = open_secret_store(folder, os.environ)
    clock = SystemClock()
    service = Service(ServiceOptions(database_file(folder), clock, secrets=secrets, tls=system_trust()))
    desk = BackupsDesk(folder, clock, secrets, lambda work: work())
    service.take_up(nightly_beat(Place(folder), desk, clock))
    try:
        await service.start(host, port)
    except BaseException:
        await service.stop()
        raise
    try:
        _tell(sys.stdout, f"Listening on {service.address}\n")  # the word that scripts wait for
        set_aside_what_stays()
        if not await service.store.read(_has_keys):
            _tell(sys.stderr, first_steps(service.address, folder))
        await stop.wait()
        log.info("Stopping")
    finally:
        await service.stop()


def _tell(stream: TextIO, text: str) -> None:
    """Whoever started it may have stopped reading, or keeps what is said on a full disk: that ends no service."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        log.info("What was said could not be written: %s", error)
        # What is still in the buffer must not be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _has_keys(db: Reading) -> bool:
    return any(list_keys(db, shop.id) for shop in list_shops(db))


def first_steps(address: str, folder: Path) -> str:
    """What to do with a program that nobody has called yet, in lines that work as they stand in another terminal."""
    command = own_command()
    data = for_data(folder)
    called = address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:")
    return (
        "\nNo system has a key yet. Make one for your till (it is shown once):\n"
        f'    {command} keys create "Till 1"{data}\n'
        "Then try a call with it, in the place of KEY:\n"
        f'    curl -H "Authorization: Bearer KEY" {called}/v1/items\n'
        "To have something to look at, fill the staging shop, and use a staging key:\n"
        f"    {command} sample{data}\n"
        f'    {command} keys create "Trial" --staging{data}\n\n'
    )


def own_command() -> str:
    """How this program is started from a terminal: by its name where that is found, else by its whole path."""
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return f"{quoted(sys.executable)} -m bridge"
    found = shutil.which(started.stem)
    if found is not None and Path(found).resolve() == started.resolve():
        return started.stem
    return quoted(str(started.absolute()))
