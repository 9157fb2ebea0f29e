"""The self-test's checks: each says in a sentence what it found and what to do."""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import sqlite3
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from functools import partial
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from bridge.backups.backup_service import MissingData
from bridge.doctor.doctor_facts import FiledParts, SelfTestFacts
from bridge.doctor.library_faults import LibraryVersions, find_library_faults, read_library_versions
from bridge.doctor.server_checks import list_server_checks
from bridge.system.paths import database_file, has_database
from bridge.system.port_holder import find_port_holder
from service.api.http_server import LOOPBACK
from service.domain.alerts import AlertChannel, Heartbeat
from service.domain.audit import AuditReport
from service.domain.clock_trust import ClockDoubt
from service.domain.errors import CounterpartError, Unavailable
from service.domain.keys import EndingKey
from service.domain.link.link_state import LinkState
from service.domain.sentences import EMPTY, Sentence, join_sentences, message, os_reason, verbatim
from service.domain.server_health import ServerHealth
from service.domain.times import DAY, HOUR, Millis, format_local
from service.domain.webhooks.events import Target
from service.domain.webhooks.webhook_secrets import SecretStoreState, SecretStoreStatus
from service.store.engine.sqlite_errors import is_corruption, to_unavailable
from service.store.recovery.integrity import run_quick_check
from service.usecases.link.report_link import LinkReport
from service.version import full_version
from ui.backend.host_port import CheckLine, CheckState
from ui.backend.settings_port import Backup

STALE: Millis = HOUR
"""A heartbeat without an answer for so long is a fault; the longest pause is an hour."""
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_MOST_KEYS = 5
LOW_DISK = 500 * 1024 * 1024
OLD_BACKUP = 3 * DAY
_UNLOCK = message("Unlock the keyring, or log in again; then run this test again.")
_MIB = 1024 * 1024
_CONNECT_S = 3.0
GOOD, WARN, BAD = CheckState.GOOD, CheckState.WARN, CheckState.BAD


@dataclass(frozen=True, slots=True)
class Topic:
    """What a check looks at; makes the lines about it."""

    name: str
    title: Sentence

    def good(self, finding: Sentence) -> CheckLine:
        return self.say(GOOD, finding)

    def warn(self, finding: Sentence, fix: Sentence = EMPTY) -> CheckLine:
        return self.say(WARN, finding, fix)

    def bad(self, finding: Sentence, fix: Sentence = EMPTY) -> CheckLine:
        return self.say(BAD, finding, fix)

    def say(self, state: CheckState, finding: Sentence, fix: Sentence = EMPTY) -> CheckLine:
        return CheckLine(self.name, self.title, state, finding, fix)


_HEARTBEAT = Topic("heartbeat", message("Heartbeat"))
_AUDIT = Topic("audit", message("Audit"))
_SEARCH = Topic("search", message("Search"))
_FOLDER = Topic("folder", message("Data folder"))
_LIBRARIES = Topic("libraries", message("Libraries"))
_CLOCK = Topic("clock", message("Clock"))
_KEYS = Topic("keys", message("API keys"))
_PORT = Topic("port", message("Port"))
_GUARD = Topic("host_guard", message("Guard against web pages"))
_CALLS = Topic("health", message("Calls"))
_DATABASE = Topic("database", message("Database"))
_DISK = Topic("disk", message("Free space"))
_SECRETS = Topic("keyring", message("Webhook secrets"))
_BACKUPS = Topic("backups", message("Backups"))
_FILE = Topic("pull_file", message("Nightly file"))
_LINK = Topic("link", message("Link to the marketplace"))
_VERSION = Topic("version", message("Version"))

Check = Callable[[], CheckLine]


