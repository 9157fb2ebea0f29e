"""GET and POST /v1/items (contract §3.3 and §3.1)."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from service.api.answers import Answer, AnswerJob, make_ok
from service.api.api_request import ApiRequest
from service.api.call_recording import pack_answer
from service.api.query_params import MAX_OFFSET, QueryParams
from service.domain.catalogue.row_parser import parse_body, parse_rows
from service.domain.catalogue.row_types import ParsedRows
from service.domain.errors import BadRequest, Refused
from service.domain.json_bodies import decode_body
from service.domain.sentences import message
from service.domain.shops import check_upload
from service.domain.wire import UploadError, UploadResult, encode
from service.store import items
from service.store.engine.store import Store
from service.store.engine.transaction import ReadTx, Tx
from service.store.shops import get_shop
from service.usecases.upload_items import upload_items

MAX_ROWS = 1000
DEFAULT_PAGE_SIZE = 200
MAX_PAGE_SIZE = 500
_MAX_SMALL_UPLOAD = 25
_MAX_SMALL_PAGE = 25
_MAX_SMALL_OFFSET = 1_000
_MAX_NAMED_ROWS = 20
_PARAMS = ("offset", "limit")


class _Body(Struct):
    items: list[Raw]


_BODY = msgspec.json.Decoder(_Body)


class ItemHandlers:
    """The catalogue's two endpoints."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read_page(self, request: ApiRequest) -> Answer | AnswerJob:
        """A page of the catalogue, ordered by folded SKU."""
        params = QueryParams.parse(request.query)
        offset = params.read_integer("offset", 0, 0, MAX_OFFSET)
        limit = params.read_integer("limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE)
        shop_id = request.caller.shop.id
        notes = params.note_unknown(_PARAMS)

        def read(db: ReadTx) -> Answer:
            page = items.read_page(db, shop_id, offset, limit)
            return make_ok(page, notes=notes, facts={"items": len(page.items), "total": page.total})

        def read_and_pack(db: ReadTx) -> Answer:
            answer = read(db)
            answer.packed_body = pack_answer(answer.body)
            return answer

        if limit <= _MAX_SMALL_PAGE and offset <= _MAX_SMALL_OFFSET:
            return AnswerJob(read, read_only=True)
        return await self._store.read(read_and_pack)

    async def upload(self, request: ApiRequest) -> AnswerJob:
        """Creates or updates up to 1000 items, each row on its own."""
        parsed = parse_body(request.body, MAX_ROWS)
        raws = _decode_rows(request.body) if parsed is None else []
        sent = len(raws) if parsed is None else len(parsed.rows)
        check_upload(request.caller.shop)
        if sent > MAX_ROWS:
            raise Refused(
                "too_many_items",
                message(
                    "One call takes at most {most} items, this has {items}; send several calls.",
                    most=MAX_ROWS,
                    items=sent,
                ),
            )
        rows = parse_rows(raws) if parsed is None else parsed

        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, request.caller.shop.id)
            result = upload_items(tx, shop, rows.rows, by=request.caller.key.name, now=request.at)
            return _make_upload_answer(result, rows)

        return AnswerJob(work, large=sent > _MAX_SMALL_UPLOAD)


def _decode_rows(body: bytes) -> list[Raw]:
    """The rows of an upload, not yet looked into. Raises BadRequest where the body is no upload."""
    try:
        return decode_body(body, _BODY, "The body").items
    except msgspec.ValidationError as error:
        raise BadRequest('The body must be an object with "items", an array of item rows.') from error


def _describe_rejection(fault: UploadError) -> str:
    named = "" if fault.sku is None else f" ({fault.sku})"
    return f"row {fault.index}{named}: {fault.error}"


def _make_upload_answer(result: UploadResult, parsed: ParsedRows) -> Answer:
    rejected = len(result.errors)
    notes = [_describe_rejection(fault) for fault in result.errors[:_MAX_NAMED_ROWS]]
    if rejected > _MAX_NAMED_ROWS:
        notes.append(f"{rejected - _MAX_NAMED_ROWS} more rows were rejected; the answer names them all")
    if parsed.unknown:
        notes.insert(0, f"fields ignored: {', '.join(sorted(parsed.unknown)[:50])}")
    facts: dict[str, int | str] = {"saved": result.saved, "rejected": rejected, "created": result.created}
    return Answer(200, encode(result), notes=tuple(notes), facts=facts)
