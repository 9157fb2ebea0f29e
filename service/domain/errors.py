"""What can be said to a caller, as one tree.

CounterpartError            carries one sentence that may be shown: what happened, then what to do
├── BadRequest              the call itself is not well formed            HTTP 400
├── NotFound                there is no such thing in the caller's shop   HTTP 404
├── Refused                 a business rule says no, and why              HTTP 422, with a code
└── Unavailable             the environment's fault: disk, lock, keyring  HTTP 503

Anything else that is raised is a bug: it is logged with a traceback and a reference, never shown.
"""

from __future__ import annotations

from service.domain.sentences import Sentence, to_sentence


class CounterpartError(Exception):
    """A sentence that may be shown to whoever asked; `message` is its English."""

    def __init__(self, message: str | Sentence) -> None:
        super().__init__(str(message))
        self.sentence = to_sentence(message)
        self.message = str(message)


class BadRequest(CounterpartError):
    """The call is not well formed (CONTRACT.md section 2, 400)."""


class NotFound(CounterpartError):
    """There is no such thing, or it is another shop's (CONTRACT.md section 1)."""


class Refused(CounterpartError):
    """A business rule refuses; `code` is the error code (CONTRACT.md section 2, 422)."""

    def __init__(self, code: str, message: Sentence) -> None:
        super().__init__(message)
        self.code = code


class Unavailable(CounterpartError):
    """The environment is in the way; nothing was changed (CONTRACT.md section 2, 503)."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)
