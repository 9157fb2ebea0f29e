"""`counterpart settings`: the owner's settings for the whole installation (contract §8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from bridge.autostart.login_start import LoginStart
from bridge.cli.backup_commands import open_backup_service, read_passphrase
from bridge.cli.command_group import Command, ask_hidden, csv_option, pass_session
from bridge.cli.command_table import summary_of
from bridge.cli.output import print_json, print_line, print_list
from bridge.cli.session import Session
from service.domain.errors import Refused
from service.domain.sentences import verbatim
from service.domain.settings import SETTINGS, Setting, Settings, find_setting
from service.usecases.edit_settings import change_setting, read_settings

MIN_PASSPHRASE_LENGTH = 10
"""The fewest characters of a passphrase."""


@click.command(
    "settings",
    cls=Command,
    help=f"{summary_of('settings')} An empty VALUE in quotes empties a list.",
    example="counterpart settings log_days 30",
)
@click.argument("name", required=False, metavar="[NAME]")
@click.argument("value", required=False, metavar="[VALUE]")
@click.option("--default", "to_default", is_flag=True, help="Set NAME back to its default.")
@csv_option()
@pass_session
def settings(session: Session, name: str | None, value: str | None, to_default: bool) -> None:
    if name is None:
        if to_default:
            raise click.UsageError("Say which setting goes back to its default.", click.get_current_context())
        _show_all(session, session.read(read_settings))
        return
    setting = find_setting(name)
    if to_default and value is not None:
        raise click.UsageError("Give a VALUE or --default, not both.", click.get_current_context())
    if to_default or value is not None:
        _change(session, setting, value)
    now = session.read(read_settings)
    _show_one(session, setting, now)
    if value is not None and now.backup_folder and setting.name == "backup_folder" and not session.as_json:
        _warn_if_missing(now.backup_folder)


def _warn_if_missing(folder: str) -> None:
    """Warns about a missing folder, which may be an absent stick or a typing error, so it is no
    refusal.
    """
    if not Path(folder).is_dir():
        print_line(f"There is no folder {folder} now; no backup is made until it is there.")


def _change(session: Session, setting: Setting, value: str | None) -> None:
    """Changes a setting. Two settings change something outside the database, which
    is done first.
    """
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
    if len(passphrase) < MIN_PASSPHRASE_LENGTH:
        raise Refused(
            "short_passphrase",
            verbatim(
                f"A passphrase has at least {MIN_PASSPHRASE_LENGTH} characters; three words that do not "
                f"belong together are good. "
                "Nothing was changed."
            ),
        )
    return passphrase


def _show_all(session: Session, now: Settings) -> None:
    print_list(
        session,
        SETTINGS,
        to_json=lambda setting: _as_json(session, setting, now),
        headers=("NAME", "VALUE", "WHAT IT IS"),
        to_row=lambda setting: (setting.name, _format_value(session, setting, now), str(setting.explanation)),
        empty="There are no settings.",
    )


def _show_one(session: Session, setting: Setting, now: Settings) -> None:
    if session.as_json:
        print_json(_as_json(session, setting, now))
    else:
        print_line(f"{setting.name}: {_format_value(session, setting, now)}. {setting.explanation}")


def _current_value(session: Session, setting: Setting, now: Settings) -> Any:  # noqa: ANN401 - of the setting's kind
    """The stored value. Starting at login is read from the system's own entry, which others change
    too.
    """
    if setting.name == "start_at_login":
        return LoginStart.for_this_system(session.folder).is_on()
    return setting.value_in(now)


def _format_value(session: Session, setting: Setting, now: Settings) -> str:
    return setting.kind.text_of(_current_value(session, setting, now)) or "(empty)"


def _as_json(session: Session, setting: Setting, now: Settings) -> dict[str, Any]:
    return {
        "name": setting.name,
        "value": _current_value(session, setting, now),
        "default": setting.default,
        "explanation": str(setting.explanation),
    }
