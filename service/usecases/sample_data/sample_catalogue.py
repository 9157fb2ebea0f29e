"""The sample catalogue: every part that fits a car, in each brand that the shop has of it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from service.usecases.sample_data.parts import (
    ARABIC_NAMES,
    CARS,
    GENUINE,
    GENUINE_BRANDS,
    PARTS,
    SUPPLIES,
    Car,
    Part,
    Spread,
    Supply,
    derive_number,
    make_oem_number,
)

SECOND_BRANCH = "Sitra"

_CAR_INTERVAL = 5
_GENUINE_PERCENT, _OTHER_PERCENT, _REBUILT_PERCENT, _USED_PERCENT = 135, 100, 60, 40
_WHOLESALE_PERCENT, _ONLINE_PERCENT = 86, 95
_STEP = 50
"""Prices are multiples of 50 fils, as in a real shop."""

Row = dict[str, Any]


def make_sample_rows() -> list[list[Row]]:
    """Each item as its upload rows: the first row is complete, the others have quantities at
    further branches.
    """
    return [*_make_part_items(), *(_make_supply_rows(supply) for supply in SUPPLIES)]


def _make_part_items() -> Iterator[list[Row]]:
    for place, part in enumerate(PARTS):
        for car_place, car in enumerate(CARS):
            turn = car_place + place
            if part.spread is Spread.EVERY_CAR or turn % _CAR_INTERVAL == 0:
                for brand in _choose_brands(part, turn):
                    yield _make_part_rows(part, car, brand)
            if part.rebuilt and turn % _CAR_INTERVAL == 1:
                yield _make_part_rows(part, car, GENUINE, condition="refurbished")
            if part.body and turn % _CAR_INTERVAL == 2:
                yield _make_part_rows(part, car, GENUINE, condition="used")


def _choose_brands(part: Part, turn: int) -> list[str]:
    return [part.brands[(turn + step) % len(part.brands)] for step in range(part.brands_per_car)]


def _make_part_rows(part: Part, car: Car, brand: str, condition: str | None = None) -> list[Row]:
    condition = condition or ("new_oem" if brand == GENUINE else "new_aftermarket")
    brand_text = brand or GENUINE_BRANDS.get(car.make, car.make)
    sku = f"{part.code}-{car.code}-{_make_sku_suffix(brand_text, condition)}"
    price = _compute_price(part, car, condition)
    first: Row = {
        "sku": sku,
        "name": f"{part.name} - {car.make} {car.model} {car.year_from}-{car.year_to}{_IN_ENGLISH.get(condition, '')}",
        "name_ar": f"{part.name_ar} {ARABIC_NAMES[car.make]} {car.model_ar} "
        f"{car.year_from}-{car.year_to}{_IN_ARABIC.get(condition, '')}",
        "oem_number": make_oem_number(part, car),
        "brand": brand_text,
        "category": part.category,
        "condition": condition,
        **_make_prices(price, online=derive_number(sku, 3) == 0),
        "list_on_marketplace": derive_number(sku, 8) != 0,
        "active": derive_number(sku, 60) != 0,
        "fit": _make_fit(part, car),
    }
    main, second = _choose_levels(part, sku, condition)
    return _add_stock(first, str(main), str(second) if second else None)


_IN_ENGLISH = {"used": " (used)", "refurbished": " (refurbished)"}
_IN_ARABIC = {"used": " مستعمل", "refurbished": " مجدد"}


def _make_sku_suffix(brand: str, condition: str) -> str:
    return {"used": "USED", "refurbished": "RBLT"}.get(condition, brand.upper().replace("-", "")[:4])


def _compute_price(part: Part, car: Car, condition: str) -> int:
    percent = {
        "new_oem": _GENUINE_PERCENT,
        "refurbished": _REBUILT_PERCENT,
        "used": _USED_PERCENT,
    }.get(condition, _OTHER_PERCENT)
    return _round_price(part.fils * car.size * percent // 10_000)


def _make_prices(price: int, *, online: bool) -> Row:
    prices = {"price_fils": price, "wholesale_price_fils": _round_price(price * _WHOLESALE_PERCENT // 100)}
    return {**prices, "online_price_fils": _round_price(price * _ONLINE_PERCENT // 100)} if online else prices


def _round_price(fils: int) -> int:
    return max(_STEP, (fils + _STEP // 2) // _STEP * _STEP)


def _make_fit(part: Part, car: Car) -> list[Row]:
    own = (car.make, car.model, car.year_from, car.year_to)
    cars = (own,) if part.body else (own, *car.related_cars)
    return [{"make": make, "model": model, "year_from": first, "year_to": last} for make, model, first, last in cars]


def _choose_levels(part: Part, sku: str, condition: str) -> tuple[int, int]:
    """Units at the main branch and at the second one. Some are zero."""
    if condition == "used":
        return 1, 0
    main = 0 if derive_number(sku, 11) == 0 else part.usual_stock // 2 + derive_number(sku, part.usual_stock + 1)
    second = derive_number(f"{sku} {SECOND_BRANCH}", part.usual_stock + 1) // 2
    return main, second


def _make_supply_rows(supply: Supply) -> list[Row]:
    first: Row = {
        "sku": supply.sku,
        "name": supply.name,
        "name_ar": supply.name_ar,
        "brand": supply.brand,
        "category": supply.category,
        "condition": "new_oem",
        **_make_prices(supply.fils, online=False),
        "list_on_marketplace": True,
        "fit": [],
    }
    return _add_stock(first, supply.main, supply.second)


def _add_stock(first: Row, main: str, second: str | None) -> list[Row]:
    rows = [{**first, "quantity": Decimal(main)}]
    if second is not None:
        rows.append({"sku": first["sku"], "quantity": Decimal(second), "branch": SECOND_BRANCH})
    return rows
