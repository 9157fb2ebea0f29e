"""The whole wizard: opens at the step where it was closed, in either language, reports its end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import ClassVar

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from service.domain.changes import ChangeKind, Changes
from service.domain.settings import Settings
from service.domain.times import Clock
from ui.backend import Backend, BackendError
from ui.backend.counters_port import NearbyService, SeenService
from ui.backend.dispatcher import GuiDispatcher, PendingReply
from ui.backend.host_port import HostStatus
from ui.backend.shops_port import ShopPair
from ui.i18n import Formats, Language, Translations
from ui.i18n.bidi import strip_marks
from ui.i18n.error_texts import fault_text
from ui.shell.dialogs.fault_dialog import FaultDialog
from ui.shell.dialogs.file_chooser import FileChooser, QtFileChooser
from ui.theme import Theme, Type
from ui.widgets import Button, ClipboardClearer, Dialog, FaultLine, FormRow, Ink, Kind, Label, fill, row, text_field
from ui.wizard.connect_step import ConnectStep
from ui.wizard.ready_step import ReadyStep
from ui.wizard.shop_step import ShopStep
from ui.wizard.system_step import SystemStep
from ui.wizard.wizard_answers import ConnectionKind, StepContext, WizardAnswers
from ui.wizard.wizard_cards import ChoiceCard
from ui.wizard.wizard_frame import Wizard, WizardStep

_SHOP, _SYSTEM = 1, 2
"""Steps that a wizard which was closed may be opened at."""

_WATCHED = frozenset({ChangeKind.CALLS, ChangeKind.KEYS})


class JoinDialog(Dialog):
    """The first start of a further counter: the address of the first computer, its code, and the
    words to compare. Accepted when this computer is a counter, which its next start uses.
    """

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
        fill(self.body, self.address_row, self._nearby, self.code_row)
        self.words = Label(theme, "", Type.DISPLAY, selectable=True)
        self.question = Label(theme, "", Type.BODY, Ink.TEXT2, wrap=True)
        self.question.setText(self.tr("Does the first computer show the same words? If not, stop here."))
        self.fault = FaultLine(theme)
        for one in (self.words, self.question, self.fault):
            self.body.addWidget(one)
            one.hide()
        self.go = self.main_button(self.tr("Continue"), self._go_on)
        self.same = Button(theme, self.tr("They are the same"), Kind.PRIMARY, main=True, on_click=self._join)
        self.buttons(self.cancel_button(), self.same, self.go)
        self.same.hide()
        self.address.setFocus()
        for line in (self.address, self.code):
            line.textChanged.connect(self._on_typed)
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


class LanguageStep(WizardStep):
    """Step 1: English or Arabic. The other language builds the wizard again, at the next step."""

    skippable: ClassVar[bool] = False
    language_chosen = Signal(str)
    counter_wanted = Signal()

    def __init__(self, context: StepContext) -> None:
        super().__init__("", "", "", "")
        present = context.formats.language
        self.name = self.tr("Language")
        self.summary = "English" if present is Language.ENGLISH else "العربية"
        self.question = self.tr("Which language do you read best?")
        self.explanation = self.tr("Both are complete. You can change it at any time under Settings.")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        group = QButtonGroup(self)
        texts = {
            Language.ENGLISH: ("English", self.tr("Prices as BHD 12.500")),
            Language.ARABIC: ("العربية", self.tr("Right to left, prices as 12.500 د.ب")),
        }
        self.cards: dict[Language, ChoiceCard] = {}
        for language, (title, text) in texts.items():
            card = ChoiceCard(context.theme, "languages", title, text)
            card.setChecked(language is present)
            card.entered.connect(self.leave)
            group.addButton(card)
            layout.addWidget(card)
            self.cards[language] = card
        self.counter = Button(context.theme, self.tr("This is a further counter…"), Kind.LINK)
        self.counter.clicked.connect(self.counter_wanted)
        fill(layout, row(self.counter, None), None)
        self._present = present

    def enter(self) -> None:
        self.cards[self._present].setFocus()

    def leave(self) -> None:
        chosen = next(language for language, card in self.cards.items() if card.isChecked())
        if chosen is self._present:
            self.advance.emit()
        else:
            self.language_chosen.emit(chosen.value)


@dataclass(frozen=True, slots=True)
class WizardDependencies:
    theme: Theme
    translations: Translations
    backend: Backend
    clock: Clock
    clipboard: QClipboard
    chooser: FileChooser = field(default_factory=QtFileChooser)
    formats: Callable[[Language], Formats] = Formats


class FirstStart(QObject):
    """`open` shows it; `finished` after the last step, `closed_early` when it is closed before;
    both store its position. `parts_wanted(shop)` follows `finished` where the parts of the shop are
    entered by hand.

    The wizard is about the live shop. Its colours are those of the window, which is the only one
    that chooses them.
    """

    finished = Signal()
    parts_wanted = Signal(int)
    closed_early = Signal()
    language_chosen = Signal(str)
    joined = Signal()
    """This computer is a further counter now: its window has to open again."""

    def __init__(self, dependencies: WizardDependencies, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._dependencies, self._backend = dependencies, dependencies.backend
        self._dispatcher = GuiDispatcher(self)
        self._clipboard_clearer = ClipboardClearer(dependencies.clipboard, self)
        self._answers = WizardAnswers()
        self._settings: Settings | None = None
        self._parent_window: QWidget | None = None
        self.wizard: Wizard | None = None
        self.steps: tuple[WizardStep, ...] = ()
        self._subscription = self._backend.on_changes(self._on_changes)
        self._host = self._backend.on_host(lambda status: self._dispatcher.post(lambda: self._on_host(status)))

    def open(self, parent_window: QWidget | None = None) -> None:
        """Requests the existing data, then shows the step at which it was closed."""
        if self.wizard is not None:
            self.wizard.show()
            self.wizard.raise_()
            self.wizard.activateWindow()
            return
        self._parent_window = parent_window
        self._dispatcher.fetch(self._backend.host.status(), self._show_host, self._on_failed)

    def close(self) -> None:
        """Closes it with the program, without signals."""
        self._subscription.close()
        self._host.close()
        self._end()

    def _show_host(self, status: HostStatus) -> None:
        self._answers.host = status
        self._dispatcher.fetch(self._backend.settings.read(), self._show_settings, self._on_failed)

    def _on_host(self, status: HostStatus) -> None:
        self._answers.host = status
        if self.wizard is not None:
            self._connect.listening.show_host()

    def _show_settings(self, settings: Settings) -> None:
        self._settings = settings
        self._answers.starts_with_pc = settings.start_at_login
        self._answers.start_is_chosen = settings.start_at_login or settings.wizard_done
        self._dispatcher.fetch(self._backend.shops.list(), self._show_shops, self._on_failed)

    def _show_shops(self, pairs: tuple[ShopPair, ...]) -> None:
        self._answers.pair = pairs[0] if pairs else None
        if pairs and pairs[0].live.scheduled_pull and not pairs[0].live.api_push:
            self._answers.connection_kind = ConnectionKind.FILE
        done = self._settings is None or self._settings.wizard_done
        self._build(0 if done or self._settings is None else self._settings.wizard_step)

    def _build(self, at: int) -> None:
        dependencies = self._dependencies
        formats = dependencies.formats(dependencies.translations.language)
        context = StepContext(
            dependencies.theme,
            dependencies.backend,
            formats,
            dependencies.clock,
            dependencies.clipboard,
            self._clipboard_clearer,
            dependencies.chooser,
        )
        language = LanguageStep(context)
        language.language_chosen.connect(lambda code: self._choose_language(code, _SHOP))
        language.counter_wanted.connect(lambda: self._ask_to_join(context))
        connect = ConnectStep(context, self._answers)
        system = SystemStep(context, self._answers)
        system.changed.connect(connect.update_titles)
        self._connect = connect
        self.steps = (language, ShopStep(context, self._answers), system, connect, ReadyStep(context, self._answers))
        if self._answers.pair is None or self._answers.connection_kind is None:
            at = min(at, _SHOP if self._answers.pair is None else _SYSTEM)
        wizard = Wizard(dependencies.theme, self.steps, at)
        wizard.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        wizard.finished.connect(self._on_finished)
        wizard.closed_early.connect(self._on_left)
        other = Language.ENGLISH if dependencies.translations.language is Language.ARABIC else Language.ARABIC
        wizard.language_requested.connect(lambda: self._choose_language(other.value))
        self.wizard = wizard
        if self._parent_window is not None:
            wizard.setParent(self._parent_window, Qt.WindowType.Window)
            # Before the window appears its position means nothing: the title bar would be above
            # the screen.
            if self._parent_window.isVisible():
                wizard.setGeometry(self._parent_window.geometry())
        wizard.show()

    def _ask_to_join(self, context: StepContext) -> None:
        if self.wizard is not None:
            dialog = JoinDialog(context, self.wizard)
            dialog.accepted.connect(self.joined)
            dialog.open()

    def _choose_language(self, code: str, at: int | None = None) -> None:
        """Switches the language: the same step is built again, or the one at `at`."""
        dependencies, language = self._dependencies, Language(code)
        if language is dependencies.translations.language:
            return
        dependencies.translations.use(language)
        dependencies.theme.set_arabic(language is Language.ARABIC)
        here = self.wizard.at if self.wizard else 0
        self._drop()
        self._build(here if at is None else at)
        self.language_chosen.emit(code)
        self._change_settings(lambda settings: replace(settings, language=code))

    def _end(self) -> None:
        self._answers.secret = None
        self._drop()

    def _drop(self) -> None:
        wizard, self.wizard = self.wizard, None
        if wizard is not None:
            wizard.blockSignals(True)
            wizard.hide()
            wizard.deleteLater()

    def _on_finished(self) -> None:
        self._end()
        self._save_position(done=True, at=0)
        self.finished.emit()
        if self._answers.connection_kind is ConnectionKind.NONE and self._answers.pair is not None:
            self.parts_wanted.emit(self._answers.shop.id)

    def _on_left(self) -> None:
        at = self.wizard.at if self.wizard else 0
        self._end()
        self._save_position(done=self._settings is not None and self._settings.wizard_done, at=at)
        self.closed_early.emit()

    def _save_position(self, *, done: bool, at: int) -> None:
        """Stores the position. Settings are read first, as steps may have changed them."""
        self._change_settings(lambda settings: replace(settings, wizard_done=done, wizard_step=at))

    def _change_settings(self, changed: Callable[[Settings], Settings]) -> None:
        """Changes what the settings are now, which another window may have changed."""

        def change(settings: Settings) -> None:
            self._settings = changed(settings)
            self._dispatcher.send(self._backend.settings.change(settings, self._settings), self._on_failed)

        self._dispatcher.fetch(self._backend.settings.read(), change, self._on_failed)

    def _on_changes(self, changes: Changes) -> None:
        if changes.kinds & _WATCHED:
            self._dispatcher.post(self._on_watched_change)

    def _on_watched_change(self) -> None:
        if self.wizard is not None:
            self._connect.check_first_call()

    def _on_failed(self, error: BackendError) -> None:
        parent = self.wizard or self._parent_window
        if parent is not None:
            FaultDialog(self._dependencies.theme, parent, error, self._dependencies.clipboard).open()
