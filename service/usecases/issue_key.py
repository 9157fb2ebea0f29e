"""Making and revoking API keys (contract §5)."""

from __future__ import annotations

from datetime import date, tzinfo

from service.domain.actors import is_key_name
from service.domain.audit import OwnerAction
from service.domain.catalogue.sku import INVISIBLE, has_control, tidy
from service.domain.errors import Refused
from service.domain.keys import ApiKey, NewKey, Rights, compute_expiry, generate_key
from service.domain.sentences import Sentence, message
from service.domain.shops import Shop
from service.domain.texts import is_blank
from service.domain.times import Millis, format_rfc3339
from service.store import keys
from service.store.audit_log import record_action
from service.store.engine.transaction import Tx
from service.store.trusted_clock import read_believed_time

MAX_NAME = 60
_KEY = message("key")


def issue_key(
    tx: Tx,
    shop: Shop,
    name: str,
    *,
    now: Millis,
    last_day: date | None = None,
    rights: Rights = Rights.ALL,
    zone: tzinfo | None = None,
) -> NewKey:
    """Makes a key for one system, which works until the end of `last_day` in `zone` (None is the
    computer's). Only this result has its whole text. Raises Refused.
    """
    text = generate_key(staging=shop.staging)
    end = None if last_day is None else compute_expiry(last_day, read_believed_time(tx, now), zone)
    key = keys.add_key(tx, shop.id, _check_key_name(name), text, now, end, rights)
    _record(tx, OwnerAction.KEY_MADE, shop, key, until=_describe_end(end), rights=rights.value)
    return NewKey(key, text)


def change_expiry(
    tx: Tx, shop: Shop, key_id: int, last_day: date | None, *, now: Millis, zone: tzinfo | None = None
) -> ApiKey:
    """Lets a key work until the end of another day, or without end. Raises NotFound and Refused."""
    key = keys.get_key(tx, shop.id, key_id)
    if key.revoked_at is not None:
        raise Refused.saying("key_revoked", "This key is revoked and stays so; make a new key.")
    end = None if last_day is None else compute_expiry(last_day, read_believed_time(tx, now), zone)
    keys.set_expiry(tx, key, end)
    _record(tx, OwnerAction.KEY_EXPIRY_CHANGED, shop, key, until=_describe_end(end))
    return keys.get_key(tx, shop.id, key_id)


def revoke_key(tx: Tx, shop: Shop, key_id: int, *, now: Millis) -> ApiKey:
    """Revokes a key; already the next call with it fails. Raises NotFound."""
    key = keys.get_key(tx, shop.id, key_id)
    keys.revoke_key(tx, key, now)
    if key.revoked_at is None:
        _record(tx, OwnerAction.KEY_REVOKED, shop, key)
    return keys.get_key(tx, shop.id, key_id)


def rename_key(tx: Tx, shop: Shop, key_id: int, name: str) -> None:
    """Gives a key another name. Earlier calls have the old one. Raises NotFound and Refused."""
    before = keys.get_key(tx, shop.id, key_id)
    keys.rename_key(tx, before, _check_key_name(name))
    _record(tx, OwnerAction.KEY_RENAMED, shop, keys.get_key(tx, shop.id, key_id), before=before.name)


def _check_key_name(name: str) -> str:
    """Raises Refused, also for a name that histories use for others than keys."""
    tidied = tidy_name(name, _KEY)
    if not is_key_name(tidied):
        raise name_has_meaning(tidied)
    return tidied


def name_has_meaning(name: str) -> Refused:
    """Why a name is refused by which histories say something else."""
    return Refused.saying("bad_name", "{name} has a meaning in histories; choose another name.", name=name)


def _record(tx: Tx, action: OwnerAction, shop: Shop, key: ApiKey, **details: str) -> None:
    record_action(tx, action, key.name, shop=shop, number=str(key.id), begins=key.prefix, **details)


def _describe_end(end: Millis | None) -> str:
    return "never" if end is None else format_rfc3339(end)


def tidy_name(name: str, what: Sentence) -> str:
    """A name as it is stored. Raises Refused: blank, too long, or with control characters."""
    tidied = tidy(name.translate(INVISIBLE))
    if is_blank(tidied) or len(tidied) > MAX_NAME or has_control(tidied):
        raise Refused.saying(
            "bad_name",
            "A {what}'s name has 1 to {most} characters that can be seen; choose another one.",
            what=what,
            most=MAX_NAME,
        )
    return tidied
