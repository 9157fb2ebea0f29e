"""The errors of a backend are the same after a message."""

from __future__ import annotations

from concurrent.futures import CancelledError
from random import Random

import msgspec
import pytest

from bridge.remote.messages import (
    Cancelled,
    Failure,
    decode_to_service,
    decode_to_window,
    encode_message,
    make_error,
    make_failure,
)
from service.domain.errors import NotFound
from service.domain.sentences import Sentence, message
from tests.bridge.remote.port_values import maker_of
from ui.backend import BackendError, ErrorCode


def send_error(error: BaseException) -> BackendError:
    arrived = decode_to_window(encode_message(make_failure(7, error)))
    assert isinstance(arrived, Failure)
    assert arrived.id == 7
    return make_error(arrived)


@pytest.mark.parametrize("code", list(ErrorCode))
def test_an_error_arrives_whole(code: ErrorCode) -> None:
    random = Random(code.value)
    faults = tuple(maker_of(Sentence)(random) for _ in range(random.randrange(3)))
    sent = BackendError(maker_of(Sentence)(random), code=code, details=maker_of(str)(random), faults=faults)
    got = send_error(sent)
    assert (got.sentence, got.message, got.code, got.details, got.faults) == (
        sent.sentence,
        sent.message,
        sent.code,
        sent.details,
        sent.faults,
    )


def test_an_error_of_the_service_is_mapped_once() -> None:
    got = send_error(NotFound(message("There is no part {sku}.", sku="A")))
    assert (got.code, got.message) == (ErrorCode.NOT_FOUND, "There is no part A.")


def test_a_bug_crosses_as_a_reference_and_never_as_its_words(caplog: pytest.LogCaptureFixture) -> None:
    got = send_error(ZeroDivisionError("of a buyer's number"))
    assert got.code is ErrorCode.BUG
    assert "buyer" not in got.details + got.message
    assert "of a buyer's number" in caplog.text


def test_a_cancelled_request_is_no_error() -> None:
    assert decode_to_window(encode_message(make_failure(3, CancelledError()))) == Cancelled(3)


@pytest.mark.parametrize("message", [b"\xc1", b"\xc1{", b"\xc1[1]", b'\xc1"\xff"'])
def test_what_is_no_message_is_refused_as_json_too(message: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_to_service(message)
