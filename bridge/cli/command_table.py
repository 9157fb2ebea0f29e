"""Every command of the program and its module, which is imported when the command is used.

A command then starts without the imports of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Final, NamedTuple

import click


class TableEntry(NamedTuple):
    """`module` is below `bridge.cli` and has the command under the command's own name;
    `summary` is the first sentence of its help, which the module takes from here.
    """

    module: str
    summary: str


COMMAND_TABLE: Final = {
    "serve": TableEntry("serve_command", "Run the service without a window, until Ctrl-C."),
    "service": TableEntry("service_commands", "Run the service from power-on, without a login."),
    "keys": TableEntry("key_commands", "API keys: one for each system that calls."),
    "shops": TableEntry("shop_commands", "The shops here."),
    "branches": TableEntry("shop_commands", "Branches (warehouses)."),
    "mode": TableEntry("shop_commands", "How the shop's own system is connected."),
    "items": TableEntry("item_commands", "The shop's catalogue as held here."),
    "stock": TableEntry("item_commands", "Stock movements, and the ledger of every change."),
    "orders": TableEntry("order_commands", "Marketplace orders: place one, see them, move them on."),
    "report": TableEntry("report_command", "The summary of a day or a month."),
    "rfq": TableEntry("order_commands", "Requests for quotation: a buyer asks what parts would cost."),
    "webhooks": TableEntry(
        "webhook_commands",
        "Targets: addresses of your own systems to which events of the shop are posted, signed.",
    ),
    "receive": TableEntry("webhook_commands", "Show webhooks that arrive on this computer, until Ctrl-C."),
    "link": TableEntry(
        "link_commands",
        "The link to a hosted marketplace: orders come from it, stock and prices are sent to it.",
    ),
    "pull": TableEntry(
        "pull_commands",
        "The file that the shop's system exports: how it is read, and reading it now or every night.",
    ),
    "history": TableEntry("history_commands", "What changed each part, with old and new values."),
    "log": TableEntry("log_commands", "The call log: every call to /v1, refused ones too."),
    "sample": TableEntry("shop_commands", "Fill staging with a believable catalogue."),
    "alerts": TableEntry("alert_commands", "Alerts to your phone or mail, and a heartbeat."),
    "people": TableEntry("people_commands", "Names of the staff at the counter."),
    "counters": TableEntry("counter_commands", "Further counters: windows on other computers of the shop."),
    "attach": TableEntry("counter_commands", "Make this computer a further counter of the shop's service."),
    "database": TableEntry("database_commands", "The database on PostgreSQL that several services share."),
    "join": TableEntry("database_commands", "Let this computer's service read the secrets in the database, by a code."),
    "settings": TableEntry("settings_command", "Show every setting, or one; with a VALUE, set it."),
    "certificate": TableEntry("certificate_commands", "The certificate that tills in the network check."),
    "clock": TableEntry("support_commands", "Show whether this computer's clock is believed."),
    "audit": TableEntry("support_commands", "What the owner did: keys, targets, settings, restores."),
    "backup": TableEntry("backup_commands", "Back up to FILE, also while the program runs."),
    "restore": TableEntry("backup_commands", "Put a backup in the place of the data; what it replaces is stored."),
    "move": TableEntry("backup_commands", "Move all data to PostgreSQL, or from there into a folder."),
    "doctor": TableEntry(
        "support_commands",
        "Look at everything that has to be right: port, database, disk, clock, secrets, backups, files, targets.",
    ),
    "bundle": TableEntry("support_commands", "Save what helps support as a zip, after showing what is in it."),
    "update": TableEntry("update_commands", "Newer versions of the program, and the way back."),
}
"""In the order of `counterpart --help`: the most used first."""


def summary_of(command: str) -> str:
    """The first sentence of a command's help."""
    return COMMAND_TABLE[command].summary


class LazyCommands(MutableMapping[str, click.Command]):
    """The commands of the table by name; looking one up imports its module."""

    def __init__(self) -> None:
        self._loaded: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._loaded:
            module = import_module(f"bridge.cli.{COMMAND_TABLE[name].module}")
            self._loaded[name] = getattr(module, name)
        return self._loaded[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMAND_TABLE)

    def __len__(self) -> int:
        return len(COMMAND_TABLE)
