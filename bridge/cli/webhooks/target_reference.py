"""A target as a command takes it: by its id, its name in the window, or its address."""

from __future__ import annotations

from bridge.cli.framework.cli_session import Session
from bridge.cli.framework.references import find_id
from service.domain.shops import Shop
from service.store.engine.transaction import ReadTx
from service.store.webhooks.targets import list_targets, read_names


def find_target_id(session: Session, db: ReadTx, shop: Shop, text: str) -> int:
    """Raises NotFound, and BadRequest where several have the name."""
    names, targets = read_names(db, shop.id), list_targets(db, shop.id)
    known = [(one.id, name) for one in targets for name in (names.get(one.id, ""), one.url)]
    return find_id(text, known, kind="target", listing=session.command("webhooks list"))


def read_target_id(session: Session, text: str) -> int:
    """The same in a transaction of its own."""
    return session.read_shop(lambda db, shop: find_target_id(session, db, shop, text))
