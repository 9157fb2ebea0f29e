"""The sample catalogue: every part that fits a car, in each brand that the shop has of it."""

# ruff: noqa: E501 - a table is read by its rows

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Any

SECOND_BRANCH = "Sitra"

_CAR_INTERVAL = 5
_GENUINE_PERCENT, _OTHER_PERCENT, _REBUILT_PERCENT, _USED_PERCENT = 135, 100, 60, 40
_WHOLESALE_PERCENT, _ONLINE_PERCENT = 86, 95
_STEP = 50
"""Prices are multiples of 50 fils, as in a real shop."""

Row = dict[str, Any]


class Size(IntEnum):
    """How much a car's parts cost, in percent of the parts of a family saloon."""

    SMALL = 80
    MEDIUM = 100
    LARGE = 125
    HEAVY = 160
    LUXURY = 210


@dataclass(frozen=True, slots=True)
class Car:
    """One generation of a model. `related_cars` share its mechanical parts: make, model, years."""

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


class Spread(StrEnum):
    """For how many cars the shop has a family: every one, or one in a few."""

    EVERY_CAR = "every car"
    SOME_CARS = "some cars"


@dataclass(frozen=True, slots=True)
class Part:
    """One family. `fils` is the shop price for a family saloon; `oem` are the makers' group
    numbers. `body` parts fit their own car only, mechanical ones its sisters too. `usual_stock` are
    units at the main branch.
    """

    code: str
    name: str
    name_ar: str
    category: str
    fils: int
    usual_stock: int
    brands: tuple[str, ...]
    oem: dict[str, str]
    spread: Spread = Spread.SOME_CARS
    body: bool = False
    rebuilt: bool = False
    """Also sold refurbished."""
    brands_per_car: int = 1
    """How many of the brands the shop has for one car."""


GENUINE = ""
"""In `brands`: the car maker's own."""

JAPAN, NISSAN, HONDA, KOREA, GM, MITSUBISHI, FORD = "toyota", "nissan", "honda", "korea", "gm", "mitsubishi", "ford"


def _oem(toyota: str, nissan: str, honda: str, korea: str, gm: str, mitsubishi: str, ford: str) -> dict[str, str]:
    numbers = (toyota, nissan, honda, korea, gm, mitsubishi, ford)
    return dict(zip((JAPAN, NISSAN, HONDA, KOREA, GM, MITSUBISHI, FORD), numbers, strict=True))


_EVERY = Spread.EVERY_CAR

