"""GET /v1/branches and /v1/rfqs (contract §9)."""

from __future__ import annotations

import re

from service.api.answers import Answer, AnswerJob
from service.api.api_request import ApiRequest
from service.api.query.query_params import NONE, QueryParams
from service.domain import wire
from service.domain.errors import BadRequest
from service.store import rfqs, shops
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx

DEFAULT_LIMIT = 100
MAX_LIMIT = 500
_RFQ_PARAMS = frozenset({"limit", "before"})
_REFERENCE = re.compile(r"RFQ-[0-9]{1,6}-[0-9]{1,20}", re.ASCII)


class ListHandlers:
    """Lists other than items and orders."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def list_branches(self, request: ApiRequest) -> AnswerJob:
        """The shop's branches."""
        params = QueryParams.parse(request.query)
        notes, ignored = params.note_unknown(NONE), params.make_ignored_header(NONE)
        shop_id = request.caller.shop.id

        def read(db: ReadTx) -> Answer:
            branches = [wire.BranchOut(branch.name, branch.main) for branch in shops.list_branches(db, shop_id)]
            return Answer(200, wire.encode(wire.BranchList(branches)), notes=notes, headers=ignored)

        return AnswerJob(read, read_only=True)

    async def list_rfqs(self, request: ApiRequest) -> Answer:
        """The shop's requests for quotation, newest first."""
        params = QueryParams.parse(request.query)
        limit = params.read_integer("limit", DEFAULT_LIMIT, 1, MAX_LIMIT)
        before = params.read_text("before")
        notes, ignored = params.note_unknown(_RFQ_PARAMS), params.make_ignored_header(_RFQ_PARAMS)
        shop_id = request.caller.shop.id

        def read(db: ReadTx) -> Answer:
            last = None if before is None else _find_before(db, shop_id, before)
            listed = [wire.rfq_out(rfq) for rfq in rfqs.list_rfqs(db, shop_id, limit=limit, before=last)]
            facts: dict[str, int | str] = {"rfqs": len(listed)}
            return Answer(200, wire.encode(wire.RfqList(listed, limit)), notes=notes, facts=facts, headers=ignored)

        return await self._store.read(read)


def _find_before(db: ReadTx, shop_id: int, reference: str) -> int:
    """The id of the request named by `before`. Raises BadRequest if there is none."""
    rfq_id = rfqs.find_rfq_id(db, shop_id, reference) if _REFERENCE.fullmatch(reference) else None
    if rfq_id is None:
        raise BadRequest("before must be the reference of a request of this shop: the last one of the page before.")
    return rfq_id
