"""The log's words for a call, in both languages."""

from __future__ import annotations

import dataclasses

import pytest
from msgspec import Raw
from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from service.domain.call_log.body_layout import format_body
from service.domain.call_log.calls import Call
from service.domain.catalogue.row_parser import parse_rows
from service.domain.catalogue.row_types import MAX_CARS, TOO_LARGE, RowFault
from service.domain.errors import BadRequest, Refused
from service.domain.marketplace.orders import Action, Decision, Order, Status, apply_action
from service.domain.sentences import message, prefix_field
from service.usecases.upload_items import NAME_REQUIRED, TOO_MANY_BRANCHES
from tests.ui.fake.fake_clock import ZONE
from tests.ui.ready_shop import read_records
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.panes.calls.call_words import CallWords, outcome_tone
from ui.panes.calls.note_words import NoteWords
from ui.theme import Tone

CALL = Call(1, 0, 1, 1, "Till 1", "127.0.0.1", "GET", "/v1/orders", 200, 900, 0, 10)
POST = replace(CALL, method="POST", path="/v1/items")
ACT = replace(CALL, method="POST", path="/v1/orders/ORD-2026-000119/accept", facts='{"status":"confirmed"}')
FAULT = replace(POST, status=400, error="bad_request")


def refused(code: str, message: str, **fields: object) -> Call:
    return replace(POST, status=422, error=code, message=message, **fields)


CALLS: list[tuple[Call, str, str]] = [
    (replace(CALL, facts='{"orders":0}'), "0 orders", "لا طلبات"),
    (replace(CALL, facts='{"orders":1}'), "1 order", "طلب واحد"),
    (replace(CALL, facts='{"orders":3}'), "3 orders", "3 طلبات"),
    (replace(CALL, facts='{"items":200,"total":1243}'), "200 of 1,243 parts", "الأصناف: 200 من 1,243"),
    (replace(CALL, facts='{"items":2,"total":2}'), "2 parts", "صنفان"),
    (replace(POST, facts='{"saved":998,"rejected":2,"created":12}'), "saved 998, rejected 2", "حُفظ 998 ورُفض 2"),
    (replace(POST, facts='{"saved":1000,"rejected":0,"created":0}'), "saved 1,000", "حُفظ 1,000"),
    (ACT, "accepted", "قُبل"),
    (
        replace(CALL, status=401, error="unauthorized", notes=("no key was sent",), facts='{"repeats":4112}'),
        "no key was sent; 4,112 more like this",
        "لم يُرسل مفتاح؛ ومثله 4,112 أيضًا",
    ),
    (replace(ACT, path="/v1/orders/ORD-1/confirm_fitment?x=1"), "fit confirmed", "تأكدت المطابقة"),
    (replace(ACT, path="/v1/orders/ORD-1/dispatched"), "sent with courier", "خرج مع المندوب"),
    (replace(CALL, path="/v1/openapi.json"), "read the API description", "قرأ وصف API"),
    (replace(CALL, method="OPTIONS", status=204), "web page may call", "سُمح لصفحة الويب"),
    (replace(CALL, facts="no facts"), "answered", "تم الرد"),
    (replace(CALL, status=304), "nothing changed since the last call", "لا جديد منذ الاتصال السابق"),
    (refused("in_progress", "…"), "the first try is still under way", "المحاولة الأولى ما زالت جارية"),
    (refused("idempotency_mismatch", "…"), "key of another call", "مفتاح اتصال آخر"),
    (refused("unauthorized", "…", notes=("no key was sent",)), "no key was sent", "لم يُرسل مفتاح"),
    (refused("unauthorized", "…", notes=("revoked key: the owner has switched it off",)), "revoked key", "مفتاح ملغى"),
    (refused("unauthorized", "…", notes=("unknown key: no shop here has made it",)), "unknown key", "مفتاح غير معروف"),
    (
        refused("body_too_large", "…", request_bytes=3_250_000),
        "too big: 3.1\u00a0MB of 2 MB",
        "كبير جدًا: 3.1\u00a0MB والحد 2 MB",
    ),
    (refused("body_too_large", "…"), "too big: over 2 MB", "كبير جدًا: أكثر من 2 MB"),
    (
        refused("rate_limited", "More than 120 calls in a minute; try again in 14 seconds."),
        "too many calls, wait 14 s",
        "اتصالات كثيرة، ينتظر 14 ث",
    ),
    (
        refused("too_many_items", "One call takes at most 1000 items, this has 1200; send several calls."),
        "1,200 parts, at most 1,000",
        "الأصناف 1,200 والحد 1,000",
    ),
    (
        refused("internal_error", "The program made a mistake. Nothing was changed; tell support 7K2F91AC."),
        "our fault, ref. 7K2F91AC",
        "خطأ منا، المرجع 7K2F91AC",
    ),
    (refused("unavailable", "The disk is full. Nothing was changed."), "the disk is full", "القرص ممتلئ"),
    (refused("mode_off", "API push is off for X"), "API push is off", "استقبال API متوقف"),
    (refused("not_found", "…", path="/v1/orders/ORD-9/accept"), "no such order", "لا يوجد طلب بهذا الرقم"),
    (refused("not_found", "…", path="/v2"), "no such address", "عنوان غير موجود"),
    (
        replace(FAULT, message="limit must be an integer from 1 to 500."),
        "limit is not from 1 to 500",
        "limit ليس من 1 إلى 500",
    ),
    (
        replace(FAULT, message="status must be one of placed, all."),
        "status has an unknown value",
        "قيمة status غير معروفة",
    ),
    (replace(FAULT, message="The action must be one of accept."), "no such action", "إجراء غير معروف"),
    (replace(FAULT, message="The body is not JSON: invalid character (byte 2)."), "not JSON", "ليس JSON"),
    (
        replace(FAULT, message="The body ended before its announced length."),
        "broke off while sending",
        "انقطع أثناء الإرسال",
    ),
    (
        replace(FAULT, message="The path with its query may have at most 8190 characters, this has 9010; …"),
        "the address is too long",
        "العنوان طويل جدًا",
    ),
    (
        replace(FAULT, message="after must be a cursor that this shop's feed gave as next."),
        "after has an unknown value",
        "قيمة after غير معروفة",
    ),
    (
        replace(FAULT, message="Idempotency-Key is given more than once; give it once."),
        "Idempotency-Key is given twice",
        "Idempotency-Key مذكور مرتين",
    ),
    (replace(FAULT, message="Something else."), "not understood", "غير مفهوم"),
]  # fmt: skip


