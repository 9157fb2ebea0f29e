"""A catalogue as shops have it: words that many parts share, numbers of which each is its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from service.store.engine.connection import connect
from tests.bench.data.databases import BenchDatabase
from tests.bench.data.sample_catalogue import FILL_STOCK

_PARTS = (
    ("brake pads", "فحمات فرامل", "Brakes"),
    ("brake disc", "هوب فرامل", "Brakes"),
    ("oil filter", "فلتر زيت", "Filters"),
    ("air filter", "فلتر هواء", "Filters"),
    ("shock absorber", "مساعد", "Suspension"),
    ("control arm", "مقص", "Suspension"),
    ("water pump", "طرمبة ماء", "Cooling"),
    ("radiator", "رديتر", "Cooling"),
    ("spark plug", "بواجي", "Ignition"),
    ("ignition coil", "كويل", "Ignition"),
    ("timing belt", "سير تايمن", "Engine"),
    ("engine mount", "كرسي مكينة", "Engine"),
    ("door mirror", "مرآة باب", "Body"),
    ("head lamp", "ليت أمامي", "Body"),
    ("alternator", "دينمو", "Electrics"),
    ("starter motor", "سلف", "Electrics"),
)
_PLACES = ("front", "rear", "left", "right", "upper", "lower", "inner", "outer")
_BRANDS = ("Toyota", "Honda", "Nissan", "Bosch", "Denso", "Aisin", "Mann", "NGK", "Brembo", "Valeo", "KYB")
_CARS = (
    ("Toyota", "Camry"), ("Toyota", "Corolla"), ("Toyota", "Land Cruiser"), ("Honda", "Accord"), ("Honda", "Civic"),
    ("Nissan", "Patrol"), ("Nissan", "Altima"), ("Lexus", "LX 570"), ("Mitsubishi", "Pajero"), ("Kia", "Sportage"),
    ("Hyundai", "Sonata"), ("Ford", "Explorer"), ("GMC", "Yukon"),
)  # fmt: skip
_SCATTER, _CODES = 2_654_435_761, 10**10
_PER_CHANGE = 1_000
_INSERT = (
    "INSERT INTO items (id, shop_id, folded, sku, name, name_ar, oem_number, brand, category, condition, price_fils, "
    "list_on_marketplace, active, fit, updated_at, revision) "
    "VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6, ?7, ?8, 'new_oem', 12500, 1, 1, ?9, 1, ?1)"
)
QUERIES = (
    "oil", "oil filter", "front disc accord", "oil honda", "camry 2019 pads", "brake", "toyota camry front pads",
    "فلتر زيت", "فحمات اكورد", "مساعد خلفي", "denso", "spark plug ngk", "land cruiser 2012 radiator", "rear left",
    "sonata", "brak", "fro", "12345", "00042", "65432-1", "acord filter", "hodna pads", "fliter", "kyb shock patrol",
    "engine mount lower civic", "pajero", "2015", "t", "oi", "mirror yukon right outer",
)  # fmt: skip
"""What people type, half-typed and mistyped words among it."""


def number(place: int) -> str:
    """The part's own number."""
    code = place * _SCATTER % _CODES
    return f"{code // 100_000:05d}-{code % 100_000:05d}"


def fill(data: BenchDatabase, items: int) -> None:
    """Items 1 to `items` with their changes, as uploads leave them. The service must not run."""
    connection = connect(data.database, writes=True)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    index = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'items_by_sku'").fetchone()[0]
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("DROP INDEX items_by_sku")
    for table in ("ledger", "stock", "items", "item_changes"):
        connection.execute(f"DELETE FROM {table}")
    connection.executemany(_INSERT, _rows(data.shop.id, items))
    connection.execute(index)
    (branch,) = connection.execute("SELECT id FROM branches WHERE shop_id = ?", (data.shop.id,)).fetchone()
    connection.execute(FILL_STOCK, {"shop": data.shop.id, "branch": branch})
    connection.executemany(
        "INSERT INTO item_changes (shop_id, last, first, items) VALUES (?, ?, ?, ?)",
        [
            (
                data.shop.id,
                min(items, first + _PER_CHANGE - 1),
                first,
                json.dumps(list(range(first, first + _PER_CHANGE))),
            )
            for first in range(1, items + 1, _PER_CHANGE)
        ],
    )
    connection.execute("UPDATE shops SET items_total = ?, revision = ? WHERE id = ?", (items, items, data.shop.id))
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


def _rows(shop: int, items: int) -> Iterator[tuple[Any, ...]]:
    for place in range(1, items + 1):
        part, arabic, category = _PARTS[place % len(_PARTS)]
        where = _PLACES[place // 7 % len(_PLACES)]
        cars = [_CARS[place // 3 % len(_CARS)], _CARS[place // 5 % len(_CARS)]]
        fit = [
            {"make": make, "model": model, "year_from": 2000 + place % 15, "year_to": 2006 + place % 17}
            for make, model in cars
        ]
        name = f"{where.title()} {part}, {cars[0][1]}, set {place % 97}"
        yield (
            place, shop, number(place), name, f"{arabic} {cars[1][1]}", f"OEM-{place:08d}",
            _BRANDS[place % len(_BRANDS)], category, json.dumps(fit),
        )  # fmt: skip
