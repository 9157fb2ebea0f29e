"""Sentences of the service that the fake's data holds; each template is one that the service gives."""

from __future__ import annotations

from service.domain.sentences import Sentence, of_field, say

FILE_OPEN = say(
    "{file} cannot be opened now: {reason}. Close it in other programs, or try later.",
    file="prices.xlsx",
    reason=say("Permission denied"),
)
HALF_THE_ROWS = say("The file has {now:,} rows, last time it had {before:,}.", now=612, before=1245)
COST_LEFT_OUT = say("Cost columns are left out: {columns}.", columns="Cost")
NO_SKU = say("No column was recognised as the part number (SKU). Choose it.")
SKU_BLANK = of_field("sku", say("is blank"))
BELOW_ZERO = of_field("quantity", say("{cell} is below zero and counts as 0", cell='"-1"'))
NO_NETWORK = say("This computer has no network; sent when it is back")
STICK_AWAY = say("The folder for backups, {folder}, is not there. Plug the stick in, or choose another.", folder="E:\\")


def no_price(text: str) -> Sentence:
    """A price that is none."""
    return of_field("price_fils", say("{cell} is no price, the held one stays", cell=f'"{text}"'))