def check_alert_channel(channel: AlertChannel) -> CheckLine:
    """Whether the last alert to an address was handed over."""
    topic = Topic("alerts", message("Alerts to {name}", name=channel.name))
    if channel.fault:
        return topic.bad(channel.fault, message("Try it in Settings, under Alerts."))
    if channel.dropped:
        finding = message("{n:,} alerts came too late and were not sent.", n=channel.dropped)
        return topic.warn(finding, message("Try it in Settings, under Alerts."))
    if channel.last_sent_at is None:
        return topic.warn(message("Nothing was sent to it yet."), message("Try it in Settings, under Alerts."))
    return topic.good(message("The last alert was handed over."))


def check_heartbeat(heartbeat: Heartbeat, now: Millis) -> CheckLine:
    if heartbeat.fault:
        return _HEARTBEAT.bad(heartbeat.fault)
    answered = heartbeat.last_answer_at
    if answered is None or now - answered > STALE + STALE // 2:
        finding = message("{address} has not answered lately.", address=heartbeat.masked)
        return _HEARTBEAT.warn(finding, message("It goes out while the program runs."))
    return _HEARTBEAT.good(message("{address} answers.", address=heartbeat.masked))


def check_audit(report: AuditReport) -> CheckLine:
    """Whether the chain of the audit is whole, with the first entry that is not."""
    count = report.head.id
    fix = message("Find out who changed the data, and compare with a backup: counterpart audit verify.")
    if report.broken is not None:
        finding = message("Entry {id} was changed or removed; the ones before it are whole.", id=str(report.broken))
        return _AUDIT.bad(finding, fix)
    if report.missing is not None:
        finding = message(
            "Entry {id} was stored elsewhere and is not in it: newer entries were cut off or replaced.",
            id=str(report.missing.id),
        )
        return _AUDIT.bad(finding, fix)
    if report.gaps:
        finding = message("It is whole, and entry {id} says that earlier ones are missing.", id=str(report.gaps[-1].id))
        return _AUDIT.warn(finding, message("Look at it: counterpart audit list."))
    return _AUDIT.good(message("{n} entries, none changed.", n=count))


def check_search(parts: FiledParts) -> CheckLine:
    """Whether every part can be found by any scrap of its words."""
    total = f"{parts.total:,}"
    if not parts.waiting:
        return _SEARCH.good(message("All parts are filed ({total}).", total=total))
    if parts.waiting == parts.looked_at:
        finding = message(
            "Parts not filed yet: {waiting} of {total}. A search finds them too.",
            waiting=f"{parts.waiting:,}",
            total=total,
        )
        return _SEARCH.good(finding)
    finding = message(
        "Parts not filed yet: {waiting} of {total}. Until then only a piece of their number or name finds them, as it "
        "is written.",
        waiting=f"{parts.waiting:,}",
        total=total,
    )
    fix = message("Leave the program running: it files them while nothing is uploaded.")
    return _SEARCH.warn(finding, fix)


def check_folder(folder: Path) -> CheckLine:
    """Whether other users of this computer can open the data folder or write into it (POSIX)."""
    try:
        mode = folder.stat().st_mode
    except OSError as error:
        return _FOLDER.warn(message("It cannot be read: {reason}.", reason=os_reason(error)))
    if os.name == "nt" or not mode & _OTHERS:
        return _FOLDER.good(message("Only its user can open it."))
    fix = message("Run: chmod 700 {folder}", folder=str(folder))
    if mode & _OTHERS_WRITE:
        return _FOLDER.bad(message("Other users of this computer can write into it."), fix)
    return _FOLDER.warn(message("Other users of this computer can see what is in it."), fix)


def check_libraries(versions: LibraryVersions, now: Millis) -> CheckLine:
    """The libraries' versions, what is done about their known faults, and which get no fixes."""
    named = message("{versions}.", versions=", ".join(f"{name} {version}" for name, version in versions.named))
    faults = find_library_faults(versions, now)
    finding = join_sentences((named, *[fault.sentence for fault in faults]), " ")
    state = CheckState.GOOD if all(fault.avoided for fault in faults) else CheckState.WARN
    return _LIBRARIES.say(state, finding)


