"""The state of a link in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.link.link_state import LinkState

translate = QCoreApplication.translate


def link_state_name(state: LinkState) -> str:
    """The state in one word or a few."""
    names = {
        LinkState.CONNECTED: translate("LinkState", "Connected"),
        LinkState.WAITING: translate("LinkState", "No answer"),
        LinkState.REFUSED: translate("LinkState", "Key refused"),
        LinkState.HELD: translate("LinkState", "Waiting for your word"),
        LinkState.OFF: translate("LinkState", "Off"),
    }
    return names[state]