@pytest.fixture
def arabic(qapp: QApplication, translations: Translations) -> Formats:
    translations.use(Language.ARABIC)
    return Formats(Language.ARABIC, ZONE)


ENGLISH = Formats(Language.ENGLISH, ZONE)


@pytest.mark.parametrize(("call", "english", "_arabic"), CALLS)
def test_what_happened_is_said_in_plain_words(
    translations: Translations, call: Call, english: str, _arabic: str
) -> None:
    assert CallWords(ENGLISH).describe(call) == english


@pytest.mark.parametrize(("call", "_english", "expected"), CALLS)
def test_and_in_arabic(arabic: Formats, call: Call, _english: str, expected: str) -> None:
    assert strip_marks(CallWords(arabic).describe(call)) == expected


def of(status: Status) -> Order:
    return dataclasses.replace(read_records().details[0].order, status=status, accept_by=None)


@pytest.mark.parametrize(
    ("status", "action", "expected"),
    [
        (Status.CONFIRMED, Action.ACCEPT, "already confirmed"),
        (Status.OUT_FOR_DELIVERY, Action.READY, "already with the courier"),
        (Status.CANCELLED, Action.REJECT, "already cancelled"),
        (Status.PLACED, Action.READY, "not accepted yet"),
    ],
)
def test_refusals_of_orders_are_understood_as_the_service_words_them(
    translations: Translations, status: Status, action: Action, expected: str
) -> None:
    decision: Decision = apply_action(of(status), action, None, 0)
    assert isinstance(decision.refusal, Refused)
    call = refused(decision.refusal.code, decision.refusal.message)
    assert CallWords(ENGLISH).describe(call) == expected


def test_every_refused_call_says_what_to_do(translations: Translations, arabic: Formats) -> None:
    words = CallWords(arabic)
    for call, _english, _arabic in CALLS:
        advice = words.advise(call)
        assert bool(advice) == (call.error is not None)
        assert not advice or not strip_marks(advice).isascii()


