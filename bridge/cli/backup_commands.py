"""`counterpart backup` and `restore` (contract §8)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bridge.cli.command_group import Command, ask_hidden, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import format_local_time, format_yes_no, print_facts, print_json, print_line
from bridge.cli.parameter_types import FILE
from bridge.cli.session import Session
from bridge.system.instance_lock import AlreadyRunning, InstanceLock
from service.domain.errors import Refused
from service.domain.sentences import verbatim
from service.domain.times import format_rfc3339
from ui.backend.settings_port import Backup, BackupContents, BackupKey, RestoreOutcome

if TYPE_CHECKING:
    from bridge.backups.backup_service import BackupService

PASSPHRASE_VARIABLE = "COUNTERPART_BACKUP_PASSPHRASE"  # noqa: S105 - a variable's name
_MIB = 1024 * 1024


@click.command(
    "backup",
    cls=Command,
    help=f"{summary_of('backup')} It is encrypted if Settings say so, or if "
    f"{PASSPHRASE_VARIABLE} holds a passphrase, and then carries the webhook secrets.",
    example="counterpart backup /media/stick/shop.cpbackup",
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@pass_session
def backup(session: Session, file: Path) -> None:
    target = os.path.abspath(file)  # noqa: PTH100 - resolve() would follow links the owner set
    made = open_backup_service(session).back_up(target, _ignore_progress, read_passphrase(session.environment))
    if session.as_json:
        print_json(_as_json(made))
    else:
        protection = (
            "encrypted, with the webhook secrets" if made.encrypted else "not encrypted, without webhook secrets"
        )
        print_line(f"{made.path} is made and checked: {max(1, made.size // _MIB)} MiB, {protection}.")


@click.command(
    "restore",
    cls=Command,
    help=f"{summary_of('restore')} The program must not run. "
    f"An encrypted one takes its passphrase from {PASSPHRASE_VARIABLE}, or asks.",
    example="counterpart restore /media/stick/shop.cpbackup",
)
@click.argument("file", type=FILE)
@click.option("--look", is_flag=True, help="Only say what it holds and from when.")
@click.option("--without-secrets", is_flag=True, help="Leave out the webhook secrets that an encrypted one carries.")
@click.option(
    "--keys",
    "chosen",
    metavar="all|none|NUMBERS",
    help="Which of its keys may go on, where nothing here says which were revoked since.",
)
@pass_session
def restore(session: Session, file: Path, look: bool, without_secrets: bool, chosen: str | None) -> None:
    backups, path = open_backup_service(session), os.path.abspath(file)  # noqa: PTH100 - as above
    phrase = read_passphrase(session.environment)
    try:
        contents = backups.inspect(path, phrase)
    except Refused as refused:
        if refused.code != "wrong_passphrase" or phrase is not None:
            raise
        phrase = ask_hidden("Passphrase of the backup")
        contents = backups.inspect(path, phrase)
    done = None
    if not look:
        keys = _choose_keys(contents.keys_to_confirm, chosen)
        done = backups.restore(path, phrase, _ignore_progress, with_secrets=not without_secrets, keys=keys)
    if session.as_json:
        outcome = {
            "kept": None if done is None else done.replaced_path,
            "missing_orders": [] if done is None else list(done.missing_orders),
        }
        print_json({**_as_json(contents.backup), **_holdings(contents), **outcome})
        return
    print_facts(_facts(contents))
    if done is not None:
        _print_outcome(done)


def _choose_keys(asked: tuple[BackupKey, ...], chosen: str | None) -> frozenset[int] | None:
    """Which keys may go on; None where that need not be asked. Raises Refused."""
    if not asked:
        return None
    listed = ", ".join(f"{key.id} ({key.name}, {key.shop}, {key.prefix}…)" for key in asked)
    why = f"Nothing on this computer says which keys were revoked after this backup. Its keys: {listed}."
    if chosen is None and sys.stdin.isatty():
        chosen = str(click.prompt(f"{why}\nWhich may go on? all, none, or numbers such as 1,3", err=True))
    words = (chosen or "").replace(" ", "").lower()
    if words in ("all", "none"):
        return frozenset(key.id for key in asked if words == "all")
    numbers = frozenset(int(word) for word in words.split(",") if word.isascii() and word.isdecimal())
    if not numbers or not numbers <= {key.id for key in asked} or len(numbers) != len(words.split(",")):
        raise Refused(
            "keys_unconfirmed", verbatim(f"{why} Say which may go on: --keys all, --keys none, or --keys with numbers.")
        )
    return numbers


def _print_outcome(done: RestoreOutcome) -> None:
    sentence = f" What was there before is stored as {done.replaced_path}." if done.replaced_path else ""
    print_line(f"Restored.{sentence}")
    if done.missing_orders:
        print_line(
            f"{len(done.missing_orders)} orders came after the backup and are not in it: "
            f"{', '.join(done.missing_orders)}. Deal with them by hand, and count their parts."
        )


def open_backup_service(session: Session) -> BackupService:
    """The backups of the session's data folder."""
    from bridge.backups.backup_service import BackupService  # noqa: PLC0415 - `settings` starts without it
    from bridge.secrets.chosen_store import open_secret_store  # noqa: PLC0415 - the keyring takes a while to load

    secrets = open_secret_store(session.folder, session.environment)
    runner = _exclusive_runner(session.folder)
    return BackupService(session.folder, session.clock, secrets, runner, origin=session.origin)


def read_passphrase(environment: Mapping[str, str]) -> str | None:
    """The passphrase. It is never an argument, because the list of processes shows arguments."""
    return environment.get(PASSPHRASE_VARIABLE) or None


def _exclusive_runner(folder: Path) -> Callable[[Callable[[], None]], None]:
    def run(work: Callable[[], None]) -> None:
        try:
            instance = InstanceLock(folder)
        except AlreadyRunning:
            raise Refused(
                "running",
                verbatim(
                    "Counterpart is running with this data, so nothing was replaced. Where its window is open, restore "
                    "there: Settings, Backups. Otherwise end it (quit it in the tray; Ctrl-C where `counterpart serve` "
                    "runs), run this again, then start it again."
                ),
            ) from None
        try:
            work()
        finally:
            instance.release()

    return run


def _ignore_progress(_progress: object) -> None:
    """Ignores progress: a command prints when it is done."""


def _as_json(one: Backup) -> dict[str, object]:
    return {
        "path": one.path,
        "at": format_rfc3339(one.at),
        "bytes": one.size,
        "kind": one.kind,
        "encrypted": one.encrypted,
        "verified": one.verified,
    }


def _holdings(contents: BackupContents) -> dict[str, object]:
    return {
        "version": contents.version,
        "shops": contents.shops,
        "items": contents.items,
        "orders": contents.orders,
        "calls": contents.calls,
        "targets": contents.targets,
        "secrets": contents.has_secrets,
        "keys_to_confirm": [
            {"id": key.id, "shop": key.shop, "name": key.name, "begins": key.prefix} for key in contents.keys_to_confirm
        ],
    }


def _facts(contents: BackupContents) -> list[tuple[str, str]]:
    return [
        ("From", format_local_time(contents.backup.at)),
        ("Version", contents.version or "-"),
        ("Shops", ", ".join(contents.shops)),
        ("Items", str(contents.items)),
        ("Orders", str(contents.orders)),
        ("Calls", str(contents.calls)),
        ("Targets", str(contents.targets)),
        ("With secrets", format_yes_no(contents.has_secrets)),
        *[("Key", f"{key.id}  {key.name}, {key.shop}, {key.prefix}…") for key in contents.keys_to_confirm],
    ]
