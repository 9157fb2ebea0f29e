"""The one typed seam between the panes and the service (ui imports nothing else of the service).

Every request answers with a `concurrent.futures.Future`; it may be completed on any thread. Panes
never wait for it: they hand it to a `Courier`, which brings the result back to the GUI thread
(`ui.backend.dispatcher`). A failure is always a `BackendError`. Long work takes a `progress`
callback, which may be called on any thread, and is stopped with `Future.cancel()`. Nothing but the
courier knows Qt, so that a program without a window can name these types.
"""

from service.domain.host.progress import OnProgress, Progress
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.protocol import Backend, Subscription

__all__ = ["Backend", "BackendError", "ErrorCode", "OnProgress", "Progress", "Subscription"]
