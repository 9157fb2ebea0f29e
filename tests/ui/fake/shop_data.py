"""The shop: Sitra Auto Parts with its staging shop, branches and catalogue."""

from __future__ import annotations

from service.domain.catalogue.items import Condition, Fit, Item
from service.domain.catalogue.stock import BranchStock
from service.domain.shops import Branch, Shop
from tests.ui.fake.fake_clock import moment
from ui.backend.shops_port import BranchFacts, ShopPair

LIVE, STAGING = 1, 2
MADE = moment(2, 9, 0)
CHANGED = moment(15, 14, 27, 40)
SHOP = Shop(LIVE, "Sitra Auto Parts", staging=False, scheduled_pull=True, created_at=MADE)
STAGING_SHOP = Shop(STAGING, "Sitra Auto Parts", staging=True, created_at=MADE)
SECOND = Shop(3, "Riffa Tyres", staging=False, created_at=MADE)
SECOND_STAGING_SHOP = Shop(4, "Riffa Tyres", staging=True, created_at=MADE)
PAIRS = (ShopPair(SHOP, STAGING_SHOP), ShopPair(SECOND, SECOND_STAGING_SHOP))
BRANCHES = (
    BranchFacts(Branch(1, LIVE, "Main", main=True), 1243),
    BranchFacts(Branch(2, LIVE, "Riffa", main=False), 611),
    BranchFacts(Branch(3, LIVE, "Hamad Town", main=False), 204),
)

_LC200 = (Fit("Toyota", "Land Cruiser 200", 2008, 2021), Fit("Lexus", "LX 570", 2008, 2021))
_NEW, _COPY = Condition.NEW_OEM, Condition.NEW_AFTERMARKET


def _stock(*levels: tuple[str, int, int]) -> tuple[BranchStock, ...]:
    return tuple(BranchStock(branch, quantity * 1000, reserved * 1000) for branch, quantity, reserved in levels)


def _item(
    number: int,
    sku: str,
    names: tuple[str, str],
    brand: str,
    category: str,
    price: int,
    stock: tuple[BranchStock, ...],
    *,
    oem: str | None = None,
    listed: bool = True,
    condition: Condition = _NEW,
    fit: tuple[Fit, ...] = (),
) -> Item:
    return Item(
        id=number,
        sku=sku,
        name=names[0],
        name_ar=names[1],
        oem_number=oem,
        brand=brand,
        category=category,
        condition=condition,
        price_fils=price,
        wholesale_price_fils=price * 84 // 100,
        online_price_fils=price + 1400 if listed else None,
        list_on_marketplace=listed,
        active=True,
        fit=fit,
        stock=stock,
        updated_at=CHANGED,
    )


ITEMS = (
    _item(
        1,
        "04465-60320",
        ("Front brake pads, LC200", "فحمات بريك أمامية، لاندكروزر 200"),
        "Toyota",
        "Brakes",
        28500,
        _stock(("Main", 9, 3), ("Riffa", 5, 0), ("Hamad Town", 0, 0)),
        oem="04465-60280",
        fit=_LC200,
    ),
    _item(
        2,
        "90915-YZZD4",
        ("Oil filter", "فلتر زيت"),
        "Toyota",
        "Filters",
        2750,
        _stock(("Main", 100, 4), ("Riffa", 26, 0)),
    ),
    _item(3, "17801-38051", ("Air filter", "فلتر هواء"), "Toyota", "Filters", 9200, _stock(("Main", 31, 1))),
    _item(
        4,
        "48531-80605",
        ("Rear shock absorber", "مساعد خلفي"),
        "KYB",
        "Suspension",
        34000,
        _stock(("Main", 2, 2)),
        condition=_COPY,
    ),
    _item(5, "14400-RCA-A01", ("Timing belt kit", "طقم سير التوقيت"), "Honda", "Engine", 46750, _stock(("Main", 5, 0))),
    _item(6, "40206-1LB0A", ("Front brake disc", "هوب أمامي"), "Nissan", "Brakes", 22400, _stock(("Riffa", 8, 0))),
    _item(
        7,
        "SK20HR11",
        ("Spark plug, iridium", "بوجي إيريديوم"),
        "Denso",
        "Ignition",
        3900,
        _stock(("Main", 150, 8), ("Riffa", 62, 0)),
    ),
    _item(
        8,
        "21460-1LB0A",
        ("Radiator, Patrol Y62", "راديتر، باترول Y62"),
        "Nissan",
        "Cooling",
        89000,
        _stock(("Main", 1, 0)),
    ),
    _item(
        9, "31110-2S000", ("Fuel pump", "طرمبة بنزين"), "Hyundai", "Fuel", 52300, _stock(("Main", 3, 0)), listed=False
    ),
    _item(
        10,
        "87139-50100",
        ("Cabin filter, carbon", "فلتر مكيف كربون"),
        "Toyota",
        "Filters",
        5400,
        _stock(("Main", 64, 0)),
    ),
    _item(
        11,
        "81150-60K60",
        ("Headlamp, left", "شمعة أمامية يسار"),
        "Koito",
        "Body",
        142500,
        _stock(("Main", 2, 0)),
        condition=Condition.USED,
    ),
    _item(
        12,
        "48609-0K040",
        ("Strut mount, front", "كرسي مساعد أمامي"),
        "Toyota",
        "Suspension",
        14500,
        _stock(("Main", 6, 0)),
    ),
)
