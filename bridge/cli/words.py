"""How values are written for people: money, quantities, local times, cars."""

from __future__ import annotations

from datetime import UTC, datetime

from service.domain.money import bhd
from service.domain.orders import Vehicle
from service.domain.times import Millis

NONE = "-"


def money(fils: int | None) -> str:
    """`BHD 12.500`."""
    return NONE if fils is None else f"BHD {bhd(fils)}"


def local(moment: Millis | None) -> str:
    """`2026-11-20 14:05:09`, by this computer's clock and time zone."""
    if moment is None:
        return NONE
    return f"{datetime.fromtimestamp(moment / 1000, UTC).astimezone():%Y-%m-%d %H:%M:%S}"


def text(value: str | None) -> str:
    """What there is, or a dash."""
    return value or NONE


def yes_no(value: bool) -> str:
    return "yes" if value else "no"


def on_off(value: bool) -> str:
    return "on" if value else "off"


def car(vehicle: Vehicle | None) -> str:
    """`Toyota Land Cruiser 2016`."""
    if vehicle is None:
        return NONE
    return " ".join(str(part) for part in (vehicle.make, vehicle.model, vehicle.year) if part is not None)


def counted(number: int, one: str, many: str | None = None) -> str:
    """`1 key`, `3 keys`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
