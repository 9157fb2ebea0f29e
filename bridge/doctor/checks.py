"""The self-test's checks: each looks at one thing and says in a sentence what it found and what mends it."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bridge.desktop.ports import holder_of
from bridge.paths import database_file
from service.domain.errors import CounterpartError
from service.domain.events import Target
from service.domain.secrets import StoreState, StoreStatus
from service.domain.sentences import say, why
from service.domain.times import DAY, HOUR, Millis, rfc3339
from service.store.checks import quick_check
from service.store.faults import as_unavailable, is_damage
from service.version import VERSION
from ui.backend.host import CheckLine, CheckState
from ui.backend.settings import Backup

LOW_DISK = 500 * 1024 * 1024
OLD_BACKUP = 3 * DAY
_UNLOCK = say("Unlock the keyring, or log in again; then run this test again.")
_MIB = 1024 * 1024
_ASK_S = 3.0
GOOD, WARN, BAD = CheckState.GOOD, CheckState.WARN, CheckState.BAD

Check = Callable[[], CheckLine]


@dataclass(frozen=True, slots=True)
class Seen:
    """What the checks are told: where things are, the time, and what only the running program knows.

    `port` is where it listens, or would; `set_port` is the one in settings.
    """

    folder: Path
    host: str
    port: int
    set_port: int
    listening: bool
    now: Millis
    last_known: Millis | None
    keyring: Callable[[], StoreStatus]
    backup: Callable[[], Backup | None]
    targets: tuple[tuple[str, Target], ...]
    pull_files: tuple[Path, ...]


def checks_of(seen: Seen) -> Iterator[Check]:
    """In the order in which a person would look."""
    yield lambda: check_port(seen)
    yield lambda: check_host_guard(seen)
    yield lambda: check_database(seen.folder)
    yield lambda: check_disk(seen.folder)
    yield lambda: check_clock(seen.now, seen.last_known)
    yield lambda: check_keyring(seen.keyring, needed=bool(seen.targets))
    yield lambda: check_backups(seen.backup, seen.now)
    for path in seen.pull_files:
        yield lambda path=path: check_pull_file(path)  # type: ignore[misc]
    for name, target in seen.targets:
        yield lambda name=name, target=target: check_target(name, target)  # type: ignore[misc]
    yield check_version


def check_port(seen: Seen) -> CheckLine:
    """Whether the service listens, or who is in the way."""
    if seen.listening:
        finding = say("The program listens at {where}.", where=f"{seen.host}:{seen.port}")
        if seen.port != seen.set_port:
            finding = say(
                "The program listens at {host}:{port}. Settings say {other}, which counts from its next start without "
                "--port.",
                host=seen.host,
                port=seen.port,
                other=seen.set_port,
            )
        return CheckLine("port", say("Port"), GOOD, finding)
    holder = holder_of(seen.host, seen.port)
    if holder.program or holder.ours:
        who = (
            say("another Counterpart")
            if holder.ours
            else say("{program} (process {process})", program=str(holder.program), process=str(holder.process))
        )
        return CheckLine(
            "port",
            say("Port"),
            BAD,
            say("Port {port} is held by {who}.", port=str(seen.port), who=who),
            say("Close that program, or choose another port."),
        )
    return CheckLine(
        "port", say("Port"), WARN, say("The program does not listen now."), say("Start it, then run this test again.")
    )


def check_host_guard(seen: Seen) -> CheckLine:
    """A foreign Host must be refused, or any web page could reach the service."""
    if not seen.listening:
        return CheckLine("host_guard", say("Guard against web pages"), WARN, say("Not looked at, as nothing listens."))
    connection = http.client.HTTPConnection("127.0.0.1", seen.port, timeout=_ASK_S)
    try:
        connection.request("GET", "/health", headers={"Host": "self-test.invalid"})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return CheckLine(
            "host_guard",
            say("Guard against web pages"),
            BAD,
            say("The program did not answer: {reason}.", reason=why(error)),
            say("Restart it."),
        )
    finally:
        connection.close()
    if status == 400:
        return CheckLine(
            "host_guard", say("Guard against web pages"), GOOD, say("Calls under a foreign name are refused.")
        )
    finding = say("A call under a foreign name was answered with {status}.", status=status)
    return CheckLine("host_guard", say("Guard against web pages"), BAD, finding, say("Install the newest version."))


def check_database(folder: Path) -> CheckLine:
    """Whether SQLite finds its pages in order."""
    if not database_file(folder).exists():
        return CheckLine(
            "database", say("Database"), WARN, say("There is none yet."), say("It is made when the program starts.")
        )
    try:
        faults = quick_check(database_file(folder))
    except sqlite3.Error as error:
        unavailable = as_unavailable(error)
        if unavailable is not None and not is_damage(error):
            return CheckLine("database", say("Database"), WARN, unavailable.sentence)
        faults = [str(error)]
    if faults:
        return CheckLine(
            "database",
            say("Database"),
            BAD,
            say("It is damaged: {fault}.", fault=faults[0]),
            say("Close the program and start it again."),
        )
    size = database_file(folder).stat().st_size // _MIB
    return CheckLine("database", say("Database"), GOOD, say("It is sound and takes {size} MiB.", size=size))


def check_disk(folder: Path) -> CheckLine:
    """Whether there is room to go on writing."""
    there = next(place for place in (folder, *folder.parents) if os.path.exists(place))  # noqa: PTH110 - never raises
    free = shutil.disk_usage(there).free
    finding = say("{free} MiB are free where the data lies.", free=free // _MIB)
    if free < LOW_DISK:
        return CheckLine(
            "disk", say("Free space"), BAD, finding, say("Make room, or keep the call log for fewer days.")
        )
    return CheckLine("disk", say("Free space"), GOOD, finding)


def check_clock(now: Millis, last_known: Millis | None) -> CheckLine:
    """A clock behind what was already written makes orders lapse late and nightly work come twice."""
    if last_known is not None and now < last_known - HOUR:
        finding = say(
            "The clock says {now}, yet something was written at {then}.", now=rfc3339(now), then=rfc3339(last_known)
        )
        return CheckLine("clock", say("Clock"), BAD, finding, say("Set the computer's date and time."))
    return CheckLine("clock", say("Clock"), GOOD, say("The clock says {now}.", now=rfc3339(now)))


def check_keyring(ask: Callable[[], StoreStatus], *, needed: bool) -> CheckLine:
    """Whether webhook secrets can be kept, read back and forgotten: `ask` has tried it with a probe."""
    state = BAD if needed else WARN
    try:
        status = ask()
    except (CounterpartError, TimeoutError) as error:
        finding = error.sentence if isinstance(error, CounterpartError) else say("The keyring gives no answer")
        return CheckLine("keyring", say("Webhook secrets"), state, say("{finding}.", finding=finding), _UNLOCK)
    if status.usable:
        return CheckLine("keyring", say("Webhook secrets"), GOOD, say("{finding}.", finding=status.sentence))
    finding = say("{finding}.", finding=status.sentence)
    if status.state in (StoreState.LOCKED, StoreState.SLOW):
        return CheckLine("keyring", say("Webhook secrets"), state, finding, _UNLOCK)
    return CheckLine("keyring", say("Webhook secrets"), state, finding)


def check_backups(newest: Callable[[], Backup | None], now: Millis) -> CheckLine:
    """Whether the folder is there and its newest backup is not old."""
    try:
        found = newest()
    except CounterpartError as error:
        return CheckLine(
            "backups", say("Backups"), BAD, error.sentence, say("The nightly backup waits until that is mended.")
        )
    except OSError as error:
        finding = say("{finding}.", finding=why(error))
        return CheckLine("backups", say("Backups"), BAD, finding, say("The nightly backup waits until that is mended."))
    if found is None:
        return CheckLine(
            "backups", say("Backups"), WARN, say("There is none yet."), say("Make one now, or wait for tonight's.")
        )
    finding = say("The newest one is from {at}.", at=rfc3339(found.at))
    if found.at < now - OLD_BACKUP:
        return CheckLine("backups", say("Backups"), WARN, finding, say("Leave the program running, or make one now."))
    return CheckLine("backups", say("Backups"), GOOD, finding)


def check_pull_file(path: Path) -> CheckLine:
    """Whether a file of tonight is where it should be."""
    if os.path.exists(path):  # noqa: PTH110 - never raises
        return CheckLine("pull_file", say("Nightly file"), GOOD, say("{path} is there.", path=str(path)))
    return CheckLine(
        "pull_file",
        say("Nightly file"),
        WARN,
        say("{path} is not there.", path=str(path)),
        say("Check where the export is saved."),
    )


def check_target(name: str, target: Target) -> CheckLine:
    """Whether a connection to a target can be made; nothing is sent."""
    title = say("Webhook target {name}", name=name)
    if not target.on:
        return CheckLine("target", title, WARN, say("It is off."), say("Switch it on under Webhooks."))
    place = urlsplit(target.url)
    port = place.port or (443 if place.scheme == "https" else 80)
    try:
        socket.create_connection((place.hostname or "", port), timeout=_ASK_S).close()
    except (OSError, UnicodeError) as error:
        finding = say("{where} cannot be reached: {reason}.", where=f"{place.hostname}:{port}", reason=why(error))
        return CheckLine("target", title, BAD, finding, say("Check that the receiver runs and the address is right."))
    return CheckLine("target", title, GOOD, say("{where} can be reached.", where=f"{place.hostname}:{port}"))


def check_version() -> CheckLine:
    return CheckLine("version", say("Version"), GOOD, say("Counterpart {version}.", version=VERSION))