PARTS: tuple[Part, ...] = (
    Part("OILF", "Oil filter", "فلتر زيت", "Filters", 2_400, 40, (GENUINE,),
         _oem("90915", "15208", "15400", "26300", "PF", "MD", "6731"), _EVERY),
    Part("AIRF", "Air filter", "فلتر هواء مكينة", "Filters", 4_500, 22, (GENUINE, "Sakura"),
         _oem("17801", "16546", "17220", "28113", "A", "1500A", "9601"), _EVERY),
    Part("CABF", "Cabin filter", "فلتر مكيف", "Filters", 4_200, 18, ("Denso", GENUINE),
         _oem("87139", "27277", "80292", "97133", "CF", "7803A", "19N619"), _EVERY),
    Part("PADF", "Front brake pads", "فحمات فرامل أمامية", "Brakes", 14_500, 14, (GENUINE, "Akebono", "Hi-Q"),
         _oem("04465", "D1060", "45022", "58101", "171", "4605A", "2001"), _EVERY, brands_per_car=2),
    Part("PADR", "Rear brake pads", "سفايف فرامل خلفية", "Brakes", 12_500, 10, ("Akebono", GENUINE),
         _oem("04466", "D4060", "43022", "58302", "172", "4605B", "2200"), _EVERY),
    Part("DISF", "Front brake disc", "هوب فرامل أمامي", "Brakes", 22_000, 6, (GENUINE, "Brembo"),
         _oem("43512", "40206", "45251", "51712", "177", "4615A", "1125")),
    Part("PLUG", "Iridium spark plug", "بلاكات ايريديوم", "Ignition", 3_600, 48, ("NGK", "Denso"),
         _oem("90919", "22401", "12290", "18846", "41", "1822A", "12405"), _EVERY),
    Part("COIL", "Ignition coil", "كويل بلاك", "Ignition", 15_500, 8, ("Denso", GENUINE),
         _oem("90919", "22448", "30520", "27300", "D5", "1832A", "12029")),
    Part("COMP", "A/C compressor", "كمبريسر مكيف", "Air conditioning", 78_000, 2, ("Denso", GENUINE),
         _oem("88320", "92600", "38810", "97701", "15-", "7813A", "19703"), _EVERY, rebuilt=True),
    Part("COND", "A/C condenser", "رديتر مكيف (كوندنسر)", "Air conditioning", 34_000, 3, ("Koyorad", GENUINE),
         _oem("88460", "92100", "80110", "97606", "15-", "7812A", "19712")),
    Part("RAD", "Radiator", "رديتر ماء", "Cooling", 42_000, 3, ("Koyorad", GENUINE),
         _oem("16400", "21410", "19010", "25310", "21", "1350A", "8005")),
    Part("WPMP", "Water pump", "طرمبة ماء", "Cooling", 19_500, 5, ("Aisin", "GMB"),
         _oem("16100", "21010", "19200", "25100", "252", "1300A", "8501")),
    Part("THRM", "Thermostat", "بلف حرارة", "Cooling", 6_800, 9, (GENUINE, "Tama"),
         _oem("90916", "21200", "19301", "25500", "131", "1305A", "8575")),
    Part("ALT", "Alternator", "دينمو كهرباء", "Electrical", 55_000, 2, ("Denso", GENUINE),
         _oem("27060", "23100", "31100", "37300", "335", "1800A", "10346"), rebuilt=True),
    Part("STRT", "Starter", "سلف", "Electrical", 46_000, 2, ("Denso", GENUINE),
         _oem("28100", "23300", "31200", "36100", "323", "1810A", "11002"), rebuilt=True),
    Part("O2S", "Oxygen sensor", "حساس أكسجين", "Electrical", 24_000, 4, ("Denso", "NTK"),
         _oem("89465", "226A0", "36531", "39210", "213", "1588A", "9F472")),
    Part("FPMP", "Fuel pump", "طرمبة بترول", "Fuel", 29_500, 4, ("Aisin", GENUINE),
         _oem("23220", "17040", "17045", "31110", "MU", "1760A", "9H307")),
    Part("SHKF", "Front shock absorber", "مساعد أمامي", "Suspension", 24_500, 6, ("KYB", GENUINE),
         _oem("48510", "E6110", "51611", "54651", "580", "4062A", "18124")),
    Part("SHKR", "Rear shock absorber", "مساعد خلفي", "Suspension", 21_000, 6, ("KYB", "Monroe"),
         _oem("48531", "E6210", "52611", "55311", "580", "4162A", "18125")),
    Part("ARM", "Front lower arm", "مقص سفلي أمامي", "Suspension", 32_000, 4, ("555", GENUINE),
         _oem("48068", "54500", "51350", "54500", "45D", "4013A", "3078")),
    Part("BALL", "Ball joint", "ركبة مقص", "Suspension", 9_800, 10, ("555", "CTR"),
         _oem("43330", "40160", "51220", "54530", "45D", "4013A", "3050")),
    Part("LINK", "Stabiliser link", "مسمار ميزان", "Suspension", 5_600, 12, ("CTR", "555"),
         _oem("48820", "54618", "51320", "54830", "45G", "4056A", "5K483")),
    Part("TIE", "Tie rod end", "طرف دركسون", "Steering", 7_900, 10, ("555", "CTR"),
         _oem("45046", "D8640", "53540", "56820", "45A", "4422A", "3A130")),
    Part("HUB", "Front wheel bearing", "رمان بلي أمامي", "Suspension", 18_500, 5, ("Koyo", "NSK"),
         _oem("43570", "40202", "44300", "51720", "FW", "3885A", "1104")),
    Part("MNT", "Engine mount", "كرسي مكينة", "Engine", 16_500, 5, (GENUINE, "Avs"),
         _oem("12361", "11210", "50820", "21810", "222", "1092A", "6038")),
    Part("BELT", "Drive belt", "سير مكينة", "Engine", 6_200, 14, ("Bando", "Gates"),
         _oem("90916", "11720", "31110", "25212", "6K", "1340A", "8620")),
    Part("GSKT", "Cylinder head gasket", "وجه راس", "Engine", 13_500, 3, (GENUINE, "Stone"),
         _oem("11115", "11044", "12251", "22311", "126", "1005A", "6051")),
    Part("HLMP", "Headlamp, right", "شمعة أمامية يمين", "Body", 52_000, 2, (GENUINE, "Depo"),
         _oem("81110", "26010", "33100", "92102", "840", "8301A", "13008"), body=True),
    Part("TLMP", "Tail lamp, left", "اسطب خلفي يسار", "Body", 26_000, 2, (GENUINE, "Depo"),
         _oem("81560", "26555", "33550", "92401", "841", "8330A", "13405"), body=True),
    Part("BMPF", "Front bumper", "دعامية أمامية", "Body", 48_000, 1, (GENUINE,),
         _oem("52119", "62022", "71101", "86511", "842", "6400G", "17D957"), body=True),
    Part("FNDR", "Front fender, left", "رفرف أمامي يسار", "Body", 36_000, 1, (GENUINE,),
         _oem("53812", "63101", "60261", "66311", "843", "5220F", "16006"), body=True),
    Part("MIRR", "Side mirror, right", "منظرة جانبية يمين", "Body", 33_000, 2, (GENUINE, "Depo"),
         _oem("87910", "96301", "76200", "87620", "844", "7632A", "17682"), body=True),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Supply:
    """Fits any car, sold by the piece, litre or kilogram. Units are exact decimals as text."""

    sku: str
    name: str
    name_ar: str
    brand: str
    category: str
    fils: int
    main: str
    second: str


SUPPLIES: tuple[Supply, ...] = (
    Supply("OIL-5W30-L", "Engine oil 5W-30, per litre", "زيت مكينة 5W-30 باللتر", "Toyota", "Oils and fluids", 2_100, "208.5", "96"),
    Supply("OIL-10W40-L", "Engine oil 10W-40, per litre", "زيت مكينة 10W-40 باللتر", "Bapco", "Oils and fluids", 1_350, "312.25", "144"),
    Supply("OIL-ATFWS-L", "Automatic gear oil ATF WS, per litre", "زيت قير اوتوماتيك ATF WS باللتر", "Toyota", "Oils and fluids", 3_400, "64.75", "40"),
    Supply("OIL-CVT-L", "CVT gear oil NS-3, per litre", "زيت قير CVT باللتر", "Nissan", "Oils and fluids", 3_800, "52", "24.5"),
    Supply("FLD-BRK-500", "Brake fluid DOT 4, 500 ml", "زيت بريك DOT 4", "Bosch", "Oils and fluids", 1_650, "60", "36"),
    Supply("FLD-COOL-4L", "Coolant, red, 4 litres", "ماء رديتر أحمر 4 لتر", "Toyota", "Oils and fluids", 4_900, "45", "30"),
    Supply("GAS-R134A-KG", "A/C gas R134a, per kilogram", "غاز مكيف R134a بالكيلو", "Honeywell", "Air conditioning", 4_200, "27.125", "13.6"),
    Supply("BAT-NS70", "Battery NS70, 65 Ah", "بطارية NS70 65 أمبير", "Amaron", "Electrical", 24_500, "18", "12"),
    Supply("BAT-DIN74", "Battery DIN74, 74 Ah", "بطارية DIN74 74 أمبير", "Varta", "Electrical", 33_500, "10", "8"),
    Supply("WIP-24", "Wiper blade 24 inch", "مساحة زجاج 24 بوصة", "Denso", "Body", 2_200, "55", "40"),
    Supply("BLB-H11", "Headlamp bulb H11 55 W", "لمبة أمامية H11", "Philips", "Electrical", 1_900, "80", "50"),
    Supply("WIRE-2MM-M", "Wiring cable 2 mm, per metre", "سلك كهرباء 2 ملم بالمتر", "RR Kabel", "Electrical", 250, "412.5", "150"),
)  # fmt: skip

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


def make_sample_rows() -> list[list[Row]]:
    """Each item as its upload rows: the first is complete, others have further branches."""
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
