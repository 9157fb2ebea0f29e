"""The durable queue of actions on their way to the marketplace (link §3). A row waits until it has
an outcome. No state says that it is being sent, so after a crash it still waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from service.domain.changes import ChangeKind
from service.domain.clock_trust import Cutoff
from service.domain.link.order_merge import MOVES_UNITS, WaitingAction
from service.domain.marketplace.orders import Action
from service.domain.sentences import Sentence, encode_sentence
from service.domain.times import Millis
from service.store.engine.dialect import INT_LIST, encode_list
from service.store.engine.row_reader import RowReader, Select
from service.store.engine.transaction import ReadTx, Tx

WITHDRAWN = "withdrawn"
_MOVING = ", ".join(f"'{action}'" for action in sorted(MOVES_UNITS))


@dataclass(frozen=True, slots=True)
class Queued:
    """One action. `outcome` is None while it waits, then done, refused or withdrawn."""

    id: int
    order_id: int
    reference: str
    marketplace_reference: str
    action: Action
    reason: str | None
    actor: str
    at: Millis
    tries: int
    next_try_at: Millis
    outcome: str | None
    message: Sentence | None

    @property
    def waiting(self) -> WaitingAction:
        return WaitingAction(self.id, self.order_id, self.action, self.tries, self.next_try_at)


_SELECT = (
    "SELECT link_actions.id, order_id, orders.reference, marketplace_reference, action, link_actions.reason, actor, "
    "at, tries, next_try_at, outcome, message FROM link_actions JOIN orders ON orders.id = order_id"
)
_actions = Select(RowReader(Queued), _SELECT)


def add_action(tx: Tx, shop_id: int, order_id: int, action: Action, reason: str | None, actor: str, now: Millis) -> int:
    """Queues an action, unless the order's same action waits already; returns its id."""
    waiting: int | None = tx.scalar(
        "SELECT id FROM link_actions WHERE order_id = ? AND action = ? AND outcome IS NULL", (order_id, action)
    )
    if waiting is not None:
        return waiting
    tx.mark_changed(ChangeKind.LINKS)
    return tx.insert(
        "INSERT INTO link_actions (shop_id, order_id, action, reason, actor, at) VALUES (?, ?, ?, ?, ?, ?)",
        (shop_id, order_id, action, reason, actor, now),
    )


def list_waiting(db: ReadTx, shop_id: int) -> list[Queued]:
    """The waiting actions, oldest first."""
    return _actions.list(
        db, "WHERE link_actions.shop_id = ? AND outcome IS NULL ORDER BY link_actions.id LIMIT 5000", (shop_id,)
    )


def get_action(db: ReadTx, action_id: int) -> Queued | None:
    return _actions.find(db, "WHERE link_actions.id = ?", (action_id,))


def waiting_of(db: ReadTx, order_id: int) -> list[Action]:
    words = db.column("SELECT action FROM link_actions WHERE order_id = ? AND outcome IS NULL ORDER BY id", (order_id,))
    return [Action(word) for word in words]


def count_waiting(db: ReadTx, shop_id: int) -> tuple[int, Millis | None]:
    """How many actions wait, and since when the oldest does."""
    waiting: tuple[int, Millis | None] = db.one(
        "SELECT count(*), min(at) FROM link_actions WHERE shop_id = ? AND outcome IS NULL", (shop_id,)
    )
    return waiting


def count_try(tx: Tx, action_id: int) -> bool:
    """It is about to be sent, and may have arrived from now on; False if it waits no more."""
    return bool(tx.update("UPDATE link_actions SET tries = tries + 1 WHERE id = ? AND outcome IS NULL", (action_id,)))


def discount_try(tx: Tx, action_id: int) -> None:
    """Takes back `count_try`: no connection came about, so the marketplace cannot have it."""
    tx.update("UPDATE link_actions SET tries = tries - 1 WHERE id = ? AND tries > 0", (action_id,))


def postpone(tx: Tx, action_id: int, until: Millis, message: Sentence) -> None:
    tx.update(
        "UPDATE link_actions SET next_try_at = ?, message = ? WHERE id = ? AND outcome IS NULL",
        (until, encode_sentence(message), action_id),
    )
    tx.mark_changed(ChangeKind.LINKS)


def try_now(tx: Tx, shop_id: int) -> None:
    """Makes every action due now, as upstream answers again."""
    tx.update("UPDATE link_actions SET next_try_at = 0 WHERE shop_id = ? AND outcome IS NULL", (shop_id,))


def finish(tx: Tx, action_id: int, outcome: str, message: Sentence | None, now: Millis) -> bool:
    """Records the outcome; returns whether the action still waited."""
    text = None if message is None else encode_sentence(message)
    done = tx.update(
        "UPDATE link_actions SET outcome = ?, message = ?, finished_at = ? WHERE id = ? AND outcome IS NULL",
        (outcome, text, now, action_id),
    )
    if done:
        tx.mark_changed(ChangeKind.LINKS)
    return bool(done)


def withdraw_unsent(tx: Tx, shop_id: int, action_id: int, why: Sentence, now: Millis) -> bool:
    """Takes an action back that waits and was never sent; returns False if it cannot be."""
    done = tx.update(
        "UPDATE link_actions SET outcome = ?, message = ?, finished_at = ? "
        "WHERE id = ? AND shop_id = ? AND outcome IS NULL AND tries = 0",
        (WITHDRAWN, encode_sentence(why), now, action_id, shop_id),
    )
    if done:
        tx.mark_changed(ChangeKind.LINKS, ChangeKind.ORDERS)
    return bool(done)


def withdraw_of(tx: Tx, order_id: int, now: Millis) -> None:
    """Withdraws the actions of an order that the marketplace closed."""
    if tx.update(
        "UPDATE link_actions SET outcome = ?, finished_at = ? WHERE order_id = ? AND outcome IS NULL",
        (WITHDRAWN, now, order_id),
    ):
        tx.mark_changed(ChangeKind.LINKS)


def items_waiting(db: ReadTx, item_ids: list[int]) -> set[int]:
    """Those of the items whose units a waiting action moves."""
    return set(
        db.column(
            f"SELECT DISTINCT value FROM {INT_LIST} CROSS JOIN order_lines ON item_id = value "
            f"CROSS JOIN link_actions ON link_actions.order_id = order_lines.order_id AND outcome IS NULL "
            f"AND action IN ({_MOVING})",
            (encode_list(item_ids),),
        )
    )


def moved_items(db: ReadTx, order_id: int) -> list[int]:
    return db.column("SELECT DISTINCT item_id FROM order_lines WHERE order_id = ?", (order_id,))


def drop_finished(tx: Tx, cutoff: Cutoff) -> int:
    """Deletes actions that ended long ago."""
    return tx.update("DELETE FROM link_actions WHERE outcome IS NOT NULL AND finished_at < ?", (cutoff.at,))
