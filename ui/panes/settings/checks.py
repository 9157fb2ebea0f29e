"""The self-test's lines in the window's language; the service's own, exact sentence stays where it is understood."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from ui.backend.host import CheckLine, CheckState
from ui.i18n import Formats, named

translate = QCoreApplication.translate
_TARGET = "Webhook target "
_GOOD, _WARN, _BAD = CheckState.GOOD, CheckState.WARN, CheckState.BAD


def in_own_words(line: CheckLine, formats: Formats) -> CheckLine:
    """The line as the window says it; a code that is not known stays as it came."""
    words = _sentences().get((line.code, line.state))
    if not formats.arabic or words is None:
        return line
    title = _titles()[line.code].replace("%1", named(line.title.removeprefix(_TARGET)))
    return replace(line, title=title, finding=words[0], fix=words[1])


def _titles() -> dict[str, str]:
    return {
        "port": translate("Checks", "Port"),
        "host_guard": translate("Checks", "Guard against web pages"),
        "database": translate("Checks", "Database"),
        "disk": translate("Checks", "Free space"),
        "clock": translate("Checks", "Clock"),
        "backups": translate("Checks", "Backups"),
        "keyring": translate("Checks", "Webhook secrets"),
        "pull_file": translate("Checks", "Nightly file"),
        "target": translate("Checks", "Webhook target %1"),
        "version": translate("Checks", "Version"),
    }


def _sentences() -> dict[tuple[str, CheckState], tuple[str, str]]:
    return {**_about_this_pc(), **_about_others()}


def _about_this_pc() -> dict[tuple[str, CheckState], tuple[str, str]]:
    return {
        ("port", _GOOD): (translate("Checks", "The program listens on it."), ""),
        ("port", _WARN): (
            translate("Checks", "The program does not listen now."),
            translate("Checks", "Start it, then test again."),
        ),
        ("port", _BAD): (
            translate("Checks", "Another program holds it."),
            translate("Checks", "Close that program, or choose another port."),
        ),
        ("database", _GOOD): (translate("Checks", "It is sound."), ""),
        ("database", _BAD): (
            translate("Checks", "It is damaged."),
            translate("Checks", "Restore the newest backup."),
        ),
        ("disk", _GOOD): (translate("Checks", "There is room enough."), ""),
        ("disk", _WARN): (
            translate("Checks", "Room is getting scarce."),
            translate("Checks", "Make room, or keep the call log for fewer days."),
        ),
        ("disk", _BAD): (
            translate("Checks", "There is hardly any room left."),
            translate("Checks", "Make room, or keep the call log for fewer days."),
        ),
        ("clock", _GOOD): (translate("Checks", "The clock is right."), ""),
        ("clock", _BAD): (
            translate("Checks", "The clock is behind what was already written."),
            translate("Checks", "Set the computer’s date and time."),
        ),
    }


def _about_others() -> dict[tuple[str, CheckState], tuple[str, str]]:
    return {
        ("host_guard", _GOOD): (translate("Checks", "Calls under a foreign name are refused."), ""),
        ("host_guard", _WARN): (translate("Checks", "Not looked at, as nothing listens."), ""),
        ("host_guard", _BAD): (
            translate("Checks", "A call under a foreign name was let in."),
            translate("Checks", "Restart the program. If it stays so, install the newest version."),
        ),
        ("keyring", _GOOD): (translate("Checks", "Secrets can be kept and read."), ""),
        ("keyring", _WARN): (
            translate("Checks", "Secrets cannot be read just now."),
            translate("Checks", "Unlock the keyring, then test again."),
        ),
        ("keyring", _BAD): (
            translate("Checks", "Secrets cannot be kept or read."),
            translate("Checks", "Unlock the keyring, or use the encrypted file under Secrets."),
        ),
        ("backups", _GOOD): (translate("Checks", "The newest one is not old."), ""),
        ("backups", _WARN): (
            translate("Checks", "There is none yet, or the newest one is old."),
            translate("Checks", "Make one now."),
        ),
        ("backups", _BAD): (
            translate("Checks", "The folder for backups is not there, or cannot be used."),
            translate("Checks", "Plug the stick in, or choose the folder again. The nightly backup waits until then."),
        ),
        ("pull_file", _GOOD): (translate("Checks", "The file is there."), ""),
        ("pull_file", _WARN): (
            translate("Checks", "The file is not there."),
            translate("Checks", "Check where the export is saved."),
        ),
        ("target", _GOOD): (translate("Checks", "It can be reached."), ""),
        ("target", _WARN): (
            translate("Checks", "It is off."),
            translate("Checks", "Switch it on under Webhooks."),
        ),
        ("target", _BAD): (
            translate("Checks", "It cannot be reached, or it refuses."),
            translate("Checks", "Check that the receiver runs and the address is right."),
        ),
        ("version", _GOOD): (translate("Checks", "This version is in use."), ""),
    }
