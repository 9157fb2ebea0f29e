"""A backend behind the guard: each of its calls asks the table what it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import fields, replace
from typing import Any, TypeVar, cast

from bridge.gateway.people.access_guard import Access, AccessGuard
from bridge.gateway.people.access_table import ACCESS, Rule

B = TypeVar("B", bound=Any)


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
