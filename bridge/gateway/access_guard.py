"""Who may do what: the right that each method of the window needs, and the guard that asks for
it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeVar, cast

from bridge.gateway.store_gateway import failed_future, set_error, set_result
from service.domain.catalogue.item_edit import ItemEdit
from service.domain.errors import Refused
from service.domain.sentences import Sentence, message
from ui.backend.settings_port import Settings

T = TypeVar("T")

REMEMBERED_S = 300.0
"""How long a PIN counts for the next protected actions."""

_NOT_ENTERED = message("The PIN was not entered. Nothing was changed.")
_LOCKED = message("The window is locked. Unlock it first.")
_SUPPORT = message("This is the support view: nothing can be changed. Leave it with the button at the top.")
B = TypeVar("B", bound=Any)


class Access(Enum):
    """What a call needs."""

    READ = "read"
    COUNTER = "counter"
    """Everyday work: refused only in the support view and behind the lock."""
    NOTE = "note"
    """What the window notes for itself: left out in the support view and behind the lock."""
    PROTECTED = "protected"
    """Asks for the owner's PIN, if there is one."""
    DOOR = "door"
    """Checks a PIN itself."""


class AccessGuard:
    """`monotonic` is in seconds. Calls begin in the window's thread, a PIN's check in another."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._open_until: float | None = None
        self._waiting: list[Callable[[Refused | None], None]] = []
        self._lock = threading.Lock()
        self._ask: Callable[[], None] | None = None
        self.has_pin = False
        self.is_locked = False
        self.is_support_view = False

    def set_prompt(self, ask: Callable[[], None] | None) -> None:
        """`ask` shows the question for the PIN; it ends in `unlock` or `give_up`."""
        self._ask = ask

    @property
    def is_open(self) -> bool:
        """Whether a protected call begins without a question."""
        return not self.has_pin or (self._open_until is not None and self._monotonic() < self._open_until)

    def call(self, access: Access, begin: Callable[[], Future[T]]) -> Future[T]:
        """Begins a call, now or after the PIN. A refused one has not begun."""
        refusal = self._find_refusal(access)
        if refusal is not None and access is Access.NOTE:
            return _make_empty_answer()
        if refusal is not None:
            return failed_future(Refused("refused_here", refusal))
        if access is not Access.PROTECTED or self.is_open:
            return begin()
        return self._begin_after_pin(begin)

    def unlock(self) -> None:
        """The owner's PIN was right: what waits begins."""
        self._open_until = self._monotonic() + REMEMBERED_S
        self._release(None)

    def give_up(self) -> None:
        """The question was closed: what waits is refused."""
        self._release(Refused("pin_needed", _NOT_ENTERED))

    def forget(self) -> None:
        """The next protected call asks again."""
        self._open_until = None

    def _find_refusal(self, access: Access) -> Sentence | None:
        if access is Access.READ:
            return None
        if self.is_locked:
            return _LOCKED
        return _SUPPORT if self.is_support_view else None

    def _begin_after_pin(self, begin: Callable[[], Future[T]]) -> Future[T]:
        if self._ask is None:
            return failed_future(Refused("pin_needed", _NOT_ENTERED))
        answer: Future[T] = Future()

        def on_settled(refusal: Refused | None) -> None:
            if answer.cancelled():
                return
            if refusal is not None:
                set_error(answer, refusal)
                return
            _pass_on(begin(), answer)

        with self._lock:
            self._waiting.append(on_settled)
            is_first = len(self._waiting) == 1
        if is_first:
            self._ask()
        return answer

    def _release(self, refusal: Refused | None) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for settle in waiting:
            settle(refusal)


def _make_empty_answer() -> Future[Any]:
    """A note has no result."""
    answer: Future[Any] = Future()
    answer.set_result(None)
    return answer


def _pass_on(source: Future[T], answer: Future[T]) -> None:
    """Gives `answer` what `source` gives; cancelling the answer cancels the source."""

    def done(finished: Future[Any]) -> None:
        try:
            set_result(answer, finished.result())
        except BaseException as error:  # noqa: BLE001 - the caller gets every exception
            set_error(answer, error)

    source.add_done_callback(done)
    answer.add_done_callback(lambda ended: source.cancel() if ended.cancelled() else None)


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
        "sheet": READ,
        "confirm": PROTECTED,
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


class GuardedBackend:
    """Has the methods of `backend`."""

    def __init__(self, backend: object, rules: Mapping[str, Rule], guard: AccessGuard) -> None:
        self._backend, self._rules, self._guard = backend, rules, guard

    def __getattr__(self, name: str) -> Callable[..., object]:
        method: Callable[..., Future[object]] = getattr(self._backend, name)
        rule = self._rules.get(name, Access.PROTECTED)
        if rule is Access.DOOR:
            return method

        def call(*arguments: object, **named: object) -> Future[object]:
            access = rule if isinstance(rule, Access) else rule(*arguments, **named)
            return self._guard.call(access, lambda: method(*arguments, **named))

        return call


def guard_backends(backends: B, guard: AccessGuard) -> B:
    """The same dataclass of backends, each behind the guard under the name of its field."""
    guarded = {
        field.name: cast("Any", GuardedBackend(getattr(backends, field.name), ACCESS.get(field.name, {}), guard))
        for field in fields(backends)
    }
    return replace(backends, **guarded)
