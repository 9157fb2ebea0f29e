"""Every row of the table by its name. A new topic adds a module of its own and its rows here."""

from __future__ import annotations

from tests.bench.bench import RowFunction
from tests.bench.measured import (
    call_log,
    desktop,
    feed_reading,
    history_cost,
    item_pages,
    link_cost,
    many_callers,
    memory,
    order_actions,
    part_search,
    pull_runs,
    start_times,
    upload_rows,
    webhook_sending,
)

MEASUREMENTS: dict[str, RowFunction] = {
    "new": upload_rows.new_rows,
    "changed": upload_rows.changed_rows,
    "unchanged": upload_rows.unchanged_rows,
    "many": upload_rows.with_many_held,
    "history": history_cost.history_cost,
    "pages": item_pages.pages,
    "since": item_pages.since_revisions,
    "feed": feed_reading.latency,
    "held": feed_reading.held_calls,
    "tills": feed_reading.beside_tills,
    "action": order_actions.order_action,
    "mixed": many_callers.many_callers,
    "during": many_callers.calls_during_uploads,
    "drain": webhook_sending.draining,
    "dead": webhook_sending.dead_target,
    "waiting": webhook_sending.beside_waiting,
    "memory": memory.memory,
    "memory of pages": memory.memory_of_pages,
    "starts": start_times.starts,
    "commands": start_times.commands,
    "log": call_log.call_log,
    "search": part_search.part_search,
    "desktop": desktop.desktop,
    "link": link_cost.cost,
    "link idle": link_cost.idle,
    "link rings": link_cost.rings,
    "link first": link_cost.first_upload,
    "link paced": link_cost.paced_upload,
    "csv": pull_runs.csv_file,
    "xlsx": pull_runs.xlsx_file,
}
