"""What may go wrong between this computer and the marketplace, by whose turn it is.

LinkFault           one sentence: what happened, then what to do
├── NoAnswer        nobody's fault that lasts: no network, too slow, 429; it is tried again
│   └── FarFault    5xx: of this one call perhaps, others may go through
├── KeyRefused      401: the owner's turn
└── NotUnderstood   its answer is not what the interface says: the owner's or its own turn
"""

from __future__ import annotations

from service.domain.errors import Unavailable


class LinkFault(Unavailable):
    """A call to the marketplace that brought nothing."""


class NoAnswer(LinkFault):
    """No answer that counts; the same call is made again later."""


class FarFault(NoAnswer):
    """The marketplace answered that it has a fault of its own."""


class KeyRefused(LinkFault):
    """The marketplace does not take the key."""


class NotUnderstood(LinkFault):
    """An answer of another shape; the sentence names the field."""
