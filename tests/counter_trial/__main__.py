"""Does a counter's work by clicks on a screen of its own, in each language and size, and stores a
picture of each step.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tests.counter_trial.alerts import alert_addresses, alerts_offline, silent_computer
from tests.counter_trial.attached import attached_window
from tests.counter_trial.catalogue import change_prices, edit_part, enter_part, find_parts, reorder_list
from tests.counter_trial.counted import clicks_to_call, clicks_to_file, dead_marketplace, press_orders
from tests.counter_trial.counter import VARIANTS, Counter, Variant, open_counter
from tests.counter_trial.first_day import first_day
from tests.counter_trial.orders import accept_notification, hear_orders, phone_order
from tests.counter_trial.papers import print_labels, print_orders, summary, take_along
from tests.counter_trial.people import forgotten_pin, owner_pin, screen_lock, staff_names, support_view
from tests.counter_trial.price_list import first_file, load_price_list
from tests.counter_trial.regressions import (
    behind_a_dialog,
    rejected_part,
    search_fields,
    small_window,
    support_bundle,
    try_webhooks,
)
from tests.counter_trial.trace_and_undo import noted_calls, trace_and_undo, undo_file_run

CHAPTERS: Final[Mapping[str, Callable[[Counter], None]]] = {
    "accept_notification": accept_notification,
    "alert_addresses": alert_addresses,
    "alerts_offline": alerts_offline,
    "attached_window": attached_window,
    "behind_a_dialog": behind_a_dialog,
    "change_prices": change_prices,
    "clicks_to_call": clicks_to_call,
    "clicks_to_file": clicks_to_file,
    "dead_marketplace": dead_marketplace,
    "edit_part": edit_part,
    "enter_part": enter_part,
    "find_parts": find_parts,
    "first_day": first_day,
    "first_file": first_file,
    "forgotten_pin": forgotten_pin,
    "hear_orders": hear_orders,
    "load_price_list": load_price_list,
    "noted_calls": noted_calls,
    "owner_pin": owner_pin,
    "phone_order": phone_order,
    "press_orders": press_orders,
    "print_labels": print_labels,
    "print_orders": print_orders,
    "rejected_part": rejected_part,
    "reorder_list": reorder_list,
    "screen_lock": screen_lock,
    "search_fields": search_fields,
    "silent_computer": silent_computer,
    "small_window": small_window,
    "staff_names": staff_names,
    "summary": summary,
    "support_bundle": support_bundle,
    "support_view": support_view,
    "take_along": take_along,
    "trace_and_undo": trace_and_undo,
    "try_webhooks": try_webhooks,
    "undo_file_run": undo_file_run,
}
_FIRST_DAYS = ("clicks_to_call", "clicks_to_file", "first_day")
_AT_THE_SERVICE = (*_FIRST_DAYS, "attached_window", "first_file", "load_price_list", "support_view")
"""What is done at the computer with the service, or attaches a window itself."""

PICTURES = Path(__file__).parents[2] / "build" / "counter"


def main() -> int:
    """Answers 0 when every chapter went through in every variant that was asked for."""
    parser = argparse.ArgumentParser(prog="dev.py try counter", description=__doc__)
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help=f"of {', '.join(CHAPTERS)}; all when left out")
    names = {variant.name: variant for variant in VARIANTS}
    parser.add_argument("--in", dest="variants", action="append", choices=names, help="all when left out")
    parser.add_argument("--pictures", type=Path, default=PICTURES, metavar="FOLDER", help="default: build/counter")
    given = parser.parse_args()
    if unknown := set(given.chapters) - set(CHAPTERS):
        parser.error(f"there is no chapter {', '.join(sorted(unknown))}; there are {', '.join(CHAPTERS)}")
    variants = [names[name] for name in given.variants or names]
    passed = [
        _passes(chapter, variant, given.pictures)
        for chapter in given.chapters or CHAPTERS
        for variant in variants
        if not (variant.is_attached and chapter in _AT_THE_SERVICE)
    ]
    failed = passed.count(False)
    print(f"{passed.count(True)} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def _passes(chapter: str, variant: Variant, pictures: Path) -> bool:
    began = time.monotonic()
    try:
        with (
            tempfile.TemporaryDirectory(prefix="counterpart-counter-") as home,
            open_counter(
                Path(home), variant, pictures / variant.name / chapter, is_first_day=chapter in _FIRST_DAYS
            ) as counter,
        ):
            CHAPTERS[chapter](counter)
    except Exception:  # noqa: BLE001 - one chapter that fails is reported, and the others go on
        traceback.print_exc()
        print(f"failed {chapter} ({variant.name})", flush=True)
        return False
    print(f"ok     {chapter} ({variant.name}), {time.monotonic() - began:.0f} s", flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main())
