"""The self-test's checks: each checks one thing and says in a sentence what it found and what to
do.
"""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from bridge.doctor.alert_checks import check_alert_channel, check_heartbeat
from bridge.doctor.audit_check import check_audit
from bridge.doctor.library_versions import read_library_versions
from bridge.doctor.search_check import FiledParts, check_search
from bridge.doctor.system_checks import check_folder, check_libraries
from bridge.doctor.time_checks import check_clock, check_keys
from bridge.paths import database_file
from bridge.port_holder import find_port_holder
from service.domain.alerts import AlertChannel, Heartbeat
from service.domain.audit import NO_ENTRIES, AuditReport
from service.domain.clock_trust import ClockDoubt
from service.domain.errors import CounterpartError, Unavailable
from service.domain.keys import EndingKey
from service.domain.link.link_state import LinkState
from service.domain.sentences import message, os_reason, verbatim
from service.domain.times import DAY, Millis, format_local
from service.domain.webhooks.events import Target
from service.domain.webhooks.webhook_secrets import SecretStoreState, SecretStoreStatus
from service.store.engine.sqlite_errors import is_corruption, to_unavailable
from service.store.recovery.integrity import run_quick_check
from service.usecases.link.report_link import LinkReport
from service.version import full_version
from ui.backend.host_port import CheckLine, CheckState
from ui.backend.settings_port import Backup

LOW_DISK = 500 * 1024 * 1024
OLD_BACKUP = 3 * DAY
_UNLOCK = message("Unlock the keyring, or log in again; then run this test again.")
_MIB = 1024 * 1024
_CONNECT_S = 3.0
GOOD, WARN, BAD = CheckState.GOOD, CheckState.WARN, CheckState.BAD

Check = Callable[[], CheckLine]


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What the checks need: paths, the time, and what only the running program knows.

    `port` is where it listens, or would; `set_port` is the one in settings.
    """

    folder: Path
    host: str
    port: int
    set_port: int
    listening: bool
    now: Millis
    last_known: Millis | None
    keyring: Callable[[], SecretStoreStatus]
    backup: Callable[[], Backup | None]
    targets: tuple[tuple[str, Target], ...]
    pull_files: tuple[Path, ...]
    links: tuple[LinkReport, ...] = ()
    doubt: ClockDoubt | None = None
    audit: AuditReport = NO_ENTRIES
    keys: tuple[EndingKey, ...] = ()
    certificate: Check | None = None
    """Looks at the certificate of an open service."""
    alerts: tuple[AlertChannel, ...] = ()
    heartbeat: Heartbeat | None = None
    filed: FiledParts | None = None
    held: Unavailable | None = None
    """Why the database cannot be read, where another program holds it."""
    zone: tzinfo | None = None
    """In which moments are written; None is the computer's."""


def list_checks(context: CheckContext) -> Iterator[Check]:
    """The checks, in the order in which a person would look."""
    yield lambda: check_port(context)
    yield lambda: check_host_guard(context)
    yield lambda: check_health(context)
    yield lambda: check_database(context.folder, context.held)
    yield lambda: check_folder(context.folder)
    yield lambda: check_disk(context.folder)
    yield lambda: check_clock(context.now, context.last_known, context.doubt, context.zone)
    if context.keys:
        yield lambda: check_keys(context.keys, context.zone)
    yield lambda: check_keyring(context.keyring, needed=bool(context.targets or context.alerts))
    yield lambda: check_backups(context.backup, context.now, context.zone)
    if context.certificate is not None:
        yield context.certificate
    for path in context.pull_files:
        yield lambda path=path: check_pull_file(path)  # type: ignore[misc]
    for name, target in context.targets:
        yield lambda name=name, target=target: check_target(name, target)  # type: ignore[misc]
    yield lambda: check_audit(context.audit)
    if context.filed is not None:
        yield lambda filed=context.filed: check_search(filed)  # type: ignore[misc]
    yield lambda: check_libraries(read_library_versions(), context.now)
    for link in context.links:
        yield lambda link=link: check_link(link)  # type: ignore[misc]
    for channel in context.alerts:
        yield lambda channel=channel: check_alert_channel(channel)  # type: ignore[misc]
    if context.heartbeat is not None:
        yield lambda heartbeat=context.heartbeat: check_heartbeat(heartbeat, context.now)  # type: ignore[misc]
    yield check_version


