"""Where tills call: address, port, the network, and who else may call."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from service.domain.certificate import ServerCertificate, format_curl_check
from service.domain.settings import Card, Settings, list_settings
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.host_port import HostState, HostStatus, PortHolder
from ui.i18n import isolate_name, translate_sentence
from ui.i18n.error_texts import fault_text
from ui.panes.settings.section import RowsCard, Section, SettingRow
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.pane_context import PaneContext
from ui.theme import Tone, Type
from ui.widgets import (
    Button,
    ConfirmDialog,
    CopyField,
    FaultLine,
    FormRow,
    ForProgrammer,
    Ink,
    Kind,
    Label,
    Note,
    Switch,
    TextArea,
    column,
    fill,
    row,
)

_FIELD = 258
_FILE_NAME = "counterpart-authority.pem"


class CertificateCard(RowsCard):
    """Shown while the service is open to the network and has a certificate."""

    def __init__(self, context: PaneContext) -> None:
        theme = context.theme
        copy, copied = self.tr("Copy"), self.tr("Copied")
        self.pin = CopyField(theme, context.clipboard, "", copy=copy, copied=copied)
        self.line = CopyField(theme, context.clipboard, "", copy=copy, copied=copied)
        for field in (self.pin, self.line):
            field.setFixedWidth(_FIELD)
        self.save = Button(theme, self.tr("Save…"), on_click=self._ask_place)
        self.replace = Button(theme, self.tr("Replace…"), changes=True, on_click=self._ask_replace)
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
                self.tr("Try it from the till's device"),
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
                self.tr("Only if somebody else may have copied this PC's files. Every till needs the new pin."),
                self.replace,
            ),
        )
        fill(self.body, row(self.end), self.fault)
        self._context = context
        self._dispatcher = GuiDispatcher(self)
        self._address = ""
        self._certificate: ServerCertificate | None = None
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
        text = self.tr("For %1. It ends on %2 and is renewed automatically before that, with the same pin.")
        self.end.setText(text.replace("%1", names).replace("%2", formats.date(certificate.not_after)))

    def _show_fault(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))
        self.show()

    def _ask_place(self) -> None:
        self._context.chooser.save_file(self, self.tr("Save the certificate"), _FILE_NAME, "PEM (*.pem)", self._save_as)

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


class ConnectionSection(Section):
    """The program never changes the port by itself."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.status: HostStatus | None = None
        self._holder = QWidget()
        self._notes = column()
        self._holder.setLayout(self._notes)
        self._holder.hide()
        self.port_note: Note | None = None
        self.address = CopyField(theme, context.clipboard, "", copy=self.tr("Copy"), copied=self.tr("Copied"))
        self.address.setFixedWidth(_FIELD)
        self.port = self.make_number("port")
        self.port.setFixedWidth(96)
        self.port.setGroupSeparatorShown(False)
        self.port.valueChanged.connect(lambda _value: self._update_buttons())
        self.change_port_button = Button(theme, self.tr("Change the port"), changes=True, on_click=self._ask_port)
        self.fault = FaultLine(theme)
        self.network = Switch(theme, "")
        self.network.toggled.connect(self._ask_network)
        self.plain = Switch(theme, "")
        self.plain.toggled.connect(self._ask_plain)
        self.open_note = self._warning(
            self.tr("Every device in the shop's network can reach the port. A key is still needed.")
        )
        self.certificate = CertificateCard(context)
        self.hosts = self._list_field("till-server.local")
        self.origins = self._list_field("https://shop.example.bh")
        self.save = Button(theme, self.tr("Save"), Kind.PRIMARY, changes=True, on_click=self._save_lists)
        fill(self.page, self._holder, self._build_address_card(), self.certificate)
        self.callers = ForProgrammer(self.theme, self._build_callers_card())
        fill(self.page, self.callers, None)

    def show_settings(self, settings: Settings) -> None:
        before = self.settings
        if not self.is_typed(self.port, self.port.value(), before.port, settings.port):
            self.port.setValue(settings.port)
        for field, old, new in (
            (self.hosts, before.allowed_hosts, settings.allowed_hosts),
            (self.origins, before.allowed_origins, settings.allowed_origins),
        ):
            if not self.is_typed(field, _entries_of(field), old, new):
                field.setPlainText("\n".join(new))
        super().show_settings(settings)
        if settings.allowed_hosts or settings.allowed_origins:
            self.callers.toggle.setChecked(True)
        self.network.show_state(settings.open_to_network)
        self.open_note.setVisible(settings.open_to_network)
        self.plain.show_state(settings.network_http)
        self.plain_row.setVisible(settings.open_to_network)
        self._load_certificate()
        self._update_buttons()

    def show_host(self, status: HostStatus) -> None:
        self.status = status
        self.address.set_value(self.context.formats.ltr(status.address))
        self._load_certificate()
        if self.port_note:
            self._notes.removeWidget(self.port_note)
            self.port_note.hide()
            self.port_note.deleteLater()
            self.port_note = None
        if status.state is HostState.PORT_TAKEN:
            self.port_note = self._build_port_note(status)
            self._notes.addWidget(self.port_note)
        self._holder.setVisible(self.port_note is not None)
        self._update_buttons()

    def focus_port(self) -> None:
        self.port.setFocus()
        self.port.selectAll()

    def _build_address_card(self) -> RowsCard:
        theme = self.theme
        controls: dict[str, QWidget | QHBoxLayout] = {
            "port": row(self.port, self.change_port_button),
            "open_to_network": self.network,
            "network_http": self.plain,
        }
        address = SettingRow(
            theme, self.tr("Address"), self.tr("Enter it in the till as the address of the API."), self.address
        )
        rows = self.make_rows(Card.ADDRESS, controls)
        self.plain_row = rows[-1]
        card = RowsCard(theme, self.tr("Where your systems call"), address, *rows)
        fill(card.body, self.fault, self.open_note)
        return card

    def _build_callers_card(self) -> RowsCard:
        theme = self.theme
        card = RowsCard(theme, self.tr("Who else may call"))
        text = self.tr("Most shops leave both empty. Each entry allows more, so enter only what you know.")
        card.body.addWidget(Label(theme, text, Type.SMALL, Ink.TEXT2, wrap=True))
        self.hosts_row, self.origins_row = (
            FormRow(theme, translate_sentence(setting.label), field, translate_sentence(setting.explanation))
            for setting, field in zip(list_settings(Card.CALLERS), (self.hosts, self.origins), strict=True)
        )
        both = row(spacing=16)
        for field in (self.hosts_row, self.origins_row):
            both.addWidget(field, 1, Qt.AlignmentFlag.AlignTop)
        fill(card.body, both, row(None, self.save))
        return card

    def _list_field(self, prompt: str) -> TextArea:
        field = TextArea(self.theme, prompt, 3, code=True)
        field.textChanged.connect(self._update_buttons)
        return field

    def _warning(self, text: str) -> Note:
        note = Note(self.theme, Tone.WARN, text)
        note.hide()
        return note

    def _build_port_note(self, status: HostStatus) -> Note:
        again = Button(self.theme, self.tr("Try again"), Kind.PRIMARY, icon="rotate-ccw")
        again.clicked.connect(lambda: self.send(self.context.backend.host.try_again()))
        title = self.tr("Port %1 is in use").replace("%1", self.context.formats.ltr(str(status.port)))
        lines = (self._describe_holder(status.holder or PortHolder()),)
        return Note(self.theme, Tone.BAD, title, lines, again, icon="circle-x")

    def _describe_holder(self, holder: PortHolder) -> str:
        if holder.ours and holder.user:
            text = self.tr(
                "The Counterpart of %1 holds it. Quit it there, then try again, or choose another port below."
            )
            return text.replace("%1", isolate_name(holder.user))
        if holder.program:
            text = self.tr("%1 holds it. Close that program, then try again, or choose another port below.")
            known = self.tr("%1, process %2").replace("%1", holder.program).replace("%2", str(holder.process or "?"))
            return text.replace("%1", isolate_name(known if holder.process else holder.program))
        return self.tr("Another program holds it. Close it, then try again, or choose another port below.")

    def _update_buttons(self) -> None:
        self.change_port_button.setEnabled(
            self.port.value() != (self.status.port if self.status else self.settings.port)
        )
        now = (self.settings.allowed_hosts, self.settings.allowed_origins)
        self.save.setEnabled((_entries_of(self.hosts), _entries_of(self.origins)) != now)

    def _ask_port(self) -> None:
        port = self.port.value()
        title = self.tr("Change the port to %1?").replace("%1", self.context.formats.ltr(str(port)))
        text = self.tr("Every till that calls this PC needs the new address. Until you enter it there, its calls fail.")
        ConfirmDialog(
            self.theme, self, title, text, self.tr("Change the port"), lambda: self._change_port(port), icon="cable"
        ).open()

    def _change_port(self, port: int) -> None:
        self.fault.hide()
        future = self.context.backend.host.change_port(port)
        self.dispatcher.fetch(future, lambda _none: self._confirm_port(port), self._on_port_failed)

    def _confirm_port(self, port: int) -> None:
        self.context.toasts.show(self.tr("It listens on port %1 now.").replace("%1", str(port)))

    def _on_port_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))

    def _ask_network(self, on: bool) -> None:
        if not on:
            self.change(replace(self.settings, open_to_network=False))
            return
        self.network.show_state(False)
        text = self.tr(
            "Every device in the shop's network can then reach the port, guests in the same Wi-Fi too. A key is needed "
            "here too, and calls must be encrypted. Do it only in a network of your own."
        )
        ConfirmDialog(
            self.theme,
            self,
            self.tr("Open it to the shop's network?"),
            text,
            self.tr("Open it"),
            lambda: self.change(replace(self.settings, open_to_network=True)),
            icon="globe",
        ).open()

    def _ask_plain(self, on: bool) -> None:
        if not on:
            self.change(replace(self.settings, network_http=False))
            return
        self.plain.show_state(False)
        text = self.tr(
            "A device in the same network can then read the keys, orders and prices of tills that call with http. Turn "
            "it on only for a till that cannot call with https."
        )
        ConfirmDialog(
            self.theme,
            self,
            self.tr("Take unencrypted calls too?"),
            text,
            self.tr("Take them"),
            lambda: self.change(replace(self.settings, network_http=True)),
            icon="globe",
        ).open()

    def _load_certificate(self) -> None:
        address = self.status.address if self.status else ""
        self.certificate.load(address, wanted=self.settings.open_to_network)

    def _save_lists(self) -> None:
        changed = replace(
            self.settings, allowed_hosts=_entries_of(self.hosts), allowed_origins=_entries_of(self.origins)
        )
        self.hosts_row.show_fault("")
        self.dispatcher.send(self.context.backend.settings.change(self.settings, changed), self._on_save_failed)

    def _on_save_failed(self, error: BackendError) -> None:
        self.hosts_row.show_fault(fault_text(error))


def _entries_of(field: TextArea) -> tuple[str, ...]:
    """The typed entries, one per line; commas and spaces separate entries too."""
    return tuple(dict.fromkeys(field.toPlainText().replace(",", " ").split()))