def check_clock(
    now: Millis, last_known: Millis | None, doubt: ClockDoubt | None = None, zone: tzinfo | None = None
) -> CheckLine:
    """A clock behind what was written makes orders lapse late and nightly work come twice."""
    if last_known is not None and now < last_known - HOUR:
        finding = message(
            "The clock says {now}, yet something was written at {then}.",
            now=format_local(now, zone),
            then=format_local(last_known, zone),
        )
        return _CLOCK.bad(finding, message("Set the computer's date and time."))
    if doubt is not None:
        finding = message(
            "The clock showed {shown} when about {expected} was expected; until that is settled no order and no key "
            "ends by it.",
            shown=format_local(doubt.shown_at, zone),
            expected=format_local(doubt.expected_at, zone),
        )
        fix = message("Set the clock right; if it is right, confirm it on the Overview or with counterpart clock.")
        return _CLOCK.warn(finding, fix)
    return _CLOCK.good(message("The clock says {now}.", now=format_local(now, zone)))


def check_keys(keys: tuple[EndingKey, ...], zone: tzinfo | None = None) -> CheckLine:
    """Which keys end within 14 days, or ended in the last 14."""
    findings = [
        message("{name} has not worked since {at}.", name=key.name, at=format_local(key.expires_at, zone))
        if key.expired
        else message("{name} works until {at}.", name=key.name, at=format_local(key.expires_at, zone))
        for key in keys[:_MOST_KEYS]
    ]
    if len(keys) > _MOST_KEYS:
        findings.append(message("{n} more end soon.", n=len(keys) - _MOST_KEYS))
    state = CheckState.BAD if any(key.expired for key in keys) else CheckState.WARN
    fix = message("Choose a later last day under Your own system, or with counterpart keys expiry.")
    return _KEYS.say(state, join_sentences(findings, " "), fix)


@dataclass(frozen=True, slots=True)
class CheckContext:
    """What the checks need: paths, the time, and what only the running program knows. `port` is
    where it listens, or would.
    """

    folder: Path
    port: int
    listening: bool
    now: Millis
    keyring: Callable[[], SecretStoreStatus]
    backup: Callable[[], Backup | None]
    facts: SelfTestFacts
    certificate: Check | None = None
    """Looks at the certificate of an open service."""
    server: ServerHealth | Unavailable | None = None
    """What PostgreSQL says, or why it does not; None where the data is in the folder."""
    held: Unavailable | None = None
    """Why the database cannot be read, where another program holds it."""
    missing: MissingData | None = None
    zone: tzinfo | None = None
    """In which moments are written; None is the computer's."""


def _list_database_checks(context: CheckContext) -> Iterator[Check]:
    """Those of the file, or of the server that has the data in its place."""
    if context.server is not None:
        yield from list_server_checks(context.server)
    else:
        yield lambda: check_database(context.folder, context.held, context.missing)


def list_checks(context: CheckContext) -> Iterator[Check]:
    """The checks, in the order in which a person would look."""
    facts = context.facts
    yield lambda: check_port(context)
    yield lambda: check_host_guard(context)
    yield lambda: check_health(context)
    yield from _list_database_checks(context)
    yield lambda: check_folder(context.folder)
    yield lambda: check_disk(context.folder)
    yield lambda: check_clock(context.now, facts.last_known, facts.doubt, context.zone)
    if facts.keys:
        yield lambda: check_keys(facts.keys, context.zone)
    yield lambda: check_keyring(context.keyring, needed=bool(facts.targets or facts.alerts))
    yield lambda: check_backups(context.backup, context.now, context.zone)
    if context.certificate is not None:
        yield context.certificate
    for path, computer in facts.pull_files:
        yield partial(check_pull_file, path, computer)
    for name, target in facts.targets:
        yield partial(check_target, name, target)
    if facts.audit is not None:
        yield partial(check_audit, facts.audit)
    if facts.filed is not None:
        yield partial(check_search, facts.filed)
    yield lambda: check_libraries(read_library_versions(), context.now)
    for link in facts.links:
        yield partial(check_link, link)
    for channel in facts.alerts:
        yield partial(check_alert_channel, channel)
    if facts.heartbeat is not None:
        yield partial(check_heartbeat, facts.heartbeat, context.now)
    yield check_version


