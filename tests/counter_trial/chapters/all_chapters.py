"""Every chapter of a counter's day, by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tests.counter_trial.chapters.accept_notification import accept_notification
from tests.counter_trial.chapters.alert_addresses import alert_addresses, alerts_offline, silent_computer
from tests.counter_trial.chapters.attached_window import attached_window
from tests.counter_trial.chapters.change_prices import change_prices
from tests.counter_trial.chapters.edit_part import edit_part
from tests.counter_trial.chapters.enter_part import enter_part
from tests.counter_trial.chapters.find_parts import find_parts
from tests.counter_trial.chapters.hear_orders import hear_orders
from tests.counter_trial.chapters.papers.print_labels import print_labels
from tests.counter_trial.chapters.papers.print_orders import print_orders
from tests.counter_trial.chapters.papers.summary import summary
from tests.counter_trial.chapters.papers.take_along import take_along
from tests.counter_trial.chapters.people.owner_pin import forgotten_pin, owner_pin
from tests.counter_trial.chapters.people.screen_lock import screen_lock
from tests.counter_trial.chapters.people.staff_names import staff_names
from tests.counter_trial.chapters.people.support_view import support_view
from tests.counter_trial.chapters.phone_order import phone_order
from tests.counter_trial.chapters.regressions import (
    behind_a_dialog,
    first_start,
    rejected_part,
    search_fields,
    small_window,
    support_bundle,
    try_webhooks,
)
from tests.counter_trial.chapters.reorder_list import reorder_list
from tests.counter_trial.chapters.trace_and_undo import noted_calls, trace_and_undo, undo_file_run
from tests.counter_trial.counter import Counter

CHAPTERS: Final[Mapping[str, Callable[[Counter], None]]] = {
    "accept_notification": accept_notification,
    "alert_addresses": alert_addresses,
    "alerts_offline": alerts_offline,
    "attached_window": attached_window,
    "behind_a_dialog": behind_a_dialog,
    "change_prices": change_prices,
    "edit_part": edit_part,
    "enter_part": enter_part,
    "find_parts": find_parts,
    "first_start": first_start,
    "forgotten_pin": forgotten_pin,
    "hear_orders": hear_orders,
    "noted_calls": noted_calls,
    "owner_pin": owner_pin,
    "phone_order": phone_order,
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
