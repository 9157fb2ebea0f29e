"""Orders, branches and RFQs are listed; actions on orders are taken."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from service.api.answers import Answer, AnswerJob, convert_error, make_ok
from service.api.api_request import ApiRequest
from service.api.call_recording import pack_answer
from service.api.checks.preconditions import make_etag
from service.domain import wire
from service.domain.call_log.calls import list_names
from service.domain.changes import ChangeKind
from service.domain.errors import BadRequest, NotFound, UpstreamUnavailable
from service.domain.json_bodies import decode_body, find_unknown_members
from service.domain.marketplace.orders import MAX_REASON, Action, Decision, Status
from service.domain.times import Millis
from service.store import orders, rfqs, shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.kept_answers import find_kept_answer, keep_answer, keep_wait
from service.store.shops import get_shop
from service.usecases.act_on_order import act_on_order
from service.usecases.link.ask_marketplace import still_asking

DEFAULT_LIMIT = 100
MAX_LIMIT = 500
_RFQ_REFERENCE = re.compile(r"RFQ-[0-9]{1,6}-[0-9]{1,20}", re.ASCII)
ALL_STATUSES = "all"
STATUS_WORDS = (*(status.value for status in Status), ALL_STATUSES)
# A reference of another shape is never repeated in an answer: it may be long, contain a secret, or
# be meant to deceive.
_REFERENCE = re.compile(r"[A-Z]{3}-[0-9]{1,6}-[0-9]{1,20}", re.ASCII)


class ListHandlers:
    """Lists other than items and orders."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list_branches(self, request: ApiRequest) -> AnswerJob:
        shop_id = request.caller.shop.id

        def read(db: ReadTx) -> Answer:
            branches = [wire.BranchOut(branch.name, branch.main) for branch in shops.list_branches(db, shop_id)]
            return Answer(200, wire.encode(wire.BranchList(branches)))

        return AnswerJob(read, read_only=True)

    async def list_rfqs(self, request: ApiRequest) -> Answer:
        """The shop's requests for quotation, newest first."""
        params = request.params
        limit = params.read_integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
        before = params.read_text("before")
        shop_id = request.caller.shop.id

        def read(db: ReadTx) -> Answer:
            last = None if before is None else _find_rfq_before(db, shop_id, before)
            listed = [wire.rfq_out(rfq) for rfq in rfqs.list_rfqs(db, shop_id, limit=limit, before=last)]
            facts: dict[str, int | str] = {"rfqs": len(listed)}
            return Answer(200, wire.encode(wire.RfqList(listed, limit)), facts=facts)

        return await self._store.read(read)


def _find_rfq_before(db: ReadTx, shop_id: int, reference: str) -> int:
    """The id of the request named by `before`. Raises BadRequest if there is none."""
    rfq_id = rfqs.find_rfq_id(db, shop_id, reference) if _RFQ_REFERENCE.fullmatch(reference) else None
    if rfq_id is None:
        raise BadRequest("before must be the reference of a request of this shop: the last one of the page before.")
    return rfq_id


class ReasonBody(Struct):
    """The body of an order action; it may be left out."""

    reason: Annotated[
        str | UnsetType,
        Meta(
            description="Why; required, and not blank, for reject. The buyer sees it.",
            extra_json_schema={"maxLength": MAX_REASON},
        ),
    ] = UNSET


_BODY = msgspec.json.Decoder(ReasonBody)


class _PackedList(NamedTuple):
    """A list of orders as an answer and as the log stores it."""

    body: bytes
    packed: bytes | None
    etag: str
    orders: int


class ActionGate(Protocol):
    """Carries out actions of linked shops, some of which a marketplace has to grant."""

    def is_linked(self, shop_id: int) -> bool:
        """Whether the gate handles the shop's actions."""

    async def act(
        self,
        shop_id: int,
        reference: str,
        action: Action,
        *,
        reason: str | None,
        by: str,
        at: Millis,
        decide: Callable[[Tx, Callable[[], Decision]], Decision],
    ) -> Decision:
        """Like `act_on_order`, but `waits_for` may be set. `decide` gets how to decide."""


