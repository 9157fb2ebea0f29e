"""Each refusal of an order has its code and names the order, its status and what was asked."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.marketplace import order_refusals
from service.domain.sentences import message

ORDER = "ORD-2026-000012"
READY, PLACED, CONFIRMED = message("ready"), message("placed"), message("confirmed")


@pytest.mark.parametrize(
    ("refused", "code", "sentence"),
    [
        (
            order_refusals.refuse_overdue(ORDER, "accept"),
            "action_not_allowed",
            f"{ORDER} was not accepted within 30 minutes and is cancelled; accept is no longer possible.",
        ),
        (
            order_refusals.refuse_status(ORDER, READY, "accept", (PLACED,)),
            "action_not_allowed",
            f"{ORDER} is ready; accept is possible only while it is placed.",
        ),
        (
            order_refusals.refuse_status(ORDER, READY, "reject", (PLACED, CONFIRMED)),
            "action_not_allowed",
            f"{ORDER} is ready; reject is possible only while it is placed or confirmed.",
        ),
        (
            order_refusals.refuse_without_reason(ORDER, "reject"),
            "reason_required",
            f"Give a reason to reject {ORDER}: the buyer sees it.",
        ),
        (
            order_refusals.refuse_cancel(ORDER, message("delivered")),
            "action_not_allowed",
            f"{ORDER} is delivered; cancel is possible only before it is delivered or cancelled.",
        ),
        (
            order_refusals.refuse_cancel_without_reason(ORDER),
            "reason_required",
            f"Say why {ORDER} is cancelled: the buyer sees the reason.",
        ),
    ],
)
def test_a_refusal_says_what_is_possible(refused: Refused, code: str, sentence: str) -> None:
    assert (refused.code, str(refused.sentence)) == (code, sentence)
