"""A buyer's car as both languages write it."""

from __future__ import annotations

from service.domain.marketplace.orders import Vehicle
from ui.i18n.bidi import isolate_name


def vehicle_text(vehicle: Vehicle | None) -> str:
    """`Toyota Land Cruiser 2019`, isolated in either direction; "" for none."""
    if vehicle is None:
        return ""
    return isolate_name(" ".join(filter(None, (vehicle.make, vehicle.model, str(vehicle.year or "")))))
