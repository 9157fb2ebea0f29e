"""A made-up catalogue: row n is always the same part; its version gives price and quantity."""

from __future__ import annotations

import json

from service.domain.times import Millis

ROWS = 1000
_SCATTER = 2_654_435_761
_SKUS = 10**10

_NAMES = (
    "Front brake pad set, ceramic, with wear sensor and fitting kit",
    "Rear shock absorber, gas filled, left and right, with top mount",
)
_ARABIC = ("طقم فحمات فرامل أمامية سيراميك مع حساس تآكل وطقم تركيب", "مساعد خلفي غاز يمين ويسار مع كرسي علوي وقواعد")
_BRANDS = ("Toyota Genuine", "Bosch", "Denso", "Aisin")
_CATEGORIES = ("Brakes and brake hydraulics", "Suspension and steering")
_CARS = (("Toyota", "Land Cruiser"), ("Nissan", "Patrol"), ("Lexus", "LX 570"), ("Mitsubishi", "Pajero"))

FILL_ITEMS = f"""
WITH RECURSIVE part(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM part WHERE n + 1 < :end)
INSERT INTO items (id, shop_id, folded, sku, name, name_ar, oem_number, brand, category, condition, price_fils,
    wholesale_price_fils, online_price_fils, list_on_marketplace, active, fit, updated_at, revision)
SELECT n + 1, :shop, code, code, '{_NAMES[0]} ' || n, '{_ARABIC[0]} ' || n, printf('OEM-%08d', n), '{_BRANDS[1]}',
    '{_CATEGORIES[0]}', 'new_oem', 12500 + n % 1000, 10000 + n % 1000, 13000 + n % 1000, 1, 1,
    '[{{"make":"Toyota","model":"Land Cruiser","year_from":2008,"year_to":2015}},'
    || '{{"make":"Lexus","model":"LX 570","year_from":2010,"year_to":2021}}]', :now, n + 1
FROM (SELECT n, printf('%05d-%05d', n * {_SCATTER} % {_SKUS} / 100000, n * {_SCATTER} % 100000) AS code FROM part)
"""
"""The same parts (their version 0) by SQL, for filling a database in seconds."""

FILL_STOCK = (
    "INSERT INTO stock (item_id, branch_id, quantity) SELECT id, :branch, 40000 FROM items WHERE shop_id = :shop"
)
FILL_LEDGER = (
    "INSERT INTO ledger (item_id, entry, branch_id, at, cause, change, quantity, actor) "
    "SELECT id, id, :branch, :now, 'upload', 40000, 40000, 'Till 1' FROM items WHERE shop_id = :shop"
)


FILL_CHANGES = (
    "INSERT INTO item_changes (shop_id, last, first, items) "
    "SELECT shop_id, max(id), min(id), json_group_array(id) FROM items WHERE shop_id = :shop GROUP BY id / 1000"
)


def sku(number: int) -> str:
    """Scattered over the index, as part numbers are."""
    code = number * _SCATTER % _SKUS
    return f"{code // 100_000:05d}-{code % 100_000:05d}"


def row(number: int, version: int) -> dict[str, object]:
    """All 14 fields of contract §3.2, with two cars, some 650 bytes as JSON."""
    kind = number % 2
    return {
        "sku": sku(number),
        "name": f"{_NAMES[kind]} {number}",
        "name_ar": f"{_ARABIC[kind]} {number}",
        "oem_number": f"OEM-{number:08d}",
        "brand": _BRANDS[number % 4],
        "category": _CATEGORIES[kind],
        "condition": "new_oem",
        "price_fils": 12_500 + number % 1000 + version,
        "wholesale_price_fils": 10_000 + number % 1000,
        "online_price_fils": 13_000 + number % 1000,
        "list_on_marketplace": True,
        "active": True,
        "quantity": 40 + version % 500,
        "fit": [
            {"make": make, "model": model, "year_from": 2008, "year_to": 2015}
            for make, model in (_CARS[number % 4], _CARS[(number + 1) % 4])
        ],
    }


def upload(first: int, version: int, count: int = ROWS) -> bytes:
    """The body of an upload of rows `first` and following."""
    rows = [row(number, version) for number in range(first, first + count)]
    return json.dumps({"items": rows}, ensure_ascii=False).encode()


def heavy_upload(first: int, version: int, size: int) -> bytes:
    """An upload of 1000 rows that comes to nearly `size` bytes."""
    rows = [row(number, version) for number in range(first, first + ROWS)]
    bare = len(json.dumps({"items": rows}, ensure_ascii=False).encode())
    padding = "x" * ((size - bare) // ROWS - 2)
    for each in rows:
        each["name"] = f"{each['name']} {padding}"
    return json.dumps({"items": rows}, ensure_ascii=False).encode()


def fill_values(shop: int, branch: int, first: int, end: int, now: Millis) -> dict[str, int]:
    """The values of the statements above."""
    return {"shop": shop, "branch": branch, "first": first, "end": end, "now": now}
