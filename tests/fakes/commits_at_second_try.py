"""A store that shows whether the work of a write uses more than its transaction."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from service.domain.changes import Changes
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx

T = TypeVar("T")


class UndoneError(Exception):
    """The first commit does not go through."""


class CommitsAtSecondTry(Store):
    """A store whose every write is undone once and then runs again; `changes` are those of the
    last write.
    """

    def __init__(self, real: Store) -> None:
        self._real = real
        self.changes = Changes()

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        return await self._real.read(work)

    async def write(self, work: Callable[[Tx], T], **options: Any) -> T:  # noqa: ANN401 - those of Store.write
        def undo(tx: Tx) -> None:
            work(tx)
            raise UndoneError

        with suppress(UndoneError):
            await self._real.write(undo)

        def work_again(tx: Tx) -> T:
            result = work(tx)
            self.changes = tx.changes
            return result

        return await self._real.write(work_again, **options)
