"""Values of a part in words: its condition, and what is on or off."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.catalogue.items import Condition

translate = QCoreApplication.translate


def condition_words() -> dict[Condition, str]:
    """The state of a part. The reader of files knows these words, so that an exported catalogue can
    be loaded again.
    """
    return {
        Condition.NEW_OEM: translate("ValueWords", "New, original"),
        Condition.NEW_AFTERMARKET: translate("ValueWords", "New, aftermarket"),
        Condition.USED: translate("ValueWords", "Used"),
        Condition.REFURBISHED: translate("ValueWords", "Refurbished"),
    }


def switch_words() -> tuple[str, str]:
    """Yes and no."""
    return translate("ValueWords", "Yes"), translate("ValueWords", "No")
