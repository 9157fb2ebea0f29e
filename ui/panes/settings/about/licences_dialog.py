"""The parts that the program is made of, and the licence of each."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.widgets import Button, Column, Dialog, Ink, RowsModel, Table

_HEIGHTS = (200, 380)


@dataclass(frozen=True, slots=True)
class LicensedPart:
    """One part: name, licence (SPDX), path of its text."""

    name: str
    licence: str
    home: str


PARTS = (
    LicensedPart("Python", "PSF-2.0", "python.org"),
    LicensedPart("Qt and PySide6", "LGPL-3.0-only", "qt.io"),
    LicensedPart("aiohttp", "Apache-2.0 AND MIT", "github.com/aio-libs/aiohttp"),
    LicensedPart("sqlite-utils", "Apache-2.0", "github.com/simonw/sqlite-utils"),
    LicensedPart("SQLite", "blessing", "sqlite.org"),
    LicensedPart("msgspec", "BSD-3-Clause", "github.com/jcrist/msgspec"),
    LicensedPart("xlrd", "BSD-3-Clause", "github.com/python-excel/xlrd"),
    LicensedPart("keyring", "MIT", "github.com/jaraco/keyring"),
    LicensedPart("cryptography", "Apache-2.0 OR BSD-3-Clause", "github.com/pyca/cryptography"),
    LicensedPart("filelock", "MIT", "github.com/tox-dev/filelock"),
    LicensedPart("platformdirs", "MIT", "github.com/tox-dev/platformdirs"),
    LicensedPart("psutil", "BSD-3-Clause", "github.com/giampaolo/psutil"),
    LicensedPart("truststore", "MIT", "github.com/sethmlarson/truststore"),
    LicensedPart("tzdata", "Apache-2.0", "github.com/python/tzdata"),
    LicensedPart("zstandard", "BSD-3-Clause", "github.com/indygreg/python-zstandard"),
    LicensedPart("click", "BSD-3-Clause", "github.com/pallets/click"),
    LicensedPart("Inter, Inter Display", "OFL-1.1", "rsms.me/inter"),
    LicensedPart("IBM Plex Sans Arabic", "OFL-1.1", "github.com/IBM/plex"),
    LicensedPart("JetBrains Mono", "OFL-1.1", "jetbrains.com/mono"),
    LicensedPart("Lucide", "ISC", "lucide.dev"),
)


class LicencesDialog(Dialog):
    """A table of the parts."""

    def __init__(self, context: PaneContext, parent: QWidget, chooser: FileChooser, folder: str) -> None:
        """`folder` has the texts; empty if the program runs from its source."""
        title = self.tr("Licences")
        text = self.tr("Each part’s licence in full, and where its source is found, are in a folder of the program.")
        super().__init__(context.theme, parent, title, text, icon="file-text", width=720)
        columns: tuple[Column[LicensedPart], ...] = (
            Column(self.tr("Part"), lambda one: one.name, strong=True),
            Column(self.tr("Licence"), lambda one: context.formats.ltr(one.licence), code=True, width=224),
            Column(self.tr("Home"), lambda one: context.formats.ltr(one.home), code=True, ink=Ink.TEXT2, width=250),
        )
        self.model: RowsModel[LicensedPart] = RowsModel(columns, lambda one: one.name, self)
        self.model.set_rows(PARTS)
        self.table: Table[LicensedPart] = Table(context.theme, self.model, name=title)
        self.body.addWidget(self.table)
        self.resize_list(self.table, *_HEIGHTS)
        self.texts = Button(context.theme, self.tr("Open the folder"), icon="folder")
        self.texts.clicked.connect(lambda: chooser.show_folder(folder))
        self.texts.setVisible(bool(folder))
        self.buttons(self.main_button(self.tr("Close"), self.accept), leading=(self.texts,))
