"""An unknown or revoked key always gets the same 401; the log has the reason (contract §2.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from service.api.answers import Answer, make_error
from service.api.api_request import Caller
from service.domain.keys import ApiKey, KeyForm, classify_key, compute_digest
from service.domain.times import Millis, format_rfc3339
from service.store import keys, shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx

_REFUSAL = (
    "The key is missing, unknown or revoked. Send the header Authorization: Bearer with a key from the shop's owner."
)

_EXPIRED = (
    "This key expired at {at}. The shop's owner can give it a later day or make another key: "
    "in the window under Your own system, or with counterpart keys expiry."
)

EXPIRED_NOTE = "expired key: its last day is over"
REVOKED_NOTE = "revoked key: the owner has switched it off"


@dataclass(frozen=True, slots=True)
class CallerIdentity:
    """The caller, or the revoked or expired key if it was one, and the note for the log."""

    caller: Caller | None = None
    revoked: Caller | None = None
    expired: Caller | None = None
    note: str | None = None
    epoch: int = -1
    """The store's epoch at the time of the look-up."""

    @property
    def logged_caller(self) -> Caller | None:
        """The shop whose log gets the call."""
        return self.caller or self.revoked or self.expired

    def make_refusal(self) -> Answer:
        """401, the same for every reason; only an expired key is named."""
        text = _REFUSAL
        if self.expired is not None and self.expired.key.expires_at is not None:
            text = _EXPIRED.format(at=format_rfc3339(self.expired.key.expires_at))
        answer = make_error(401, "unauthorized", text, notes=(self.note,) if self.note else ())
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer


class CallerCache:
    """Identifies calls, and looks a key up again only after keys, shops or branches have changed in
    any process. A change by another process is noticed at the latest when a call is committed,
    where `CallRecord` checks it.
    """

    def __init__(self, store: Store, read_time: Callable[[], Millis]) -> None:
        """`read_time` gives the time by which keys expire."""
        self._store = store
        self._read_time = read_time
        self._epoch = store.epoch
        self._identities: dict[bytes, CallerIdentity] = {}

    async def identify(self, headers: Sequence[str]) -> CallerIdentity:
        """The caller. Raises Unavailable if the database does not answer."""
        epoch = self._store.epoch
        if epoch != self._epoch:
            self._identities.clear()
            self._epoch = epoch
        # The cache is by hash, so that memory has no key in the clear and no key is compared
        # character by character. Only the key is hashed: the scheme and the spaces before it can
        # be written in more ways than there is memory for.
        text = _read_bearer(headers)
        digest = b"" if text is None else compute_digest(text)
        identity = self._identities.get(digest)
        if identity is None:
            identity = replace(await identify(self._store, headers), epoch=epoch)
            if identity.caller is not None and epoch == self._epoch:
                self._identities[digest] = identity
        caller = identity.caller
        if caller is None or caller.key.expires_at is None or not caller.key.has_expired(self._read_time()):
            return identity
        return CallerIdentity(expired=caller, note=EXPIRED_NOTE)


async def identify(store: Store, headers: Sequence[str]) -> CallerIdentity:
    """Looks up the key of the headers, expired or not. Raises Unavailable."""
    text = _read_bearer(headers)
    if text is None:
        return CallerIdentity(note="no key was sent")
    form = classify_key(text)
    if form is KeyForm.NOT_A_KEY:
        return CallerIdentity(note="what was sent is no key of this program")
    if form is KeyForm.MISTYPED:
        return CallerIdentity(note="mistyped key: its checksum does not match")
    caller = await store.read_briefly(lambda db: _find_caller(db, text))
    if caller is None:
        return CallerIdentity(note="unknown key: no shop here has made it")
    if caller.key.revoked_at is not None:
        return CallerIdentity(revoked=caller, note=REVOKED_NOTE)
    return CallerIdentity(caller)


def _read_bearer(headers: Sequence[str]) -> str | None:
    if len(headers) != 1:
        return None
    scheme, _, text = headers[0].strip().partition(" ")
    text = text.strip()
    return text if scheme.lower() == "bearer" and text else None


def _find_caller(db: ReadTx, text: str) -> Caller | None:
    key: ApiKey | None = keys.match_key(db, text)
    return None if key is None else Caller(key, shops.get_shop(db, key.shop_id))
