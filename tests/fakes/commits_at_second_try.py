"""A store that shows whether the work of a write uses more than its transaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx

T = TypeVar("T")


class UndoneError(Exception):
    """The first commit does not go through."""


class CommitsAtSecondTry(Store):
    """A store whose every write is undone once and then runs again."""

    def __init__(self, real: Store) -> None:
        self._real = real

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return await self._real.read(work)

    async def write(self, work: Callable[[Tx], T], *, large: bool = False, own_savepoint: bool = True) -> T:
        def undo(tx: Tx) -> None:
            work(tx)
            raise UndoneError

        with suppress(UndoneError):
            await self._real.write(undo)
        return await self._real.write(work, large=large, own_savepoint=own_savepoint)
