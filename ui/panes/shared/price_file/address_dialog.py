"""Where the nightly file is, if it is not on this computer: a server, a database."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Flag, auto

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from service.domain.errors import Refused
from service.domain.pull.place_address import (
    ACCESS,
    DATABASES,
    FTP,
    MAIL,
    ODBC,
    READABLE,
    SFTP,
    SQL_SERVER,
    format_sql_server,
    is_remote,
    parse_place,
    split_database,
    with_key_file,
)
from service.domain.pull.pull_choices import PullChoices, SetupChoices
from service.domain.pull.pulls import PlaceAccess
from service.domain.webhooks.webhook_secrets import Secret
from ui.backend import Backend, BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.pulls_port import PlaceTrial
from ui.i18n import Formats, isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.shell.dialogs.file_chooser import FileChooser
from ui.theme import Theme, Type
from ui.widgets import Button, Dialog, FaultLine, FormRow, Ink, Label, TextArea, choice_field, fill, row, text_field
from ui.widgets.containers import reveal

translate = QCoreApplication.translate
_TABLE_EXAMPLE = "SELECT sku, name, price, quantity FROM parts"
_MAIL_EXAMPLE = "from: erp@shop.example; subject: daily stock"


_FINGERPRINT_PART = re.compile(r"[0-9a-zA-Z+/]{16}(?=[0-9a-zA-Z+/])")
_BREAK = "\u200b"


class SqlServerFields(QWidget):
    """Computer, instance, database and user of a SQL Server; `changed` at each edit."""

    changed = Signal()

    def __init__(self, theme: Theme, path: str) -> None:
        super().__init__()
        self.host = text_field(theme, "", "till-pc", code=True)
        self.instance = text_field(theme, "", "SQLEXPRESS", code=True)
        self.database = text_field(theme, "", "pos", code=True)
        self.user = text_field(theme, "", "reader", code=True)
        self._options = ""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        host_hint = self.tr("Its name or number; with a port if it has another one: 10.0.0.5:1450")
        instance_hint = self.tr("The part after the \\ in the server's name. Empty if there is none.")
        user_hint = self.tr("Someone who may only read. Empty: Windows logs in with the user of this PC.")
        named = (
            (self.tr("Computer"), self.host, host_hint),
            (self.tr("Instance"), self.instance, instance_hint),
            (self.tr("Database"), self.database, ""),
            (self.tr("User"), self.user, user_hint),
        )
        rows = [FormRow(theme, name, field, hint) for name, field, hint in named]
        for first, second in ((0, 1), (2, 3)):
            pair = row(rows[first], rows[second], spacing=12)
            pair.setStretch(0, 1)
            pair.setStretch(1, 1)
            pair.setAlignment(rows[first], Qt.AlignmentFlag.AlignTop)
            pair.setAlignment(rows[second], Qt.AlignmentFlag.AlignTop)
            layout.addLayout(pair)
        for _, field, _hint in named:
            field.textChanged.connect(self.changed)
        self._fill(path)

    @property
    def address(self) -> str:
        """The address as it is stored; "" while computer or database are missing."""
        host, database = self.host.text().strip(), self.database.text().strip()
        if not host or not database:
            return ""
        return format_sql_server(host, self.instance.text(), database, self.user.text()) + self._options

    def _fill(self, path: str) -> None:
        if not path.lower().startswith(f"{SQL_SERVER}://"):
            return
        try:
            parsed = parse_place(path)
        except Refused:
            return
        server = path.partition("://")[2].partition("/")[0].rpartition("@")[2]
        instance, database = split_database(parsed.path)
        self.host.setText(server)
        self.instance.setText(instance)
        self.database.setText(database)
        self.user.setText(parsed.user)
        options = path.partition("?")
        self._options = options[1] + options[2]


class FileField(QWidget):
    """The path of a file of this computer, typed or chosen; `changed` at each edit."""

    changed = Signal()

    def __init__(self, theme: Theme, chooser: FileChooser, title: str) -> None:
        super().__init__()
        self._chooser, self._title = chooser, title
        self.line = text_field(theme, code=True)
        self.line.textChanged.connect(self.changed)
        self.choose = Button(theme, translate("AddressDialog", "Choose…"), icon="folder", on_click=self._choose)
        layout = row(self.line, self.choose)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.setFocusProxy(self.line)

    @property
    def path(self) -> str:
        return self.line.text().strip()

    def _choose(self) -> None:
        self._chooser.open_file(self.window(), self._title, self.path, "", self.line.setText)


class AddressField(Flag):
    """A field that only some kinds have."""

    ADDRESS = auto()
    SQL_SERVER = auto()
    DATABASE_FILE = auto()
    KEY_FILE = auto()
    """Can be used instead of a password."""

    PASSWORD = auto()
    PATTERN = auto()
    QUERY = auto()


_LOGIN = AddressField.ADDRESS | AddressField.PASSWORD
_FOLDER = _LOGIN | AddressField.PATTERN
_DATABASE = _LOGIN | AddressField.QUERY
_FILE = AddressField.DATABASE_FILE | AddressField.QUERY


@dataclass(frozen=True, slots=True)
class AddressKind:
    """The scheme of its addresses, an example of one, and the fields."""

    key: str
    example: str
    fields: AddressField


ADDRESS_KINDS = (
    AddressKind("https", "https://user@shop.example/stock.csv", _LOGIN),
    AddressKind(SFTP, "sftp://user@shop.example/export", _FOLDER | AddressField.KEY_FILE),
    AddressKind("ftps", "ftps://user@shop.example/export", _FOLDER),
    AddressKind(FTP, "ftp://user@server/export", _FOLDER),
    AddressKind("smb", "smb://user@server/share/export", _FOLDER),
    AddressKind(MAIL, "imaps://user@mail.example/INBOX", _FOLDER | AddressField.QUERY),
    AddressKind("postgresql", "postgresql://user@server/database", _DATABASE),
    AddressKind("mysql", "mysql://user@server/database", _DATABASE),
    AddressKind(
        SQL_SERVER,
        "sqlserver://user@server/database",
        AddressField.SQL_SERVER | AddressField.PASSWORD | AddressField.QUERY,
    ),
    AddressKind(ACCESS, "access:///D:/pos/data.mdb", _FILE | AddressField.PASSWORD),
    AddressKind("sqlite", "sqlite:///D:/pos/data.db", _FILE),
    AddressKind(ODBC, "odbc://DSN=Shop;UID=reader", _DATABASE),
)
"""In the order of the list."""

_PRODUCTS = {
    "postgresql": "PostgreSQL",
    "mysql": "MySQL, MariaDB",
    SQL_SERVER: "SQL Server",
    ACCESS: "Access",
    "sqlite": "SQLite",
    ODBC: "ODBC",
}


def address_names() -> dict[str, str]:
    database = translate("AddressDialog", "Database: %1")
    return {
        "https": translate("AddressDialog", "Web address"),
        SFTP: translate("AddressDialog", "SFTP server"),
        "ftps": translate("AddressDialog", "FTP server with TLS"),
        FTP: translate("AddressDialog", "FTP server without encryption"),
        "smb": translate("AddressDialog", "Shared folder"),
        MAIL: translate("AddressDialog", "Attachment in a mailbox"),
        **{key: database.replace("%1", product) for key, product in _PRODUCTS.items()},
    }


def _let_fingerprint_wrap(text: str) -> str:
    """The text with places where its fingerprint may wrap; as one word it would be too wide."""
    head, name, fingerprint = text.partition("SHA256:")
    return head + name + _FINGERPRINT_PART.sub(lambda part: part[0] + _BREAK, fingerprint)


@dataclass(frozen=True, slots=True)
class FileTools:
    """What the dialog needs of a pane or of the guide; `shop` is the id of the shop."""

    theme: Theme
    backend: Backend
    formats: Formats
    chooser: FileChooser
    shop: int


class AddressDialog(Dialog):
    """Tries an address; `on_found` gets the set-up to use. Closing drops the password."""

    def __init__(
        self, tools: FileTools, parent: QWidget, setup: SetupChoices, on_found: Callable[[SetupChoices], None]
    ) -> None:
        title = translate("AddressDialog", "Where is the file?")
        subtitle = translate(
            "AddressDialog", "On a server or in a database. Files of this PC have buttons of their own."
        )
        super().__init__(tools.theme, parent, title, subtitle, icon="link")
        self._tools, self._dispatcher, self._on_found = tools, GuiDispatcher(self), on_found
        self._setup = setup
        self._trust = setup.access.trust
        self._fingerprint = ""
        self._found: SetupChoices | None = None
        self._kinds = {kind.key: kind for kind in ADDRESS_KINDS}
        self._make_fields(setup)
        self._make_buttons()
        self._show_kind()
        self._clear()
        self.finished.connect(self.password.clear)

    def _make_fields(self, setup: SetupChoices) -> None:
        theme, scheme = self._tools.theme, setup.path.partition("://")[0].lower()
        kind = "https" if scheme == "http" else scheme
        is_known, names = kind in self._kinds, address_names()
        self.kind = choice_field(theme, tuple((key, names[key]) for key in self._kinds), kind if is_known else "https")
        path = setup.path if is_known else ""
        self.address = text_field(theme, with_key_file(path, "") if kind == SFTP else path, code=True)
        self._make_own_fields(kind, path)
        self.password = text_field(theme, code=True)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.pattern = text_field(theme, (setup.pattern or "") if is_known else "", "stock*.csv", code=True)
        self.query = TextArea(theme, _TABLE_EXAMPLE, lines=4, code=True)
        self.query.setPlainText(setup.access.query)
        password_hint = self.tr("It is stored in the secret store of this PC. Left empty, the stored one is used.")
        self.password_row = FormRow(theme, self.tr("Password"), self.password, password_hint)
        pattern_hint = self.tr("For a folder: the newest file that fits is read. Empty if the address names the file.")
        self.pattern_row = FormRow(theme, self.tr("Names that fit"), self.pattern, pattern_hint)
        self.query_row = FormRow(theme, self.tr("Query"), self.query)
        fill(self.body, FormRow(theme, self.tr("Kind of place"), self.kind), self.readable)
        self.address_row = FormRow(
            theme, self.tr("Address"), self.address, self.tr("With the user, without the password.")
        )
        self._field_widgets: dict[AddressField, QWidget] = {
            AddressField.ADDRESS: self.address_row,
            AddressField.SQL_SERVER: self.server,
            AddressField.DATABASE_FILE: self.database_row,
            AddressField.KEY_FILE: self.key_row,
            AddressField.PASSWORD: self.password_row,
            AddressField.PATTERN: self.pattern_row,
            AddressField.QUERY: self.query_row,
        }
        for widget in self._field_widgets.values():
            self.body.addWidget(widget)
        self.kind.currentIndexChanged.connect(self._on_kind)
        self.address.textChanged.connect(self._on_other_server)
        self.server.changed.connect(self._on_other_server)
        self.database.changed.connect(self._on_other_server)
        self.key.changed.connect(self._clear)
        self.password.textChanged.connect(self._clear)
        self.pattern.textChanged.connect(self._clear)
        self.query.textChanged.connect(self._clear)

    def _make_own_fields(self, kind: str, path: str) -> None:
        """The fields that only some kinds have, filled in from an address that is known."""
        theme = self._tools.theme
        self.server = SqlServerFields(theme, path)
        self.database = FileField(theme, self._tools.chooser, self.tr("File of the database"))
        self.key = FileField(theme, self._tools.chooser, self.tr("Private key"))
        self.database_row = FormRow(theme, self.tr("File of the database"), self.database)
        key_hint = self.tr("Instead of a password. The passphrase of the key, if it has one, is the password below.")
        self.key_row = FormRow(theme, self.tr("Key file"), self.key, key_hint)
        warning = self.tr(
            "FTP is not encrypted: others in the network can read the password and the file. Use SFTP or FTP with "
            "TLS where the server has it."
        )
        self.readable = Label(theme, warning, Type.SMALL_MEDIUM, Ink.WARN, wrap=True)
        if is_remote(path):
            parsed = parse_place(path)
            self.key.line.setText(parsed.key_file)
            self.database.line.setText(parsed.path if AddressField.DATABASE_FILE in self._kinds[kind].fields else "")

    def _make_buttons(self) -> None:
        theme = self._tools.theme
        self.found_text = Label(theme, "", Type.SMALL_MEDIUM, Ink.TEXT, wrap=True)
        self.fault = FaultLine(theme)
        self.confirm = Button(theme, self.tr("Yes, it is this server"), changes=True, on_click=self._confirm)
        for widget in (self.found_text, self.fault, self.confirm):
            widget.hide()
            self.body.addWidget(widget)
        self.try_button = Button(theme, self.tr("Try it"), changes=True, on_click=self.try_place)
        self.use: Button = self.main_button(self.tr("Use this file"), self._take)
        self.use.setEnabled(False)
        self.buttons(self.cancel_button(), self.try_button, self.use)

    @property
    def choice(self) -> AddressKind:
        return self._kinds[self.kind.currentData()]

    def typed_setup(self) -> SetupChoices:
        """The set-up as it is typed. Another place is recognised again, at the same time of day."""
        kind = self.choice
        query = self.query.toPlainText().strip() if AddressField.QUERY in kind.fields else ""
        access = PlaceAccess(self._setup.access.secret_name, self._trust, query)
        pattern = self.pattern.text().strip() if AddressField.PATTERN in kind.fields else ""
        path = self._typed_path()
        typed = replace(self._setup, path=path, pattern=pattern or None, access=access)
        if (typed.path, typed.pattern, access.query) == (
            self._setup.path,
            self._setup.pattern,
            self._setup.access.query,
        ):
            return typed
        return replace(typed, choices=PullChoices(), watch=self._setup.watch and kind.key not in DATABASES)

    def _typed_path(self) -> str:
        """The address that the fields of the kind make; "" while one of them is missing."""
        kind = self.choice
        if AddressField.SQL_SERVER in kind.fields:
            return self.server.address
        if AddressField.DATABASE_FILE in kind.fields:
            return f"{kind.key}://{self.database.path.replace('%', '%25')}" if self.database.path else ""
        path = self.address.text().strip()
        return with_key_file(path, self.key.path) if AddressField.KEY_FILE in kind.fields and path else path

    def try_place(self) -> None:
        self._clear()
        self._show_result(self.tr("Looking…"))
        self.try_button.setEnabled(False)
        typed = self.password.text() if AddressField.PASSWORD in self.choice.fields else ""
        password = Secret(typed) if typed else None
        future = self._tools.backend.pulls.try_place(self._tools.shop, self.typed_setup(), password)
        self._dispatcher.fetch(future, self._on_tried, self._on_failed)

    def _on_tried(self, trial: PlaceTrial) -> None:
        self._clear()
        if trial.unknown is not None:
            self._fingerprint = trial.fingerprint
            self._show_fault(_let_fingerprint_wrap(translate_sentence(trial.unknown)))
            readable = trial.fingerprint == READABLE
            self.confirm.setText(self.tr("Send it readable") if readable else self.tr("Yes, it is this server"))
            self.confirm.show()
            self.focus_on(self.confirm)
            return
        self._found = trial.setup
        # The rows of a database come as a file whose name nobody has seen.
        name = trial.file.removesuffix(".jsonl") if self.choice.key in DATABASES else trial.file
        found = self.tr("Found: %1, %2").replace("%1", isolate_name(name))
        self._show_result(found.replace("%2", self._tools.formats.bytes(trial.size)))
        self.use.setEnabled(True)
        self.focus_on(self.use)

    def _on_failed(self, error: BackendError) -> None:
        self._clear()
        self._show_fault(fault_text(error))
        # The button lost the focus while it could not be pressed.
        self.focus_on(self.try_button)

    def _confirm(self) -> None:
        self._trust = self._fingerprint
        self.try_place()

    def _take(self) -> None:
        found = self._found
        if found is not None:
            # Closing drops the password, and with it the result.
            self.accept()
            self._on_found(found)

    def _on_kind(self) -> None:
        self.address.clear()
        self._show_kind()
        self._on_other_server()

    def _show_kind(self) -> None:
        kind = self.choice
        self.address.setPlaceholderText(kind.example)
        self.readable.setVisible(kind.key == FTP)
        for field, widget in self._field_widgets.items():
            widget.setVisible(field in kind.fields)
        is_mail = kind.key == MAIL
        self.query.setPlaceholderText(_MAIL_EXAMPLE if is_mail else _TABLE_EXAMPLE)
        mail_hint, table_hint = self.tr("The sender and the subject."), self.tr("One SELECT, which only reads.")
        self.query_row.show_hint(mail_hint if is_mail else table_hint)

    def _on_other_server(self) -> None:
        """Forgets the confirmed fingerprint, which was of another address."""
        self._trust = ""
        self._clear()

    def _clear(self) -> None:
        """Drops the result of the last try."""
        self._found = None
        self.use.setEnabled(False)
        self.try_button.setEnabled(bool(self._typed_path()))
        for widget in (self.found_text, self.fault, self.confirm):
            widget.hide()

    def _show_result(self, text: str) -> None:
        self.found_text.setText(text)
        self.found_text.show()
        reveal(self.found_text)

    def _show_fault(self, text: str) -> None:
        self.fault.show_text(text)
