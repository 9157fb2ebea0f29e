"""How values are written for people: money, quantities, local times, cars."""

from __future__ import annotations

from datetime import UTC, datetime

from service.domain.marketplace.orders import Vehicle
from service.domain.money import format_bhd
from service.domain.times import Millis

DASH = "-"


def format_money(fils: int | None) -> str:
    """`BHD 12.500`."""
    return DASH if fils is None else f"BHD {format_bhd(fils)}"


def format_local_time(moment: Millis | None) -> str:
    """`2026-11-20 14:05:09`, by this computer's clock and time zone."""
    if moment is None:
        return DASH
    return f"{datetime.fromtimestamp(moment / 1000, UTC).astimezone():%Y-%m-%d %H:%M:%S}"


def text_or_dash(value: str | None) -> str:
    """The text, or a dash if it is empty."""
    return value or DASH


def format_yes_no(value: bool) -> str:
    return "yes" if value else "no"


def format_on_off(value: bool) -> str:
    return "on" if value else "off"


def format_vehicle(vehicle: Vehicle | None) -> str:
    """`Toyota Land Cruiser 2016`."""
    if vehicle is None:
        return DASH
    return " ".join(str(part) for part in (vehicle.make, vehicle.model, vehicle.year) if part is not None)


def format_count(number: int, one: str, many: str | None = None) -> str:
    """`1 key`, `3 keys`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
