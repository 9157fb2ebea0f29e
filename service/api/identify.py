"""Whose key a call carries (SPEC.md section 5): a wrong one is always the same 401, the log knows more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from service.api.answers import Answer, fault
from service.api.calling import Caller
from service.domain.keys import ApiKey, KeyForm, digest_of, form_of
from service.store import keys, shops
from service.store.store import Store
from service.store.transaction import Reading

_MESSAGE = (
    "The key is missing, unknown or revoked. Send the header Authorization: Bearer with a key from the shop's owner."
)

REVOKED = "revoked key: the owner has switched it off"


@dataclass(frozen=True, slots=True)
class Identified:
    """The caller; or no caller, the revoked key if it was one, and what the log notes."""

    caller: Caller | None = None
    revoked: Caller | None = None
    note: str | None = None
    epoch: int = -1
    """The store's epoch when it was looked up."""

    @property
    def known(self) -> Caller | None:
        """Whose shop's log the call goes into."""
        return self.caller or self.revoked

    def refusal(self) -> Answer:
        """401, the same for every reason."""
        answer = fault(401, "unauthorized", _MESSAGE, notes=(self.note,) if self.note else ())
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer


class KnownCallers:
    """Identifies calls, and looks no key up twice until keys, shops or branches change, by whichever process.

    What another process changed shows at the latest when a call is committed, which `CallRecord` looks at.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._epoch = store.epoch
        self._found: dict[bytes, Identified] = {}

    def identify(self, headers: Sequence[str]) -> Identified:
        """Raises Unavailable where the database does not answer."""
        epoch = self._store.epoch
        if epoch != self._epoch:
            self._found.clear()
            self._epoch = epoch
        # By hash, so that no key lies around in the clear and none is compared with another character by character;
        # of the key alone, as the word and the blanks before it can be written in more ways than there is memory for.
        text = _bearer(headers)
        digest = b"" if text is None else digest_of(text)
        found = self._found.get(digest)
        if found is None:
            found = replace(identify(self._store, headers), epoch=epoch)
            if found.caller is not None:
                self._found[digest] = found
        return found


def identify(store: Store, headers: Sequence[str]) -> Identified:
    """Looks up the key of the Authorization headers, fresh at every call, so that revoking works at once.

    Raises Unavailable where the database does not answer.
    """
    text = _bearer(headers)
    if text is None:
        return Identified(note="no key was sent")
    form = form_of(text)
    if form is KeyForm.SHAPELESS:
        return Identified(note="what was sent is no key of this program")
    if form is KeyForm.MISTYPED:
        return Identified(note="mistyped key: its checksum does not match")
    found = store.read_here(lambda db: _find(db, text))
    if found is None:
        return Identified(note="unknown key: no shop here has made it")
    if found.key.revoked_at is not None:
        return Identified(revoked=found, note=REVOKED)
    return Identified(found)


def _bearer(headers: Sequence[str]) -> str | None:
    if len(headers) != 1:
        return None
    scheme, _, text = headers[0].strip().partition(" ")
    text = text.strip()
    return text if scheme.lower() == "bearer" and text else None


def _find(db: Reading, text: str) -> Caller | None:
    key: ApiKey | None = keys.match_key(db, text)
    return None if key is None else Caller(key, shops.get_shop(db, key.shop_id))
