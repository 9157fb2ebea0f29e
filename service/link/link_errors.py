"""Errors between this computer and the marketplace, by who has to act.

LinkFault           one sentence: what happened, then what to do
├── NoAnswer        temporary: no network, too slow, 429; it is tried again
│   ├── NotReached  no connection: the marketplace cannot have got the call
│   └── UpstreamFault    5xx: may affect only this call, others may succeed
├── KeyRefused      401: the owner has to act
└── NotUnderstood   its answer is not what the interface says: the owner or the operator has to act
"""

from __future__ import annotations

from service.domain.errors import Unavailable


class LinkFault(Unavailable):
    """A call to the marketplace without a usable answer."""


class NoAnswer(LinkFault):
    """No answer that counts; the same call is repeated later."""


class NotReached(NoAnswer):
    """No connection came about, so the call was not sent."""


class UpstreamFault(NoAnswer):
    """The marketplace answered with a fault of its own."""


class KeyRefused(LinkFault):
    """The marketplace does not accept the key."""


class NotUnderstood(LinkFault):
    """An answer of another shape; the sentence names the field."""
