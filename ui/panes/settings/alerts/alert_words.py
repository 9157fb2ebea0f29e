"""The names of events that the owner can be alerted about."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.alerts import AlertKind

translate = QCoreApplication.translate


def kind_names() -> dict[AlertKind, str]:
    """In the order in which they are shown."""
    return {
        AlertKind.NEW_ORDER: translate("Alerts", "A new order"),
        AlertKind.TIME_SHORT: translate("Alerts", "10 minutes left to accept an order"),
        AlertKind.LAPSED_ORDER: translate("Alerts", "An order lapsed"),
        AlertKind.FAILED_NIGHT: translate("Alerts", "The nightly file failed"),
        AlertKind.TARGET_TROUBLE: translate("Alerts", "A webhook target is in trouble"),
        AlertKind.LINK_TROUBLE: translate("Alerts", "The link to the marketplace is in trouble"),
    }


def list_kinds(kinds: frozenset[AlertKind]) -> str:
    """The chosen events in one line."""
    if kinds == frozenset(AlertKind):
        return translate("Alerts", "Every event")
    return translate("Alerts", ", ").join(name for kind, name in kind_names().items() if kind in kinds)
