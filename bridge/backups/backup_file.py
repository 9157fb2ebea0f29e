"""A backup file: writing it, encrypted or not, and looking into one."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import sqlite3
import stat
import struct
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import msgspec

from bridge.backups.backup_label import Label, decode_label, encode_label, installation_mark, is_own, kind_from_name
from bridge.backups.backup_location import BEING_MADE, BEING_READ, BackupLocation, list_backup_files
from bridge.secrets.passphrase_key import (
    CHECK,
    DIGEST,
    PARAMETERS,
    SALT,
    TAG,
    Cipher,
    DamagedError,
    NewerFormatError,
    PassphraseKey,
    WrongPassphraseError,
    derive_key,
    new_parameters,
)
from service.domain.audit import AuditHead
from service.domain.errors import Refused, Unavailable
from service.domain.sentences import Sentence, message, os_reason
from service.store.audit_log import read_head_file
from service.store.engine.data_folders import sync_folder
from service.store.engine.migrations import SCHEMA_VERSION
from service.store.recovery.copies import (
    CopyContents,
    CopyStopped,
    OnProgress,
    ShouldStop,
    check_free_space,
    copy_database,
    delete_database,
    is_complete,
    is_of_older_build,
    read_contents,
    read_label,
    read_version_of_copy,
    unwritable_target,
)
from service.store.recovery.integrity import run_integrity_check
from service.store.recovery.rebuild import ForeignDatabase, check_own_schema, time_limit
from ui.backend.settings_port import Backup, BackupContents

MAGIC = b"CPBACKUP"
VERSION = 1
CHUNK = 1024 * 1024
_PREFIX = 7
_PURPOSE = b"counterpart backup"
_FIXED = len(MAGIC) + 1 + PARAMETERS + SALT + CHECK + _PREFIX + 4
_MAX_LABEL = 64 * 1024
_MAX_ATTACHMENT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class FileHeader:
    """An encrypted backup's part before the chunks; `raw` is all of it. The form, byte for byte:

        magic 8 | version 1 | log2 n, r, p 3 | salt 16 | check 16 | nonce prefix 7
        | label length 4 | label, JSON | SHA-256 of all that 32 | chunks

    scrypt makes 64 bytes of the passphrase: 32 encrypt, 32 make `check`, which tells a wrong
    passphrase from a damaged file. A chunk is AES-256-GCM of at most 1 MiB. Its nonce is prefix,
    number 4, and 1 for the last one, so that none can be cut off, doubled or moved. What is before
    the chunks is authenticated with each. Inside: length 4 | attachment, JSON | the database.
    """

    raw: bytes
    label: bytes

    @property
    def parameters(self) -> bytes:
        return self.raw[9:12]

    @property
    def salt(self) -> bytes:
        return self.raw[12:28]

    @property
    def check(self) -> bytes:
        return self.raw[28:44]

    @property
    def prefix(self) -> bytes:
        return self.raw[44:51]


def is_encrypted(file: Path) -> bool:
    """Whether the file begins like an encrypted backup. Raises OSError."""
    with file.open("rb") as source:
        return source.read(len(MAGIC)) == MAGIC


def encrypted_size(header: FileHeader, attachment: int, database: int) -> int:
    """The length of a complete file, in bytes."""
    inner = 4 + attachment + database
    return len(header.raw) + inner + TAG * max(1, -(-inner // CHUNK))


def read_header(source: BinaryIO) -> FileHeader:
    """What is readable without the passphrase. Raises DamagedError, NewerFormatError."""
    fixed = source.read(_FIXED)
    if len(fixed) < _FIXED or not fixed.startswith(MAGIC):
        raise DamagedError
    if fixed[8] > VERSION:
        raise NewerFormatError
    (length,) = struct.unpack(">I", fixed[-4:])
    rest = source.read(min(length, _MAX_LABEL) + DIGEST)
    described, digest = fixed + rest[:-DIGEST], rest[-DIGEST:]
    if len(rest) != length + DIGEST or not hmac.compare_digest(hashlib.sha256(described).digest(), digest):
        raise DamagedError
    return FileHeader(described + digest, rest[:-DIGEST])


def encrypt(source: BinaryIO, target: BinaryIO, passphrase: str, label: bytes, attachment: bytes) -> Iterator[int]:
    """Writes a backup; yields after each chunk how many bytes of the database were written."""
    cost, salt = new_parameters()
    key = derive_key(passphrase, cost, salt, _PURPOSE)
    header = MAGIC + bytes((VERSION,)) + cost + salt + key.check + os.urandom(_PREFIX)
    header += struct.pack(">I", len(label)) + label
    head = FileHeader(header + hashlib.sha256(header).digest(), label)
    target.write(head.raw)
    cipher, number, waiting = Cipher(key.cipher_key), 0, struct.pack(">I", len(attachment)) + attachment
    done = 0
    while True:
        piece = source.read(CHUNK)
        waiting, done = waiting + piece, done + len(piece)
        while len(waiting) > CHUNK or not piece:
            last = not piece and len(waiting) <= CHUNK
            chunk, waiting = waiting[:CHUNK], waiting[CHUNK:]
            target.write(cipher.encrypt(_nonce(head, number, last), chunk, head.raw))
            number += 1
            if last:
                yield done
                return
        yield done


def decrypt(source: BinaryIO, target: BinaryIO, passphrase: str, header: FileHeader) -> Iterator[int | bytes]:
    """Writes the database to `target`; yields its attachment first, then how many bytes were
    written.

    Raises WrongPassphraseError, DamagedError.
    """
    cipher = Cipher(_derive_checked_key(header, passphrase).cipher_key)
    chunks = _decrypt_chunks(source, cipher, header)
    begun = next(chunks)
    while len(begun) < 4 or len(begun) < 4 + _attachment_length(begun):
        more = next(chunks, None)
        if more is None:
            raise DamagedError
        begun += more
    end = 4 + _attachment_length(begun)
    yield begun[4:end]
    done = target.write(begun[end:])
    yield done
    for chunk in chunks:
        done += target.write(chunk)
        yield done


def _attachment_length(begun: bytes) -> int:
    length = int(struct.unpack(">I", begun[:4])[0])
    if length > _MAX_ATTACHMENT:
        raise DamagedError
    return length


def _decrypt_chunks(source: BinaryIO, cipher: Cipher, header: FileHeader) -> Iterator[bytes]:
    number, here = 0, source.read(CHUNK + TAG)
    while True:
        following = source.read(CHUNK + TAG)
        yield cipher.decrypt(_nonce(header, number, not following), here, header.raw)
        if not following:
            return
        number, here = number + 1, following


def _nonce(header: FileHeader, number: int, last: bool) -> bytes:
    return header.prefix + struct.pack(">I?", number, last)


def _derive_checked_key(header: FileHeader, passphrase: str) -> PassphraseKey:
    key = derive_key(passphrase, header.parameters, header.salt, _PURPOSE)
    if not hmac.compare_digest(key.check, header.check):
        raise WrongPassphraseError
    return key


NOT_GOOD = "backup_not_good"
WRONG_PASSPHRASE = "wrong_passphrase"  # noqa: S105 - a code, not a passphrase


_FileMark = tuple[int, int, int, int]
"""Another one when a file was written or replaced: its number, size and times."""


class AttachedSecrets(msgspec.Struct, frozen=True):
    """The secrets by name that an encrypted backup has in addition to the database."""

    secrets: dict[str, str]

    def __repr__(self) -> str:
        return f"Inset({len(self.secrets)} secrets)"


def create_plain(database: Path, target: Path, label: Label, on_progress: OnProgress, stop: ShouldStop) -> None:
    """Backs up the database as it is now. Raises Unavailable, CopyStopped."""
    copy_database(database, target, encode_label(label), on_progress, stop)


def create_encrypted(
    database: Path,
    target: Path,
    label: Label,
    passphrase: str,
    secrets: dict[str, str],
    on_progress: OnProgress,
    stop: ShouldStop,
) -> None:
    """Makes an encrypted backup; meanwhile a plain copy is next to the data. Raises Unavailable."""
    plain, partial = database.with_name(BEING_MADE), target.with_name(f".{target.name}.part")
    try:
        copy_database(database, plain, None, on_progress, stop)
        check_free_space(plain, target.parent)
        sealed = msgspec.structs.replace(label, size=plain.stat().st_size)
        _encrypt_copy(plain, partial, sealed, passphrase, AttachedSecrets(secrets), stop)
        _verify_encrypted(partial, sealed.size, passphrase, stop)
        os.replace(partial, target)  # noqa: PTH105 - atomic
        sync_folder(target.parent)
    except OSError as error:
        raise unwritable_target(target, error) from error
    finally:
        delete_database(plain)
        partial.unlink(missing_ok=True)


def _encrypt_copy(
    plain: Path, partial: Path, label: Label, passphrase: str, attachment: AttachedSecrets, stop: ShouldStop
) -> None:
    with plain.open("rb") as source, partial.open("wb") as out:
        for _ in encrypt(source, out, passphrase, encode_label(label).encode(), msgspec.json.encode(attachment)):
            if stop():
                raise CopyStopped
        out.flush()
        os.fsync(out.fileno())


def _verify_encrypted(file: Path, size: int, passphrase: str, stop: ShouldStop) -> None:
    """Reads the encrypted file back, which finds a stick that did not store what it accepted."""
    came_back: int | bytes = 0
    try:
        with file.open("rb") as source, Path(os.devnull).open("wb") as nowhere:
            for step in decrypt(source, nowhere, passphrase, read_header(source)):
                came_back = step
                if stop():
                    raise CopyStopped
    except (DamagedError, WrongPassphraseError):
        came_back = -1
    if came_back != size:
        raise changed_by_disk(file)


@dataclass(frozen=True, slots=True)
class OpenedBackup:
    """A backup that was checked and is sound; `database` is readable while it is open."""

    database: Path
    label: Label
    holdings: CopyContents
    backup: Backup
    secrets: dict[str, str] = field(repr=False)

    @property
    def contents(self) -> BackupContents:
        held = self.holdings
        version = self.label.version
        return BackupContents(
            self.backup,
            held.shops,
            held.items,
            held.orders,
            held.calls,
            held.targets,
            bool(self.secrets),
            version,
            held.test_items,
            held.test_orders,
        )


def describe(file: Path) -> Backup:
    """What the file says without being opened; `verified` is False if it was changed or cannot be
    read.

    Raises OSError if there is no file.
    """
    facts = file.stat()
    sealed, label, whole = False, None, False
    with contextlib.suppress(DamagedError, NewerFormatError, sqlite3.Error, Refused, OSError):
        sealed = is_encrypted(file)
        label, whole = _read_encrypted_label(file) if sealed else _read_plain_label(file)
    at = label.at if label else int(facts.st_mtime * 1000)
    return Backup(str(file), at, facts.st_size, whole, sealed, label.kind if label else kind_from_name(file))


def read_backup_label(file: Path) -> Label | None:
    """The label of a backup; None if it has none or cannot be read."""
    try:
        return _read_encrypted_label(file)[0] if is_encrypted(file) else _read_plain_label(file)[0]
    except (OSError, sqlite3.Error, Refused, DamagedError, NewerFormatError):
        return None


class BackupDescriptions:
    """Describes backups; opens only those that are new or written since. Any thread may ask."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[_FileMark, Backup]] = {}

    def describe_all(self, files: Iterable[Path]) -> list[Backup]:
        """Those that exist: another process may delete one. Raises OSError for a disk's fault."""
        known: dict[Path, tuple[_FileMark, Backup]] = {}
        for file in files:
            with contextlib.suppress(FileNotFoundError):
                known[file] = self._describe(file)
        # One that could not be read may be readable the next time, though nobody wrote it.
        self._known = {file: pair for file, pair in known.items() if pair[1].verified}
        return [backup for _, backup in known.values()]

    def _describe(self, file: Path) -> tuple[_FileMark, Backup]:
        facts = file.stat()
        mark = (facts.st_ino, facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns)
        known = self._known.get(file)
        return known if known is not None and known[0] == mark else (mark, describe(file))


