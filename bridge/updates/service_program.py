"""The Windows service among the running programs of an installation: the service manager ends it
and starts it again, as its processes belong to another account.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path, PureWindowsPath
from typing import Final

from bridge.instance_lock import is_running
from bridge.power_on.windows.service_manager import (
    Pause,
    RunState,
    ServiceManager,
    StoredService,
    start_and_wait,
    stop_and_wait,
)
from bridge.updates.activation import RunningProgram
from service.domain.errors import Unavailable
from service.domain.sentences import message

log = logging.getLogger(__name__)

NAME: Final = "service"
"""In the place of a file's name."""

_LOCK_LIMIT_S: Final = 30.0
_PAUSE_S: Final = 0.2


class ServiceProgram:
    """The service of the installation in `root`; another one does not count."""

    def __init__(self, root: Path, manager: ServiceManager, pause: Pause = time.sleep) -> None:
        self._root, self._manager, self._pause = PureWindowsPath(str(root)), manager, pause

    def find(self, port_of: Callable[[Path], int | None]) -> RunningProgram | None:
        """The running service; None where it does not run. `port_of` gives the port of a data
        folder, if it answers. Raises Unavailable where Windows does not say.
        """
        try:
            stored = self._find_own()
        except Unavailable as error:
            raise Unavailable(
                message(
                    "{reason} So it is not known whether the service runs, and nothing was changed. Try again in a "
                    "moment; if it stays so, restart the computer.",
                    reason=error.message,
                )
            ) from error
        if stored is None or stored.definition is None or stored.state is RunState.STOPPED:
            return None
        data = Path(str(stored.definition.folder))
        return RunningProgram(NAME, ("--data-dir", str(data)), port_of(data), data)

    def stop(self) -> bool:
        """Whether it is stopped afterwards."""
        if not self.is_alive():
            return True
        try:
            stop_and_wait(self._manager, self._pause)
        except Unavailable as error:
            log.warning("The service could not be stopped: %s", error.message)
            return False
        return True

    def start(self, data: Path, is_used: Callable[[Path], bool] = is_running) -> None:
        """Returns when the service has the data folder, so that a window that starts next attaches
        to it. Raises OSError.
        """
        try:
            start_and_wait(self._manager, self._pause)
        except Unavailable as error:
            raise OSError(error.message) from error
        for _ in range(round(_LOCK_LIMIT_S / _PAUSE_S)):
            if is_used(data) or not self.is_alive():
                return
            self._pause(_PAUSE_S)

    def is_alive(self) -> bool:
        """Whether it runs, starts or ends. A service manager that refuses counts as yes: who thinks
        that nothing runs would replace files in use.
        """
        try:
            stored = self._find_own()
        except Unavailable as error:
            log.warning("The service manager could not be asked: %s", error.message)
            return True
        return stored is not None and stored.state is not RunState.STOPPED

    def _find_own(self) -> StoredService | None:
        stored = self._manager.find()
        if stored is None or stored.definition is None or stored.definition.program.parent != self._root:
            return None
        return stored
