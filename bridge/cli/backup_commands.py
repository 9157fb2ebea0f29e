"""`counterpart backup`, `restore` and `move` (contract §8)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bridge.cli.command_group import FolderType, ask_hidden, declare
from bridge.cli.output import TIME, Answer, Column, Fields, fact_lines, format_local_time, say
from bridge.cli.parameter_types import FILE, NEW_FILE
from bridge.cli.session import Session
from bridge.secrets.engine_choice import find_address, open_address, read_engine_file
from bridge.system.instance_lock import AlreadyRunning, InstanceLock
from service.domain.errors import Refused
from service.domain.sentences import verbatim

if TYPE_CHECKING:
    from bridge.backups.backup_service import BackupService
    from ui.backend.settings_port import Backup, BackupContents, BackupKey, RestoreOutcome

PASSPHRASE_VARIABLE = "COUNTERPART_BACKUP_PASSPHRASE"  # noqa: S105 - a variable's name
_MIB = 1024 * 1024
BACKUP: Fields[Backup] = Fields(
    Column("path"),
    Column("at", form=TIME),
    Column("bytes", get="size"),
    Column("kind"),
    Column("encrypted"),
    Column("verified"),
)
CONTENTS: Fields[BackupContents] = Fields(
    Column("version", "Version", text=lambda contents: contents.version or "-"),
    Column("shops", "Shops"),
    Column("items", "Items"),
    Column("orders", "Orders"),
    Column("calls", "Calls"),
    Column("targets", "Targets"),
    Column("secrets", "With secrets", "has_secrets"),
    Column("staging_items", get="test_items"),
    Column(
        "staging_orders",
        "In staging",
        "test_orders",
        text=lambda contents: f"{contents.test_items} items, {contents.test_orders} orders",
    ),
    Column(
        "keys_to_confirm",
        get=lambda contents: [
            {"id": key.id, "shop": key.shop, "name": key.name, "begins": key.prefix} for key in contents.keys_to_confirm
        ],
    ),
)


@declare(
    "/media/stick/shop.cpbackup",
    more=f"It is encrypted if Settings say so, or if {PASSPHRASE_VARIABLE} holds a passphrase, and then carries the "
    "webhook secrets.",
)
@click.argument("file", type=NEW_FILE)
def backup(session: Session, file: Path) -> Answer:
    target = os.path.abspath(file)  # noqa: PTH100 - resolve() would follow links the owner set
    made = open_backup_service(session).back_up(target, _ignore_progress, read_passphrase(session.environment))
    protection = "encrypted, with the webhook secrets" if made.encrypted else "not encrypted, without webhook secrets"
    return say(BACKUP.to_json(made), f"{made.path} is made and checked: {max(1, made.size // _MIB)} MiB, {protection}.")


@declare(
    "/media/stick/shop.cpbackup",
    more=f"The program must not run. An encrypted one takes its passphrase from {PASSPHRASE_VARIABLE}, or asks.",
)
@click.argument("file", type=FILE, required=False)
@click.option("--empty", is_flag=True, help="Begin with an empty database where the data is missing.")
@click.option("--look", is_flag=True, help="Only say what it holds and from when.")
@click.option("--without-secrets", is_flag=True, help="Leave out the webhook secrets that an encrypted one carries.")
@click.option(
    "--keys",
    "chosen",
    metavar="all|none|NUMBERS",
    help="Which of its keys stay valid, where nothing here says which were revoked since.",
)
def restore(
    session: Session, file: Path | None, empty: bool, look: bool, without_secrets: bool, chosen: str | None
) -> Answer:
    if empty:
        open_backup_service(session).start_empty()
        sentence = "The database is empty now. Backups and files that were set aside stay where they are."
        return say({"empty": True}, sentence)
    if file is None:
        raise click.UsageError("Name the backup, or use --empty to begin without one.", click.get_current_context())
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
    value = {
        **BACKUP.to_json(contents.backup),
        **CONTENTS.to_json(contents),
        "kept": None if done is None else done.replaced_path,
        "missing_orders": [] if done is None else list(done.missing_orders),
    }
    facts = [
        ("From", format_local_time(contents.backup.at)),
        *CONTENTS.facts(contents),
        *(("Key", f"{key.id}  {key.name}, {key.shop}, {key.prefix}…") for key in contents.keys_to_confirm),
    ]
    outcome = [] if done is None else _describe_outcome(done)
    return Answer(value, [*fact_lines(facts), *outcome])


@declare(
    "--to postgresql://counterpart@10.0.0.5/shop",
    more="End the program first. It takes an empty database; services elsewhere answer 503 meanwhile. What was "
    "interrupted is finished by the same command.",
)
@click.option("--to", "address", metavar="URL", help="The database that gets the data of the data folder.")
@click.option("--to-folder", "target", type=FolderType(), metavar="FOLDER", help="The folder that gets it back.")
def move(session: Session, address: str | None, target: Path | None) -> Answer:
    if (address is None) == (target is None):
        raise click.UsageError("Say where: --to or --to-folder.", click.get_current_context())
    from bridge.backups import move_data  # noqa: PLC0415 - the others start without it

    now_at, kept = find_address(None, session.environment, session.folder), None
    if address is not None:
        if now_at is not None and read_engine_file(session.folder) != address:
            raise Refused.saying("moved_already", "The data is in PostgreSQL already, whose own tools move it.")
        checked = find_address(address, {}, session.folder) or address
        database = open_address(checked, session.environment, session.folder)
        move_data.move_to_postgres(session.folder, database, address, session.origin(), _ignore_counts)
    else:
        if now_at is None:
            raise Refused.saying("moved_already", "The data is in {folder} already.", folder=str(session.folder))
        database = open_address(now_at, session.environment, session.folder)
        goal = Path(os.path.abspath(str(target)))  # noqa: PTH100 - as above
        kept = move_data.move_to_folder(session.folder, database, now_at, goal, session.origin(), _ignore_counts)
    place = address or str(target)
    said = f" What was there before is stored as {kept}." if kept else ""
    return say(
        {"place": place, "kept": kept and str(kept)},
        f"All data is in {place}, compared row by row.{said} Nothing uses what is left of it elsewhere.",
    )


def _choose_keys(asked: tuple[BackupKey, ...], chosen: str | None) -> frozenset[int] | None:
    """Which keys may go on; None where that need not be asked. Raises Refused."""
    if not asked:
        return None
    listed = ", ".join(f"{key.id} ({key.name}, {key.shop}, {key.prefix}…)" for key in asked)
    why = f"Nothing on this computer says which keys were revoked after this backup. Its keys: {listed}."
    if chosen is None and sys.stdin.isatty():
        chosen = str(click.prompt(f"{why}\nWhich stay valid? all, none, or numbers such as 1,3", err=True))
    words = (chosen or "").replace(" ", "").lower()
    if words in ("all", "none"):
        return frozenset(key.id for key in asked if words == "all")
    numbers = frozenset(int(word) for word in words.split(",") if word.isascii() and word.isdecimal())
    if not numbers or not numbers <= {key.id for key in asked} or len(numbers) != len(words.split(",")):
        raise Refused(
            "keys_unconfirmed",
            verbatim(f"{why} Say which stay valid: --keys all, --keys none, or --keys with numbers."),
        )
    return numbers


def _describe_outcome(done: RestoreOutcome) -> Iterator[str]:
    sentence = f" What was there before is stored as {done.replaced_path}." if done.replaced_path else ""
    yield f"Restored.{sentence}"
    if done.missing_orders:
        yield (
            f"{len(done.missing_orders)} orders came after the backup and are not in it: "
            f"{', '.join(done.missing_orders)}. Deal with them by hand, and count their parts."
        )


def open_backup_service(session: Session) -> BackupService:
    """The backups of the session's data. Raises Refused, Unavailable."""
    from bridge.backups.backup_service import BackupService  # noqa: PLC0415 - `settings` starts without it

    shared = session.find_shared()
    # PostgreSQL itself refuses the services meanwhile, wherever they run.
    runner = _exclusive_runner(session) if shared is None else lambda work: work()
    return BackupService(session.folder, session.clock, session.secrets, runner, origin=session.origin, shared=shared)


def read_passphrase(environment: Mapping[str, str]) -> str | None:
    """The passphrase. It is never an argument, because the list of processes shows arguments."""
    return environment.get(PASSPHRASE_VARIABLE) or None


def _exclusive_runner(session: Session) -> Callable[[Callable[[], None]], None]:
    def run(work: Callable[[], None]) -> None:
        try:
            instance = InstanceLock(session.folder)
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
            session.close()  # a look for a secret may have opened the file that is replaced
            work()
        finally:
            instance.release()

    return run


def _ignore_counts(_done: int, _total: int) -> None:
    """The same for what counts in two numbers."""


def _ignore_progress(_progress: object) -> None:
    """Ignores progress: a command prints when it is done."""