@contextmanager
def open_backup(file: Path, passphrase: str | None, folder: Path, on_progress: OnProgress) -> Iterator[OpenedBackup]:
    """A backup's database and secrets. An encrypted one is decrypted into `folder` meanwhile.

    Raises Refused (wrong_passphrase, backup_not_good), Unavailable.
    """
    plain = folder / BEING_READ
    try:
        if not stat.S_ISREG(file.stat().st_mode):  # a FIFO would wait for a writer
            raise Refused(NOT_GOOD, _damaged_message(file))
        if not is_encrypted(file):
            yield _check_database(file, file, _read_plain_label(file)[0], {})
            return
        label, _ = _read_encrypted_label(file)
        check_free_space(file, folder)
        inset = _decrypt(file, plain, passphrase, label, on_progress)
        yield _check_database(file, plain, label, inset.secrets)
    except WrongPassphraseError:
        raise Refused.saying(
            WRONG_PASSPHRASE, "This is not the passphrase of that backup. Type the one it was made with."
        ) from None
    except NewerFormatError:
        raise Refused(NOT_GOOD, _newer_version_message(file, "")) from None
    except (DamagedError, msgspec.DecodeError):
        raise Refused(NOT_GOOD, _damaged_message(file)) from None
    except OSError as error:
        raise Unavailable.saying(
            "{file} cannot be read: {reason}. Choose another file.", file=str(file), reason=os_reason(error)
        ) from error
    finally:
        delete_database(plain)


