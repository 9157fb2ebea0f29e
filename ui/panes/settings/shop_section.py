"""The shop: its name, read-only, another shop, and its branches."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from service.domain.money import MAX_VAT_NUMBER
from service.domain.settings import Settings
from ui.backend.shops_port import BranchFacts
from ui.i18n import isolate_name
from ui.panes.settings.section import ListCard, RowsCard, Section, SettingRow
from ui.shell.dialogs.name_dialog import NameDialog, NameTexts
from ui.shell.pane_context import PaneContext
from ui.theme import Tone
from ui.widgets import (
    Badge,
    Button,
    Kind,
    Switch,
    disable_in_read_only,
    hundredths_of,
    percent_field,
    row,
    text_field,
)


class ShopSection(Section):
    """The settings of the shop that is chosen above."""

    def __init__(self, context: PaneContext) -> None:
        super().__init__(context)
        theme = context.theme
        self.branches: tuple[BranchFacts, ...] = ()
        self.rename = Button(theme, self.tr("Rename…"), changes=True, on_click=self._rename)
        self.read_only = Switch(theme, self.tr("Read-only"))
        self.read_only.toggled.connect(self._switch_read_only)
        self.add = Button(theme, self.tr("Add a shop…"), icon="plus", changes=True, on_click=self._add)
        self.vat = percent_field(theme, context.shop.vat)
        self.vat.setFixedWidth(96)
        self.vat.setAccessibleName(self.tr("VAT"))
        self.vat.editingFinished.connect(self._set_vat)
        self.vat_number = text_field(theme, context.shop.vat_number, code=True)
        self.vat_number.setAccessibleName(self.tr("VAT number"))
        self.vat_number.setMaxLength(MAX_VAT_NUMBER)
        self.vat_number.setFixedWidth(200)
        self.vat_number.editingFinished.connect(self._set_vat_number)
        disable_in_read_only(theme, self.vat, self.vat_number)
        self._make_shop_card()
        self._make_branches_card()
        self.page.addStretch(1)

    def _make_shop_card(self) -> None:
        theme = self.context.theme
        self._name = SettingRow(theme, "", self.tr("Buyers and your systems see this name."), self.rename)
        self.read_only_row = SettingRow(
            theme,
            self.tr("Read-only"),
            self.tr(
                "Systems can look but change nothing: uploads, stock and orders are refused. For a stocktake, say."
            ),
            self.read_only,
        )
        self.page.addWidget(
            RowsCard(
                theme,
                self.tr("Shop"),
                self._name,
                self.read_only_row,
                SettingRow(
                    theme,
                    self.tr("VAT"),
                    self.tr("Prices are entered and sent without it; the Catalogue shows them with it too."),
                    self.vat,
                ),
                SettingRow(
                    theme,
                    self.tr("VAT number"),
                    self.tr("Printed on orders, pick slips and delivery notes, below the shop's name."),
                    self.vat_number,
                ),
                SettingRow(
                    theme,
                    self.tr("Another shop"),
                    self.tr("With its own keys, stock and orders, and a staging shop to try things in."),
                    self.add,
                ),
            )
        )

    def _make_branches_card(self) -> None:
        theme = self.context.theme
        text = self.tr("A branch that a system names is added too. The main one takes what names none.")
        self.card = ListCard(theme, self.tr("Branches"), text, self.load)
        self.add_branch = Button(theme, self.tr("Add a branch…"), icon="plus", changes=True, on_click=self._add_branch)
        self.card.body.addLayout(row(None, self.add_branch))
        self.page.addWidget(self.card)

    def load(self) -> None:
        if not self.branches:
            self.card.begin()
        self.dispatcher.fetch(
            self.context.backend.shops.branches(self.context.shop.id), self._show_branches, self.card.show_fault
        )

    def show_settings(self, settings: Settings) -> None:
        super().show_settings(settings)
        self._name.name.setText(isolate_name(self.context.shop.name))
        self.read_only.show_state(self.context.shop.read_only)
        if not self.vat.hasFocus():
            self.vat.setValue(self.context.shop.vat / 100)
        if not self.vat_number.hasFocus():
            self.vat_number.setText(self.context.shop.vat_number)

    def _show_branches(self, branches: tuple[BranchFacts, ...]) -> None:
        self.branches = branches
        nothing = self.tr("No branch yet. The first upload makes one.")
        self.card.show_rows([self._line(facts) for facts in branches], nothing)

    def _line(self, facts: BranchFacts) -> QWidget:
        branch = facts.branch
        rename = Button(self.theme, self.tr("Rename…"), Kind.GHOST, changes=True)
        rename.setAccessibleName(self.tr("Rename %1").replace("%1", branch.name))
        rename.clicked.connect(lambda: self._rename_branch(branch.name))
        buttons = row(rename)
        if branch.main:
            buttons.insertWidget(0, Badge(self.theme, self.tr("Main branch"), Tone.ACCENT))
        else:
            main = Button(self.theme, self.tr("Make it the main one"), Kind.GHOST, changes=True)
            main.clicked.connect(lambda: self._make_main(branch.name))
            buttons.insertWidget(0, main)
        items = self.tr("%n part(s) in stock there", "", facts.items)
        items = items.replace(str(facts.items), self.context.formats.count(facts.items))
        return SettingRow(self.theme, isolate_name(branch.name), items, buttons)

    def _rename(self) -> None:
        texts = NameTexts(
            self.tr("Rename the shop"),
            self.tr("Keys, orders and history stay as they are."),
            self.tr("Rename"),
        )
        shop = self.context.shop
        shops = self.context.backend.shops
        NameDialog(self.theme, self, texts, lambda name: shops.rename(shop.id, name), name=shop.name).open()

    def _add_branch(self) -> None:
        texts = NameTexts(
            self.tr("Add a branch"),
            self.tr("Your systems must name it the same, else they make a new one."),
            self.tr("Add"),
            icon="plus",
        )
        shops, shop = self.context.backend.shops, self.context.shop.id
        NameDialog(self.theme, self, texts, lambda name: shops.add_branch(shop, name)).open()

    def _rename_branch(self, old: str) -> None:
        texts = NameTexts(
            self.tr("Rename the branch %1").replace("%1", isolate_name(old)),
            self.tr("Your systems must name it the same, else they make a new one."),
            self.tr("Rename"),
        )
        shops, shop = self.context.backend.shops, self.context.shop.id
        NameDialog(self.theme, self, texts, lambda name: shops.rename_branch(shop, old, name), name=old).open()

    def _make_main(self, branch: str) -> None:
        self.dispatcher.send(self.context.backend.shops.make_main(self.context.shop.id, branch), self.on_failed)

    def _add(self) -> None:
        texts = NameTexts(
            self.tr("Add a shop"),
            self.tr("Choose it in the top bar afterwards."),
            self.tr("Add"),
        )
        NameDialog(self.theme, self, texts, self.context.backend.shops.add).open()

    def _set_vat(self) -> None:
        rate = hundredths_of(self.vat)
        if rate != self.context.shop.vat:
            self.send(self.context.backend.shops.set_vat(self.context.shop.id, rate))

    def _set_vat_number(self) -> None:
        number = self.vat_number.text()
        if number.strip() != self.context.shop.vat_number:
            self.send(self.context.backend.shops.set_vat_number(self.context.shop.id, number))

    def _switch_read_only(self, on: bool) -> None:
        self.send(self.context.backend.shops.set_read_only(self.context.shop.id, on))
