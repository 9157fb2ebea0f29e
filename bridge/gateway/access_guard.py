"""The guard before the window's calls: asks for the right that a port's method needs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import fields, replace
from typing import Any, TypeVar, cast

from bridge.gateway.listeners import Listeners
from bridge.gateway.store_gateway import failed_future, make_answer, set_error, settle
from service.domain.errors import Refused
from service.domain.sentences import Sentence, message
from ui.backend.access import PIN_MINUTES, Access, access_of, is_at_service_only
from ui.backend.protocol import list_ports

T = TypeVar("T")

_NOT_ENTERED = message("The PIN was not entered. Nothing was changed.")
_LOCKED = message("The window is locked. Unlock it first.")
AT_SERVICE = message("This is done at the computer with the service.")
_SUPPORT = message("This is the support view: nothing can be changed. Leave it with the button at the top.")
B = TypeVar("B", bound=Any)


class AccessGuard:
    """`monotonic` is in seconds. Calls begin in the window's thread, a PIN's check in another."""

    def __init__(self, monotonic: Callable[[], float], *, is_elsewhere: bool = False) -> None:
        """`is_elsewhere`: the window is on another computer than the service."""
        self._monotonic = monotonic
        self.is_elsewhere = is_elsewhere
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
            return cast("Future[T]", make_answer(None))  # a note has no result
        if refusal is not None:
            return failed_future(Refused("refused_here", refusal))
        if access is not Access.PROTECTED or self.is_open:
            return begin()
        return self._begin_after_pin(begin)

    def unlock(self) -> None:
        """The owner's PIN was right: what waits begins."""
        self._open_until = self._monotonic() + PIN_MINUTES * 60
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
        for on_settled in waiting:
            on_settled(refusal)


def _pass_on(source: Future[T], answer: Future[T]) -> None:
    """Gives `answer` what `source` gives; cancelling the answer cancels the source."""
    source.add_done_callback(lambda finished: settle(answer, finished.result))
    answer.add_done_callback(lambda ended: source.cancel() if ended.cancelled() else None)


class GuardedBackend:
    """Has the methods of `backend`, which carries out `port`."""

    def __init__(self, backend: object, port: type | None, guard: AccessGuard) -> None:
        self._backend, self._port, self._guard = backend, port, guard

    def __getattr__(self, name: str) -> Callable[..., object]:
        method: Callable[..., Future[object]] = getattr(self._backend, name)
        declared = getattr(self._port, name, None)
        rule = access_of(declared)
        if self._guard.is_elsewhere and is_at_service_only(declared):
            return lambda *_, **__: failed_future(Refused("at_service", AT_SERVICE))
        if rule is Access.DOOR:
            return method

        def call(*arguments: object, **named: object) -> Future[object]:
            access = rule if isinstance(rule, Access) else rule(*arguments, **named)
            return self._guard.call(access, lambda: method(*arguments, **named))

        return call


def guard_backends(backends: B, guard: AccessGuard) -> B:
    """The same dataclass of backends, each behind the guard under the name of its field."""
    ports = list_ports()
    guarded = {
        field.name: cast("Any", GuardedBackend(backend, ports.get(field.name), guard))
        for field in fields(backends)
        if not isinstance(backend := getattr(backends, field.name), Listeners)
    }
    return replace(backends, **guarded)
