"""Shops, their staging shops, their branches and integration modes (contract §1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from service.domain.errors import Refused
from service.domain.money import DEFAULT_VAT
from service.domain.times import Millis

FIRST_SHOP = "My shop"
MAIN_BRANCH = "Main"


class Mode(StrEnum):
    """The three switches of a shop's integration mode."""

    API_PUSH = "api_push"
    WEBHOOKS = "webhooks"
    SCHEDULED_PULL = "scheduled_pull"


@dataclass(frozen=True, slots=True)
class Shop:
    """One shop, or (`staging`) that next to it for trials. A key reaches only one of the two."""

    id: int
    name: str
    staging: bool
    read_only: bool = False
    api_push: bool = True
    webhooks: bool = True
    scheduled_pull: bool = False
    created_at: Millis = 0
    vat: int = DEFAULT_VAT
    """The rate in hundredths of a percent (service.domain.money)."""

    vat_number: str = ""
    """What the shop's papers show; empty where the owner entered none."""

    def has(self, mode: Mode) -> bool:
        return bool(getattr(self, mode.value))


@dataclass(frozen=True, slots=True)
class Branch:
    """A warehouse of a shop; one of them is the main one."""

    id: int
    shop_id: int
    name: str
    main: bool


def check_writable(shop: Shop) -> None:
    """Raises Refused `read_only` (contract §1)."""
    if shop.read_only:
        raise Refused.saying(
            "read_only", "{shop} is read-only; the owner can change that under Settings.", shop=shop.name
        )


def check_upload(shop: Shop) -> None:
    """Raises Refused `read_only` or `mode_off` for an upload (contract §1)."""
    check_writable(shop)
    if not shop.api_push:
        raise Refused.saying(
            "mode_off", "API push is off for {shop}; the owner can switch it on under Your own system.", shop=shop.name
        )
