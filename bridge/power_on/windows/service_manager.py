"""What the program asks of Windows' service manager, and the states of a service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Protocol

from bridge.power_on.windows.definition import ServiceDefinition
from service.domain.errors import Unavailable
from service.domain.sentences import Sentence, message, verbatim

STOP_LIMIT_S: Final = 15.0
START_LIMIT_S: Final = 30.0
_PAUSE_S: Final = 0.1


class RunState(IntEnum):
    """Windows' numbers. Those of a service that pauses count as running: this one never does."""

    STOPPED = 1
    START_PENDING = 2
    STOP_PENDING = 3
    RUNNING = 4


def read_run_state(number: int) -> RunState:
    """A state as Windows names it."""
    return RunState(number) if number in set(RunState) else RunState.RUNNING


@dataclass(frozen=True, slots=True)
class StoredService:
    """`definition` is None where a service of that name runs something else."""

    definition: ServiceDefinition | None
    state: RunState
    automatic: bool


class NotAllowed(Unavailable):
    """Windows lets only an administrator do this."""

    def __init__(self) -> None:
        super().__init__(message("Windows lets only an administrator do this."))


class ServiceFault(Unavailable):
    """The service manager refused, in Windows' words."""

    def __init__(self, reason: str) -> None:
        super().__init__(message("Windows refused: {reason}", reason=verbatim(reason)))


class ServiceManager(Protocol):
    """One service. Every method raises NotAllowed and ServiceFault."""

    def find(self) -> StoredService | None: ...

    def register(self, definition: ServiceDefinition, owner: str) -> None:
        """Makes the service, or changes the one that exists."""
        ...

    def start(self) -> None:
        """Asks for the start; one that runs is no fault."""
        ...

    def stop(self) -> None:
        """Asks for the end; one that is stopped is no fault."""
        ...

    def delete(self) -> None: ...


Pause = Callable[[float], None]


def start_and_wait(manager: ServiceManager, pause: Pause) -> None:
    """Starts it. Raises Unavailable where it does not run then."""
    manager.start()
    if not _await_state(manager, RunState.RUNNING, START_LIMIT_S, pause):
        raise Unavailable(
            message("The service did not start. The file {file} in the data folder says why.", file="logs/service.log")
        )


def stop_and_wait(manager: ServiceManager, pause: Pause) -> None:
    """Stops it. Raises Unavailable where it does not end in time."""
    manager.stop()
    if not _await_state(manager, RunState.STOPPED, STOP_LIMIT_S, pause):
        raise Unavailable(_STILL_RUNS)


def _await_state(manager: ServiceManager, wanted: RunState, limit_s: float, pause: Pause) -> bool:
    """Asks again and again; False where the time is over, or it stopped in place of starting."""
    for _ in range(round(limit_s / _PAUSE_S)):
        stored = manager.find()
        state = RunState.STOPPED if stored is None else stored.state
        if state in (wanted, RunState.STOPPED):
            return state is wanted
        pause(_PAUSE_S)
    return False


_STILL_RUNS: Final[Sentence] = message("The service did not end. Try again in a moment, or restart the computer.")
