"""The names of the kinds of backups."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.backend.settings_port import Backup

translate = QCoreApplication.translate


def backup_word(backup: Backup) -> str:
    """Why a backup was made."""
    words = {
        "daily": translate("SettingsWords", "Daily"),
        "weekly": translate("SettingsWords", "Weekly"),
        "manual": translate("SettingsWords", "By hand"),
        "before_upgrade": translate("SettingsWords", "Before an update"),
    }
    word = words.get(backup.kind, backup.kind)
    return translate("SettingsWords", "%1, encrypted").replace("%1", word) if backup.encrypted else word
