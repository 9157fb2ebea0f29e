"""Entries of the audit in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.audit import PERSON, Actor, AuditEntry, AuditReport, OwnerAction
from ui.i18n import Formats, isolate_name, ltr
from ui.theme import Tone

translate = QCoreApplication.translate


def describe_action(entry: AuditEntry) -> str:
    """What was done, as a sentence without its end; the action's own name for one of another
    version.
    """
    text = _texts(entry.values.get("state", "")).get(entry.action)
    return ltr(entry.action) if text is None else text.replace("%1", isolate_name(entry.subject))


def _texts(state: str) -> dict[str, str]:
    on = state == "on"
    target_on, target_off = translate("Audit", "Target %1 switched on"), translate("Audit", "Target %1 switched off")
    link_on, link_off = translate("Audit", "Link to %1 switched on"), translate("Audit", "Link to %1 switched off")
    mode_on, mode_off = (
        translate("Audit", "Connection %1 switched on"),
        translate("Audit", "Connection %1 switched off"),
    )
    person_on, person_off = translate("Audit", "Person %1 activated"), translate("Audit", "Person %1 deactivated")
    return {
        OwnerAction.KEY_MADE: translate("Audit", "Key %1 made"),
        OwnerAction.KEY_RENAMED: translate("Audit", "Key renamed to %1"),
        OwnerAction.KEY_EXPIRY_CHANGED: translate("Audit", "Last day of key %1 changed"),
        OwnerAction.KEY_REVOKED: translate("Audit", "Key %1 revoked"),
        OwnerAction.TARGET_ADDED: translate("Audit", "Target %1 added"),
        OwnerAction.TARGET_CHANGED: translate("Audit", "Target %1 changed"),
        OwnerAction.TARGET_SWITCHED: target_on if on else target_off,
        OwnerAction.TARGET_REMOVED: translate("Audit", "Target %1 removed"),
        OwnerAction.ROTATION_BEGUN: translate("Audit", "Next secret made for target %1"),
        OwnerAction.ROTATION_ENDED: translate("Audit", "Target %1 signs with its next secret"),
        OwnerAction.MODE_SWITCHED: mode_on if on else mode_off,
        OwnerAction.READ_ONLY_SWITCHED: translate("Audit", "Read-only switched: %1"),
        OwnerAction.VAT_CHANGED: translate("Audit", "VAT set to %1%"),
        OwnerAction.VAT_NUMBER_CHANGED: translate("Audit", "VAT number set to %1"),
        OwnerAction.PRICES_CHANGED: translate("Audit", "Prices changed by %1"),
        OwnerAction.ITEMS_SWITCHED: translate("Audit", "Parts switched: %1"),
        OwnerAction.SHOP_ADDED: translate("Audit", "Shop %1 added"),
        OwnerAction.SHOP_RENAMED: translate("Audit", "Shop renamed to %1"),
        OwnerAction.SETTING_CHANGED: translate("Audit", "Setting %1 changed"),
        OwnerAction.PULL_SET_UP: translate("Audit", "Nightly file set up: %1"),
        OwnerAction.PULL_FORGOTTEN: translate("Audit", "Nightly file removed"),
        OwnerAction.PULL_APPROVED: translate("Audit", "Run %1 approved"),
        OwnerAction.RUN_UNDONE: translate("Audit", "Run %1 taken back"),
        OwnerAction.UPLOAD_UNDONE: translate("Audit", "Upload of call %1 undone"),
        OwnerAction.LINK_SET: translate("Audit", "Link to %1 set"),
        OwnerAction.LINK_SWITCHED: link_on if on else link_off,
        OwnerAction.LINK_REMOVED: translate("Audit", "Link to %1 removed"),
        OwnerAction.LINK_APPROVED: translate("Audit", "First send to %1 approved"),
        OwnerAction.CLOCK_CONFIRMED: translate("Audit", "Clock confirmed: %1"),
        OwnerAction.CERTIFICATE_REPLACED: translate("Audit", "Certificate for the network replaced"),
        OwnerAction.ALERT_ADDED: translate("Audit", "Alert address %1 added"),
        OwnerAction.ALERT_CHANGED: translate("Audit", "Alert address %1 changed"),
        OwnerAction.ALERT_REMOVED: translate("Audit", "Alert address %1 removed"),
        OwnerAction.HEARTBEAT_SET: translate("Audit", "Heartbeat to %1 set"),
        OwnerAction.HEARTBEAT_REMOVED: translate("Audit", "Heartbeat to %1 removed"),
        OwnerAction.PERSON_ADDED: translate("Audit", "Person %1 added"),
        OwnerAction.PERSON_RENAMED: translate("Audit", "Person renamed to %1"),
        OwnerAction.PERSON_SWITCHED: person_on if on else person_off,
        OwnerAction.PIN_SET: translate("Audit", "PIN of %1 set"),
        OwnerAction.PIN_REMOVED: translate("Audit", "PIN of %1 removed"),
        OwnerAction.PIN_TRIED: translate("Audit", "Wrong PINs of %1"),
        OwnerAction.SUPPORT_VIEW_SWITCHED: translate("Audit", "Support view switched: %1"),
        OwnerAction.RESTORED: translate("Audit", "Backup %1 restored"),
        OwnerAction.GAP_FOUND: translate("Audit", "Entries are missing, up to number %1"),
    }


def describe_details(entry: AuditEntry) -> str:
    """The details by their names, with the values as they are stored; a detail of another version
    by its own name.
    """
    names, values = _names(), _values()
    details = [
        f"{names.get(name) or ltr(name)}: {values.get(value) or isolate_name(value)}"
        for name, value in entry.values.items()
        if value and name != PERSON
    ]
    return "  ".join(details)


def _names() -> dict[str, str]:
    """What the details are called."""
    return {
        "number": translate("Audit", "Number"),
        "begins": translate("Audit", "Begins with"),
        "until": translate("Audit", "Until"),
        "events": translate("Audit", "Events"),
        "before": translate("Audit", "Before"),
        "after": translate("Audit", "After"),
        "state": translate("Audit", "State"),
        "key": translate("Audit", "Key"),
        "file": translate("Audit", "File"),
        "prices": translate("Audit", "Prices"),
        "items": translate("Audit", "Parts"),
        "minutes": translate("Audit", "Minutes"),
        "pin": translate("Audit", "Pin"),
        "service": translate("Audit", "Service"),
        "with_buyer": translate("Audit", "With the buyer"),
        "made_at": translate("Audit", "Made at"),
        "missing_id": translate("Audit", "Missing up to"),
        "missing_hash": translate("Audit", "Its hash"),
    }


def _values() -> dict[str, str]:
    """Values that are words of the program."""
    return {
        "on": translate("Audit", "on"),
        "off": translate("Audit", "off"),
        "never": translate("Audit", "never"),
        "new": translate("Audit", "new"),
    }


def describe_actor(entry: AuditEntry) -> str:
    """Through what it was done."""
    texts = {
        Actor.WINDOW: translate("Audit", "Window"),
        Actor.COMMAND_LINE: translate("Audit", "Command line"),
        Actor.PROGRAM: translate("Audit", "Program"),
    }
    known: dict[str, str] = {actor.value: text for actor, text in texts.items()}
    return known.get(entry.actor) or ltr(entry.actor)


def describe_person(entry: AuditEntry) -> str:
    """The name at the counter, or the user of the computer; "" for the owner."""
    return isolate_name(entry.person) if entry.person else ""


def describe_report(report: AuditReport, formats: Formats) -> tuple[Tone, str]:
    """Whether the record is whole, and how bad it is if not."""
    if report.broken is not None:
        text = translate("Audit", "Entry %1 was changed or removed. What is before it is whole.")
        return Tone.BAD, text.replace("%1", formats.count(report.broken))
    if report.missing is not None:
        text = translate("Audit", "Entry %1 was stored elsewhere and is missing: the newest entries were cut off.")
        return Tone.BAD, text.replace("%1", formats.count(report.missing.id))
    if report.gaps:
        text = translate("Audit", "Whole, but entry %1 says that others are missing.")
        return Tone.WARN, text.replace("%1", formats.count(report.gaps[-1].id))
    text = translate("Audit", "Checked: no entry was changed or removed.")
    return Tone.GOOD, text
