"""What a till on another device checks: the pin of this PC's certificate, its names and its end."""

from __future__ import annotations

from service.domain.certificate import ServerCertificate, format_curl_check
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.error_texts import fault_text
from ui.panes.settings.setting_rows import RowsCard, SettingRow
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser
from ui.shell.pane_context import PaneContext
from ui.theme import Type
from ui.widgets import Button, ConfirmDialog, CopyField, FaultLine, Ink, Label, row

_FIELD = 258
_FILE_NAME = "counterpart-authority.pem"


class CertificateCard(RowsCard):
    """Shown while the service is open to the network and has a certificate."""

    def __init__(self, context: PaneContext, chooser: FileChooser) -> None:
        theme = context.theme
        copy, copied = self.tr("Copy"), self.tr("Copied")
        self.pin = CopyField(theme, context.clipboard, "", copy=copy, copied=copied)
        self.line = CopyField(theme, context.clipboard, "", copy=copy, copied=copied)
        for field in (self.pin, self.line):
            field.setFixedWidth(_FIELD)
        self.save = Button(theme, self.tr("Save…"))
        self.replace = Button(theme, self.tr("Replace…"), changes=True)
        self.end = Label(theme, "", Type.SMALL, Ink.TEXT2, wrap=True)
        self.fault = FaultLine(theme)
        super().__init__(
            theme,
            self.tr("Certificate of this PC"),
            SettingRow(
                theme,
                self.tr("Pin"),
                self.tr("A till that knows it talks to this PC and to no other. It stays the same for years."),
                self.pin,
            ),
            SettingRow(
                theme,
                self.tr("Try it from the till’s device"),
                self.tr("This command answers “ok” if the till reaches this PC and the pin is right."),
                self.line,
            ),
            SettingRow(
                theme,
                self.tr("Certificate file"),
                self.tr("For a till that asks for a file in place of a pin. It contains no secret."),
                self.save,
            ),
            SettingRow(
                theme,
                self.tr("Replace it"),
                self.tr("Only if somebody else may have copied this PC’s files. Every till needs the new pin."),
                self.replace,
            ),
        )
        self.body.addLayout(row(self.end))
        self.body.addWidget(self.fault)
        self._context, self._chooser = context, chooser
        self._dispatcher = GuiDispatcher(self)
        self._address = ""
        self._certificate: ServerCertificate | None = None
        self.save.clicked.connect(self._ask_place)
        self.replace.clicked.connect(self._ask_replace)
        self.hide()

    def load(self, address: str, *, wanted: bool) -> None:
        """Asks for the certificate and shows it, if it is wanted."""
        self._address = address
        if wanted:
            self._dispatcher.fetch(self._context.backend.network.certificate(), self._show, self._show_fault)
        else:
            self.hide()

    def _show(self, certificate: ServerCertificate | None) -> None:
        self._certificate = certificate
        self.fault.hide()
        self.setVisible(certificate is not None)
        if certificate is None:
            return
        formats = self._context.formats
        self.pin.set_value(formats.ltr(certificate.pin))
        address = self._address.replace("http://", "https://", 1)
        self.line.set_value(formats.ltr(format_curl_check(certificate.pin, address)))
        names = formats.join_names(tuple(formats.ltr(name) for name in certificate.names))
        text = self.tr("For %1. It ends on %2 and is renewed by itself before that, with the same pin.")
        self.end.setText(text.replace("%1", names).replace("%2", formats.date(certificate.not_after)))

    def _show_fault(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))
        self.show()

    def _ask_place(self) -> None:
        self._chooser.save_file(self, self.tr("Save the certificate"), _FILE_NAME, "PEM (*.pem)", self._save_as)

    def _save_as(self, path: str) -> None:
        self._dispatcher.fetch(
            self._context.backend.network.save_certificate(path), lambda _none: self._confirm_saved(), self._on_failed
        )

    def _confirm_saved(self) -> None:
        self._context.toasts.show(self.tr("The certificate is saved."))

    def _ask_replace(self) -> None:
        text = self.tr(
            "Every till on another device refuses this PC until it has the new pin or the new file. Tills on this PC "
            "are not affected. Do it when you can go to each till."
        )
        ConfirmDialog(
            self._context.theme,
            self,
            self.tr("Replace the certificate?"),
            text,
            self.tr("Replace it"),
            self._replace,
            icon="key",
        ).open()

    def _replace(self) -> None:
        self._dispatcher.send(self._context.backend.network.replace_certificate(), self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        FaultDialog(self._context.theme, self, error, self._context.clipboard).open()
