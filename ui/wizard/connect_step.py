"""Step 4: the connection itself, in the chosen way."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.pull.pulls import Run
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.panes.shared.price_file.address_dialog import FileTools
from ui.panes.shared.price_file.file_flow import FileFlow
from ui.panes.shared.price_file.setup_cards import Purpose
from ui.panes.shared.run_facts import saved_text
from ui.panes.system.reference_card import choose_description_file
from ui.theme import Type
from ui.widgets import Button, Card, FaultLine, Ink, Kind, Label, TextArea, announce, row
from ui.widgets.containers import PageStack
from ui.wizard.listening_page import ListeningPage
from ui.wizard.wizard_answers import ConnectionKind, StepContext, WizardAnswers
from ui.wizard.wizard_cards import SampleCard
from ui.wizard.wizard_frame import WizardStep

_OWN = (None, "127.0.0.1", "::1", "localhost")
"""Hosts by which no other computer finds this one."""


class FilePage(QWidget):
    """For a system that saves a file: the flow of every price list; what it saves is read every
    night from then on.
    """

    def __init__(self, context: StepContext, answers: WizardAnswers, on_change: Callable[[], None]) -> None:
        super().__init__()
        self._context, self._answers, self._on_change = context, answers, on_change
        self._flow: FileFlow | None = None
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)

    @property
    def flow(self) -> FileFlow:
        """It is of the shop, which an earlier step makes."""
        if self._flow is None:
            context = self._context
            tools = FileTools(context.theme, context.backend, context.formats, context.chooser, self._answers.shop.id)
            self._flow = FileFlow(tools, Purpose.FIRST, self._on_flow, self._on_saved)
            self._layout.addWidget(self._flow)
        return self._flow

    @property
    def has_file(self) -> bool:
        return self._flow is not None and self._flow.setup is not None

    @property
    def ready(self) -> bool:
        """Whether the wizard's main button is enabled."""
        return self._answers.run is not None or not self.has_file or self.flow.ready

    def enter(self) -> None:
        """Asks for the file at once, the first time. A page in another language shows what was
        chosen or saved before.
        """
        if self._answers.run is not None:
            self.flow.setup = self._answers.setup
            self.flow.show_run(self._answers.run)
        elif self._answers.setup is not None and not self.has_file:
            self.flow.open_setup(self._answers.setup)
        elif not self.has_file:
            self.flow.choose_file()

    def _on_flow(self) -> None:
        if self._flow is not None:
            self._answers.setup = self._flow.setup
        self._on_change()

    def _on_saved(self, run: Run | None) -> None:
        self._answers.run = run
        self._on_change()


class MessagePage(QWidget):
    """A text that the owner can change, a button that copies it, and one that saves the file to
    attach.
    """

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__()
        self._context, self._answers = context, answers
        theme = context.theme
        self.text = TextArea(theme)
        self.text.setAccessibleName(self.tr("Message for the seller of your till"))
        self.copy = Button(theme, self.tr("Copy the message"), Kind.PRIMARY, icon="copy")
        self.copy.clicked.connect(self._copy)
        self.save = Button(theme, self.tr("Save the file to attach…"), icon="file-json")
        self.save.clicked.connect(self._save)
        self.copied = Label(theme, self.tr("Copied. Paste it into a mail or a chat."), Type.SMALL_MEDIUM, Ink.GOOD)
        self.copied.hide()
        self.fault = FaultLine(theme, Type.SMALL)
        self._dispatcher = GuiDispatcher(self)
        card = Card(theme)
        card.body.setSpacing(12)
        card.body.addWidget(self.text)
        card.body.addLayout(row(self.copy, 10, self.save, None))
        card.body.addWidget(self.copied)
        card.body.addWidget(self.fault)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(card, 1)

    def enter(self) -> None:
        """Writes the message, unless the owner changed it."""
        if not self.text.toPlainText():
            self.text.setPlainText(self.message())

    def message(self) -> str:
        """The question, in the language of the window."""
        text = self.tr(
            "Hello,\n\nwe would like to connect our system to the parts marketplace with the program Counterpart,"
            " which runs on our PC. Which of these can our system do?\n\n"
            "1. Call an address on our PC (HTTP, JSON) when a price or quantity changes, and fetch new orders.\n"
            "2. Receive a call from our PC when an order arrives (webhook).\n"
            "3. Save a file with part numbers, prices and quantities every night (Excel or CSV).\n\n"
            "What can be called is in the attached file.%1 Thank you.\n\n%2"
        )
        shop = self._answers.pair.live.name if self._answers.pair else ""
        return text.replace("%1", self._describe_address()).replace("%2", shop)

    def _describe_address(self) -> str:
        """The address of this PC, where others than its own programs can reach it."""
        address = self._answers.address
        if urlsplit(address).hostname in _OWN:
            return ""
        return " " + self.tr("The address is %1.").replace("%1", address)

    def _save(self) -> None:
        choose_description_file(self._context.chooser, self, self._save_as)

    def _save_as(self, path: str) -> None:
        self._dispatcher.fetch(self._context.backend.host.save_description(path), self._on_saved, self._on_failed)

    def _on_saved(self, _none: None) -> None:
        self.fault.hide()
        self.save.setText(self.tr("Saved"))
        self.save.setAccessibleName(self.tr("Saved"))
        self.save.updateGeometry()

    def _on_failed(self, error: BackendError) -> None:
        self.fault.show_text(fault_text(error))

    def _copy(self) -> None:
        self._context.clipboard.setText(strip_marks(self.text.toPlainText()))
        self.copied.show()
        announce(self, self.copied.text())


