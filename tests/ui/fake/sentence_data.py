"""Sentences of the service in the fake's data; the service has each template."""

from __future__ import annotations

from service.domain.sentences import Sentence, message, prefix_field

HALF_THE_ROWS = message("The file has {now:,} rows, last time it had {before:,}.", now=612, before=1245)
COST_LEFT_OUT = message("Cost columns are left out: {columns}.", columns="Cost")
NO_SKU = message("No column was recognised as the part number (SKU). Choose it.")
SKU_BLANK = prefix_field("sku", message("is blank"))
BELOW_ZERO = prefix_field("quantity", message("{cell} is below zero and counts as 0", cell='"-1"'))
NO_NETWORK = message("This computer has no network; sent when it is back")
STICK_AWAY = message(
    "The folder for backups, {folder}, is not there. Plug the stick in, or choose another.", folder="E:\\"
)


def no_price(text: str) -> Sentence:
    """A price that is none."""
    return prefix_field("price_fils", message("{cell} is no price, the held one stays", cell=f'"{text}"'))