def check_port(context: CheckContext) -> CheckLine:
    """Whether the service listens, or which program uses the port."""
    if context.listening:
        finding = message("The program listens at {where}.", where=f"{LOOPBACK}:{context.port}")
        if context.port != context.facts.settings.port:
            finding = message(
                "The program listens at {host}:{port}. Settings say {other}, which counts from its next start without "
                "--port.",
                host=LOOPBACK,
                port=context.port,
                other=context.facts.settings.port,
            )
        return _PORT.good(finding)
    holder = find_port_holder(LOOPBACK, context.port)
    if holder.program or holder.ours:
        who = (
            message("another Counterpart")
            if holder.ours
            else message("{program} (process {process})", program=str(holder.program), process=str(holder.process))
        )
        return _PORT.bad(
            message("Port {port} is held by {who}.", port=str(context.port), who=who),
            message("Close that program, or choose another port."),
        )
    return _PORT.warn(message("The program does not listen now."), message("Start it, then run this test again."))


def _ask_health(context: CheckContext, headers: dict[str, str]) -> int | Sentence:
    """The status of the answer, or why there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", context.port, timeout=_CONNECT_S)
    try:
        connection.request("GET", "/health", headers=headers)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return message("The program did not answer: {reason}.", reason=os_reason(error))
    finally:
        connection.close()


def check_host_guard(context: CheckContext) -> CheckLine:
    """Whether a foreign Host is refused; otherwise any web page could reach the service."""
    if not context.listening:
        return _GUARD.warn(message("Not looked at, as nothing listens."))
    status = _ask_health(context, {"Host": "self-test.invalid"})
    if isinstance(status, Sentence):
        return _GUARD.bad(status, message("Restart it."))
    if status == 400:
        return _GUARD.good(message("Calls under a foreign name are refused."))
    finding = message("A call under a foreign name was answered with {status}.", status=status)
    return _GUARD.bad(finding, message("Install the newest version."))


def check_health(context: CheckContext) -> CheckLine:
    """Whether the running program is well: its database may be damaged, or was deleted."""
    if not context.listening:
        return _CALLS.warn(message("Not looked at, as nothing listens."))
    status = _ask_health(context, {})
    if isinstance(status, Sentence):
        return _CALLS.bad(status, message("Restart it."))
    if status == HTTPStatus.OK:
        return _CALLS.good(message("The program accepts calls."))
    if context.server is not None:
        return _CALLS.bad(message("Its health page answers {status}: the database is away.", status=status))
    finding = message(
        "Its health page answers {status}: the database is damaged, or was deleted or replaced.", status=status
    )
    return _CALLS.bad(finding, message("Close the program and start it again."))


def check_database(folder: Path, held: Unavailable | None = None, missing: MissingData | None = None) -> CheckLine:
    """Whether SQLite finds its pages in order. One that others hold is not waited for again."""
    if missing is not None:
        return _DATABASE.bad(missing.sentence)
    if held is not None:
        return _DATABASE.warn(held.sentence)
    if not has_database(folder):
        return _DATABASE.warn(message("There is none yet."), message("It is made when the program starts."))
    try:
        faults = run_quick_check(database_file(folder))
    except sqlite3.Error as error:
        unavailable = to_unavailable(error)
        if unavailable is not None and not is_corruption(error):
            return _DATABASE.warn(unavailable.sentence)
        faults = [str(error)]
    if faults:
        return _DATABASE.bad(
            message("It is damaged: {fault}.", fault=faults[0]), message("Close the program and start it again.")
        )
    size = -(-database_file(folder).stat().st_size // _MIB)
    return _DATABASE.good(message("It is sound and takes {size} MiB.", size=size))


def check_disk(folder: Path) -> CheckLine:
    """Whether there is space for further writes."""
    there = next(place for place in (folder, *folder.parents) if os.path.exists(place))  # noqa: PTH110 - never raises
    free = shutil.disk_usage(there).free
    finding = message("{free} MiB are free where the data is.", free=free // _MIB)
    if free < LOW_DISK:
        return _DISK.bad(finding, message("Make room, or keep the call log for fewer days."))
    return _DISK.good(finding)


def check_keyring(ask: Callable[[], SecretStoreStatus], *, needed: bool) -> CheckLine:
    """Whether webhook secrets can be stored, read and removed; `ask` has tried it with a probe."""
    state = BAD if needed else WARN
    try:
        status = ask()
    except (CounterpartError, TimeoutError) as error:
        finding = error.sentence if isinstance(error, CounterpartError) else message("The keyring gives no answer")
        return _SECRETS.say(state, message("{finding}.", finding=finding), _UNLOCK)
    if status.is_usable:
        return _SECRETS.good(message("{finding}.", finding=status.sentence))
    finding = message("{finding}.", finding=status.sentence)
    if status.state in (SecretStoreState.LOCKED, SecretStoreState.SLOW):
        return _SECRETS.say(state, finding, _UNLOCK)
    return _SECRETS.say(state, finding)


def check_backups(newest: Callable[[], Backup | None], now: Millis, zone: tzinfo | None = None) -> CheckLine:
    """Whether the folder is there and its newest backup is not old."""
    try:
        newest_backup = newest()
    except CounterpartError as error:
        return _BACKUPS.bad(error.sentence, message("The nightly backup waits until that is mended."))
    except OSError as error:
        finding = message("{finding}.", finding=os_reason(error))
        return _BACKUPS.bad(finding, message("The nightly backup waits until that is mended."))
    if newest_backup is None:
        return _BACKUPS.warn(message("There is none yet."), message("Make one now, or wait for tonight's."))
    finding = message("The newest one is from {at}.", at=format_local(newest_backup.at, zone))
    if newest_backup.at < now - OLD_BACKUP:
        return _BACKUPS.warn(finding, message("Leave the program running, or make one now."))
    return _BACKUPS.good(finding)


def check_pull_file(path: Path, computer: str) -> CheckLine:
    """Whether the file of tonight's pull is present, if it is on this computer."""
    if computer:
        return _FILE.good(message("{path} is read at {computer}.", path=str(path), computer=computer))
    if os.path.exists(path):  # noqa: PTH110 - never raises
        return _FILE.good(message("{path} is there.", path=str(path)))
    return _FILE.warn(message("{path} is not there.", path=str(path)), message("Check where the export is saved."))


