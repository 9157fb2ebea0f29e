"""The answer for each error (contract §2.5)."""

from __future__ import annotations

import json

import pytest

from service.api.answers import Answer, convert_error, make_error, make_internal_error, make_ok, make_too_large
from service.domain.error_reference import make_error_reference
from service.domain.errors import BadRequest, CounterpartError, NotFound, Refused, Unavailable, UpstreamUnavailable
from service.domain.sentences import verbatim
from service.domain.wire import ErrorBody


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (BadRequest("Say it."), 400, "bad_request"),
        (NotFound("Say it."), 404, "not_found"),
        (Refused("read_only", verbatim("Say it.")), 422, "read_only"),
        (Unavailable(verbatim("Say it.")), 503, "unavailable"),
        (UpstreamUnavailable(verbatim("Say it.")), 503, "upstream_unavailable"),
        (CounterpartError("Say it."), 500, "internal_error"),
    ],
)
def test_each_error_has_its_status_and_code(error: CounterpartError, status: int, code: str) -> None:
    answer = convert_error(error)
    assert (answer.status, answer.error, answer.message) == (status, code, "Say it.")
    assert json.loads(answer.body) == {"error": code, "message": "Say it."}
    assert not answer.close, "the connection stays for the next call"


def test_a_mistake_of_the_program_is_told_with_a_reference_only() -> None:
    answer = make_internal_error("7K2F91AB")
    assert (answer.status, answer.error) == (500, "internal_error")
    assert json.loads(answer.body)["message"].endswith("tell support 7K2F91AB.")


def test_references_differ() -> None:
    assert len({make_error_reference() for _ in range(50)}) == 50


def test_an_answer_has_its_notes_and_facts() -> None:
    answer = make_ok(ErrorBody("a", "b"), notes=("one",), facts={"items": 2})
    assert (answer.status, answer.notes, answer.facts) == (200, ("one",), {"items": 2})
    assert json.loads(answer.body) == {"error": "a", "message": "b"}
    assert (make_ok(ErrorBody("a", "b")).notes, make_ok(ErrorBody("a", "b")).facts) == ((), {})
    assert make_error(401, "unauthorized", "Send a key.", notes=("no key was sent",)).notes == ("no key was sent",)


def test_a_body_too_large_ends_the_connection() -> None:
    assert make_too_large().status == 413
    assert make_too_large().error == "body_too_large"
    assert make_too_large().close


def test_facts_are_compact_json_or_nothing() -> None:
    assert Answer(200, b"", facts={"saved": 2, "status": "ready"}).facts_json == '{"saved":2,"status":"ready"}'
    assert Answer(200, b"").facts_json is None
