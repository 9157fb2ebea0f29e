"""One backup, plain or encrypted: made whole and verified, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from bridge.backups.label import Label, label_text
from bridge.backups.sealed import DamagedError, WrongPassphraseError, read_head, seal, unseal
from service.domain.errors import Unavailable
from service.domain.sentences import say
from service.store.copies import Stop, Stopped, Told, copy_database, drop_database, need_room


class Inset(msgspec.Struct, frozen=True):
    """What an encrypted backup carries beside the database: secrets by name."""

    secrets: dict[str, str]

    def __repr__(self) -> str:
        return f"Inset({len(self.secrets)} secrets)"


def make_plain(database: Path, target: Path, label: Label, told: Told, stop: Stop) -> None:
    """The database as it is now. Raises Unavailable, Stopped."""
    copy_database(database, target, label_text(label), told, stop)


def make_sealed(
    database: Path, target: Path, label: Label, passphrase: str, secrets: dict[str, str], told: Told, stop: Stop
) -> None:
    """The same encrypted. The plain copy it is made of lies beside the database meanwhile. Raises Unavailable."""
    plain, partial = database.with_name(".backup-in-the-making.db"), target.with_name(f".{target.name}.part")
    try:
        copy_database(database, plain, None, told, stop)
        need_room(plain, target.parent)
        sealed = msgspec.structs.replace(label, size=plain.stat().st_size)
        _seal(plain, partial, sealed, passphrase, Inset(secrets), stop)
        _read_back(partial, sealed.size, passphrase, stop)
        os.replace(partial, target)  # noqa: PTH105 - atomic
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unavailable(
            say(
                "{target} cannot be written: {reason}. Choose another folder, or mend that.",
                target=str(target),
                reason=reason,
            )
        ) from error
    finally:
        drop_database(plain)
        partial.unlink(missing_ok=True)


def _seal(plain: Path, partial: Path, label: Label, passphrase: str, inset: Inset, stop: Stop) -> None:
    with plain.open("rb") as source, partial.open("wb") as out:
        for _ in seal(source, out, passphrase, label_text(label).encode(), msgspec.json.encode(inset)):
            if stop():
                raise Stopped
        out.flush()
        os.fsync(out.fileno())


def _read_back(file: Path, size: int, passphrase: str, stop: Stop) -> None:
    """A stick that lies about what it took is found out here."""
    came_back: int | bytes = 0
    try:
        with file.open("rb") as source, Path(os.devnull).open("wb") as nowhere:
            for step in unseal(source, nowhere, passphrase, read_head(source)):
                came_back = step
                if stop():
                    raise Stopped
    except (DamagedError, WrongPassphraseError):
        came_back = -1
    if came_back != size:
        raise Unavailable(
            say(
                "{parent} did not give back what was written to it. Use another disk or stick.", parent=str(file.parent)
            )
        )
