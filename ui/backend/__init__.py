"""The typed ports between the panes and the service (ui imports nothing else of the service).

Every request answers with a `concurrent.futures.Future`, which any thread may complete. Panes never
wait for it: a `GuiDispatcher` brings the result back to the GUI thread (`ui.backend.dispatcher`). A
failure is always a `BackendError`. Long work has a `progress` callback, which any thread may call,
and is stopped with `Future.cancel()`. Only the dispatcher knows Qt, so that a program without a
window can use these types.
"""

from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.progress import OnProgress, Progress
from ui.backend.protocol import Backend, Subscription

__all__ = ["Backend", "BackendError", "ErrorCode", "OnProgress", "Progress", "Subscription"]
