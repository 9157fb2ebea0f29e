"""GET and POST /v1/items (contract §3.3 and §3.1)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Raw, Struct

from service.api.answers import Answer, AnswerJob, LongAnswers, LongBody, join_short
from service.api.api_request import MAX_OFFSET, ApiRequest, QueryParams
from service.api.call_recording import pack_answer
from service.api.checks.preconditions import format_etag, make_etag
from service.domain.call_log.calls import MAX_LISTED_NAME, cut_text, list_names, make_marks
from service.domain.catalogue.items import ItemSource
from service.domain.catalogue.row_parser_fast import parse_body, parse_rows
from service.domain.catalogue.row_types import ParsedRows, Row, RowFault
from service.domain.catalogue.search_query import MAX_TEXT
from service.domain.catalogue.sku import fold, tidy
from service.domain.errors import BadRequest, NotFound, Refused
from service.domain.json_bodies import decode_body, find_unknown_members
from service.domain.shops import check_upload
from service.domain.wire import ItemPage, UploadError, UploadResult, encode
from service.store import items
from service.store.engine.store import Store
from service.store.engine.text_index import TextIndex
from service.store.engine.transaction import ReadTx, Tx
from service.store.item_search import find_items
from service.store.shops import get_shop
from service.usecases.upload_items import save_upload

MAX_ROWS = 1000
DEFAULT_PAGE_SIZE = 200
MAX_PAGE_SIZE = 500
_MAX_SMALL_UPLOAD = 25
_MAX_SMALL_PAGE = 25
_MAX_SMALL_OFFSET = 1_000
_MAX_NAMED_ROWS = 20
_PART_ITEMS = 50
MAX_SKUS = 100


class _Body(Struct):
    items: list[Raw]


_BODY = msgspec.json.Decoder(_Body)


class ItemHandlers:
    """The catalogue's endpoints."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._long_answers = LongAnswers()

    async def read_page(self, request: ApiRequest) -> Answer | AnswerJob:
        """A page of the catalogue, ordered by folded SKU."""
        question = _parse_question(request.params, request.caller.shop.id, self._store.text_index)

        def read(db: ReadTx) -> Answer:
            page = question.read(db)
            facts: dict[str, int | str] = {"items": len(page.items), "total": page.total}
            return Answer(200, encode(page), facts=facts)

        def read_short(db: ReadTx) -> Answer | None:
            plan = question.plan(db)
            body = join_short(encode_page(db, question.shop_id, plan))
            return None if body is None else finish(plan, Answer(200, body, etag=make_etag(body)))

        def read_long(db: ReadTx) -> _LongPage:
            return _LongPage(db, question.shop_id, question.plan(db), self._store.path.parent)

        def finish(plan: items.PagePlan, answer: Answer) -> Answer:
            answer.packed_body = pack_answer(answer.body)
            answer.facts = {"items": len(plan.ids), "total": plan.total}
            return answer

        if question.is_small:
            return AnswerJob(read, read_only=True)
        short = await self._store.read(read_short)
        if short is not None:
            return short
        long = await self._long_answers.make(request.caller.key.id, lambda: self._store.read(read_long))
        return finish(long.plan, Answer(200, long.head, long_body=long, etag=format_etag(long.digest)))

    async def read_one(self, request: ApiRequest) -> AnswerJob:
        (sku,) = request.path_params
        shop_id = request.caller.shop.id

        def read(db: ReadTx) -> Answer:
            by_sku = items.read_by_sku(db, shop_id, [sku], 1).items
            if not by_sku:
                raise NotFound("There is no such item in this shop; GET /v1/items lists them.")
            return Answer(200, encode(next(iter(by_sku.values()))))

        return AnswerJob(read, read_only=True)

    async def upload(self, request: ApiRequest) -> AnswerJob:
        """Creates or updates up to 1000 items, each row on its own."""
        parsed = parse_body(request.body, MAX_ROWS)
        raws = _decode_rows(request.body) if parsed is None else []
        sent = len(raws) if parsed is None else len(parsed.rows)
        check_upload(request.caller.shop)
        if sent > MAX_ROWS:
            raise Refused.saying(
                "too_many_items",
                "One call takes at most {most} items, this has {items}; send several calls.",
                most=MAX_ROWS,
                items=sent,
            )
        rows = parse_rows(raws) if parsed is None else parsed
        if parsed is None:
            rows.unknown.extend(find_unknown_members(request.body, ("items",)))

        def work(tx: Tx) -> Answer:
            shop = get_shop(tx, request.caller.shop.id)
            key = request.caller.key
            source = ItemSource(key_id=key.id)
            result, write_id = save_upload(tx, shop, rows.rows, by=key.name, now=request.at, source=source)
            answer = _make_upload_answer(result, rows)
            answer.write_id = write_id
            return answer

        return AnswerJob(work, large=sent > _MAX_SMALL_UPLOAD, part_marks=make_marks(_list_folded(rows.rows)))


class _LongPage(LongBody):
    """A page that is too long for memory, and the plan by which it was read."""

    def __init__(self, db: ReadTx, shop_id: int, plan: items.PagePlan, folder: Path) -> None:
        super().__init__(encode_page(db, shop_id, plan), folder)
        self.plan = plan


