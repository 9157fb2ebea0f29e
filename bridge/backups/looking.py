"""Looking into a backup file, plain or encrypted, before anything is done with it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from bridge.backups.label import Label, kind_in, label_from
from bridge.backups.making import Inset
from bridge.backups.sealed import (
    DamagedError,
    NewerFormError,
    WrongPassphraseError,
    is_sealed,
    read_head,
    sealed_size,
    unseal,
)
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import Sentence, say, why
from service.store.checks import integrity_check
from service.store.copies import Holdings, Told, drop_database, is_whole, need_room, read_holdings, read_label
from service.store.migrations import SCHEMA_VERSION
from ui.backend.settings import Backup, BackupContents

NOT_GOOD = "backup_not_good"
WRONG = "wrong_passphrase"


@dataclass(frozen=True, slots=True)
class Opened:
    """A backup that was looked through and found sound; `database` is readable while it is open."""

    database: Path
    label: Label
    holdings: Holdings
    backup: Backup
    secrets: dict[str, str] = field(repr=False)

    @property
    def contents(self) -> BackupContents:
        held = self.holdings
        version = self.label.version
        return BackupContents(
            self.backup, held.shops, held.items, held.orders, held.calls, held.targets, bool(self.secrets), version
        )


def describe(file: Path) -> Backup:
    """What can be told at a glance; `verified` is False where the file is not as it was written or cannot be read.

    Raises OSError where there is none.
    """
    facts = file.stat()
    sealed, label, whole = False, None, False
    with contextlib.suppress(DamagedError, NewerFormError, sqlite3.Error, Refused, OSError):
        sealed = is_sealed(file)
        label, whole = _sealed_label(file) if sealed else _plain_label(file)
    at = label.at if label else int(facts.st_mtime * 1000)
    return Backup(str(file), at, facts.st_size, whole, sealed, label.kind if label else kind_in(file))


def described(files: Iterable[Path]) -> list[Backup]:
    """Each that is still there: another process may drop one meanwhile. Raises OSError where the disk is in the way."""
    found = []
    for file in files:
        with contextlib.suppress(FileNotFoundError):
            found.append(describe(file))
    return found


@contextmanager
def opened(file: Path, passphrase: str | None, folder: Path, told: Told) -> Iterator[Opened]:
    """A backup's database and secrets; an encrypted one lies decrypted in `folder` meanwhile.

    Raises Refused (wrong_passphrase, backup_not_good), Unavailable.
    """
    plain = folder / ".backup-being-read.db"
    try:
        if not is_sealed(file):
            yield _looked_through(file, file, _plain_label(file)[0], {})
            return
        label, _ = _sealed_label(file)
        need_room(file, folder)
        inset = _decrypt(file, plain, passphrase, label, told)
        yield _looked_through(file, plain, label, inset.secrets)
    except WrongPassphraseError:
        raise Refused(WRONG, say("This is not the passphrase of that backup. Type the one it was made with.")) from None
    except NewerFormError:
        raise Refused(NOT_GOOD, _newer(file, "")) from None
    except (DamagedError, msgspec.DecodeError):
        raise Refused(NOT_GOOD, _damaged(file)) from None
    except OSError as error:
        raise Unavailable(
            say("{file} cannot be read: {reason}. Choose another file.", file=str(file), reason=why(error))
        ) from error
    finally:
        drop_database(plain)


def _decrypt(file: Path, plain: Path, passphrase: str | None, label: Label | None, told: Told) -> Inset:
    if not passphrase:
        raise Refused(WRONG, say("This backup is encrypted. Type the passphrase it was made with."))
    inset = b"{}"
    with file.open("rb") as source, plain.open("wb") as out:
        for step in unseal(source, out, passphrase, read_head(source)):
            if isinstance(step, bytes):
                inset = step
            else:
                told(step, label.size if label else step)
    return msgspec.json.decode(inset, type=Inset)


def _looked_through(file: Path, database: Path, label: Label | None, secrets: dict[str, str]) -> Opened:
    try:
        faults = integrity_check(database)
        holdings = read_holdings(database) if not faults else None
    except sqlite3.DatabaseError:
        faults, holdings = ["no database"], None
    if holdings is None:
        raise Refused(NOT_GOOD, _damaged(file))
    backup = describe(file)
    label = label or Label(backup.at, backup.kind, "", holdings.schema)
    if max(holdings.schema, label.schema) > SCHEMA_VERSION:
        raise Refused(NOT_GOOD, _newer(file, label.version))
    return Opened(database, label, holdings, backup, secrets)


def _plain_label(file: Path) -> tuple[Label | None, bool]:
    try:
        text = read_label(file)
        return (None if text is None else label_from(text)), is_whole(file)
    except sqlite3.Error:
        raise Refused(NOT_GOOD, _damaged(file)) from None


def _sealed_label(file: Path) -> tuple[Label | None, bool]:
    with file.open("rb") as source:
        head = read_head(source)
    label = label_from(head.label)
    least = sealed_size(head, 0, label.size) if label else 0
    return label, least <= file.stat().st_size


def _damaged(file: Path) -> Sentence:
    return say("{file} is damaged, or is no backup of Counterpart. Choose another backup.", file=file.name)


def _newer(file: Path, version: str) -> Sentence:
    if not version:
        return say("{file} was made by a newer Counterpart. Install that version to restore it.", file=file.name)
    return say(
        "{file} was made by a newer Counterpart ({version}). Install that version to restore it.",
        file=file.name,
        version=version,
    )
