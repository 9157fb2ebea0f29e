"""The messages between a window and a service.

A window sends `ToService`, a service `ToWindow`. `id` is the number of a request, by which its
answer, its callbacks and its cancelling find it. Values of the ports are inside as encoded bytes,
because only the port's hints say their type (`port_table`).
"""

from __future__ import annotations

from concurrent.futures import CancelledError

from msgspec import Struct

from bridge.gateway.store_gateway import as_backend_error
from bridge.remote.frames import make_reader, make_writer
from service.domain.changes import Changes
from service.domain.marketplace.orders import ListedOrder
from service.domain.sentences import Sentence, message
from ui.backend.backend_errors import BackendError, ErrorCode
from ui.backend.host_port import HostStatus

UNKNOWN_END = message("The service ended before it answered. Check whether this was done before you do it again.")


class Request(Struct, tag="request", array_like=True, frozen=True):
    id: int
    port: str
    method: str
    arguments: bytes


class Cancel(Struct, tag="cancel", array_like=True, frozen=True):
    """Nobody waits for the answer any more, and the work can stop."""

    id: int


class Ping(Struct, tag="ping", array_like=True, frozen=True):
    """Asks for a Pong, so that a service that hangs is noticed."""


class Attached(Struct, tag="attached", array_like=True, frozen=True):
    """A service's first message. `resumed`: it knows this window's requests and their answers."""

    resumed: bool


class Answer(Struct, tag="answer", array_like=True, frozen=True):
    id: int
    result: bytes


class Failure(Struct, tag="failure", array_like=True, frozen=True):
    """The BackendError that a method raised, field by field."""

    id: int
    sentence: Sentence
    code: ErrorCode
    details: str
    faults: tuple[Sentence, ...]


class Cancelled(Struct, tag="cancelled", array_like=True, frozen=True):
    id: int


class Callback(Struct, tag="callback", array_like=True, frozen=True):
    """A call of the function that is the argument at `place` of the request."""

    id: int
    place: int
    arguments: bytes


class Changed(Struct, tag="changed", array_like=True, frozen=True):
    """A commit changed rows."""

    changes: Changes


class HostChanged(Struct, tag="host", array_like=True, frozen=True):
    """The service starts, listens or stopped."""

    status: HostStatus


class Rang(Struct, tag="rang", array_like=True, frozen=True):
    shop: int
    order: ListedOrder
    lapsing: bool


class Pong(Struct, tag="pong", array_like=True, frozen=True):
    """The answer to a Ping."""


ToService = Request | Cancel | Ping
ToWindow = Attached | Answer | Failure | Cancelled | Callback | Changed | HostChanged | Rang | Pong


def make_failure(request: int, error: BaseException) -> Failure | Cancelled:
    """The message for what a request raised; a bug becomes a reference in the program's log."""
    mapped = as_backend_error(error)
    if isinstance(mapped, CancelledError):
        return Cancelled(request)
    if not isinstance(mapped, BackendError):
        raise mapped
    return Failure(request, mapped.sentence, mapped.code, mapped.details, mapped.faults)


def make_error(failure: Failure) -> BackendError:
    """The same error at the window."""
    return BackendError(failure.sentence, code=failure.code, details=failure.details, faults=failure.faults)


encode_message = make_writer()
decode_to_service = make_reader(ToService)
decode_to_window = make_reader(ToWindow)
