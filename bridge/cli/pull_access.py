"""A session's database as a pull needs it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bridge.cli.session import Session
from service.store.transaction import Reading, Tx
from service.usecases.pull_ground import PullGround

T = TypeVar("T")


class SessionAccess:
    """Beside a running service: between two short writes its calls find the database free."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def folder(self) -> Path:
        return self._session.folder

    def read(self, work: Callable[[Reading], T]) -> T:
        return self._session.read(work)

    def write(self, work: Callable[[Tx], T]) -> T:
        return self._session.write(work)


def ground_of(session: Session) -> PullGround:
    """What a run stands on."""
    return PullGround(SessionAccess(session), session.clock)
