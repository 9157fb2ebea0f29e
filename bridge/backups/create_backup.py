"""Makes one backup, plain or encrypted: complete and verified, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from bridge.backups.backup_label import Label, encode_label
from bridge.backups.encrypted_backup import decrypt, encrypt, read_header
from bridge.passphrase_key import DamagedError, WrongPassphraseError
from service.domain.errors import Unavailable
from service.domain.sentences import message
from service.store.recovery.copies import (
    CopyStopped,
    OnProgress,
    ShouldStop,
    check_free_space,
    copy_database,
    delete_database,
)
from service.store.recovery.folder_sync import sync_folder


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
    """Makes an encrypted backup. During that a plain copy is next to the database.
    Raises Unavailable.
    """
    plain, partial = database.with_name(".backup-in-the-making.db"), target.with_name(f".{target.name}.part")
    try:
        copy_database(database, plain, None, on_progress, stop)
        check_free_space(plain, target.parent)
        sealed = msgspec.structs.replace(label, size=plain.stat().st_size)
        _encrypt_copy(plain, partial, sealed, passphrase, AttachedSecrets(secrets), stop)
        _verify_encrypted(partial, sealed.size, passphrase, stop)
        os.replace(partial, target)  # noqa: PTH105 - atomic
        sync_folder(target.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unavailable(
            message(
                "{target} cannot be written: {reason}. Choose another folder, or mend that.",
                target=str(target),
                reason=reason,
            )
        ) from error
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
        raise Unavailable(
            message(
                "{parent} did not return what was written to it. Use another disk or stick.", parent=str(file.parent)
            )
        )
