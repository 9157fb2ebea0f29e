"""The reference of a traceback can be read out on the telephone."""

from __future__ import annotations

import re

from service.domain.error_reference import make_error_reference


def test_a_reference_has_eight_digits_and_is_another_each_time() -> None:
    made = {make_error_reference() for _ in range(20)}
    assert len(made) == 20
    assert all(re.fullmatch(r"[0-9A-F]{8}", reference) for reference in made)
