"""Step 2: the names of the shop and its main branch."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from service.domain.shops import FIRST_SHOP, MAIN_BRANCH
from ui.backend import BackendError
from ui.backend.dispatcher import GuiDispatcher
from ui.backend.shops_port import BranchFacts, ShopPair
from ui.i18n import isolate_name
from ui.i18n.error_texts import fault_text
from ui.widgets import Card, FormRow, column, fill, text_field
from ui.wizard.wizard_answers import StepContext, WizardAnswers
from ui.wizard.wizard_frame import WizardStep

_MAX_LENGTH = 80


class ShopStep(WizardStep):
    """Renames the shop of the first start, and its main branch."""

    skippable: ClassVar[bool] = False

    def __init__(self, context: StepContext, answers: WizardAnswers) -> None:
        super().__init__("", "", "", "")
        self.name = self.tr("Your shop")
        self.summary = self.tr("Name and main branch")
        self.question = self.tr("What is your shop called?")
        self.explanation = self.tr("Your systems and we use this name. Buyers see the name in the marketplace.")
        self._context, self._answers = context, answers
        self._dispatcher = GuiDispatcher(self)
        self._main = ""
        self.shop = text_field(context.theme, "", self.tr("Sitra Auto Parts"))
        self.branch = text_field(context.theme, "", self.tr("Main"))
        for field in (self.shop, self.branch):
            field.setMaxLength(_MAX_LENGTH)
            field.textChanged.connect(self._on_typed)
            field.returnPressed.connect(self._on_entered)
        self.shop_row = FormRow(context.theme, self.tr("Shop"), self.shop)
        hint = self.tr("Your stock is here unless your system names another branch. You can add branches later.")
        self.branch_row = FormRow(context.theme, self.tr("Main branch"), self.branch, hint)
        card = Card(context.theme)
        card.body.setSpacing(14)
        fill(card.body, self.shop_row, self.branch_row)
        holder = QWidget()
        holder.setMaximumWidth(520)
        column(card, inside=holder)
        column(holder, None, inside=self)
        self._fill()

    def enter(self) -> None:
        self.shop.setFocus()

    def leave(self) -> None:
        shops, name = self._context.backend.shops, self._read_name()
        pair = self._answers.pair
        if pair is None:
            self._dispatcher.fetch(shops.add(name), self._on_added, self._on_failed)
        elif pair.live.name != name:
            self._dispatcher.fetch(
                shops.rename(pair.live.id, name), lambda _none: self._rename_branch(), self._on_failed
            )
        else:
            self._rename_branch()

    def show_branches(self, branches: tuple[BranchFacts, ...]) -> None:
        main = next((facts.branch.name for facts in branches if facts.branch.main), "")
        self._main = main
        self._answers.branch = main
        if not self.branch.text():
            self.branch.setText(self.tr("Main") if main == MAIN_BRANCH else main)
        self._summarise()

    def _fill(self) -> None:
        pair = self._answers.pair
        if pair is not None:
            if pair.live.name != FIRST_SHOP:
                self.shop.setText(pair.live.name)
            future = self._context.backend.shops.branches(pair.live.id)
            self._dispatcher.fetch(future, self.show_branches, self._on_failed)
        self._on_typed()

    def _read_name(self) -> str:
        return " ".join(self.shop.text().split())

    def _on_typed(self) -> None:
        self.shop_row.show_fault("")
        self.branch_row.show_fault("")
        self.ready = bool(self.shop.text().strip())
        self.changed.emit()

    def _on_entered(self) -> None:
        if self.ready:
            self.leave()

    def _on_added(self, shop: int) -> None:
        """The new shop and its staging shop are read like everything that is shown."""

        def take(pairs: tuple[ShopPair, ...]) -> None:
            self._answers.pair = next(pair for pair in pairs if pair.live.id == shop)
            self._rename_branch()

        self._dispatcher.fetch(self._context.backend.shops.list(), take, self._on_failed)

    def _rename_branch(self) -> None:
        """Renames the branch after the shop."""
        wanted = " ".join(self.branch.text().split())
        if wanted and self._main and wanted != self._main:
            future = self._context.backend.shops.rename_branch(self._answers.shop.id, self._main, wanted)
            self._dispatcher.fetch(future, lambda _none: self._finish(wanted), self._on_branch_failed)
        else:
            self._finish(self._main or wanted)

    def _finish(self, branch: str) -> None:
        pair, name = self._answers.pair, self._read_name()
        if pair is not None:
            self._answers.pair = ShopPair(replace(pair.live, name=name), replace(pair.staging, name=name))
        self._main = self._answers.branch = branch
        self._summarise()
        self.advance.emit()

    def _summarise(self) -> None:
        name = self._read_name()
        if name:
            self.summary = " · ".join(
                filter(None, (isolate_name(name), isolate_name(self._main) if self._main else ""))
            )
        self.changed.emit()

    def _on_failed(self, error: BackendError) -> None:
        self.shop_row.show_fault(fault_text(error))

    def _on_branch_failed(self, error: BackendError) -> None:
        self.branch_row.show_fault(fault_text(error))