ROWS = (
    '{"sku": "A", "name": 5, "price_fils": "14.500", "quantity": -1, "list_on_marketplace": 1, "condition": "odd"}',
    '{"sku": "A", "name": " ", "fit": [{"make": 5}], "branch": "", "quantity": 0.0001, "price_fils": 9999999999999999}',
    '{"sku": "' + "x" * 61 + '"}',
    '{"sku": "A", "fit": [{"make": "a", "model": "b", "year_from": 2020, "year_to": 2010}]}',
    '{"sku": "A", "fit": [' + ", ".join(['{"make": "a", "model": "b"}'] * (MAX_CARS + 1)) + "]}",
    '{"sku": "A", "fit": [' + ", ".join(["5"] * 30) + "]}",
    "5",
    '{"name": "x"}',
)


def test_every_reason_that_rows_are_rejected_for_is_said_in_arabic(arabic: Formats) -> None:
    words = NoteWords(arabic)
    for row in parse_rows([Raw(text.encode()) for text in ROWS]).rows:
        assert isinstance(row, RowFault)
        for part in row.error.split("; "):
            assert not strip_marks(words.describe_reason(part.partition(": ")[2])).isascii(), part


def test_what_stored_values_forbid_is_said_in_arabic(arabic: Formats) -> None:
    held = message("cannot go below the {held} that open orders hold at {branch}", held="2", branch="Sitra")
    words = NoteWords(arabic)
    for fault in (NAME_REQUIRED, TOO_MANY_BRANCHES, prefix_field("quantity", held), prefix_field("row", TOO_LARGE)):
        said = strip_marks(words.describe_row_fault(str(fault)))
        assert not any(word in said for word in ("required", "cannot", "already", "larger")), said
    assert strip_marks(words.describe_row_fault(str(prefix_field("quantity", held)))).count("Sitra") == 1


def test_notes_name_the_row_and_the_field(translations: Translations) -> None:
    words = NoteWords(ENGLISH)
    assert words.describe_note(
        "row 412 (A: b): price_fils: must be an integer of 0 or more; name: must not be blank"
    ) == ("Row 413: price_fils must be a whole number, 0 or more; name must not be empty")
    assert words.describe_note("fields ignored: a, b") == "Unknown fields ignored: a, b"
    assert words.describe_note("parameters ignored: x") == "Unknown parameter ignored: x"
    assert (
        words.describe_note("980 more rows were rejected; the answer names them all") == "980 more rows were rejected"
    )
    assert words.describe_note("something new") == "something new"


@pytest.mark.parametrize("body", [b'{"a": }', b'{"a" 1}', b'{"a": 1', b"[1,]", b"{1: 2}", b"[1] 2", b'"\xff"', b"[01]"])
def test_where_json_breaks_is_said_in_arabic(arabic: Formats, body: bytes) -> None:
    (mark,) = format_body(body).marks
    assert not strip_marks(NoteWords(arabic).describe_reason(mark.text)).isascii(), mark.text


def test_a_bad_request_raised_by_the_service_is_no_surprise(translations: Translations) -> None:
    error = BadRequest('The body must be an object with "items", an array of item rows.')
    assert CallWords(ENGLISH).describe(replace(FAULT, message=error.message)) == "no list of parts in it"


@pytest.mark.parametrize(
    ("call", "tone"),
    [
        (CALL, Tone.GOOD),
        (replace(CALL, notes=("fields ignored: x",)), Tone.WARN),
        (replace(POST, facts='{"saved":3,"rejected":1,"created":0}', notes=("row 3: x",)), Tone.WARN),
        (replace(POST, facts='{"saved":0,"rejected":1,"created":0}', notes=("row 0: x",)), Tone.BAD),
        (replace(POST, facts='{"saved":0,"rejected":0,"created":0}'), Tone.GOOD),
        (FAULT, Tone.WARN),
        (replace(FAULT, status=500, notes=("x",)), Tone.BAD),
    ],
)
def test_an_upload_that_saves_nothing_is_not_green(call: Call, tone: Tone) -> None:
    assert outcome_tone(call) is tone