def _decrypt(
    file: Path, plain: Path, passphrase: str | None, label: Label | None, on_progress: OnProgress
) -> AttachedSecrets:
    if not passphrase:
        raise Refused.saying(WRONG_PASSPHRASE, "This backup is encrypted. Type the passphrase it was made with.")
    inset = b"{}"
    with file.open("rb") as source, plain.open("wb") as out:
        for step in decrypt(source, out, passphrase, read_header(source)):
            if isinstance(step, bytes):
                inset = step
            else:
                on_progress(step, label.size if label else step)
    return msgspec.json.decode(inset, type=AttachedSecrets)


def _check_database(file: Path, database: Path, label: Label | None, secrets: dict[str, str]) -> OpenedBackup:
    stop = time_limit(database)
    try:
        schema = read_version_of_copy(database)
        if max(schema, label.schema if label else 0) > SCHEMA_VERSION:
            raise Refused(NOT_GOOD, _newer_version_message(file, label.version if label else ""))
        if label is not None and schema > 0 and is_of_older_build(database):
            raise Refused(NOT_GOOD, _older_build_message(file))
        check_own_schema(database, stop)
        holdings = None if run_integrity_check(database, stop) else read_contents(database)
    except (sqlite3.DatabaseError, ForeignDatabase):
        holdings = None
    if holdings is None:
        raise Refused(NOT_GOOD, _damaged_message(file))
    backup = describe(file)
    label = label or Label(backup.at, backup.kind, "", holdings.schema)
    return OpenedBackup(database, label, holdings, backup, secrets)


