"""Settings of the installation, as the owner sets them."""

from __future__ import annotations

from service.domain.audit import OwnerAction
from service.domain.errors import Refused
from service.domain.settings import Setting, Settings, find_setting, parse_settings
from service.store import settings as store
from service.store.audit_log import record_action
from service.store.counters import read_own_settings, write_own_setting
from service.store.engine.transaction import ReadTx, Tx


def read_settings(db: ReadTx, counter: int = 0) -> Settings:
    """The values in use; those of a further counter with its own."""
    stored = store.read_settings(db)
    return parse_settings({**stored, **read_own_settings(db, counter)} if counter else stored)


def change_own_setting(tx: Tx, counter: int, setting: Setting, text: str) -> None:
    """Sets one setting of a further counter. Raises Refused."""
    write_own_setting(tx, counter, setting.name, _format_value(setting, text))


def change_setting(tx: Tx, name: str, text: str | None) -> Settings:
    """Sets a setting, or with None its default; gives the values. Raises NotFound, Refused."""
    setting = find_setting(name)
    before = getattr(read_settings(tx), setting.name)
    store.write_setting(tx, setting.name, None if text is None else _format_value(setting, text))
    after = read_settings(tx)
    if getattr(after, setting.name) != before:
        record_action(
            tx,
            OwnerAction.SETTING_CHANGED,
            setting.name,
            before=setting.kind.text_of(before),
            after=setting.kind.text_of(getattr(after, setting.name)),
        )
    return after


def _format_value(setting: Setting, text: str) -> str:
    fault = setting.kind.fault(text)
    if fault is not None:
        raise Refused.saying(
            "bad_setting", "{setting} must be {fault}. Nothing was changed.", setting=setting.name, fault=fault
        )
    return setting.kind.text_of(setting.kind.value_of(text))
