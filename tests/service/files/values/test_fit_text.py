"""Cars in text (pull §1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.files.values.fit_text import read_cars, read_years


def car(make: str, model: str, first: int | None = None, last: int | None = None) -> dict[str, object]:
    years = {"year_from": first, "year_to": last}
    return {"make": make, "model": model} | {name: year for name, year in years.items() if year is not None}


@pytest.mark.parametrize(
    ("text", "cars"),
    [
        ("Corolla 2014-2019", [car("Toyota", "Corolla", 2014, 2019)]),
        ("Toyota Corolla 14-19", [car("Toyota", "Corolla", 2014, 2019)]),
        ("Brake pad front Toyota Land Cruiser 2008+", [car("Toyota", "Land Cruiser", 2008)]),
        ("كورولا 2014", []),
        ("تويوتا Corolla ٢٠١٤ - ٢٠١٩", [car("Toyota", "Corolla", 2014, 2019)]),
        (
            "Corolla 2014-2019; Nissan Patrol 2010-",
            [car("Toyota", "Corolla", 2014, 2019), car("Nissan", "Patrol", 2010)],
        ),
        ("Camry (2012 to 2017) / Yaris 2010", [car("Toyota", "Camry", 2012, 2017), car("Toyota", "Yaris", 2010, 2010)]),
        ("BMW X5 98-03", [car("BMW", "X5", 1998, 2003)]),
        ("Mercedes Benz C200 2015", [car("Mercedes-Benz", "C200", 2015, 2015)]),
        ("all cars", []),
        ("", []),
    ],
)
def test_cars(text: str, cars: list[dict[str, object]]) -> None:
    assert read_cars(text) == cars


def test_the_make_may_be_given() -> None:
    assert read_cars("Terios 2007-2015", "Daihatsu") == [car("Daihatsu", "Terios", 2007, 2015)]


def test_years() -> None:
    assert read_years("2014-2019") == (2014, 2019)
    assert read_years("2012") == (2012, 2012)
    assert read_years("2010+") == (2010, None)
    assert read_years("2019-2014") == (None, None)
    assert read_years("front") == (None, None)


@given(st.text(max_size=80))
def test_any_text_gives_sound_cars(text: str) -> None:
    for found in read_cars(text):
        assert str(found["make"]).strip()
        assert str(found["model"]).strip()
        assert 1950 <= int(str(found.get("year_from", 1950))) <= int(str(found.get("year_to", 2049))) <= 2049