def check_port(context: CheckContext) -> CheckLine:
    """Whether the service listens, or which program uses the port."""
    if context.listening:
        finding = message("The program listens at {where}.", where=f"{context.host}:{context.port}")
        if context.port != context.set_port:
            finding = message(
                "The program listens at {host}:{port}. Settings say {other}, which counts from its next start without "
                "--port.",
                host=context.host,
                port=context.port,
                other=context.set_port,
            )
        return CheckLine("port", message("Port"), GOOD, finding)
    holder = find_port_holder(context.host, context.port)
    if holder.program or holder.ours:
        who = (
            message("another Counterpart")
            if holder.ours
            else message("{program} (process {process})", program=str(holder.program), process=str(holder.process))
        )
        return CheckLine(
            "port",
            message("Port"),
            BAD,
            message("Port {port} is held by {who}.", port=str(context.port), who=who),
            message("Close that program, or choose another port."),
        )
    return CheckLine(
        "port",
        message("Port"),
        WARN,
        message("The program does not listen now."),
        message("Start it, then run this test again."),
    )


def check_host_guard(context: CheckContext) -> CheckLine:
    """Whether a foreign Host is refused; otherwise any web page could reach the service."""
    if not context.listening:
        return CheckLine(
            "host_guard", message("Guard against web pages"), WARN, message("Not looked at, as nothing listens.")
        )
    connection = http.client.HTTPConnection("127.0.0.1", context.port, timeout=_CONNECT_S)
    try:
        connection.request("GET", "/health", headers={"Host": "self-test.invalid"})
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return CheckLine(
            "host_guard",
            message("Guard against web pages"),
            BAD,
            message("The program did not answer: {reason}.", reason=os_reason(error)),
            message("Restart it."),
        )
    finally:
        connection.close()
    if status == 400:
        return CheckLine(
            "host_guard", message("Guard against web pages"), GOOD, message("Calls under a foreign name are refused.")
        )
    finding = message("A call under a foreign name was answered with {status}.", status=status)
    return CheckLine(
        "host_guard", message("Guard against web pages"), BAD, finding, message("Install the newest version.")
    )


def check_health(context: CheckContext) -> CheckLine:
    """Whether the running program accepts calls: it refuses them if its database was deleted while
    open.
    """
    title = message("Calls")
    if not context.listening:
        return CheckLine("health", title, WARN, message("Not looked at, as nothing listens."))
    connection = http.client.HTTPConnection("127.0.0.1", context.port, timeout=_CONNECT_S)
    try:
        connection.request("GET", "/health")
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        finding = message("The program did not answer: {reason}.", reason=os_reason(error))
        return CheckLine("health", title, BAD, finding, message("Restart it."))
    finally:
        connection.close()
    if status == HTTPStatus.OK:
        return CheckLine("health", title, GOOD, message("The program accepts calls."))
    finding = message("The program answers calls with {status}: its database was deleted or replaced.", status=status)
    return CheckLine("health", title, BAD, finding, message("Close the program and start it again."))


