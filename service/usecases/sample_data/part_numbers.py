"""How each car maker writes its part numbers. The numbers are invented for the sample: never order
by them.
"""

from __future__ import annotations

import zlib

from service.usecases.sample_data.cars import Car
from service.usecases.sample_data.parts import FORD, GM, HONDA, JAPAN, KOREA, MITSUBISHI, NISSAN, Part

_GROUPS = {
    "Toyota": JAPAN,
    "Lexus": JAPAN,
    "Nissan": NISSAN,
    "Honda": HONDA,
    "Hyundai": KOREA,
    "Kia": KOREA,
    "GMC": GM,
    "Chevrolet": GM,
    "Mitsubishi": MITSUBISHI,
    "Ford": FORD,
}

GENUINE_BRANDS = {"GMC": "ACDelco", "Chevrolet": "ACDelco", "Hyundai": "Mobis", "Kia": "Mobis", "Ford": "Motorcraft"}
"""The brand of a maker's own parts, where it is not the maker's name."""

ARABIC_NAMES = {
    "Toyota": "تويوتا",
    "Lexus": "لكزس",
    "Nissan": "نيسان",
    "Honda": "هوندا",
    "Hyundai": "هيونداي",
    "Kia": "كيا",
    "GMC": "جمس",
    "Chevrolet": "شفروليه",
    "Mitsubishi": "ميتسوبيشي",
    "Ford": "فورد",
}


def derive_number(text: str, below: int) -> int:
    """A number that looks random and is the same in every run."""
    return zlib.crc32(text.encode("utf-8")) % below


def make_oem_number(part: Part, car: Car) -> str:
    """The number in the car maker's own style."""
    group = _GROUPS[car.make]
    head = part.oem[group]
    drawn = derive_number(f"{part.code} {car.code}", 1000)
    if group == JAPAN:
        return f"{head}-{car.oem_code}{drawn:03d}"
    if group == NISSAN:
        return f"{head}-{car.oem_code:0<5}"[: len(head) + 6]
    if group == HONDA:
        return f"{head}-{car.oem_code}-A{drawn % 10}{drawn % 7}"
    if group == KOREA:
        return f"{head}-{car.oem_code}{drawn:03d}"
    if group == GM:
        return f"{car.oem_code}{drawn:03d}{derive_number(head + car.code, 1000):03d}"
    if group == MITSUBISHI:
        return f"{head}{drawn:03d}" if head[:1].isdigit() else f"{head}{derive_number(car.code, 1000):03d}{drawn:03d}"
    return f"{car.oem_code}-{head}-{'ABCDEF'[drawn % 6]}"
