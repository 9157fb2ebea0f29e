"""Step 2: what the shop and its main branch are called."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from service.domain.shops import FIRST_SHOP, MAIN_BRANCH
from ui.backend import BackendError
from ui.backend.courier import Courier
from ui.backend.shops import BranchFacts, ShopPair
from ui.i18n import named
from ui.i18n.faults import fault_text
from ui.shell.wizard import WizardStep
from ui.widgets import Card, FormRow, text_field
from ui.wizard.course import Course, Tools

_LONGEST = 80


class ShopStep(WizardStep):
    """Renames the shop that the first start made, and its main branch."""

    skippable: ClassVar[bool] = False

    def __init__(self, tools: Tools, course: Course) -> None:
        super().__init__("", "", "", "")
        self.name = self.tr("Your shop")
        self.summary = self.tr("Name and main branch")
        self.question = self.tr("What is your shop called?")
        self.explanation = self.tr("Your systems and we use this name. Buyers see the name in the marketplace.")
        self._tools, self._course = tools, course
        self._courier = Courier(self)
        self._main = ""
        self.shop = text_field(tools.theme, "", self.tr("Sitra Auto Parts"))
        self.branch = text_field(tools.theme, "", self.tr("Main"))
        for field in (self.shop, self.branch):
            field.setMaxLength(_LONGEST)
            field.textChanged.connect(self._typed)
            field.returnPressed.connect(self._entered)
        self.shop_row = FormRow(tools.theme, self.tr("Shop"), self.shop)
        hint = self.tr("Where stock is when a system names no branch. Add others later, or let your system name them.")
        self.branch_row = FormRow(tools.theme, self.tr("Main branch"), self.branch, hint)
        card = Card(tools.theme)
        card.body.setSpacing(14)
        card.body.addWidget(self.shop_row)
        card.body.addWidget(self.branch_row)
        holder = QWidget()
        holder.setMaximumWidth(520)
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(card)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(holder)
        layout.addStretch(1)
        self._fill()

    def enter(self) -> None:
        self.shop.setFocus()

    def leave(self) -> None:
        shops, name = self._tools.backend.shops, self._typed_name()
        pair = self._course.pair
        if pair is None:
            self._courier.fetch(shops.add(name), self._added, self._failed)
        elif pair.live.name != name:
            self._courier.fetch(shops.rename(pair.live.id, name), lambda _none: self._renamed(), self._failed)
        else:
            self._renamed()

    def show_branches(self, branches: tuple[BranchFacts, ...]) -> None:
        """The branches that are there."""
        main = next((facts.branch.name for facts in branches if facts.branch.main), "")
        self._main = main
        self._course.branch = main
        if not self.branch.text():
            self.branch.setText(self.tr("Main") if main == MAIN_BRANCH else main)
        self._summarise()

    def _fill(self) -> None:
        pair = self._course.pair
        if pair is not None:
            if pair.live.name != FIRST_SHOP:
                self.shop.setText(pair.live.name)
            future = self._tools.backend.shops.branches(pair.live.id)
            self._courier.fetch(future, self.show_branches, self._failed)
        self._typed()

    def _typed_name(self) -> str:
        return " ".join(self.shop.text().split())

    def _typed(self) -> None:
        self.shop_row.show_fault("")
        self.branch_row.show_fault("")
        self.ready = bool(self.shop.text().strip())
        self.altered.emit()

    def _entered(self) -> None:
        if self.ready:
            self.leave()

    def _added(self, pair: ShopPair) -> None:
        self._course.pair = pair
        self._renamed()

    def _renamed(self) -> None:
        """The shop has its name: now the branch."""
        wanted = " ".join(self.branch.text().split())
        if wanted and self._main and wanted != self._main:
            future = self._tools.backend.shops.rename_branch(self._course.shop.id, self._main, wanted)
            self._courier.fetch(future, lambda _none: self._done(wanted), self._branch_failed)
        else:
            self._done(self._main or wanted)

    def _done(self, branch: str) -> None:
        pair, name = self._course.pair, self._typed_name()
        if pair is not None:
            self._course.pair = ShopPair(replace(pair.live, name=name), replace(pair.staging, name=name))
        self._main = self._course.branch = branch
        self._summarise()
        self.advance.emit()

    def _summarise(self) -> None:
        name = self._typed_name()
        if name:
            self.summary = " · ".join(filter(None, (named(name), named(self._main) if self._main else "")))
        self.altered.emit()

    def _failed(self, error: BackendError) -> None:
        self.shop_row.show_fault(fault_text(error))

    def _branch_failed(self, error: BackendError) -> None:
        self.branch_row.show_fault(fault_text(error))