class OrderHandlers:
    def __init__(self, store: Store, gate: ActionGate | None, check_clock: Callable[[], Awaitable[None]]) -> None:
        """`check_clock` notices a clock that jumped before an action is refused as too late."""
        self._store = store
        self._gate = gate
        self._check_clock = check_clock

    async def list_orders(self, request: ApiRequest) -> Answer | AnswerJob:
        """The shop's orders of one status, newest first."""
        params = request.params
        status = params.read_word("status", Status.PLACED.value, STATUS_WORDS)
        limit = params.read_integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
        shop_id = request.caller.shop.id
        before = params.read_text("before")

        def read_and_pack(db: ReadTx) -> _PackedList:
            last = None if before is None else _find_before(db, shop_id, before)
            wanted = None if status == ALL_STATUSES else Status(status)
            listed = orders.list_orders(db, shop_id, wanted, limit=limit, before=last)
            body = wire.encode(wire.OrderList([wire.order_out(order) for order in listed], status, limit))
            return _PackedList(body, pack_answer(body), make_etag(body), len(listed))

        def read(db: ReadTx) -> Answer:
            # Tills ask for the same list often, and mostly no order has changed.
            listed = db.read_cached(ChangeKind.ORDERS, (shop_id, status, limit, before), lambda: read_and_pack(db))
            answer = Answer(200, listed.body, facts={"orders": listed.orders})
            answer.packed_body, answer.etag = listed.packed, listed.etag
            return answer

        return AnswerJob(read, read_only=True) if limit <= DEFAULT_LIMIT else await self._store.read(read)

    async def read_one(self, request: ApiRequest) -> AnswerJob:
        (reference,) = request.path_params
        shop_id = request.caller.shop.id
        check_reference(reference)

        def read(db: ReadTx) -> Answer:
            order = wire.order_out(orders.get_order(db, shop_id, reference))
            return Answer(200, wire.encode(order))

        return AnswerJob(read, read_only=True)

    async def act(self, request: ApiRequest) -> Answer | AnswerJob:
        """Moves an order, or says why not. Waits for what a marketplace has to grant."""
        reference, word = request.path_params
        action = _parse_action(word)
        reason = _parse_reason(request.body)
        notes = note_ignored_fields(request.body, ("reason",))
        check_reference(reference)
        shop_id, by = request.caller.shop.id, request.caller.key.name
        if self._gate is not None and self._gate.is_linked(shop_id):
            decide = _RepeatableDecision(request, reference, action).decide
            decided = await self._gate.act(
                shop_id, reference, action, reason=reason, by=by, at=request.at, decide=decide
            )
            return make_action_answer(decided, notes)
        await self._check_clock()

        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, shop_id)
            decision = act_on_order(tx, shop, reference, action, reason=reason, by=by, now=request.at)
            return make_action_answer(decision, notes)

        return AnswerJob(work)


class _RepeatableDecision(NamedTuple):
    """Decides once for all calls with the same Idempotency-Key on an order of a linked shop. The
    decision is committed before the call is answered, so what a repetition needs is kept with the
    decision.
    """

    request: ApiRequest
    reference: str
    action: Action

    def decide(self, tx: Tx, make_decision: Callable[[], Decision]) -> Decision:
        """The decision, or that of the first call where it waits for the marketplace."""
        call, at = self.request.repeatable, self.request.at
        if call is None:
            return make_decision()
        earlier = find_kept_answer(tx, call)
        if earlier is not None and earlier.waits_for is not None:
            order = orders.get_order(tx, self.request.caller.shop.id, self.reference)
            return Decision(order, self.action, changed=False, waits_for=earlier.waits_for)
        decision = make_decision()
        if decision.waits_for is not None:
            keep_wait(tx, call, decision.waits_for, at)
        else:
            answer = make_action_answer(decision)
            keep_answer(tx, call, answer.status, answer.body, at)
        return decision


def check_reference(reference: str) -> None:
    """Raises NotFound for text that cannot be an order's reference."""
    if not _REFERENCE.fullmatch(reference):
        raise NotFound("There is no such order in this shop; GET /v1/orders lists them.")


def _find_before(db: ReadTx, shop_id: int, reference: str) -> int:
    """The id of the order named by `before`. Raises BadRequest if there is none."""
    order_id = orders.find_order_id(db, shop_id, reference) if _REFERENCE.fullmatch(reference) else None
    if order_id is None:
        raise BadRequest("before must be the reference of an order of this shop: the last one of the page before.")
    return order_id


def note_ignored_fields(body: bytes, known: Collection[str]) -> tuple[str, ...]:
    """A note on the fields of a body that mean nothing."""
    unknown = find_unknown_members(body, known) if body.strip() else []
    return (f"fields ignored: {list_names(sorted(unknown))}",) if unknown else ()


def make_action_answer(decision: Decision, notes: tuple[str, ...] = ()) -> Answer:
    """The answer to an order action; a refusal includes the present status."""
    if decision.refusal:
        answer = convert_error(decision.refusal)
        answer.notes = notes
        refusal, order = decision.refusal, decision.order
        answer.body = wire.encode(
            wire.ActionRefusal(refusal.code, refusal.message, order.reference, order.status.value)
        )
        return answer
    if decision.waits_for is not None:
        return convert_error(UpstreamUnavailable(still_asking(decision.order)))
    status = decision.order.status
    result = wire.ActionResult(decision.order.reference, status.value)
    return make_ok(result, notes=notes, facts={"status": status.value})


def _parse_action(word: str) -> Action:
    try:
        return Action(word)
    except ValueError as error:
        raise BadRequest(f"The action must be one of {', '.join(Action)}.") from error


def _parse_reason(body: bytes) -> str | None:
    """The optional body's `reason`. Raises BadRequest if it is not a text or too long."""
    if not body.strip():
        return None
    try:
        reason = decode_body(body, _BODY, "The body").reason
    except msgspec.ValidationError as error:
        raise BadRequest(
            "The body must be an object, and its reason a text; leave reason out where there is none."
        ) from error
    if reason is UNSET:
        return None
    if len(reason) > MAX_REASON:
        raise BadRequest(f"reason must be at most {MAX_REASON} characters, this has {len(reason)}.")
    return reason
