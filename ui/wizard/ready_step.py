"""Step 5: what is set up, starting with this PC, and the sample."""

from __future__ import annotations

from typing import ClassVar

from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.panes.shared.run_facts import saved_text
from ui.theme import Tone, Type
from ui.widgets import Button, Card, Checklist, ChecklistItem, FaultNote, Ink, Label, Switch, Tile, column, fill, row
from ui.wizard.wizard_answers import ConnectionKind, StepContext, WizardAnswers
from ui.wizard.wizard_cards import SampleCard
from ui.wizard.wizard_frame import WizardStep


class MarketplaceCard(Card):
    """One button; nothing here has to be done."""

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__(context.theme)
        self._context, self._answers = context, answers
        self._dispatcher = GuiDispatcher(self)
        theme = context.theme
        self.tile = Tile(theme, "link", Tone.ACCENT, 44, icon_size=22)
        self.detail = Label(
            theme,
            self.tr("Link one under Marketplace. Without an account you can practise in Staging."),
            Type.BODY,
            Ink.TEXT2,
            wrap=True,
        )
        self.button = Button(theme, self.tr("Practise in Staging"), on_click=self._practise)
        self.fault = FaultNote(theme)
        head = row(self.tile, spacing=14)
        title = Label(theme, self.tr("Sell on a marketplace too"), Type.HEADING)
        fill(head, (column(title, self.detail, spacing=3), 1), self.button)
        self.body.setSpacing(12)
        fill(self.body, head, self.fault)

    def _practise(self) -> None:
        pair = self._answers.pair
        if pair is not None:
            self.fault.hide()
            self.button.setEnabled(False)
            future = self._context.backend.marketplace.practise(pair.staging.id, True)
            self._dispatcher.fetch(future, lambda _none: self._on_begun(), self._on_failed)

    def _on_begun(self) -> None:
        self.tile.show_icon("check", Tone.GOOD)
        self.detail.setText(self.tr("The practice marketplace runs. Look at Marketplace in Staging."))
        self.button.hide()

    def _on_failed(self, error: BackendError) -> None:
        self.button.setEnabled(True)
        self.fault.show_text(fault_text(error))


class ReadyStep(WizardStep):
    """The last step; nothing here must be done."""

    skippable: ClassVar[bool] = False

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__("", "", "", "")
        self.name = self.tr("Ready")
        self.summary = self.tr("Starts with this PC")
        self.question = self.tr("Your shop is set up")
        self.explanation = self.tr("Counterpart keeps running in the tray; closing its window does not stop it.")
        self._context, self._answers = context, answers
        self._dispatcher = GuiDispatcher(self)
        self.card = Card(context.theme)
        self.list: Checklist | None = None
        self.switch = Switch(context.theme, self.tr("Start with this PC"), on=answers.starts_with_pc)
        self.switch.toggled.connect(self._switch)
        self.fault = FaultNote(context.theme)
        self.sample = SampleCard(context, answers, self._on_sample_changed)
        self.marketplace = MarketplaceCard(context, answers)
        column(self.fault, self.card, self._start_card(), self.sample, self.marketplace, None, spacing=14, inside=self)

    def main_text(self) -> str:
        by_hand = self._answers.connection_kind is ConnectionKind.NONE
        return self.tr("Enter the first part") if by_hand else self.tr("Open Counterpart")

    def enter(self) -> None:
        self._answers.secret = None
        if self.list:
            self.card.body.removeWidget(self.list)
            self.list.deleteLater()
        self.list = Checklist(self._context.theme, self._steps())
        self.card.body.addWidget(self.list)
        if not self._answers.start_is_chosen:
            self._answers.start_is_chosen = True
            self.switch.show_state(True)
            self._switch(True)
        self.sample.show_filled()
        self.sample.setVisible(self._answers.connection_kind is not ConnectionKind.NONE or not self._answers.filled)

    def _steps(self) -> tuple[ChecklistItem, ...]:
        answers, formats = self._answers, self._context.formats
        shop = isolate_name(answers.pair.live.name) if answers.pair else ""
        steps = [
            ChecklistItem(
                self.tr("Your shop"), " · ".join(filter(None, (shop, isolate_name(answers.branch)))), done=True
            )
        ]
        if answers.connection_kind is ConnectionKind.CALLS:
            name = isolate_name(answers.key_name)
            title = self.tr("Key made for %1").replace("%1", name) if answers.key_name else self.tr("No key yet")
            heard = self.tr("We heard from it") if answers.heard else self.tr("No call yet; we keep listening")
            steps.append(ChecklistItem(title, heard, done=answers.heard))
        elif answers.connection_kind is ConnectionKind.FILE:
            saved = saved_text(answers.run, formats) if answers.run else ""
            later = self.tr("Choose it later under Your own system")
            steps.append(ChecklistItem(self.tr("Nightly price file"), saved or later, done=answers.run is not None))
        elif answers.connection_kind is ConnectionKind.ASK:
            text = self.tr("Open this set-up again from the Overview")
            steps.append(ChecklistItem(self.tr("When the seller of your till has answered"), text, done=False))
        else:
            text = self.tr("Enter parts and stock under Catalogue")
            steps.append(ChecklistItem(self.tr("Without a system"), text, done=True))
        return tuple(steps)

    def _start_card(self) -> Card:
        theme = self._context.theme
        card = Card(theme)
        texts = column(
            Label(theme, self.tr("Start with this PC"), Type.HEADING),
            Label(theme, self.tr("It starts hidden in the tray, so that no order is missed."), Type.BODY, Ink.TEXT2),
            spacing=3,
        )
        head = row(Tile(theme, "power", Tone.ACCENT, 44, icon_size=22), spacing=14)
        fill(head, (texts, 1), self.switch)
        card.body.addLayout(head)
        return card

    def _switch(self, on: bool) -> None:
        def done(_none: None) -> None:
            self._answers.starts_with_pc = on
            self.fault.hide()

        self._dispatcher.fetch(self._context.backend.settings.set_start_at_login(on), done, self._on_failed)

    def _on_failed(self, error: BackendError) -> None:
        self.switch.show_state(self._answers.starts_with_pc)
        self.fault.show_text(fault_text(error))

    def _on_sample_changed(self) -> None:
        self.changed.emit()
