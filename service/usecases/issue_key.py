"""Making and revoking API keys (contract §5)."""

from __future__ import annotations

from service.domain.catalogue.sku import has_control, tidy
from service.domain.errors import Refused
from service.domain.keys import ApiKey, NewKey, generate_key
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.times import Millis
from service.store import keys
from service.store.engine.transaction import Tx

MAX_NAME = 60
_KEY = message("key")


def issue_key(tx: Tx, shop: Shop, name: str, *, now: Millis) -> NewKey:
    """Makes a key for one system. Only this result has its whole text. Raises Refused."""
    text = generate_key(staging=shop.staging)
    return NewKey(keys.add_key(tx, shop.id, tidy_name(name, _KEY), text, now), text)


def revoke_key(tx: Tx, shop: Shop, key_id: int, *, now: Millis) -> ApiKey:
    """Revokes a key; already the next call with it fails. Raises NotFound."""
    key = keys.get_key(tx, shop.id, key_id)
    keys.revoke_key(tx, key, now)
    return keys.get_key(tx, shop.id, key_id)


def rename_key(tx: Tx, shop: Shop, key_id: int, name: str) -> None:
    """Gives a key another name. Earlier calls have the old one. Raises NotFound and Refused."""
    keys.rename_key(tx, keys.get_key(tx, shop.id, key_id), tidy_name(name, _KEY))


def tidy_name(name: str, what: Sentence) -> str:
    """A name as it is stored. Raises Refused if it is blank, too long or has control characters."""
    tidied = tidy(name)
    if not tidied or len(tidied) > MAX_NAME or has_control(tidied):
        raise Refused(
            "bad_name",
            message(
                "A {what}'s name has 1 to {most} characters that can be seen; choose another one.",
                what=what,
                most=MAX_NAME,
            ),
        )
    return tidied
