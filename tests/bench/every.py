"""Every line of the table by the name it is asked for. A later topic adds a module of its own and its lines here."""

from __future__ import annotations

from tests.bench import actions, call_log, desktop, memory, mixed, pages, pulls, starts, uploads, webhooks
from tests.bench.bench import RowFunction

EVERY: dict[str, RowFunction] = {
    "new": uploads.new_rows,
    "changed": uploads.changed_rows,
    "unchanged": uploads.unchanged_rows,
    "many": uploads.with_many_held,
    "pages": pages.pages,
    "action": actions.order_action,
    "mixed": mixed.many_callers,
    "beside": mixed.beside_uploads,
    "drain": webhooks.draining,
    "dead": webhooks.dead_target,
    "waiting": webhooks.beside_waiting,
    "memory": memory.memory,
    "starts": starts.starts,
    "log": call_log.call_log,
    "desktop": desktop.desktop,
    "csv": pulls.csv_file,
    "xlsx": pulls.xlsx_file,
}