class _PageEnd(Struct, frozen=True):
    """The fields of an ItemPage after its items."""

    offset: int
    limit: int
    total: int
    revision: int


class _Question(NamedTuple):
    """Which items a call asks for: those of some SKUs or barcodes, those that changed since a
    revision, those that a text means, or a page of all.
    """

    shop_id: int
    offset: int
    limit: int
    skus: list[str]
    barcodes: list[str]
    since: int | None
    text: str | None
    text_index: TextIndex

    @property
    def is_small(self) -> bool:
        """Whether the read costs less than a switch to another thread."""
        if self.since is not None or self.text is not None or self.barcodes:
            return False
        return len(self.skus) <= _MAX_SMALL_PAGE if self.skus else self.limit <= _MAX_SMALL_PAGE and self._is_near

    @property
    def _is_near(self) -> bool:
        return self.offset <= _MAX_SMALL_OFFSET

    def read(self, db: ReadTx) -> ItemPage:
        """A small page."""
        if self.skus:
            return items.read_by_sku(db, self.shop_id, self.skus, self.limit)
        return items.read_page(db, self.shop_id, self.offset, self.limit)

    def plan(self, db: ReadTx) -> items.PagePlan:
        """The items of the page that the call asks for."""
        if self.text is not None:
            matches = find_items(db, self.text_index, self.shop_id, self.text)
            return items.plan_found(db, self.shop_id, matches, self.offset, self.limit)
        if self.barcodes:
            found = items.find_by_barcode(db, self.shop_id, self.barcodes)
            return items.plan_found(db, self.shop_id, found, self.offset, self.limit)
        if self.skus:
            return items.plan_by_sku(db, self.shop_id, self.skus, self.limit)
        if self.since is not None:
            return items.plan_since(db, self.shop_id, self.since, self.limit)
        return items.plan_page(db, self.shop_id, self.offset, self.limit)


def encode_page(db: ReadTx, shop_id: int, plan: items.PagePlan) -> Iterator[bytes]:
    """The JSON of an ItemPage in parts, of which none has more than _PART_ITEMS items."""
    yield b'{"items":{'
    for first in range(0, len(plan.ids), _PART_ITEMS):
        part = encode(items.read_planned(db, shop_id, plan.ids[first : first + _PART_ITEMS]))
        yield part[1:-1] if first == 0 else b"," + part[1:-1]
    yield b"}," + encode(_PageEnd(plan.offset, plan.limit, plan.total, plan.revision))[1:]


def _parse_question(params: QueryParams, shop_id: int, index: TextIndex) -> _Question:
    """The question of a call. Raises BadRequest."""
    if sum(name in params.values for name in ("sku", "since", "offset")) > 1:
        raise BadRequest("Send only one of sku, since and offset: each asks for other items.")
    if sum(name in params.values for name in ("q", "sku", "barcode", "since")) > 1:
        raise BadRequest("Send only one of q, sku, barcode and since: each asks for other items.")
    return _Question(
        shop_id,
        params.read_integer("offset", 0, 0, MAX_OFFSET),
        params.read_integer("limit", DEFAULT_PAGE_SIZE, 1, MAX_PAGE_SIZE),
        params.read_many("sku", MAX_SKUS),
        params.read_many("barcode", MAX_SKUS),
        params.read_integer("since", 0, 0, MAX_OFFSET) if "since" in params.values else None,
        _read_search(params),
        index,
    )


def _read_search(params: QueryParams) -> str | None:
    """Raises BadRequest."""
    text = params.read_text("q")
    if text is not None and len(text) > MAX_TEXT:
        raise BadRequest(f"q must have at most {MAX_TEXT} characters.")
    return text


def _decode_rows(body: bytes) -> list[Raw]:
    """The rows of an upload, not decoded yet. Raises BadRequest if the body is no upload."""
    try:
        return decode_body(body, _BODY, "The body", has_rows=True).items
    except msgspec.ValidationError as error:
        raise BadRequest('The body must be an object with "items", an array of item rows.') from error


def _list_folded(rows: list[Row | RowFault]) -> list[str]:
    """The folded SKUs of all rows that have one, rejected rows too."""
    return list(filter(None, [row.folded if isinstance(row, Row) else fold(tidy(row.sku or "")) for row in rows]))


def _describe_rejection(fault: UploadError) -> str:
    named = "" if fault.sku is None else f" ({cut_text(fault.sku, MAX_LISTED_NAME)})"
    return f"row {fault.index}{named}: {fault.error}"


def _make_upload_answer(result: UploadResult, parsed: ParsedRows) -> Answer:
    rejected = len(result.errors)
    notes = [_describe_rejection(fault) for fault in result.errors[:_MAX_NAMED_ROWS]]
    if rejected > _MAX_NAMED_ROWS:
        notes.append(f"{rejected - _MAX_NAMED_ROWS} more rows were rejected; the answer names them all")
    if parsed.unknown:
        notes.insert(0, f"fields ignored: {list_names(sorted(set(parsed.unknown)))}")
    facts: dict[str, int | str] = {"saved": result.saved, "rejected": rejected, "created": result.created}
    return Answer(200, encode(result), notes=tuple(notes), facts=facts)
