"""A part entered or changed by hand, displayed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from service.domain.catalogue.items import Fit
from service.domain.shops import Shop
from tests.ui.conftest import MakeContext, ShowWidget
from tests.ui.panes.catalogue.conftest import dialogs
from tests.ui.ready_shop import ReadyShop
from ui.backend import BackendError, ErrorCode
from ui.i18n import Language
from ui.i18n.bidi import strip_marks
from ui.panes.catalogue.catalogue_pane import CataloguePane
from ui.panes.catalogue.item_editor import MAX_EDITED, ItemEditor
from ui.shell.pane_context import NEW_PART, PaneContext
from ui.widgets import ConfirmDialog

Settle = Callable[[], None]


def editor(pane: CataloguePane) -> ItemEditor:
    """The one that is open."""
    (found,) = [dialog for dialog in dialogs(pane) if isinstance(dialog, ItemEditor)]
    return found


def fault(dialog: ItemEditor, name: str) -> str:
    """What is said at a field."""
    return dialog.fields.rows[name].field.accessibleDescription()


@pytest.fixture
def entering(pane: CataloguePane, settle: Settle) -> ItemEditor:
    pane.new()
    settle()
    return editor(pane)


@pytest.fixture
def changing(pane: CataloguePane, settle: Settle) -> ItemEditor:
    pane.edit_part()
    settle()
    return editor(pane)


def type_in(dialog: ItemEditor, **texts: str) -> None:
    """Types over what is there, as a person does."""
    for name, text in texts.items():
        edit = dialog.fields.edits[name]
        edit.selectAll()
        QTest.keyClicks(edit, text) if text else QTest.keyClick(edit, Qt.Key.Key_Delete)


def test_a_part_is_entered_with_the_keyboard_alone(
    pane: CataloguePane, entering: ItemEditor, backend: ReadyShop, settle: Settle
) -> None:
    type_in(entering, sku="15400-RTA", name="Oil filter", price_fils="2.75")
    QTest.keyClicks(entering.levels.edits["Main"], "4")
    QTest.keyClick(entering.levels.edits["Main"], Qt.Key.Key_Return)
    settle()
    item = backend.item("15400-RTA")
    assert (item.name, item.price_fils, item.active, item.list_on_marketplace) == ("Oil filter", 2750, True, False)
    assert [(level.branch, level.quantity) for level in item.stock] == [("Main", 4000)]
    assert dialogs(pane) == []
    assert pane.detail.item is not None
    assert pane.detail.item.sku == "15400-RTA", "the new part is the one that is displayed"


def test_the_next_part_can_follow_at_once(pane: CataloguePane, entering: ItemEditor, settle: Settle) -> None:
    type_in(entering, sku="A-1", name="First")
    entering.next.click()
    settle()
    following = editor(pane)
    assert following is not entering
    assert following.fields.edits["sku"].text() == ""
    assert following.fields.edits["sku"].hasFocus()


def test_faults_are_at_their_fields_and_the_first_has_the_focus(
    entering: ItemEditor, backend: ReadyShop, settle: Settle
) -> None:
    entering.cars.add.click()
    entering.cars.rows[0].edits[1].setText("Camry")
    entering.save.click()
    settle()
    assert fault(entering, "sku") == "Must not be blank"
    assert fault(entering, "name") == "Must not be blank"
    assert entering.cars.rows[0].fault.text() == "Must not be blank"
    assert entering.fields.edits["sku"].hasFocus()
    assert "catalogue.save" in backend.answers.names()
    type_in(entering, sku="A-1")
    assert fault(entering, "sku") == "", "a fault goes when its field is changed"


def test_what_is_no_number_is_not_sent(entering: ItemEditor, backend: ReadyShop, settle: Settle) -> None:
    type_in(entering, sku="A-1", name="Pad", price_fils="12,5")
    entering.levels.edits["Main"].setText("a lot")
    entering.cars.add.click()
    entering.cars.rows[0].edits[2].setText("18")
    entering.save.click()
    settle()
    assert fault(entering, "price_fils") == "Write an amount like 12.500."
    assert entering.levels.edits["Main"].accessibleDescription() == "Write a number like 12 or 0.5."
    assert entering.cars.rows[0].fault.text() == "Write years like 2018, or leave them empty."
    assert "catalogue.save" not in backend.answers.names()


def test_only_what_was_changed_is_sent_with_what_was_seen(
    pane: CataloguePane, changing: ItemEditor, backend: ReadyShop, settle: Settle
) -> None:
    assert changing.fields.edits["sku"].isReadOnly()
    assert changing.fields.edits["price_fils"].text() == "28.500"
    type_in(changing, price_fils="29")
    changing.levels.edits["Riffa"].setText("6")
    changing.save.click()
    settle()
    (_shop, edit) = backend.answers.last("catalogue.save")
    assert edit == replace(
        edit,  # type: ignore[type-var]
        is_new=False,
        fields={"price_fils": 29000},
        levels={"Riffa": 6000},
        seen={"price_fils": 28500},
        seen_levels={"Riffa": 5000},
    )
    assert pane.detail.item is not None
    assert pane.detail.item.price_fils == 29000


def test_cars_are_added_changed_and_removed(changing: ItemEditor, backend: ReadyShop, settle: Settle) -> None:
    before = backend.item("04465-60320").fit
    assert [line.make.text() for line in changing.cars.rows] == [fit.make for fit in before]
    changing.cars.rows[0].remove.click()
    changing.cars.add.click()
    assert changing.cars.rows[-1].make.hasFocus()
    for edit, text in zip(changing.cars.rows[-1].edits, ("Lexus", "LX 570", "2008", ""), strict=True):
        edit.setText(text)
    changing.save.click()
    settle()
    assert backend.item("04465-60320").fit == (*before[1:], Fit("Lexus", "LX 570", 2008))


def test_a_long_list_of_cars_is_left_alone(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    cars = tuple(Fit("Toyota", f"Car {number}") for number in range(MAX_EDITED + 1))
    item = replace(backend.item("04465-60320"), fit=cars)
    pane.detail.show_item(item)
    pane.edit_part()
    settle()
    dialog = editor(pane)
    assert dialog.cars.rows == []
    assert dialog.cars.note.isVisible()
    assert not dialog.cars.add.isVisible()
    type_in(dialog, price_fils="1")
    dialog.save.click()
    settle()
    (_shop, edit) = backend.answers.last("catalogue.save")
    assert list(edit.fields) == ["price_fils"]  # type: ignore[attr-defined]


def test_a_change_by_somebody_else_is_displayed_with_both_values_and_can_be_replaced(
    changing: ItemEditor, backend: ReadyShop, settle: Settle
) -> None:
    backend.upload({"sku": "04465-60320", "price_fils": 30000})
    type_in(changing, price_fils="29.000")
    backend.answers.hold("catalogue.item")
    changing.save.click()
    settle()
    assert not changing.save.isEnabled(), "it would be refused again"
    backend.answers.release("catalogue.item")
    settle()
    assert fault(changing, "price_fils") == "Changed to 30.000 since; it was 28.500"
    assert changing.note.isVisible()
    said = strip_marks(changing.note.title.text())
    assert said.endswith("Shop price, BHD: Changed to 30.000 since; it was 28.500"), "the field may be out of sight"
    assert backend.item("04465-60320").price_fils == 30000
    changing.save.click()
    settle()
    assert backend.item("04465-60320").price_fils == 29000, "the second time it is done knowingly"


def test_a_fault_of_the_whole_is_at_the_top(changing: ItemEditor, backend: ReadyShop, settle: Settle) -> None:
    backend.answers.fail("catalogue.save", BackendError("Full.", code=ErrorCode.DISK_FULL))
    type_in(changing, price_fils="29")
    changing.save.click()
    settle()
    assert changing.note.title.text() == "Nothing was changed: the disk is full. Free some space, then try again."
    assert changing.save.isEnabled()


def test_esc_asks_before_typed_values_are_lost(pane: CataloguePane, changing: ItemEditor, settle: Settle) -> None:
    type_in(changing, price_fils="29")
    QTest.keyClick(changing, Qt.Key.Key_Escape)
    settle()
    (question,) = [dialog for dialog in dialogs(pane) if isinstance(dialog, ConfirmDialog)]
    assert changing.isVisible()
    question.confirm.click()
    settle()
    assert dialogs(pane) == []


def test_without_a_change_esc_and_save_just_close(
    pane: CataloguePane, changing: ItemEditor, backend: ReadyShop, settle: Settle
) -> None:
    changing.save.click()
    settle()
    assert dialogs(pane) == []
    assert "catalogue.save" not in backend.answers.names()
    pane.edit_part()
    settle()
    QTest.keyClick(editor(pane), Qt.Key.Key_Escape)
    settle()
    assert dialogs(pane) == []


def test_f2_and_the_pencil_edit_and_another_pane_can_ask_for_a_new_part(pane: CataloguePane, settle: Settle) -> None:
    QTest.keyClick(pane.parts.table, Qt.Key.Key_F2)
    settle()
    assert not editor(pane).next.isVisible()
    editor(pane).close()
    pane.detail.edit.click()
    settle()
    editor(pane).close()
    settle()
    pane.open_target(NEW_PART)
    settle()
    assert editor(pane).windowTitle() == "New part"


def test_a_read_only_shop_enters_and_edits_nothing(
    context: PaneContext, show: ShowWidget, backend: ReadyShop, settle: Settle
) -> None:
    shop: Shop = replace(context.shop, read_only=True)
    pane = CataloguePane(replace(context, shop=shop))
    show(pane)
    assert not pane.enter.isEnabled()
    assert not pane.detail.edit.isEnabled()
    pane.new()
    pane.edit_part()
    settle()
    assert dialogs(pane) == []


@pytest.mark.parametrize("language", list(Language))
def test_it_fits_a_window_of_1024_by_600(
    make_context: MakeContext, show: ShowWidget, settle: Settle, language: Language
) -> None:
    pane = CataloguePane(make_context(language=language))
    show(pane)
    pane.resize(1024, 600)
    settle()
    pane.edit_part()
    settle()
    dialog = editor(pane)
    for part in (dialog.save, dialog.fields.edits["brand"], dialog.fields.edits["name_ar"]):
        assert _is_inside(part, dialog)
    dialog.close()


def test_faults_are_in_arabic(make_context: MakeContext, show: ShowWidget, settle: Settle) -> None:
    pane = CataloguePane(make_context(language=Language.ARABIC))
    show(pane)
    pane.new()
    settle()
    dialog = editor(pane)
    dialog.save.click()
    settle()
    said = strip_marks(fault(dialog, "name"))
    assert said
    assert not said.isascii()
    dialog.close()


def _is_inside(part: QWidget, dialog: ItemEditor) -> bool:
    corner = part.mapTo(dialog, part.rect().bottomRight())
    return dialog.rect().contains(part.mapTo(dialog, part.rect().topLeft())) and dialog.rect().contains(corner)


def test_the_price_with_vat_follows_the_price_without(context: PaneContext, show: ShowWidget, settle: Settle) -> None:
    pane = CataloguePane(replace(context, shop=replace(context.shop, vat=1000)))
    show(pane)
    pane.edit_part()
    settle()
    dialog = editor(pane)
    assert "31.350 with 10% VAT" in _texts(dialog.fields.rows["price_fils"])
    type_in(dialog, price_fils="10")
    assert "11.000 with 10% VAT" in _texts(dialog.fields.rows["price_fils"])
    type_in(dialog, price_fils="ten")
    assert not any("VAT" in text for text in _texts(dialog.fields.rows["price_fils"]))


def test_the_detail_has_every_price_with_vat_unless_the_rate_is_zero(
    pane: CataloguePane, context: PaneContext, settle: Settle
) -> None:
    assert "BHD\u00a031.350" in _texts(pane.detail)
    pane.update_context(replace(context, shop=replace(context.shop, vat=0)))
    pane.reload()
    settle()
    assert "BHD\u00a031.350" not in _texts(pane.detail)


def test_the_system_that_will_replace_it_is_named(pane: CataloguePane, backend: ReadyShop, settle: Settle) -> None:
    backend.give_to_till("04465-60320")
    pane.edit_part()
    settle()
    said = strip_marks(editor(pane).warning.title.text())
    assert said == "Till 1 wrote this part last. What it sends next replaces what you change here."
    assert editor(pane).warning.isVisible()
    editor(pane).close()
    settle()
    backend.give_to_file("04465-60320")
    pane.edit_part()
    settle()
    assert "prices.xlsx" in editor(pane).warning.title.text()


def test_a_new_part_and_one_of_no_system_have_no_warning(entering: ItemEditor, backend: ReadyShop) -> None:
    assert not entering.warning.isVisible()
    assert "catalogue.overwriters" not in backend.answers.names()


def test_an_own_low_limit_moves_the_part_into_the_low_view(
    pane: CataloguePane, changing: ItemEditor, backend: ReadyShop, settle: Settle
) -> None:
    assert pane.filters.views.accessibleTabName(1) == "Low 3"
    changing.levels.low.setText("a few")
    changing.save.click()
    settle()
    assert changing.levels.low.accessibleDescription() == "Write a number like 12 or 0.5."
    changing.levels.low.setText("11")
    changing.save.click()
    settle()
    assert backend.item("04465-60320").low_limit == 11_000
    assert pane.filters.views.accessibleTabName(1) == "Low 4"
    pane.filters.views.setCurrentIndex(1)
    settle()
    assert pane.save.text() == "Export the reorder list"


def _texts(widget: QWidget) -> list[str]:
    return [strip_marks(label.text()) for label in widget.findChildren(QLabel) if not label.isHidden()]
