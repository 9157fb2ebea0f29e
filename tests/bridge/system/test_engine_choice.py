"""Which address of a database is taken."""

from __future__ import annotations

import traceback

import pytest

from bridge.system.engine_choice import DATABASE_VARIABLE, choose_database
from service.domain.errors import Refused


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:secret@h/d",
        "postgres://u:secret@h,other/d",
        "postgresql://u@h/d?password=secret",
        "postgresql://u@h/d?pass%77ord=secret",
        "postgresql://u@h/d?sslmode=require&sslpassword=secret",
    ],
)
def test_a_password_in_the_address_is_refused_however_it_is_written(address: str) -> None:
    with pytest.raises(Refused, match="PGPASSWORD") as refused:
        choose_database(None, {DATABASE_VARIABLE: address})
    assert "secret" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize(
    "address",
    ["mysql://u@h/d", "host=h password=secret", "postgresql://u:secret@h:1/d?nothing=1", "postgresql://[secret/d"],
)
def test_an_address_that_libpq_does_not_take_is_refused_without_naming_it(address: str) -> None:
    with pytest.raises(Refused, match="begins with postgresql://") as refused:
        choose_database(address, {})
    assert "secret" not in "".join(traceback.format_exception(refused.value))


def test_without_an_address_the_data_is_in_the_folder() -> None:
    assert choose_database(None, {}) is None
    assert choose_database("postgresql://u@h/d", {}) is not None
