"""Which messages of a mailbox are looked at (pull §7)."""

from __future__ import annotations

import pytest

from service.domain.errors import Refused
from service.domain.pull.mail_query import MailQuery, parse_mail_query


@pytest.mark.parametrize(
    ("query", "sender", "subject", "fits"),
    [
        ("", "anyone", "anything", True),
        ("from: erp@shop.example", "ERP <ERP@shop.example>", "x", True),
        ("from: erp@shop.example", "other@shop.example", "x", False),
        ("from: erp; subject: Daily  Stock", "erp", "Re: daily\r\n stock of today", True),
        ("subject: stock*2026", "x", "Stock of May 2026", True),
        ("subject: [list]", "x", "Our [list] of parts", True),
        ("subject: [list]", "x", "l", False),
        ("subject: Stock: today", "x", "Stock: today", True),
        ("subject: Stock: today", "x", "today", False),
    ],
)
def test_headers_fit_parts_of_them(query: str, sender: str, subject: str, fits: bool) -> None:
    assert parse_mail_query(query).fits(sender, subject) is fits


@pytest.mark.parametrize("query", ["stock", "to: me", "from:", "from: " + "x" * 201, "subject: a; b"])
def test_what_is_no_query_is_refused(query: str) -> None:
    with pytest.raises(Refused, match=r"A mailbox is asked as in from: erp@shop\.example; subject: daily stock\. "):
        parse_mail_query(query)


def test_a_pattern_has_up_to_200_characters() -> None:
    assert parse_mail_query("from: " + "x" * 200).sender == f"*{'x' * 200}*"


def test_without_a_query_every_message_counts() -> None:
    assert parse_mail_query(" ; ") == MailQuery()
