"""What the shop writes down about a customer: bounded, without control characters."""

from __future__ import annotations

from service.domain.marketplace.customers import (
    MAX_CUSTOMER_ADDRESS,
    MAX_CUSTOMER_NAME,
    MAX_NOTE,
    MAX_PHONE,
    NOBODY,
    Customer,
    tidy_customer,
)


def test_texts_are_tidied() -> None:
    typed = (" Ali\x00 Hassan\n", "+973 3300\t1122", "Road 12\r\nBlock 3\u202e", " rings \x1b[31mtwice")
    assert tidy_customer(*typed) == Customer("Ali Hassan", "+973 3300 1122", "Road 12 Block 3", "rings [31mtwice")
    joined = "\u0639\u0644\u06cc\u200c\u0646"
    assert tidy_customer(joined).name == joined


def test_each_has_a_bound() -> None:
    customer = tidy_customer(*["x" * 2000] * 4)
    lengths = [len(text) for text in (customer.name, customer.phone, customer.address, customer.note)]
    assert lengths == [MAX_CUSTOMER_NAME, MAX_PHONE, MAX_CUSTOMER_ADDRESS, MAX_NOTE]


def test_nothing_written_is_nobody_and_no_repr_has_the_texts() -> None:
    assert tidy_customer(" ", "\x00") == NOBODY
    assert not NOBODY
    assert tidy_customer("Ali")
    assert repr(tidy_customer("Ali", "3300", "Road 12", "rings")) == "Customer(…)"


def test_what_was_not_written_is_empty() -> None:
    assert tidy_customer("Ali") == Customer("Ali")
    assert tidy_customer(phone="3300") == Customer(phone="3300")
    assert [bool(tidy_customer(*texts)) for texts in (("",), ("", "1"), ("", "", "1"), ("", "", "", "1"))] == [
        False, True, True, True,
    ]  # fmt: skip


def test_a_text_that_is_cut_does_not_end_in_a_space() -> None:
    assert tidy_customer(phone="1" * 39 + " 2").phone == "1" * 39