def check_target(name: str, target: Target) -> CheckLine:
    """Whether a connection to a target can be made; nothing is sent."""
    topic = Topic("target", message("Webhook target {name}", name=name))
    if not target.on:
        return topic.warn(message("It is off."), message("Switch it on under Webhooks."))
    place = urlsplit(target.url)
    port = place.port or (443 if place.scheme == "https" else 80)
    try:
        socket.create_connection((place.hostname or "", port), timeout=_CONNECT_S).close()
    except (OSError, UnicodeError) as error:
        finding = message(
            "{where} cannot be reached: {reason}.", where=f"{place.hostname}:{port}", reason=os_reason(error)
        )
        return topic.bad(finding, message("Check that the receiver runs and the address is right."))
    return topic.good(message("{where} can be reached.", where=f"{place.hostname}:{port}"))


def check_link(link: LinkReport) -> CheckLine:
    """Whether the link to a marketplace works, and what waits for the owner."""
    finding = verbatim(link.message)
    if link.state in (LinkState.REFUSED, LinkState.WAITING):
        state = BAD if link.state is LinkState.REFUSED else WARN
        return _LINK.say(state, finding, message("Look at the pane Marketplace."))
    if link.state is not LinkState.CONNECTED or link.parked:
        return _LINK.warn(finding, message("Look at the pane Marketplace."))
    return _LINK.good(finding)


def check_version() -> CheckLine:
    return _VERSION.good(message("Counterpart {version}.", version=full_version()))
