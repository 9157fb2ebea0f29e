"""Read-only shops and integration modes (contract §1)."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.shops import Mode, Shop, check_upload, check_writable

SHOP = Shop(1, "Gulf Parts", staging=False)


def test_a_new_shop_has_push_and_webhooks_on_and_the_pull_off() -> None:
    assert [SHOP.has(mode) for mode in (Mode.API_PUSH, Mode.WEBHOOKS, Mode.SCHEDULED_PULL)] == [True, True, False]
    check_upload(SHOP)


def test_read_only_comes_before_mode_off() -> None:
    with pytest.raises(Refused) as caught:
        check_upload(Shop(1, "Gulf Parts", staging=False, read_only=True, api_push=False))
    assert caught.value.code == "read_only"
    assert caught.value.message == "Gulf Parts is read-only; the owner can change that under Settings."
    with pytest.raises(Refused):
        check_writable(Shop(1, "Gulf Parts", staging=False, read_only=True))


def test_mode_off_stops_uploads_only() -> None:
    shop = Shop(1, "Gulf Parts", staging=False, api_push=False)
    check_writable(shop)
    with pytest.raises(Refused) as caught:
        check_upload(shop)
    assert caught.value.code == "mode_off"
    assert caught.value.message == ("API push is off for Gulf Parts; the owner can switch it on under Your own system.")
