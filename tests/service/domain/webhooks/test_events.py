"""The kinds of events, those of a later version too."""

from __future__ import annotations

import pytest

from service.domain.webhooks.events import EventKind, decode_kind


@pytest.mark.parametrize("kind", list(EventKind))
def test_a_known_word_is_its_kind(kind: EventKind) -> None:
    assert decode_kind(kind.value) is kind


def test_a_word_of_a_later_version_stays_readable() -> None:
    kind = decode_kind("order.split")
    assert isinstance(kind, EventKind)
    assert (kind, kind.value, kind.name, str(kind)) == ("order.split",) * 4
