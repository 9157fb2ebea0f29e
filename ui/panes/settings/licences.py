"""What the program is made with, and under which licence each part may be used."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from ui.panes.settings.chooser import Chooser
from ui.shell.desk import Desk
from ui.widgets import Button, Column, Dialog, Ink, RowsModel, Table

_HEIGHT = 380


@dataclass(frozen=True, slots=True)
class Part:
    """One part: name, licence (SPDX), where its text is found."""

    name: str
    licence: str
    home: str


PARTS = (
    Part("Python", "PSF-2.0", "python.org"),
    Part("Qt and PySide6", "LGPL-3.0-only", "qt.io"),
    Part("aiohttp", "Apache-2.0 AND MIT", "github.com/aio-libs/aiohttp"),
    Part("sqlite-utils", "Apache-2.0", "github.com/simonw/sqlite-utils"),
    Part("SQLite", "blessing", "sqlite.org"),
    Part("msgspec", "BSD-3-Clause", "github.com/jcrist/msgspec"),
    Part("xlrd", "BSD-3-Clause", "github.com/python-excel/xlrd"),
    Part("keyring", "MIT", "github.com/jaraco/keyring"),
    Part("cryptography", "Apache-2.0 OR BSD-3-Clause", "github.com/pyca/cryptography"),
    Part("filelock", "MIT", "github.com/tox-dev/filelock"),
    Part("platformdirs", "MIT", "github.com/tox-dev/platformdirs"),
    Part("psutil", "BSD-3-Clause", "github.com/giampaolo/psutil"),
    Part("truststore", "MIT", "github.com/sethmlarson/truststore"),
    Part("tzdata", "Apache-2.0", "github.com/python/tzdata"),
    Part("zstandard", "BSD-3-Clause", "github.com/indygreg/python-zstandard"),
    Part("click", "BSD-3-Clause", "github.com/pallets/click"),
    Part("Inter, Inter Display", "OFL-1.1", "rsms.me/inter"),
    Part("IBM Plex Sans Arabic", "OFL-1.1", "github.com/IBM/plex"),
    Part("JetBrains Mono", "OFL-1.1", "jetbrains.com/mono"),
    Part("Lucide", "ISC", "lucide.dev"),
)


class LicencesDialog(Dialog):
    """A table of the parts."""

    def __init__(self, desk: Desk, parent: QWidget, chooser: Chooser, folder: str) -> None:
        """`folder` is where the texts lie, empty where the program runs from its source."""
        title = self.tr("Licences")
        text = self.tr("Each part’s licence in full, and where its source is found, lie in a folder of the program.")
        super().__init__(desk.theme, parent, title, text, icon="file-text", width=720)
        columns: tuple[Column[Part], ...] = (
            Column(self.tr("Part"), lambda one: one.name, strong=True),
            Column(self.tr("Licence"), lambda one: desk.formats.ltr(one.licence), code=True, width=224),
            Column(self.tr("Home"), lambda one: desk.formats.ltr(one.home), code=True, ink=Ink.TEXT2, width=250),
        )
        self.model: RowsModel[Part] = RowsModel(columns, lambda one: one.name, self)
        self.model.set_rows(PARTS)
        self.table: Table[Part] = Table(desk.theme, self.model, name=title)
        self.table.setFixedHeight(_HEIGHT)
        self.body.addWidget(self.table)
        self.texts = Button(desk.theme, self.tr("Open the folder"), icon="folder")
        self.texts.clicked.connect(lambda: chooser.show_folder(folder))
        self.texts.setVisible(bool(folder))
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(self.texts,))
