"""`counterpart settings`: the owner's settings for the whole installation (contract §8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bridge.autostart.login_start import LoginStart
from bridge.cli.backup_commands import open_backup_service, read_passphrase
from bridge.cli.command_group import ask_hidden, declare
from bridge.cli.output import Answer, Column, Fields, Listing
from bridge.cli.session import Session
from service.domain.errors import Refused
from service.domain.sentences import verbatim
from service.domain.settings import MIN_PASSPHRASE, SETTINGS, Setting, Settings, find_setting
from service.usecases.edit_settings import change_setting, read_settings


@declare("log_days 30", csv=True)
@click.argument("name", required=False, metavar="[NAME]")
@click.argument("value", required=False, metavar="[VALUE]")
@click.option("--default", "to_default", is_flag=True, help="Set NAME back to its default.")
def settings(session: Session, name: str | None, value: str | None, to_default: bool) -> Answer | Listing[Setting]:
    """An empty VALUE in quotes empties a list."""
    if name is None:
        if to_default:
            raise click.UsageError("Say which setting goes back to its default.", click.get_current_context())
        return Listing(_fields(session, session.read(read_settings)), SETTINGS, "There are no settings.")
    setting = find_setting(name)
    if to_default and value is not None:
        raise click.UsageError("Give a VALUE or --default, not both.", click.get_current_context())
    if to_default or value is not None:
        _change(session, setting, value)
    now = session.read(read_settings)
    fields = _fields(session, now)
    lines = [f"{setting.name}: {fields.cell(setting, 'value')}. {setting.explanation}"]
    if value is not None and setting.name == "backup_folder" and now.backup_folder:
        lines += _warn_if_missing(now.backup_folder)
    return Answer(fields.to_json(setting), lines)


def _warn_if_missing(folder: str) -> list[str]:
    """A missing folder may be an absent stick or a typing error, so it is warned of only."""
    missing = not Path(folder).is_dir()
    return [f"There is no folder {folder} now; no backup is made until it is there."] if missing else []


def _change(session: Session, setting: Setting, value: str | None) -> None:
    """Changes a setting. Two change something outside the database, which is done first."""
    wanted = setting.default if value is None else setting.kind.fault(value) is None and setting.kind.value_of(value)
    right = value is None or setting.kind.fault(value) is None
    if right and setting.name == "start_at_login":
        LoginStart.for_this_system(session.folder).set_on(bool(wanted))
    if right and setting.name == "backup_encrypted":
        open_backup_service(session).set_passphrase(_new_passphrase(session) if wanted else None)
        return
    if right and setting.name == "backup_folder" and value and _is_folder(Path(value.strip())):
        open_backup_service(session).choose_folder(value.strip())
        return
    session.write(lambda tx: change_setting(tx, setting.name, value))


def _is_folder(path: Path) -> bool:
    """Whether a folder is there now. Raises Refused where something else is."""
    if path.exists() and not path.is_dir():
        raise Refused("not_a_folder", verbatim(f"{path} is a file. Name a folder for backups. Nothing was changed."))
    return path.is_dir()


def _new_passphrase(session: Session) -> str:
    """The passphrase from the environment, else typed twice. Raises Refused if it is too short."""
    passphrase = read_passphrase(session.environment) or ask_hidden("Passphrase for backups", twice=True)
    if len(passphrase) < MIN_PASSPHRASE:
        raise Refused(
            "short_passphrase",
            verbatim(
                f"A passphrase has at least {MIN_PASSPHRASE} characters; three words that do not "
                f"belong together are good. "
                "Nothing was changed."
            ),
        )
    return passphrase


def _fields(session: Session, now: Settings) -> Fields[Setting]:
    def find_value(setting: Setting) -> Any:  # noqa: ANN401 - of the setting's kind
        """Starting at login is read from the system's own entry, which others change too."""
        if setting.name == "start_at_login":
            return LoginStart.for_this_system(session.folder).is_on()
        return setting.value_in(now)

    return Fields(
        Column("name", "NAME"),
        Column("value", "VALUE", find_value, text=lambda one: one.kind.text_of(find_value(one)) or "(empty)"),
        Column("default"),
        Column("explanation", "WHAT IT IS", lambda one: str(one.explanation)),
        last="WHAT IT IS",
    )
