"""Settings of the installation: texts by name."""

from __future__ import annotations

from service.domain.changes import ChangeKind
from service.store.engine.transaction import ReadTx, Tx


def read_settings(db: ReadTx) -> dict[str, str]:
    """The settings that were set; the others have their defaults elsewhere."""
    return dict(db.all("SELECT name, value FROM settings"))


def try_to_write(tx: Tx) -> None:
    """Writes what is there already, to see whether the disk takes it."""
    tx.update("UPDATE settings SET value = value")


def write_setting(tx: Tx, name: str, value: str | None) -> None:
    """Sets a setting or, with None, deletes it."""
    if value is None:
        tx.update("DELETE FROM settings WHERE name = ?", (name,))
    else:
        tx.update(
            "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )
    tx.mark_changed(ChangeKind.SETTINGS)
