"""`counterpart serve`: the service without a window, until it is stopped (contract §8)."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, TextIO

from bridge.alerts.alert_tasks import add_alert_tasks
from bridge.alerts.apprise_post import ApprisePost
from bridge.backups.backup_location import BackupLocation
from bridge.backups.backup_service import BackupService, newest_good_finder
from bridge.backups.damage_note import read_damage_note
from bridge.backups.damaged_database import DamageOutcome
from bridge.backups.nightly_backup import nightly_backup_task
from bridge.certificate.certificate_folder import CertificateFolder
from bridge.command_lines import data_dir_option, quote_word
from bridge.gc_tuning import freeze_startup_objects
from bridge.instance_lock import InstanceLock
from bridge.paths import database_file
from bridge.places.open_places import StoredPlaces
from bridge.practice.practice_marketplace import PracticeMarketplaces
from bridge.program_log import log_loop_errors, open_program_log
from bridge.secrets.chosen_store import open_secret_store
from bridge.signals import stop_on_signals
from bridge.start_up import StartUp
from bridge.tls_trust import system_ssl_context
from bridge.watchdog.heartbeat import beat
from service.domain.errors import CounterpartError, Unavailable
from service.domain.sentences import verbatim
from service.domain.times import SystemClock
from service.service import Service, ServiceOptions
from service.store.engine.transaction import ReadTx
from service.store.keys import list_keys
from service.store.shops import list_shops
from service.usecases.alerts.edit_alerts import Speak

log = logging.getLogger(__name__)

MakeSpeak = Callable[[Callable[[], str]], Speak]
"""Gets what reads the language of the settings; gives what puts alerts into it."""


def run_headless(folder: Path, host: str | None, port: int | None, make_speak: MakeSpeak) -> int:
    """Runs until SIGTERM, SIGINT or Ctrl-C; returns the exit code. Raises CounterpartError if it
    cannot start.
    """
    instance = InstanceLock(folder)
    try:
        open_program_log(folder, to_screen=True)
        clock = SystemClock()
        start_up = StartUp(folder, clock, newest_good_finder(folder, clock))
        findings = start_up.begin()
        try:
            _report_damage(folder, findings.damage)
            threading.Thread(
                target=start_up.check_database_later, name="looking through the database", daemon=True
            ).start()
            asyncio.run(_run(folder, host, port, make_speak, start_up.watched_trace))
        except CounterpartError:
            # A port in use, say, is reported and counts as a clean end: nothing was interrupted.
            start_up.end()
            raise
        start_up.end()
    finally:
        instance.release()
    return 0


def _report_damage(folder: Path, done: DamageOutcome | None) -> None:
    """Continues if nothing important is lost. Raises Unavailable if somebody has to decide what to
    restore.
    """
    note = read_damage_note(folder)
    if note:
        raise Unavailable(verbatim(note))
    if done is not None:
        _write_safely(sys.stderr, f"{done.sentence}\n")


async def _run(folder: Path, host: str | None, port: int | None, make_speak: MakeSpeak, trace: IO[str] | None) -> None:
    stop = asyncio.Event()
    log_loop_errors(asyncio.get_running_loop())
    stop_on_signals(stop)
    secrets = open_secret_store(folder, os.environ)
    clock, tls = SystemClock(), system_ssl_context()
    options = ServiceOptions(
        database_file(folder),
        clock,
        secrets=secrets,
        certificate=CertificateFolder(folder),
        tls=tls,
        practice=PracticeMarketplaces(folder, clock),
        places=StoredPlaces(secrets),
    )
    service = Service(options)
    backups = BackupService(folder, clock, secrets, lambda work: work())
    service.add_task(nightly_backup_task(BackupLocation(folder), backups, clock))
    speak = make_speak(lambda: service.settings.language)
    add_alert_tasks(service, clock, secrets, tls, ApprisePost(), speak)
    try:
        await service.start(host, port)
    except BaseException:
        await service.stop()
        raise
    try:
        # scripts wait for this line
        _write_safely(sys.stdout, f"Listening on {service.address}\n")
        if service.till_address.startswith("https:"):
            _write_safely(sys.stderr, network_text(service.till_address, folder))
        freeze_startup_objects()
        if not await service.store.read(_has_keys):
            _write_safely(sys.stderr, first_steps_text(service.address, folder))
        heartbeat = None if trace is None else asyncio.create_task(beat(trace))
        await stop.wait()
        log.info("Stopping")
        if heartbeat is not None:
            heartbeat.cancel()
    finally:
        await service.stop()


def _write_safely(stream: TextIO, text: str) -> None:
    """Prints a line. A reader that has left, or a full disk, must not end the service."""
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        log.info("What was said could not be written: %s", error)
        # The buffer must not be written again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _has_keys(db: ReadTx) -> bool:
    return any(list_keys(db, shop.id) for shop in list_shops(db))


def first_steps_text(address: str, folder: Path) -> str:
    """The first steps with a new program, in lines that can be copied to another terminal."""
    command = start_command()
    data = data_dir_option(folder)
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


def network_text(address: str, folder: Path) -> str:
    """How tills on other computers call, and where their pin is."""
    return (
        f"Tills on other computers call {address}. What they check is shown by:\n"
        f"    {start_command()} certificate show{data_dir_option(folder)}\n"
    )


def start_command() -> str:
    """How this program is started from a terminal: by its name if it is on the path, else by its
    full path.
    """
    started = Path(sys.argv[0])
    if started.suffix == ".py":
        return f"{quote_word(sys.executable)} -m bridge"
    on_path = shutil.which(started.stem)
    if on_path is not None and Path(on_path).resolve() == started.resolve():
        return started.stem
    return quote_word(str(started.absolute()))
