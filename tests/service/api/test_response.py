"""The response of an answer: its status, its headers, its body and what comes after it."""

from __future__ import annotations

import pytest
from aiohttp import web

from service.api.answers import COMMON_HEADERS, Answer
from service.api.response import make_long_response, make_response


@pytest.mark.parametrize("close", [False, True])
def test_an_answer_has_its_body_as_json_and_its_own_headers_after_the_common_ones(close: bool) -> None:
    response = make_response(Answer(422, b"{}", close=close), {"Cache-Control": "private", "Allow": "GET"})
    assert isinstance(response, web.Response)
    assert (response.status, response.body, response.content_type) == (422, b"{}", "application/json")
    expected = {**COMMON_HEADERS, "Cache-Control": "private", "Allow": "GET"}
    assert {name: response.headers[name] for name in expected} == expected
    assert (response.keep_alive is False) is close


@pytest.mark.parametrize("status", [204, 304])
def test_a_status_without_a_body_has_none(status: int) -> None:
    response = make_response(Answer(status, b"{}"), {"ETag": "x"})
    assert isinstance(response, web.Response)
    assert (response.status, response.body) == (status, None)
    assert dict(response.headers) == {**COMMON_HEADERS, "ETag": "x"}


def test_a_body_in_pieces_has_its_status_and_the_same_headers() -> None:
    response = make_long_response(Answer(422, b"the beginning"), {"ETag": "x"})
    assert not isinstance(response, web.Response)
    assert response.status == 422
    assert dict(response.headers) == {**COMMON_HEADERS, "ETag": "x", "Content-Type": "application/json"}
