"""GET and POST /v1/items (SPEC.md sections 4.1 and 4.2)."""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from service.api.answers import Answer, Write, ok
from service.api.calling import Asked
from service.api.params import MAX_OFFSET, Params
from service.api.recording import pack_answer
from service.domain.errors import BadRequest, Refused
from service.domain.json_bodies import decode_body
from service.domain.row_types import ParsedRows
from service.domain.rows import parse_body, parse_rows
from service.domain.sentences import say
from service.domain.shops import check_upload
from service.domain.wire import UploadError, UploadResult, encode
from service.store import items
from service.store.shops import get_shop
from service.store.store import Store
from service.store.transaction import Reading, Tx
from service.usecases.upload_items import upload_items

MAX_ROWS = 1000
DEFAULT_PAGE = 200
MAX_PAGE = 500
_LARGE_ROWS = 25
_SMALL_PAGE = 25
_SMALL_OFFSET = 1_000
_NAMED_ROWS = 20
_PARAMS = ("offset", "limit")


class _Body(Struct):
    items: list[Raw]


_BODY = msgspec.json.Decoder(_Body)


class ItemHandlers:
    """The catalogue's two endpoints."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def read_page(self, asked: Asked) -> Answer | Write:
        """A page of the catalogue, ordered by folded SKU."""
        params = Params.of(asked.query)
        offset = params.integer("offset", 0, 0, MAX_OFFSET)
        limit = params.integer("limit", DEFAULT_PAGE, 1, MAX_PAGE)
        shop_id = asked.caller.shop.id
        notes = params.unknown(_PARAMS)

        def read(db: Reading) -> Answer:
            page = items.read_page(db, shop_id, offset, limit)
            return ok(page, notes=notes, facts={"items": len(page.items), "total": page.total})

        def read_and_pack(db: Reading) -> Answer:
            answer = read(db)
            answer.packed = pack_answer(answer.body)
            return answer

        if limit <= _SMALL_PAGE and offset <= _SMALL_OFFSET:
            return Write(read, reads=True)
        return await self._store.read(read_and_pack)

    async def upload(self, asked: Asked) -> Write:
        """Creates or updates up to 1000 items, each row on its own."""
        parsed = parse_body(asked.body, MAX_ROWS)
        raws = _rows_of(asked.body) if parsed is None else []
        sent = len(raws) if parsed is None else len(parsed.rows)
        check_upload(asked.caller.shop)
        if sent > MAX_ROWS:
            raise Refused(
                "too_many_items",
                say(
                    "One call takes at most {most} items, this has {items}; send several calls.",
                    most=MAX_ROWS,
                    items=sent,
                ),
            )
        rows = parse_rows(raws) if parsed is None else parsed

        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, asked.caller.shop.id)
            result = upload_items(tx, shop, rows.rows, by=asked.caller.key.name, now=asked.at)
            return _uploaded(result, rows)

        return Write(work, large=sent > _LARGE_ROWS)


def _rows_of(body: bytes) -> list[Raw]:
    """The rows of an upload, not yet looked into. Raises BadRequest where the body is no upload."""
    try:
        return decode_body(body, _BODY, "The body").items
    except msgspec.ValidationError as error:
        raise BadRequest('The body must be an object with "items", an array of item rows.') from error


def _rejected(fault: UploadError) -> str:
    named = "" if fault.sku is None else f" ({fault.sku})"
    return f"row {fault.index}{named}: {fault.error}"


def _uploaded(result: UploadResult, parsed: ParsedRows) -> Answer:
    rejected = len(result.errors)
    notes = [_rejected(fault) for fault in result.errors[:_NAMED_ROWS]]
    if rejected > _NAMED_ROWS:
        notes.append(f"{rejected - _NAMED_ROWS} more rows were rejected; the answer names them all")
    if parsed.unknown:
        notes.insert(0, f"fields ignored: {', '.join(sorted(parsed.unknown)[:50])}")
    facts: dict[str, int | str] = {"saved": result.saved, "rejected": rejected, "created": result.created}
    return Answer(200, encode(result), notes=tuple(notes), facts=facts)
