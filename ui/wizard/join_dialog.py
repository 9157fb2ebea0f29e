"""The first start of a further counter: the address of the first computer, its code, and the words
to compare.
"""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from ui.backend import BackendError
from ui.backend.counters_port import NearbyService, SeenService
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.theme import Type
from ui.widgets import Button, Dialog, FaultLine, FormRow, Ink, Kind, Label, row, text_field
from ui.wizard.wizard_answers import StepContext


class JoinDialog(Dialog):
    """Accepted when this computer is a counter, which its next start uses."""

    def __init__(self, context: StepContext, parent: QWidget) -> None:
        theme = context.theme
        title, subtitle = self.tr("This is a further counter"), self.tr("It uses the data of the first computer")
        super().__init__(theme, parent, title, subtitle, icon="panel-right")
        self._context, self._seen = context, SeenService("", "", "")
        self._dispatcher = GuiDispatcher(self)
        self._look: PendingReply[SeenService] | None = None
        text = self.tr("On the first computer open Settings, Counters, and press “Add a counter”.")
        self.body.addWidget(Label(theme, text, Type.BODY, Ink.TEXT2, wrap=True))
        self.address = text_field(theme, "", "192.168.1.10")
        self.code = text_field(theme, "", "K7QM-3XRD")
        self.address_row = FormRow(theme, self.tr("Address of the first computer"), self.address)
        self.code_row = FormRow(theme, self.tr("Code"), self.code)
        self._nearby = row()
        self.body.addWidget(self.address_row)
        self.body.addLayout(self._nearby)
        self.body.addWidget(self.code_row)
        self.words = Label(theme, "", Type.DISPLAY, selectable=True)
        self.question = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self.question.setText(self.tr("Does the first computer show the same words? If not, stop here."))
        self.fault = FaultLine(theme)
        for one in (self.words, self.question, self.fault):
            self.body.addWidget(one)
            one.hide()
        self.go = self.main_button(self.tr("Continue"), self._go_on)
        self.same = Button(theme, self.tr("They are the same"), Kind.PRIMARY, main=True)
        self.same.clicked.connect(self._join)
        self.buttons(self.cancel_button(), self.same, self.go)
        self.same.hide()
        self.address.setFocus()
        for field in (self.address, self.code):
            field.textChanged.connect(self._on_typed)
        self._dispatcher.fetch(context.backend.counters.find_nearby(), self._show_nearby, lambda _error: None)

    def _show_nearby(self, found: tuple[NearbyService, ...]) -> None:
        for service in found:
            one = Button(self.theme, service.name, Kind.LINK)
            one.clicked.connect(lambda _on=False, address=service.address: self.address.setText(address))
            self._nearby.addWidget(one)
        if found and not self.address.text():
            self.address.setText(found[0].address)
            self.code.setFocus()

    def _go_on(self) -> None:
        address, code = strip_marks(self.address.text()).strip(), strip_marks(self.code.text()).strip()
        self.address_row.show_fault("" if address else self.tr("Type the address that the first computer shows."))
        self.code_row.show_fault("" if code else self.tr("Type the code that the first computer shows."))
        self.focus_on_fault(self.address_row, self.code_row)
        if address and code:
            self.go.setEnabled(False)
            seen = self._context.backend.counters.look(address)
            self._look = self._dispatcher.fetch(seen, self._show_words, self._show_fault)

    def _on_typed(self) -> None:
        """Who answers at what was typed before is not shown any more."""
        if self._look is not None:
            self._look.drop()
        self._show_words(None)

    def _show_words(self, seen: SeenService | None) -> None:
        """The words of who answers; None where they are not known."""
        self._seen = seen or SeenService("", "", "")
        self.words.setText(self._context.formats.ltr(self._seen.words))
        for one in (self.words, self.question, self.same):
            one.setVisible(seen is not None)
        self.go.setVisible(seen is None)
        self._enable(on=True)
        self.fault.hide()
        if seen is not None:
            self.same.setFocus()

    def _join(self) -> None:
        self._enable(on=False)
        code = strip_marks(self.code.text()).strip()
        joining = self._context.backend.counters.join(self._seen, code)
        self._dispatcher.fetch(joining, lambda _none: self.accept(), self._show_fault)

    def _enable(self, *, on: bool) -> None:
        controls: tuple[QWidget, ...] = (self.go, self.same, self.address, self.code)
        for one in controls:
            one.setEnabled(on)

    def _show_fault(self, error: BackendError) -> None:
        self._show_words(None)
        self.fault.show_text(fault_text(error))
        self.fault.show()
