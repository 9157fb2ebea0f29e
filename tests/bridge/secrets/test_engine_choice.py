"""Which address of a database is taken."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest

from bridge.secrets.engine_choice import (
    DATABASE_VARIABLE,
    choose_database,
    find_address,
    name_password,
    write_engine_file,
)
from service.domain.errors import Refused, Unavailable


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://u:hush@h/d",
        "postgres://u:hush@h,other/d",
        "postgresql://u@h/d?password=hush",
        "postgresql://u@h/d?pass%77ord=hush",
        "postgresql://u@h/d?sslmode=require&sslpassword=hush",
    ],
)
def test_a_password_in_the_address_is_refused_however_it_is_written(tmp_path: Path, address: str) -> None:
    with pytest.raises(Refused, match="counterpart database password") as refused:
        find_address(None, {DATABASE_VARIABLE: address}, tmp_path)
    assert "hush" not in "".join(traceback.format_exception(refused.value))


@pytest.mark.parametrize(
    "address",
    ["mysql://u@h/d", "host=h password=hush", "postgresql://u:hush@h:1/d?nothing=1", "postgresql://[hush/d"],
)
def test_an_address_that_libpq_does_not_take_is_refused_without_naming_it(tmp_path: Path, address: str) -> None:
    with pytest.raises(Refused, match="begins with postgresql://") as refused:
        find_address(address, {}, tmp_path)
    assert "hush" not in "".join(traceback.format_exception(refused.value))


def test_without_an_address_the_data_is_where_the_folder_says(tmp_path: Path) -> None:
    assert choose_database(None, {}, tmp_path) is None
    assert choose_database("postgresql://u@h/d", {}, tmp_path) is not None
    write_engine_file(tmp_path, "postgresql://u@h/d")
    assert choose_database(None, {}, tmp_path) is not None
    write_engine_file(tmp_path, None)
    assert choose_database(None, {}, tmp_path) is None


def test_a_file_that_cannot_be_read_is_no_leave_to_use_the_folder(tmp_path: Path) -> None:
    (tmp_path / "engine.json").write_text("{", encoding="utf-8")
    with pytest.raises(Unavailable, match=r"engine\.json says where the data is, and cannot be read"):
        choose_database(None, {}, tmp_path)


def test_a_password_is_of_one_user_at_one_database() -> None:
    addresses = ["postgresql://u@h/d", "postgresql://v@h/d", "postgresql://u@g/d", "postgresql://u@h:1/d"]
    assert len({name_password(address) for address in (*addresses, "postgresql://u@h/e")}) == 5
    assert name_password("postgres://u@h/d?sslmode=require") == name_password(addresses[0])
