# ruff: noqa: E501 - a table is read by its rows
"""Cars that are common in the Gulf, with the years in which each generation was sold there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Size(IntEnum):
    """How much a car's parts cost, in percent of the parts of a family saloon."""

    SMALL = 80
    MEDIUM = 100
    LARGE = 125
    HEAVY = 160
    LUXURY = 210


@dataclass(frozen=True, slots=True)
class Car:
    """One generation of a model. `related_cars` share its mechanical parts: (make, model, first
    year, last year).
    """

    code: str
    make: str
    model: str
    model_ar: str
    year_from: int
    year_to: int
    size: Size
    oem_code: str
    """The last characters of this car's numbers in its maker's catalogue."""
    related_cars: tuple[tuple[str, str, int, int], ...] = ()


CARS: tuple[Car, ...] = (
    Car("LC200", "Toyota", "Land Cruiser", "لاندكروزر", 2008, 2021, Size.HEAVY, "60", (("Lexus", "LX 570", 2008, 2021),)),
    Car("LC300", "Toyota", "Land Cruiser", "لاندكروزر", 2022, 2026, Size.LUXURY, "6B", (("Lexus", "LX 600", 2022, 2026),)),
    Car(
        "PRADO", "Toyota", "Land Cruiser Prado", "برادو", 2010, 2023, Size.LARGE, "35",
        (("Toyota", "4Runner", 2010, 2024), ("Toyota", "FJ Cruiser", 2010, 2022)),
    ),
    Car("HILUX", "Toyota", "Hilux", "هايلكس", 2016, 2026, Size.LARGE, "0K", (("Toyota", "Fortuner", 2016, 2026),)),
    Car("CAMRY", "Toyota", "Camry", "كامري", 2018, 2024, Size.MEDIUM, "33", (("Lexus", "ES 350", 2019, 2024),)),
    Car("CMY12", "Toyota", "Camry", "كامري", 2012, 2017, Size.MEDIUM, "06", (("Toyota", "Avalon", 2013, 2018),)),
    Car("CRLA", "Toyota", "Corolla", "كورولا", 2014, 2019, Size.SMALL, "02"),
    Car("YARIS", "Toyota", "Yaris", "يارس", 2014, 2022, Size.SMALL, "0D"),
    Car("HIACE", "Toyota", "Hiace", "هايس", 2006, 2019, Size.LARGE, "26"),
    Car("LS460", "Lexus", "LS 460", "ال اس 460", 2007, 2017, Size.LUXURY, "50"),
    Car("PTRL", "Nissan", "Patrol", "باترول", 2010, 2024, Size.HEAVY, "1LB0A", (("Infiniti", "QX80", 2014, 2024),)),
    Car("SAFARI", "Nissan", "Patrol Safari", "باترول سفاري", 1998, 2021, Size.LARGE, "VB0"),
    Car("XTRL", "Nissan", "X-Trail", "اكس تريل", 2014, 2021, Size.MEDIUM, "4BA0A"),
    Car("SUNNY", "Nissan", "Sunny", "صني", 2012, 2024, Size.SMALL, "1HA0A"),
    Car("ALTMA", "Nissan", "Altima", "التيما", 2013, 2018, Size.MEDIUM, "3TA0A"),
    Car("ACCRD", "Honda", "Accord", "اكورد", 2013, 2017, Size.MEDIUM, "T2A"),
    Car("CIVIC", "Honda", "Civic", "سيفيك", 2016, 2021, Size.SMALL, "TBA"),
    Car("CRV", "Honda", "CR-V", "سي ار في", 2012, 2016, Size.MEDIUM, "T0A"),
    Car("ELNTR", "Hyundai", "Elantra", "النترا", 2016, 2020, Size.SMALL, "F2", (("Kia", "Cerato", 2017, 2018),)),
    Car("SONTA", "Hyundai", "Sonata", "سوناتا", 2015, 2019, Size.MEDIUM, "C1", (("Kia", "Optima", 2016, 2020),)),
    Car("ACNT", "Hyundai", "Accent", "اكسنت", 2018, 2023, Size.SMALL, "H5", (("Kia", "Pegas", 2018, 2023),)),
    Car("TUCSN", "Hyundai", "Tucson", "توسان", 2016, 2020, Size.MEDIUM, "D3", (("Kia", "Sportage", 2016, 2021),)),
    Car("SRNTO", "Kia", "Sorento", "سورنتو", 2015, 2020, Size.MEDIUM, "C5", (("Hyundai", "Santa Fe", 2013, 2018),)),
    Car("YUKON", "GMC", "Yukon", "يوكن", 2015, 2020, Size.HEAVY, "84", (("Chevrolet", "Tahoe", 2015, 2020),)),
    Car("SILV", "Chevrolet", "Silverado", "سلفرادو", 2014, 2018, Size.LARGE, "23", (("GMC", "Sierra", 2014, 2018),)),
    Car("CPTV", "Chevrolet", "Captiva", "كابتيفا", 2011, 2018, Size.MEDIUM, "95"),
    Car("PAJRO", "Mitsubishi", "Pajero", "باجيرو", 2007, 2021, Size.LARGE, "A"),
    Car("LANCR", "Mitsubishi", "Lancer", "لانسر", 2008, 2017, Size.SMALL, "B", (("Mitsubishi", "ASX", 2011, 2017),)),
    Car("EXPLR", "Ford", "Explorer", "اكسبلورر", 2013, 2019, Size.LARGE, "DB5Z", (("Ford", "Taurus", 2013, 2019),)),
    Car("F150", "Ford", "F-150", "اف 150", 2015, 2020, Size.HEAVY, "FL3Z", (("Ford", "Expedition", 2018, 2021),)),
)  # fmt: skip
"""The order matters: a car's index decides which of the rarer parts it gets."""
