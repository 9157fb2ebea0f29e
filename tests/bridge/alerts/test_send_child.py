"""What the child asks of the library, and what it says of a failure."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bridge.alerts.send_child import send
from service.domain.alerts import PostOutcome, PostResult

ADDRESS = "ntfy://secret-topic"


class FakeApprise:
    """Stands in for the library: `warning` is what it logs when it fails."""

    def __init__(self, *, warning: str | None = None, readable: bool = True) -> None:
        self.warning, self.readable = warning, readable
        self.notified: list[dict[str, Any]] = []

    def load(self, name: str) -> Any:  # noqa: ANN401 - a module
        assert name == "apprise"
        return _FakeModule(self)


class _FakeModule:
    def __init__(self, library: FakeApprise) -> None:
        self.Apprise = _make_channel_class(library)

    def AppriseAsset(self, **values: object) -> dict[str, object]:  # noqa: N802 - the library's name
        return values


def _make_channel_class(library: FakeApprise) -> Any:  # noqa: ANN401 - a class
    class Channel:
        service_name = "ntfy"

        def __init__(self, asset: object = None) -> None:
            self.asset = asset

        @staticmethod
        def instantiate(_address: str, **_values: object) -> object:
            return Channel() if library.readable else None

        def add(self, channel: object) -> None:
            assert isinstance(channel, Channel)

        def notify(self, **values: object) -> bool:
            library.notified.append(values)
            if library.warning is not None:
                logging.getLogger("apprise").warning(library.warning)
            return library.warning is None

    return Channel


def _send(library: FakeApprise, *, check: bool = False) -> PostResult:
    return send({"address": ADDRESS, "check": check, "title": "t", "body": "b"}, library.load)


def test_it_sends_plain_text() -> None:
    library = FakeApprise()
    assert _send(library) == PostResult(PostOutcome.SENT, "ntfy")
    assert library.notified == [{"title": "t", "body": "b", "body_format": "text"}]


def test_a_check_sends_nothing() -> None:
    library = FakeApprise()
    assert _send(library, check=True) == PostResult(PostOutcome.SENT, "ntfy")
    assert library.notified == []
    assert _send(FakeApprise(readable=False), check=True) == PostResult(PostOutcome.BAD_ADDRESS)


@pytest.mark.parametrize(
    ("warning", "outcome", "status"),
    [
        ("Failed to send ntfy notification secret-topic: Forbidden, error=403.", PostOutcome.REFUSED, 403),
        ("Failed to detect the Telegram user: (401) Unauthorized.", PostOutcome.REFUSED, 401),
        ("A Connection error occurred sending secret-topic.", PostOutcome.UNREACHABLE, None),
        ("A communication error occurred", PostOutcome.UNREACHABLE, None),
        ("Sending email to secret-topic failed.", PostOutcome.NOT_SENT, None),
    ],
)
def test_of_a_failure_only_its_kind_is_told(warning: str, outcome: PostOutcome, status: int | None) -> None:
    result = _send(FakeApprise(warning=warning))
    assert result == PostResult(outcome, "ntfy", status)
    assert "secret" not in str(result)
