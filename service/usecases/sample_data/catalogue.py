"""The sample catalogue, composed: every part that suits a car, in each brand that the shop keeps of it."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from service.usecases.sample_data.cars import CARS, Car
from service.usecases.sample_data.makers import ARABIC_NAMES, GENUINE_NAMES, number_from, oem_number
from service.usecases.sample_data.parts import GENUINE, PARTS, SUPPLIES, Part, Spread, Supply

SECOND_BRANCH = "Sitra"

_ONE_CAR_IN = 5
_GENUINE_PERCENT, _OTHER_PERCENT, _REBUILT_PERCENT, _USED_PERCENT = 135, 100, 60, 40
_WHOLESALE_PERCENT, _ONLINE_PERCENT = 86, 95
_STEP = 50
"""Prices end in full 50 fils, as they do at a counter."""

Row = dict[str, Any]


def sample_rows() -> list[list[Row]]:
    """Each item as its upload rows: the first one whole, the others its quantities at further branches."""
    return [*_part_items(), *(_supply_rows(supply) for supply in SUPPLIES)]


def _part_items() -> Iterator[list[Row]]:
    for place, part in enumerate(PARTS):
        for car_place, car in enumerate(CARS):
            turn = car_place + place
            if part.spread is Spread.EVERY_CAR or turn % _ONE_CAR_IN == 0:
                for brand in _kept_brands(part, turn):
                    yield _part_rows(part, car, brand)
            if part.rebuilt and turn % _ONE_CAR_IN == 1:
                yield _part_rows(part, car, GENUINE, condition="refurbished")
            if part.body and turn % _ONE_CAR_IN == 2:
                yield _part_rows(part, car, GENUINE, condition="used")


def _kept_brands(part: Part, turn: int) -> list[str]:
    return [part.brands[(turn + step) % len(part.brands)] for step in range(part.side_by_side)]


def _part_rows(part: Part, car: Car, brand: str, condition: str | None = None) -> list[Row]:
    condition = condition or ("new_oem" if brand == GENUINE else "new_aftermarket")
    shown = brand or GENUINE_NAMES.get(car.make, car.make)
    sku = f"{part.code}-{car.code}-{_mark(shown, condition)}"
    price = _price(part, car, condition)
    first: Row = {
        "sku": sku,
        "name": f"{part.name} - {car.make} {car.model} {car.year_from}-{car.year_to}{_IN_ENGLISH.get(condition, '')}",
        "name_ar": f"{part.name_ar} {ARABIC_NAMES[car.make]} {car.model_ar} "
        f"{car.year_from}-{car.year_to}{_IN_ARABIC.get(condition, '')}",
        "oem_number": oem_number(part, car),
        "brand": shown,
        "category": part.category,
        "condition": condition,
        **_prices(price, online=number_from(sku, 3) == 0),
        "list_on_marketplace": number_from(sku, 8) != 0,
        "active": number_from(sku, 60) != 0,
        "fit": _fit(part, car),
    }
    main, second = _levels(part, sku, condition)
    return _with_stock(first, str(main), str(second) if second else None)


_IN_ENGLISH = {"used": " (used)", "refurbished": " (refurbished)"}
_IN_ARABIC = {"used": " مستعمل", "refurbished": " مجدد"}


def _mark(brand: str, condition: str) -> str:
    return {"used": "USED", "refurbished": "RBLT"}.get(condition, brand.upper().replace("-", "")[:4])


def _price(part: Part, car: Car, condition: str) -> int:
    percent = {
        "new_oem": _GENUINE_PERCENT,
        "refurbished": _REBUILT_PERCENT,
        "used": _USED_PERCENT,
    }.get(condition, _OTHER_PERCENT)
    return _stepped(part.fils * car.size * percent // 10_000)


def _prices(price: int, *, online: bool) -> Row:
    prices = {"price_fils": price, "wholesale_price_fils": _stepped(price * _WHOLESALE_PERCENT // 100)}
    return {**prices, "online_price_fils": _stepped(price * _ONLINE_PERCENT // 100)} if online else prices


def _stepped(fils: int) -> int:
    return max(_STEP, (fils + _STEP // 2) // _STEP * _STEP)


def _fit(part: Part, car: Car) -> list[Row]:
    own = (car.make, car.model, car.year_from, car.year_to)
    cars = (own,) if part.body else (own, *car.sisters)
    return [{"make": make, "model": model, "year_from": first, "year_to": last} for make, model, first, last in cars]


def _levels(part: Part, sku: str, condition: str) -> tuple[int, int]:
    """Units at the main branch and at the second one; now and then a shelf is empty."""
    if condition == "used":
        return 1, 0
    main = 0 if number_from(sku, 11) == 0 else part.kept // 2 + number_from(sku, part.kept + 1)
    second = number_from(f"{sku} {SECOND_BRANCH}", part.kept + 1) // 2
    return main, second


def _supply_rows(supply: Supply) -> list[Row]:
    first: Row = {
        "sku": supply.sku,
        "name": supply.name,
        "name_ar": supply.name_ar,
        "brand": supply.brand,
        "category": supply.category,
        "condition": "new_oem",
        **_prices(supply.fils, online=False),
        "list_on_marketplace": True,
        "fit": [],
    }
    return _with_stock(first, supply.main, supply.second)


def _with_stock(first: Row, main: str, second: str | None) -> list[Row]:
    rows = [{**first, "quantity": Decimal(main)}]
    if second is not None:
        rows.append({"sku": first["sku"], "quantity": Decimal(second), "branch": SECOND_BRANCH})
    return rows