def _read_plain_label(file: Path) -> tuple[Label | None, bool]:
    try:
        text = read_label(file)
        return (None if text is None else decode_label(text)), is_complete(file)
    except sqlite3.Error:
        raise Refused(NOT_GOOD, _damaged_message(file)) from None


def _read_encrypted_label(file: Path) -> tuple[Label | None, bool]:
    with file.open("rb") as source:
        head = read_header(source)
    label = decode_label(head.label)
    least = encrypted_size(head, 0, label.size) if label else 0
    return label, least <= file.stat().st_size


def changed_by_disk(file: Path) -> Unavailable:
    return Unavailable.saying(
        "{parent} did not return what was written to it. Use another disk or stick.", parent=str(file.parent)
    )


def damaged_refusal(file: Path) -> Refused:
    """The refusal for a file that turns out to be damaged while it is read."""
    return Refused(NOT_GOOD, _damaged_message(file))


def _damaged_message(file: Path) -> Sentence:
    return message("{file} is damaged, or is no backup of Counterpart. Choose another backup.", file=file.name)


def _older_build_message(file: Path) -> Sentence:
    return message("{file} was made by a build from before 0.1.0. Restore it with that build.", file=file.name)


def _newer_version_message(file: Path, version: str) -> Sentence:
    if not version:
        return message("{file} was made by a newer Counterpart. Install that version to restore it.", file=file.name)
    return message(
        "{file} was made by a newer Counterpart ({version}). Install that version to restore it.",
        file=file.name,
        version=version,
    )


def list_known_heads(folder: Path) -> tuple[AuditHead, ...]:
    """The head next to the database, and those in the labels of this installation's backups.

    Read them before the database, so that an entry that is added meanwhile is no gap.
    """
    stored = read_head_file(folder)
    heads = [] if stored is None else [stored]
    try:
        location = BackupLocation(folder)
        mark = installation_mark(location.origin())
        files = [file for file in list_backup_files(location.backup_folder()) if is_own(file, mark)]
    except Unavailable:
        return tuple(heads)
    labels = [label for file in files if (label := read_backup_label(file)) is not None]
    return (*heads, *[head for label in labels if (head := _read_head(label)) is not None])


def _read_head(label: Label) -> AuditHead | None:
    try:
        return AuditHead(label.audit_id, bytes.fromhex(label.audit_hash)) if label.audit_id else None
    except ValueError:
        return None
