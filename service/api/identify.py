"""Whose key a call carries (SPEC.md section 5): a wrong one is always the same 401, the log knows more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from service.api.answers import Answer, fault
from service.api.calling import Caller
from service.domain.keys import ApiKey, KeyForm, form_of
from service.store import keys, shops
from service.store.store import Store
from service.store.transaction import Reading

_MESSAGE = (
    "The key is missing, unknown or revoked. Send the header Authorization: Bearer with a key from the shop's owner."
)


@dataclass(frozen=True, slots=True)
class Identified:
    """The caller; or no caller, the revoked key if it was one, and what the log notes."""

    caller: Caller | None = None
    revoked: Caller | None = None
    note: str | None = None

    def refusal(self) -> Answer:
        """401, the same for every reason."""
        answer = fault(401, "unauthorized", _MESSAGE, notes=(self.note,) if self.note else ())
        answer.headers["WWW-Authenticate"] = "Bearer"
        return answer


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
        return Identified(revoked=found, note="revoked key: the owner has switched it off")
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
