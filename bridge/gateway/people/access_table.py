"""What each call of the window needs: the one place that says what the PIN protects.

A call that is not in the table needs the PIN. A test holds every method of every port here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bridge.gateway.people.access_guard import Access
from service.domain.catalogue.item_edit import ItemEdit
from ui.backend.settings_port import Settings

Rule = Access | Callable[..., Access]
"""An access, or what finds it from the call's arguments."""

_PRICES = frozenset({"price_fils", "wholesale_price_fils", "online_price_fils"})
_OWN_NOTES = frozenset({"wizard_done", "wizard_step", "told_running", "paper", "label_size"})
"""Settings in which the window notes something for itself, as the paper that was chosen last."""


def _access_for_edit(_shop: int, edit: ItemEdit) -> Access:
    """A price by hand is protected, the rest of a part is everyday work."""
    return Access.PROTECTED if _PRICES & edit.fields.keys() else Access.COUNTER


def _access_for_settings(before: Settings, after: Settings) -> Access:
    changed = {name for name in Settings.__slots__ if getattr(before, name) != getattr(after, name)}
    return Access.NOTE if changed <= _OWN_NOTES else Access.PROTECTED


READ, COUNTER, NOTE = Access.READ, Access.COUNTER, Access.NOTE
PROTECTED, DOOR = Access.PROTECTED, Access.DOOR

ACCESS: Mapping[str, Mapping[str, Rule]] = {
    "alerts": {
        "read": READ,
        "add": PROTECTED,
        "change": PROTECTED,
        "remove": PROTECTED,
        "test": COUNTER,
        "set_heartbeat": PROTECTED,
        "remove_heartbeat": PROTECTED,
    },
    "audit": {"list": READ, "check": READ},
    "calls": {"page": READ, "search": READ, "counts": READ, "keys": READ, "detail": READ, "export": READ},
    "catalogue": {
        "page": READ,
        "item": READ,
        "move": COUNTER,
        "save": _access_for_edit,
        "picture": READ,
        "set_picture": COUNTER,
        "remove_picture": COUNTER,
        "overwriters": READ,
        "selected": READ,
        "plan_prices": READ,
        "change_prices": PROTECTED,
        "set_active": COUNTER,
        "ledger": READ,
        "export": READ,
    },
    "histories": {
        "find": READ,
        "writes": READ,
        "entries": READ,
        "part": READ,
        "rows": READ,
        "plan_undo": READ,
        "undo": PROTECTED,
    },
    "host": {
        "status": READ,
        "try_again": READ,
        "change_port": PROTECTED,
        "test_call": COUNTER,
        "start_report": READ,
        "keyring": READ,
        "retry_keyring": READ,
        "open_vault": COUNTER,
        "self_test": READ,
        "bundle_preview": READ,
        "save_bundle": READ,
        "save_description": READ,
        "waiting_work": READ,
        "update_status": READ,
        "look_for_update": COUNTER,
        "install_update": PROTECTED,
        "fill_sample": COUNTER,
    },
    "keys": {
        "list": READ,
        "create": PROTECTED,
        "rename": PROTECTED,
        "change_expiry": PROTECTED,
        "revoke": PROTECTED,
        "push_state": READ,
    },
    "marketplace": {
        "view": READ,
        "check": PROTECTED,
        "connect": PROTECTED,
        "switch": PROTECTED,
        "approve": PROTECTED,
        "retry": COUNTER,
        "withdraw": COUNTER,
        "practise": COUNTER,
        "remove": PROTECTED,
    },
    "network": {
        "certificate": READ,
        "replace_certificate": PROTECTED,
        "open_pairing": PROTECTED,
        "pairing": READ,
        "close_pairing": COUNTER,
        "save_certificate": READ,
    },
    "orders": {
        "find": READ,
        "detail": READ,
        "act": COUNTER,
        "cancel": COUNTER,
        "place": COUNTER,
        "place_test": COUNTER,
        "export": READ,
        "mark_seen": NOTE,
        "rfqs": READ,
    },
    "overview": {"read": READ, "dismiss_setup": COUNTER, "confirm_clock": COUNTER},
    "people": {
        "read": READ,
        "choose": COUNTER,
        "add": PROTECTED,
        "rename": PROTECTED,
        "set_active": PROTECTED,
        "set_pin": PROTECTED,
        "remove_pin": PROTECTED,
        "unlock": DOOR,
        "give_up": DOOR,
        "lock": DOOR,
        "unlock_screen": DOOR,
        "enter_support_view": COUNTER,
        "leave_support_view": DOOR,
        "on_pin_wanted": DOOR,
    },
    "pulls": {
        "state": READ,
        "recognise": READ,
        "newest": READ,
        "preview": READ,
        "try_place": PROTECTED,
        "save": PROTECTED,
        "forget": PROTECTED,
        "run": COUNTER,
        "dry_run": READ,
        "approve": PROTECTED,
        "history": READ,
        "faults": READ,
        "export_faults": READ,
        "undo": PROTECTED,
    },
    "reports": {"summary": READ},
    "settings": {
        "read": READ,
        "change": _access_for_settings,
        "set_start_at_login": PROTECTED,
        "power_on": READ,
        "set_power_on": PROTECTED,
        "sound_state": READ,
        "try_sound": READ,
        "set_backup_passphrase": PROTECTED,
        "choose_backup_folder": PROTECTED,
        "backups": READ,
        "back_up": COUNTER,
        "inspect": READ,
        "restore": PROTECTED,
    },
    "shops": {
        "list": READ,
        "add": PROTECTED,
        "rename": PROTECTED,
        "set_read_only": PROTECTED,
        "set_vat": PROTECTED,
        "set_vat_number": PROTECTED,
        "set_mode": PROTECTED,
        "badges": READ,
        "branches": READ,
        "add_branch": PROTECTED,
        "rename_branch": PROTECTED,
        "make_main": PROTECTED,
        "search": READ,
    },
    "webhooks": {
        "targets": READ,
        "add": PROTECTED,
        "edit": PROTECTED,
        "switch_on": PROTECTED,
        "switch_off": PROTECTED,
        "set_catch_up": PROTECTED,
        "remove": PROTECTED,
        "rotate": PROTECTED,
        "finish_rotation": PROTECTED,
        "send_test": COUNTER,
        "deliveries": READ,
        "delivery": READ,
        "resend": COUNTER,
        "resend_waiting": COUNTER,
        "count_since": READ,
        "resend_since": COUNTER,
        "start_receiver": COUNTER,
        "receiver": READ,
        "stop_receiver": COUNTER,
    },
}
