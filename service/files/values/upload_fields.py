"""The fields of an upload row that a file can feed."""

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
"""What a column or a fixed value can feed."""

PRICES = ("price_fils", "wholesale_price_fils", "online_price_fils")


CLEARABLE = frozenset({"name_ar", "oem_number", "brand", "category", "condition", *PRICES, "fit"})
"""Fields that a JSON null clears; elsewhere a null leaves the stored value, like a blank cell."""
