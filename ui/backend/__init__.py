"""The typed ports between the panes and the service (ui imports nothing else of the service).

Every request answers with a `concurrent.futures.Future`, which any thread may complete. Panes never
wait for it: a `GuiDispatcher` brings the result back to the GUI thread (`ui.backend.dispatcher`). A
failure is always a `BackendError`. Long work has a `progress` callback, which any thread may call,
and is stopped with `Future.cancel()`. Only the dispatcher knows Qt, so that a program without a
window can use these types.
"""

from typing import TYPE_CHECKING

from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.progress import OnProgress, Progress

if TYPE_CHECKING:
    from ui.backend.protocol import Backend, Subscription

__all__ = ["Backend", "BackendError", "ErrorCode", "OnProgress", "Progress", "Subscription"]


def __getattr__(name: str) -> object:
    """The protocol needs every port, so it is loaded only where it is used: a command uses one."""
    if name not in ("Backend", "Subscription"):
        raise AttributeError(name)
    from ui.backend import protocol  # noqa: PLC0415 - as above

    return getattr(protocol, name)
