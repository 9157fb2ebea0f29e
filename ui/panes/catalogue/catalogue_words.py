"""The names of views, causes and sortings."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from service.domain.catalogue.items import Item, ItemSort, ItemView
from service.domain.catalogue.stock import Cause
from ui.i18n import Formats, isolate_name

translate = QCoreApplication.translate

_LONGEST_TITLE = 90
"""Characters of a name as a title: the interface takes 2,000."""


def view_words() -> dict[ItemView, str]:
    return {
        ItemView.ALL: translate("CatalogueWords", "All"),
        ItemView.LOW: translate("CatalogueWords", "Low"),
        ItemView.RESERVED: translate("CatalogueWords", "Reserved"),
        ItemView.NOT_LISTED: translate("CatalogueWords", "Not listed"),
        ItemView.INACTIVE: translate("CatalogueWords", "Inactive"),
    }


def cause_words() -> dict[Cause, str]:
    """Why a quantity changed."""
    return {
        Cause.COUNT: translate("CatalogueWords", "Count"),
        Cause.RETURN: translate("CatalogueWords", "Return"),
        Cause.JOB: translate("CatalogueWords", "Job"),
        Cause.SALE: translate("CatalogueWords", "Sale"),
        Cause.UPLOAD: translate("CatalogueWords", "Upload"),
        Cause.PULL: translate("CatalogueWords", "Price file"),
    }


def sort_words() -> tuple[tuple[str, str], ...]:
    return (
        (ItemSort.BEST.value, translate("CatalogueWords", "Best match")),
        (ItemSort.SKU.value, translate("CatalogueWords", "By SKU")),
        (ItemSort.NAME.value, translate("CatalogueWords", "By name")),
        (ItemSort.BRAND.value, translate("CatalogueWords", "By brand")),
        (ItemSort.PRICE.value, translate("CatalogueWords", "By price")),
        (ItemSort.QUANTITY.value, translate("CatalogueWords", "By on hand")),
        (ItemSort.FREE.value, translate("CatalogueWords", "By free")),
    )


def item_names(item: Item, formats: Formats) -> tuple[str, str]:
    """The name in the window's language, then the other one or ""."""
    first, second = _choose_names(item, formats)
    return isolate_name(first), isolate_name(second) if second else ""


def item_title(item: Item, formats: Formats) -> str:
    """The name in the window's language as a title: on one line, and not longer than a few."""
    name = " ".join(_choose_names(item, formats)[0].split())
    return isolate_name(name if len(name) <= _LONGEST_TITLE else f"{name[: _LONGEST_TITLE - 1].rstrip()}…")


def _choose_names(item: Item, formats: Formats) -> tuple[str, str]:
    if item.name_ar is None:
        return item.name, ""
    return (item.name_ar, item.name) if formats.arabic else (item.name, item.name_ar)
