"""Fields of places that are easier to fill in than an address: a SQL Server, and a file."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.errors import Refused
from service.domain.pull.place_address import SQL_SERVER, format_sql_server, parse_place, split_database
from ui.shell.dialogs.file_chooser import FileChooser
from ui.theme import Theme
from ui.widgets import Button, FormRow, row, text_field

translate = QCoreApplication.translate


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
        self.choose = Button(theme, translate("PlaceDialog", "Choose…"), icon="folder")
        self.choose.clicked.connect(self._choose)
        layout = row(self.line, self.choose)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)
        self.setFocusProxy(self.line)

    @property
    def path(self) -> str:
        """The path as it is typed."""
        return self.line.text().strip()

    def _choose(self) -> None:
        self._chooser.open_file(self.window(), self._title, self.path, "", self.line.setText)