def check_database(folder: Path, held: Unavailable | None = None) -> CheckLine:
    """Whether SQLite finds the database's pages in order. One that another program holds is not
    waited for again.
    """
    if held is not None:
        return CheckLine("database", message("Database"), WARN, held.sentence)
    if not database_file(folder).exists():
        return CheckLine(
            "database",
            message("Database"),
            WARN,
            message("There is none yet."),
            message("It is made when the program starts."),
        )
    try:
        faults = run_quick_check(database_file(folder))
    except sqlite3.Error as error:
        unavailable = to_unavailable(error)
        if unavailable is not None and not is_corruption(error):
            return CheckLine("database", message("Database"), WARN, unavailable.sentence)
        faults = [str(error)]
    if faults:
        return CheckLine(
            "database",
            message("Database"),
            BAD,
            message("It is damaged: {fault}.", fault=faults[0]),
            message("Close the program and start it again."),
        )
    size = -(-database_file(folder).stat().st_size // _MIB)
    return CheckLine("database", message("Database"), GOOD, message("It is sound and takes {size} MiB.", size=size))


def check_disk(folder: Path) -> CheckLine:
    """Whether there is space for further writes."""
    there = next(place for place in (folder, *folder.parents) if os.path.exists(place))  # noqa: PTH110 - never raises
    free = shutil.disk_usage(there).free
    finding = message("{free} MiB are free where the data is.", free=free // _MIB)
    if free < LOW_DISK:
        return CheckLine(
            "disk", message("Free space"), BAD, finding, message("Make room, or keep the call log for fewer days.")
        )
    return CheckLine("disk", message("Free space"), GOOD, finding)


def check_keyring(ask: Callable[[], SecretStoreStatus], *, needed: bool) -> CheckLine:
    """Whether webhook secrets can be stored, read back and removed; `ask` has tried it with a
    probe.
    """
    state = BAD if needed else WARN
    try:
        status = ask()
    except (CounterpartError, TimeoutError) as error:
        finding = error.sentence if isinstance(error, CounterpartError) else message("The keyring gives no answer")
        return CheckLine("keyring", message("Webhook secrets"), state, message("{finding}.", finding=finding), _UNLOCK)
    if status.is_usable:
        return CheckLine("keyring", message("Webhook secrets"), GOOD, message("{finding}.", finding=status.sentence))
    finding = message("{finding}.", finding=status.sentence)
    if status.state in (SecretStoreState.LOCKED, SecretStoreState.SLOW):
        return CheckLine("keyring", message("Webhook secrets"), state, finding, _UNLOCK)
    return CheckLine("keyring", message("Webhook secrets"), state, finding)


def check_backups(newest: Callable[[], Backup | None], now: Millis, zone: tzinfo | None = None) -> CheckLine:
    """Whether the folder is there and its newest backup is not old."""
    try:
        newest_backup = newest()
    except CounterpartError as error:
        return CheckLine(
            "backups",
            message("Backups"),
            BAD,
            error.sentence,
            message("The nightly backup waits until that is mended."),
        )
    except OSError as error:
        finding = message("{finding}.", finding=os_reason(error))
        return CheckLine(
            "backups", message("Backups"), BAD, finding, message("The nightly backup waits until that is mended.")
        )
    if newest_backup is None:
        return CheckLine(
            "backups",
            message("Backups"),
            WARN,
            message("There is none yet."),
            message("Make one now, or wait for tonight's."),
        )
    finding = message("The newest one is from {at}.", at=format_local(newest_backup.at, zone))
    if newest_backup.at < now - OLD_BACKUP:
        return CheckLine(
            "backups", message("Backups"), WARN, finding, message("Leave the program running, or make one now.")
        )
    return CheckLine("backups", message("Backups"), GOOD, finding)


def check_pull_file(path: Path) -> CheckLine:
    """Whether the file of tonight's pull is present."""
    if os.path.exists(path):  # noqa: PTH110 - never raises
        return CheckLine("pull_file", message("Nightly file"), GOOD, message("{path} is there.", path=str(path)))
    return CheckLine(
        "pull_file",
        message("Nightly file"),
        WARN,
        message("{path} is not there.", path=str(path)),
        message("Check where the export is saved."),
    )


def check_target(name: str, target: Target) -> CheckLine:
    """Whether a connection to a target can be made; nothing is sent."""
    title = message("Webhook target {name}", name=name)
    if not target.on:
        return CheckLine("target", title, WARN, message("It is off."), message("Switch it on under Webhooks."))
    place = urlsplit(target.url)
    port = place.port or (443 if place.scheme == "https" else 80)
    try:
        socket.create_connection((place.hostname or "", port), timeout=_CONNECT_S).close()
    except (OSError, UnicodeError) as error:
        finding = message(
            "{where} cannot be reached: {reason}.", where=f"{place.hostname}:{port}", reason=os_reason(error)
        )
        return CheckLine(
            "target", title, BAD, finding, message("Check that the receiver runs and the address is right.")
        )
    return CheckLine("target", title, GOOD, message("{where} can be reached.", where=f"{place.hostname}:{port}"))


def check_link(link: LinkReport) -> CheckLine:
    """Whether the link to a marketplace works, and what waits for the owner."""
    title, finding = message("Link to the marketplace"), verbatim(link.message)
    if link.state in (LinkState.REFUSED, LinkState.WAITING):
        state = BAD if link.state is LinkState.REFUSED else WARN
        return CheckLine("link", title, state, finding, message("Look at the pane Marketplace."))
    if link.state is not LinkState.CONNECTED or link.parked:
        return CheckLine("link", title, WARN, finding, message("Look at the pane Marketplace."))
    return CheckLine("link", title, GOOD, finding)


def check_version() -> CheckLine:
    return CheckLine("version", message("Version"), GOOD, message("Counterpart {version}.", version=full_version()))