class ConnectStep(WizardStep):
    """One page per way; the step's name and question change with it."""

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__("", "", "", "")
        self._answers, self._formats = answers, context.formats
        self.listening = ListeningPage(context, answers, self._on_page_changed)
        self.file = FilePage(context, answers, self._on_page_changed)
        self.sample = SampleCard(context, answers, self._on_page_changed)
        self.message = MessagePage(context, answers)
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.sample)
        inner.addStretch(1)
        self._pages: dict[ConnectionKind, QWidget] = {
            ConnectionKind.CALLS: self.listening,
            ConnectionKind.FILE: self.file,
            ConnectionKind.NONE: holder,
            ConnectionKind.ASK: self.message,
        }
        self._stack = PageStack()
        for page in self._pages.values():
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._stack)
        self.update_titles()

    @property
    def done(self) -> bool:
        way = self._answers.connection_kind
        if way is ConnectionKind.CALLS:
            return self._answers.heard
        return way is not ConnectionKind.FILE or self._answers.run is not None

    def main_text(self) -> str:
        if self._answers.connection_kind is ConnectionKind.FILE and self._answers.run is None:
            return self.tr("Save it") if self.file.has_file else self.tr("Choose a file…")
        return self.tr("Continue")

    def leave(self) -> None:
        if self._answers.connection_kind is not ConnectionKind.FILE or self._answers.run is not None:
            self.advance.emit()
        elif self.file.has_file:
            self.file.flow.save_it()
        else:
            self.file.flow.choose_file()

    def update_titles(self) -> None:
        """Sets name, summary and question of the chosen way."""
        way = self._answers.connection_kind
        names = {
            ConnectionKind.CALLS: (self.tr("First call"), self.tr("We watch for it together")),
            ConnectionKind.FILE: (self.tr("Your file"), self.tr("Looked at and saved")),
            ConnectionKind.NONE: (self.tr("A sample"), self.tr("To look around")),
            ConnectionKind.ASK: (self.tr("A message"), self.tr("For the seller of your till")),
        }
        questions = {
            ConnectionKind.CALLS: (
                self.tr("Now let your till call"),
                self.tr("Enter address and key in its settings. We wait here and say when we hear from it."),
            ),
            ConnectionKind.FILE: (
                self.tr("Which file does your system save?"),
                self.tr(
                    "Look at how it is read, change what is wrong, and save it. It is read every night from then on."
                ),
            ),
            ConnectionKind.NONE: (
                self.tr("Try it with a made-up shop first"),
                self.tr("You enter parts and stock under Catalogue; orders ring here. A sample shows how it looks."),
            ),
            ConnectionKind.ASK: (
                self.tr("Send this to the company that sold you the till"),
                self.tr("Change it as you like, copy it, and open this set-up again when you have the answer."),
            ),
        }
        self.name, self.summary = names[way] if way else (self.tr("Connection"), self.tr("As you answer"))
        run = self._answers.run
        if way is ConnectionKind.FILE and run is not None:
            self.summary = saved_text(run, self._formats)
        answers = self._answers
        waits = way is ConnectionKind.CALLS and not answers.heard and answers.tried_at is None
        self.ready = not waits and (way is not ConnectionKind.FILE or self.file.ready)
        if way is ConnectionKind.CALLS and self._answers.heard:
            self.summary = self.tr("Heard")
        if way is not None:
            self.question, self.explanation = questions[way]
            self._stack.setCurrentWidget(self._pages[way])

    def enter(self) -> None:
        self.update_titles()
        self.changed.emit()
        if self._answers.connection_kind is ConnectionKind.CALLS:
            self.listening.enter()
        elif self._answers.connection_kind is ConnectionKind.FILE:
            self.file.enter()
        elif self._answers.connection_kind is ConnectionKind.ASK:
            self.message.enter()

    def check_first_call(self) -> None:
        """Called when calls or keys have changed."""
        if (
            self._answers.connection_kind is ConnectionKind.CALLS
            and self._answers.pair is not None
            and self.listening.isVisible()
        ):
            self.listening.check_first_call()

    def _on_page_changed(self) -> None:
        self.update_titles()
        self.changed.emit()
