"""A BackendError in the window's words, in both languages; else the service's sentence."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ui.backend.backend_errors import BackendError, ErrorCode
from ui.i18n.service_sentences import translate_sentence

translate = QCoreApplication.translate


def fault_title(error: BackendError) -> str:
    titles = {
        ErrorCode.SERVICE_STOPPED: translate("Faults", "The service is not running"),
        ErrorCode.NOT_CONNECTED: translate("Faults", "The window is not connected to the service"),
        ErrorCode.UNANSWERED: translate("Faults", "The service went away"),
        ErrorCode.DISK_FULL: translate("Faults", "The disk is full"),
        ErrorCode.DATABASE_LOCKED: translate("Faults", "The data is in use by another program"),
        ErrorCode.PORT_TAKEN: translate("Faults", "The port is in use"),
        ErrorCode.BACKUP_FOLDER_AWAY: translate("Faults", "The folder for backups is not there"),
        ErrorCode.BUG: translate("Faults", "Something went wrong in Counterpart"),
    }
    return titles.get(error.code, translate("Faults", "This did not work"))


def fault_text(error: BackendError) -> str:
    """What happened, then what to do."""
    texts = {
        ErrorCode.READ_ONLY: translate("Faults", "This shop is read-only. Switch that off under Settings first."),
        ErrorCode.MODE_OFF: translate("Faults", "This mode is off. Switch it on under Your own system."),
        ErrorCode.ACTION_NOT_ALLOWED: translate(
            "Faults", "The order has changed meanwhile. Look at it again: it shows what is possible now."
        ),
        ErrorCode.REASON_REQUIRED: translate("Faults", "Write a reason first. The buyer will read it."),
        ErrorCode.NOT_ENOUGH_STOCK: translate("Faults", "There is not that much on hand at this branch."),
        ErrorCode.STOCK_HELD: translate("Faults", "Open orders hold some of it. Finish or cancel those orders first."),
        ErrorCode.NOT_FOUND: translate("Faults", "It is no longer there. Someone removed it meanwhile."),
        ErrorCode.NAME_TAKEN: translate("Faults", "This name is in use. Choose another one."),
        ErrorCode.BAD_ADDRESS: translate(
            "Faults", "This is no web address. It begins with http:// or https:// and holds no password."
        ),
        ErrorCode.FILE_NOT_FOUND: translate("Faults", "The file is not there. Check the folder, then try again."),
        ErrorCode.FILE_NOT_WRITABLE: translate(
            "Faults", "The file could not be written. Choose another folder, or close the program that has it open."
        ),
        ErrorCode.DISK_FULL: translate(
            "Faults", "Nothing was changed: the disk is full. Free some space, then try again."
        ),
        ErrorCode.DATABASE_LOCKED: translate(
            "Faults", "Nothing was changed. Close the other program that has the data open, then try again."
        ),
        ErrorCode.KEYRING_LOCKED: translate("Faults", "The keyring is locked. Unlock it and try again."),
        ErrorCode.KEYRING_ABSENT: translate(
            "Faults",
            "This computer has no keyring. Use the encrypted file instead: Settings, For your programmer, Secrets.",
        ),
        ErrorCode.KEYRING_SLOW: translate("Faults", "The keyring did not answer in time. Try again."),
        ErrorCode.WRONG_PASSPHRASE: translate("Faults", "This passphrase does not open it. Type it again."),
        ErrorCode.BACKUP_FOLDER_AWAY: translate(
            "Faults", "Plug the stick or disk in, then try again. If it is a new one, choose the folder again."
        ),
        ErrorCode.SERVICE_STOPPED: translate(
            "Faults",
            "The service does not answer. Your data is safe. Start the service again, or start Counterpart again.",
        ),
        ErrorCode.BUG: translate("Faults", "Your data is safe. Copy the details for support, then try again."),
    }
    return texts.get(error.code) or translate_sentence(error.sentence)
