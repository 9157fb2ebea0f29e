"""The fields of an upload row that a file may feed."""

from __future__ import annotations

FIELDS = (
    "sku",
    "name",
    "name_ar",
    "oem_number",
    "brand",
    "category",
    "condition",
    "price_fils",
    "wholesale_price_fils",
    "online_price_fils",
    "list_on_marketplace",
    "active",
    "quantity",
    "branch",
    "fit",
)
"""What a column or a fixed value may feed."""

PRICES = ("price_fils", "wholesale_price_fils", "online_price_fils")


CLEARABLE = frozenset({"name_ar", "oem_number", "brand", "category", "condition", *PRICES, "fit"})
"""What a JSON null clears; elsewhere it leaves the held value, as a blank cell does."""
