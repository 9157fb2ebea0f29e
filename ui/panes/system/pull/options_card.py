"""Options for the whole file: fils or dinars, VAT, decimal sign, the branch, cars from text,
missing rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QComboBox

from service.domain.pull.file_inspection import FileInspection
from service.domain.pull.pull_choices import VAT_PERCENT, PullChoices, SetupChoices
from service.domain.pull.pulls import MissingRule
from ui.i18n import isolate_name
from ui.theme import Theme, Type
from ui.widgets import Card, ComboBox, FormRow, Label
from ui.widgets.plain_text import escape_mnemonic

_AS_FILE = ""
_MISSING = (MissingRule.STAY, MissingRule.ZERO, MissingRule.INACTIVE)


class OptionsCard(Card):
    """Calls `on_change` with the choices and the rule for missing rows after each change."""

    def __init__(self, theme: Theme, on_change: Callable[[PullChoices, MissingRule], None]) -> None:
        super().__init__(theme, "")
        self._on_change = on_change
        self._choices = PullChoices()
        self._fils_read = False
        self.body.setSpacing(8)
        self.body.addWidget(Label(theme, self.tr("For the whole file"), Type.HEADING))
        self.branch = ComboBox()
        self.decimal = ComboBox()
        for field in (self.branch, self.decimal):
            field.setFont(theme.font(Type.BODY))
            field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            field.activated.connect(lambda _at: self._report_choices())
        self.decimal.addItem(self.tr("As recognised"), None)
        self.decimal.addItem(self.tr("With a point: 14.500"), False)
        self.decimal.addItem(self.tr("With a comma: 14,500"), True)
        self.body.addWidget(FormRow(theme, self.tr("Quantities are for"), self.branch))
        self.body.addWidget(FormRow(theme, self.tr("Prices are written"), self.decimal))
        self.fils = self._check(theme, self.tr("Prices are in fils, not in dinars"))
        self.vat = self._check(theme, self.tr("Prices include 10% VAT: take it off"))
        self.fit = self._check(theme, "")
        self.missing = ComboBox()
        self.missing.addItem(self.tr("Stay as they are"), MissingRule.STAY)
        self.missing.addItem(self.tr("Have no stock (0)"), MissingRule.ZERO)
        self.missing.addItem(self.tr("Become inactive"), MissingRule.INACTIVE)
        self.missing.setFont(theme.font(Type.BODY))
        self.missing.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.missing.activated.connect(lambda _at: self._report_choices())
        self.body.addWidget(FormRow(theme, self.tr("Items missing from the file"), self.missing))
        self.body.addStretch(1)

    def show_options(self, inspection: FileInspection, setup: SetupChoices, branches: tuple[str, ...]) -> None:
        """Shows the choices of a set-up."""
        choices = setup.choices
        self._choices, self._fils_read = choices, inspection.prices_in_fils
        self.branch.clear()
        self.branch.addItem(self.tr("The branch that the file says"), _AS_FILE)
        for branch in branches:
            self.branch.addItem(isolate_name(branch), branch)
        if choices.fixed_branch and choices.fixed_branch not in branches:
            self.branch.addItem(isolate_name(choices.fixed_branch), choices.fixed_branch)
        self.branch.setCurrentIndex(max(0, self.branch.findData(choices.fixed_branch or _AS_FILE)))
        places: dict[bool | None, int] = {None: 0, False: 1, True: 2}
        self.decimal.setCurrentIndex(places[choices.decimal_comma])
        offer = isolate_name(", ".join(inspection.fit_offer))
        self.fit.setText(self.tr("Read cars from the text in %1").replace("%1", escape_mnemonic(offer)))
        self.fit.setVisible(bool(inspection.fit_offer))
        self.missing.setCurrentIndex(_MISSING.index(setup.missing))
        states = (
            (self.fils, inspection.prices_in_fils),
            (self.vat, choices.vat_percent > 0),
            (self.fit, choices.fit_as_offered),
        )
        for box, on in states:
            box.blockSignals(True)
            box.setChecked(on)
            box.blockSignals(False)

    def _check(self, theme: Theme, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setFont(theme.font(Type.BODY))
        box.toggled.connect(lambda _on: self._report_choices())
        self.body.addWidget(box)
        return box

    def _chosen_unit(self) -> bool | None:
        """Fils or dinars if the owner chose; None while it is as recognised."""
        changed = self.fils.isChecked() is not self._fils_read
        return self.fils.isChecked() if changed else self._choices.prices_in_fils

    def _report_choices(self) -> None:
        comma = self.decimal.currentData()
        self._choices = replace(
            self._choices.with_fixed_branch(self.branch.currentData() or None),
            decimal_comma=None if comma is None else bool(comma),
            prices_in_fils=self._chosen_unit(),
            vat_percent=VAT_PERCENT * self.vat.isChecked(),
            fit_as_offered=self.fit.isChecked(),
        )
        self._on_change(self._choices, MissingRule(self.missing.currentData()))
