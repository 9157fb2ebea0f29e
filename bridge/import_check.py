"""Imports everything that the program loads only when it is needed, and says what is missing; so
also for the compiled translations and Qt's own Arabic texts.

A package is proven with it before it counts as built: a missing module would otherwise show only
on the day on which the owner needs it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import Final

from cryptography.hazmat.backends.openssl import backend

from bridge.cli.command_table import COMMAND_TABLE
from bridge.doctor.library_faults import read_library_versions
from ui.i18n.language import COMPILED, Language, find_texts_of_qt

OURS: Final = (
    "bridge.alerts.alert_language", "bridge.alerts.apprise_post", "bridge.alerts.send_child",
    "bridge.backups.backup_location", "bridge.backups.backup_service", "bridge.backups.damaged_database",
    "bridge.backups.move_data", "bridge.backups.shared_data",
    "bridge.cli.command_errors", "bridge.cli.pairing_code", "bridge.cli.program",
    "bridge.cli.serve_command", "bridge.desktop.desktop_app", "bridge.desktop.load_qt",
    "bridge.desktop.run_desktop", "bridge.doctor.doctor_service", "bridge.gateway.alerts_backend",
    "bridge.gateway.catalogue_backend", "bridge.gateway.history_backend", "bridge.gateway.keys_backend",
    "bridge.gateway.marketplace_backend", "bridge.gateway.orders_backend", "bridge.gateway.people_backend",
    "bridge.gateway.pulls_backend", "bridge.gateway.shops_backend", "bridge.gateway.store_gateway",
    "bridge.gateway.webhooks_backend", "bridge.picture_file", "bridge.remote.counters",
    "bridge.secrets.chosen_store", "bridge.secrets.join_code", "bridge.secrets.keyring_store",
    "bridge.secrets.machine_passphrase", "bridge.secrets.shared_secrets",
    "bridge.sources.ftp_source", "bridge.sources.mail_source", "bridge.sources.mysql_table",
    "bridge.sources.odbc_table", "bridge.sources.postgres_table", "bridge.sources.sftp_source",
    "bridge.sources.share_source", "bridge.sources.sqlite_table", "bridge.sources.web_source",
    "bridge.start.headless_service", "bridge.start.window_parts", "bridge.system.certificate",
    "bridge.system.paths", "bridge.system.port_holder", "bridge.system.process", "bridge.system.tls_trust",
    "bridge.system.xlsx_export",
    "bridge.updates.activation", "bridge.updates.data_copies", "bridge.updates.feed", "bridge.updates.packages",
    "bridge.updates.programs", "service.api.sealed_codes", "service.delivery.secret_stores",
    "service.delivery.trial_receiver",
    "service.files.isolation.child", "service.link.action_gate",
    "service.link.call_journal", "service.link.catalogue_reader", "service.link.link_session",
    "service.link.upstream", "service.link.upstream_check", "service.link.upstream_client", "service.pull.run_pull",
    "service.store.engine.store", "service.store.engine.text_index", "service.store.postgres.database",
    "service.store.recovery.copies", "service.usecases.act_on_order", "ui.backend.protocol", "ui.i18n.language",
    "ui.panes", "ui.shell.tray.order_notice",
)  # fmt: skip
"""The program's own modules that a function imports; those of commands come on top."""

LIBRARIES: Final = (
    "PySide6.QtCore", "PySide6.QtGui", "PySide6.QtPrintSupport", "cryptography.exceptions",
    "cryptography.hazmat.primitives.ciphers.aead", "keyring", "keyring.backends.chainer",
    "keyring.errors", "psutil", "psycopg", "psycopg.conninfo", "pyodbc",
    "asyncio", "sqlite_utils", "traceback", "xlrd", "xlrd.biffh", "xlrd.sheet", "zeroconf",
)  # fmt: skip
"""Modules of libraries that a function of the program imports."""

ON_LINUX: Final = ("bridge.desktop.dbus_notifications", "fcntl", "pwd", "resource")
ON_WINDOWS: Final = (
    "bridge.autostart.windows_api", "bridge.start.service_host",
    "bridge.autostart.windows_service", "winreg", "winsound",
)  # fmt: skip

INSIDE_LIBRARIES: Final = (
    "apprise.plugins.email.base", "apprise.plugins.ntfy", "apprise.plugins.telegram", "asyncssh.sftp",
    "cryptography.hazmat.primitives.asymmetric.padding",
    "keyring.backends.chainer", "pg8000.native", "psycopg.pq", "psycopg_binary._psycopg",
    "pymysql.connections", "scramp", "spnego._ntlm",
    "tzdata.zoneinfo.Asia", "zeroconf._handlers.record_manager", "zeroconf._services.info", "zstandard.backend_c",
)  # fmt: skip
"""Modules that libraries look up by a name, or do without in silence where they are missing."""


def lazy_modules(platform: str = sys.platform) -> tuple[str, ...]:
    """Every module to check on that platform."""
    commands = (f"bridge.cli.{entry.module}" for entry in COMMAND_TABLE.values())
    own = ON_WINDOWS if platform == "win32" else ON_LINUX if platform == "linux" else ()
    return tuple(sorted({*commands, *OURS, *LIBRARIES, *own, *INSIDE_LIBRARIES}))


def missing_modules(names: Iterable[str], load: Callable[[str], object] = import_module) -> dict[str, str]:
    """What could not be imported, with the reason."""
    missing: dict[str, str] = {}
    for name in names:
        try:
            load(name)
        except Exception as error:  # noqa: BLE001 - whatever a module does when it is loaded, it is not usable
            missing[name] = f"{type(error).__name__}: {error}"
    return missing


def missing_texts(*files: Path) -> dict[str, str]:
    """The files of translations that are not there, with the reason."""
    return {file.name: f"no file {file}" for file in files if not file.is_file()}


def versions() -> dict[str, str]:
    """The versions of what is carried below the Python packages."""
    return {**dict(read_library_versions().named), "OpenSSL of cryptography": backend.openssl_version_text().split()[1]}


def main() -> int:
    """Print what is missing, and the versions, as JSON; return the exit code."""
    names = lazy_modules()
    texts = [find_texts_of_qt(Language.ARABIC), *(COMPILED / f"{language}.qm" for language in Language)]
    missing = missing_modules(names) | missing_texts(*texts)
    sys.stdout.write(json.dumps({"checked": len(names), "missing": missing, "versions": versions()}) + "\n")
    return 1 if missing else 0
